"""A root should have position channels.

## What it does
Looks for roots that have channels and no position among them. A root with `CHANNELS 0` is told by
no-channels alone.

## Why is this bad?
The figure turns and bends on the spot: where it goes is lost, or stands in the channels of a joint
below the root, where many programs do not look. Readers that take the first three values for the
position of the root take angles for it.

## Example
    ROOT Hips
    {
        OFFSET 0.00 0.00 0.00
        CHANNELS 3 Zrotation Xrotation Yrotation

## Use instead
    ROOT Hips
    {
        OFFSET 0.00 0.00 0.00
        CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation

## Fix safety
There is no fix: where the figure was stands nowhere in the file.

## Options
None.
"""

from __future__ import annotations

from collections.abc import Iterator

from bvhlint.rule import POSITION, Document, Finding, Joint, Options, Severity, facts, rule


@rule(
    "BVH411",
    "root-without-position",
    Severity.WARNING,
    part="channels",
    portability=True,
    header_only=True,
)
def check(document: Document, options: Options) -> Iterator[Finding]:
    fixed = (
        joint
        for joint in facts.channel_words.sound_joints(document)
        if joint.is_root and joint.channels and not joint.of_kind(POSITION)
    )
    yield from facts.told.told(fixed, _finding)


def _finding(root: Joint) -> Finding:
    return Finding(
        *facts.channel_words.line_span(root),
        f"the root {facts.names.shown(root)} has no position channels: the figure stays where "
        "its OFFSET puts it",
        joint=root.ref,
        help="export the root with position channels, if the figure is to move about",
    )
