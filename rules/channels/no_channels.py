"""A joint should have at least one channel.

## What it does
Looks for `CHANNELS 0`.

## Why is this bad?
The joint never moves, and several programs read channels by threes: ZeroEGGS and the loaders made
after it stop at such a root, BVHTools at any such joint, and Second Life asks for three rotations
of every joint. Some exporters write it for a helper object above the hips.

## Example
    ROOT Armature
    {
        OFFSET 0.0 0.0 0.0
        CHANNELS 0

## Use instead
    ROOT Hips
    {
        OFFSET 0.0 0.0 0.0
        CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation

## Fix safety
There is no fix: whether the joint is to go or to get channels is the author's choice.

## Options
None.
"""

from __future__ import annotations

from collections.abc import Iterator

from bvhlint.rule import Document, Finding, Joint, Options, Severity, facts, rule


@rule(
    "BVH410", "no-channels", Severity.WARNING, part="channels", portability=True, header_only=True
)
def check(document: Document, options: Options) -> Iterator[Finding]:
    bare = (joint for joint in facts.channel_words.sound_joints(document) if not joint.channels)
    yield from facts.told.told(bare, _finding)


def _finding(joint: Joint) -> Finding:
    return Finding(
        *facts.channel_words.line_span(joint),
        f"{facts.names.shown(joint)} has no channels: it never moves, and some readers stop here",
        joint=joint.ref,
        variant="root" if joint.is_root else "joint",
        help="remove the joint where the file is made, or export its channels",
    )
