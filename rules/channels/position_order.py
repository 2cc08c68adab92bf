"""Position channels should be X, Y, Z in this order.

## What it does
Looks for joints whose position channels are not `Xposition Yposition Zposition`. Other channels may
stand between them.

## Why is this bad?
Readers that go by the names take it. ZeroEGGS and the loaders made after it and Second Life take
three values for X, Y and Z without looking: the figure walks into the floor.

## Example
    CHANNELS 6 Xposition Zposition Yposition Zrotation Xrotation Yrotation

## Use instead
    CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation

## Fix safety
`--normalize` moves names and columns, and with them the values of every frame. A channel that is
missing is not added.

## Options
None.
"""

from __future__ import annotations

from collections.abc import Iterator

from bvhlint.rule import (
    POSITION,
    Document,
    Finding,
    Fix,
    Joint,
    Options,
    Severity,
    facts,
    rule,
)

_AXES = "XYZ"


@rule(
    "BVH406",
    "position-order",
    Severity.WARNING,
    part="channels",
    portability=True,
    fix=("--normalize",),
    header_only=True,
)
def check(document: Document, options: Options) -> Iterator[Finding]:
    odd = (
        joint
        for joint in facts.channel_words.sound_joints(document)
        if _axes(joint) not in ("", _AXES)
    )
    yield from facts.told.told(odd, _finding)


def _axes(joint: Joint) -> str:
    return "".join(channel.axis for channel in joint.of_kind(POSITION))


def _finding(joint: Joint) -> Finding:
    axes = _axes(joint)
    lacks = len(axes) < len(_AXES)
    fix = Fix.by_option("--normalize", "put the position channels in the order X Y Z")
    return Finding(
        *facts.channel_words.line_span(joint),
        f"the positions of {facts.names.shown(joint)} are {' '.join(axes)}, not X Y Z: "
        "some readers take them for X Y Z without looking",
        joint=joint.ref,
        help="export all three position channels"
        if lacks
        else "write them as X Y Z, in CHANNELS and in each frame: fix --normalize",
        fix=None if lacks else fix,
    )
