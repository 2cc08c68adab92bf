"""Position channels should stand before rotation channels.

## What it does
Looks for joints that name a rotation channel before a position channel.

## Why is this bad?
Readers that go by the names take it. ZeroEGGS and the loaders made after it, Second Life and
AnimatedDrawings take the first three values for the position without looking, so that the figure
flies about and turns by its place.

## Example
    CHANNELS 6 Zrotation Xrotation Yrotation Xposition Yposition Zposition

## Use instead
    CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation

## Fix safety
`--normalize` moves names and columns, and with them the values of every frame. The order of the
rotations among themselves stays.

## Options
None.
"""

from __future__ import annotations

from collections.abc import Iterator

from bvhlint.rule import (
    POSITION,
    ROTATION,
    Document,
    Finding,
    Fix,
    Joint,
    Options,
    Severity,
    facts,
    rule,
)


@rule(
    "BVH405",
    "rotation-before-position",
    Severity.WARNING,
    part="channels",
    portability=True,
    fix=("--normalize",),
    header_only=True,
)
def check(document: Document, options: Options) -> Iterator[Finding]:
    joints = facts.channel_words.sound_joints(document)
    yield from facts.told.told(filter(_is_turned_round, joints), _finding)


def _is_turned_round(joint: Joint) -> bool:
    rotations, positions = joint.of_kind(ROTATION), joint.of_kind(POSITION)
    return bool(rotations and positions) and rotations[0].column < positions[-1].column


def _finding(joint: Joint) -> Finding:
    return Finding(
        *facts.channel_words.line_span(joint),
        f"{facts.names.shown(joint)} has {joint.of_kind(ROTATION)[0].name} before "
        f"{joint.of_kind(POSITION)[-1].name}: some readers take the first three values for the "
        "position",
        joint=joint.ref,
        help="write the positions first, in CHANNELS and in each frame: fix --normalize",
        fix=Fix.by_option("--normalize", "move the position channels to the front"),
    )
