"""A joint should have at least one channel.

## What it does
Looks for `CHANNELS 0`.

## Why is this bad?
The joint never moves, and several programs read channels by threes: ZeroEGGS and the loaders made
after it stop at such a joint, and Second Life asks for three rotations of every joint. Some exporters
write it for a helper object above the hips.

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

from bvhlint.rule import Document, Finding, Options, Severity, rule


@rule("BVH410", "no-channels", Severity.WARNING, part="channels", portability=True)
def check(document: Document, options: Options) -> Iterator[Finding]:
    for joint in document.skeleton.joints:
        item = joint.channels_item
        if item is None or joint.declared_channels != 0 or joint.channels:
            continue
        yield Finding(
            item.start,
            item.end,
            f"{joint.name} has no channels: it never moves, and some readers stop here",
            joint=joint.ref,
            help="remove the joint where the file is made, or export its channels",
        )
