"""The joints below the root should all have three channels.

## What it does
Looks for files in which some joints below the root have three channels and some six. The first
joint whose number differs from that of the first joint below the root is told, with how many are
alike.

## Why is this bad?
Loaders for machine learning reshape each frame by the number of channels of the first joints:
ZeroEGGS and those made after it, GenMM and ganimator fail. Most other readers take it.

## Example
    JOINT Spine
    {
        OFFSET 0.00 10.00 0.00
        CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation
        JOINT Neck
        {
            OFFSET 0.00 8.00 0.00
            CHANNELS 3 Zrotation Xrotation Yrotation

## Use instead
    JOINT Spine
    {
        OFFSET 0.00 10.00 0.00
        CHANNELS 3 Zrotation Xrotation Yrotation
        JOINT Neck
        {
            OFFSET 0.00 8.00 0.00
            CHANNELS 3 Zrotation Xrotation Yrotation

## Fix safety
`--positions root` removes the position channels of all joints below the root, and refuses where
that would change the pose.

## Options
None.
"""

from __future__ import annotations

from collections.abc import Iterator

from bvhlint.rule import Document, Finding, Fix, Options, Severity, facts, rule

_COUNTS = (3, 6)


@rule(
    "BVH409",
    "mixed-channel-counts",
    Severity.WARNING,
    part="channels",
    portability=True,
    fix=("--positions root",),
)
def check(document: Document, options: Options) -> Iterator[Finding]:
    joints = [
        joint
        for joint in facts.channel_words.sound_joints(document)
        if not joint.is_root and len(joint.channels) in _COUNTS
    ]
    other = [joint for joint in joints if len(joint.channels) != len(joints[0].channels)]
    if not other:
        return
    moving = facts.positions.moving_joint(document)
    size, first = len(other[0].channels), len(joints[0].channels)
    yield Finding(
        *facts.channel_words.line_span(other[0]),
        f"{facts.names.shown(other[0])} has {size} channels and "
        f"{facts.names.shown(joints[0])} has {first}: below the root {len(other)} "
        f"joint{' has' if len(other) == 1 else 's have'} {size}, {len(joints) - len(other)} "
        f"{'has' if len(joints) - len(other) == 1 else 'have'} {first}",
        joint=other[0].ref,
        help=facts.positions.way_out(document, moving)
        if moving
        else "remove the position channels below the root: fix --positions root",
        fix=None
        if moving
        else Fix.by_option("--positions root", "remove the position channels below the root"),
    )
