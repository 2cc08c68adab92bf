"""Only the root should have position channels.

## What it does
Looks for position channels at joints below the root, and at what they do over the clip: they are
equal to the joint's OFFSET (to the digits that exporters write), constant at another place, or
moving.

## Why is this bad?
Blender, bvhio and most others let the position replace the OFFSET; three.js and PyMO add the two,
so that every bone is twice as long; others ignore the position. Where it is equal to the OFFSET it
says nothing and doubles the size of the file.

## Example
    JOINT Spine
    {
        OFFSET 0.00 10.00 0.00
        CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation

## Use instead
    JOINT Spine
    {
        OFFSET 0.00 10.00 0.00
        CHANNELS 3 Zrotation Xrotation Yrotation

## Fix safety
`--positions root` removes the channels where they are equal to the OFFSET, writes a constant place
into the OFFSET and says so, and refuses where a joint moves: it changes all joints of a file or
none. Equal is what differs by no more than one unit of the last decimal written; a clip in which
rounding reaches further goes with `--precision N`, which counts N decimals. Positions that stay
about 0 against an OFFSET that does not are refused too, since readers that replace the OFFSET show
a figure collapsed; with `--unsafe-fixes` they go and the OFFSET stays, as adding readers show it.

## Options
None.
"""

from __future__ import annotations

from collections.abc import Iterator

from bvhlint.rule import POSITION, Document, Finding, Fix, Joint, Options, Severity, facts, rule

Placing = facts.positions.Placing
Position = facts.positions.Position

_OPTION = "--positions root"


@rule(
    "BVH408",
    "nonroot-position-channels",
    Severity.WARNING,
    part="channels",
    portability=True,
    fix=(_OPTION,),
)
def check(document: Document, options: Options) -> Iterator[Finding]:
    found = facts.positions.positions_below_root(document)
    placed = (
        joint
        for joint in facts.channel_words.sound_joints(document)
        if not joint.is_root and joint.of_kind(POSITION)
    )
    moving = facts.positions.moving_joint(document)
    way_out = facts.positions.way_out(document, moving) if moving else None
    # What moves in place of its root is told of that, and not of its bone.
    carrier = facts.travel.moving_child_of_static_root(document)
    yield from facts.told.told(
        placed,
        lambda joint: _finding(
            joint, found.get(joint.index), way_out, carries=joint is moving is carrier
        ),
    )


def _finding(
    joint: Joint, position: Position | None, way_out: str | None, *, carries: bool
) -> Finding:
    return Finding(
        *facts.channel_words.line_span(joint),
        f"{facts.names.shown(joint)} has position channels below the root{_seen(position)}: "
        "three.js adds them to the OFFSET, Blender replaces it",
        joint=joint.ref,
        variant=position.placing.value if position else None,
        help=_help(position, way_out, carries=carries),
        fix=None
        if way_out
        else Fix.by_option(_OPTION, "remove the position channels below the root"),
    )


def _seen(position: Position | None) -> str:
    if position is None:
        return ""
    if position.placing is Placing.EQUAL:
        return ", equal to its OFFSET in every frame"
    if position.placing is Placing.CONSTANT:
        return ", constant and not equal to its OFFSET"
    return f", moving by {_size(position)}"


def _size(position: Position) -> str:
    bone = sum(value * value for value in position.first) ** 0.5
    if not bone:
        return f"{position.spread:.3g}"
    percent = 100 * position.spread / bone
    return f"{position.spread:.3g} ({percent:.{0 if percent >= 10 else 1}f} % of its bone)"


def _help(position: Position | None, way_out: str | None, *, carries: bool) -> str:
    if position and position.placing is Placing.MOVING and not carries:
        return (
            "the bone changes its length: bake the movement into rotations where the file is made"
        )
    if way_out:
        return way_out
    if position and position.placing is Placing.CONSTANT:
        return f"fix {_OPTION} writes the place into the OFFSET, which is another rest pose"
    return f"the OFFSET says where the joint is: fix {_OPTION}"
