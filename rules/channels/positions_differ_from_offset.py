"""Below the root, a position that never changes should be the OFFSET.

## What it does
Looks for joints below the root whose position channels stay at one place over the clip, apart from
the OFFSET in every frame: by more than 1 % of the OFFSET's length and 0.1 % of the skeleton's size.
Positions that move are nonroot-position-channels' business alone.

## Why is this bad?
The file holds two skeletons: that of the OFFSETs and that of the positions. Readers that let the
position replace the OFFSET (Blender, bvhio) show the one, those that add it (three.js, PyMO) show a
third, and what is measured from OFFSETs, such as bone lengths, fits neither.

## Example
    JOINT Shoulder
    {
        OFFSET 0.00 10.00 0.00
        CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation
    ...
    Frame 0, in the columns of Shoulder: 8.00 12.00 0.00 ...

## Use instead
    JOINT Shoulder
    {
        OFFSET 8.00 12.00 0.00
        CHANNELS 3 Zrotation Xrotation Yrotation

## Fix safety
`--positions root` writes the place into the OFFSET and removes the columns: the same motion as the
replacing readers show it, with another rest pose.

## Options
None.
"""

from __future__ import annotations

from collections.abc import Iterator

from bvhlint.rule import Document, Finding, Fix, Item, Joint, Options, Severity, facts, rule

Position = facts.positions.Position

_OPTION = "--positions root"


@rule(
    "BVH412",
    "positions-differ-from-offset",
    Severity.WARNING,
    part="channels",
    portability=True,
    fix=(_OPTION,),
    movement=True,
)
def check(document: Document, options: Options) -> Iterator[Finding]:
    found = facts.positions.positions_below_root(document)
    apart = (
        (joint, joint.offset_item, found[joint.index])
        for joint in facts.channel_words.sound_joints(document)
        if joint.index in found and found[joint.index].differs and joint.offset_item
    )
    moving = facts.positions.moving_joint(document)
    way_out = facts.positions.way_out(document, moving) if moving else None
    yield from facts.told.told(apart, lambda place: _finding(place, way_out))


def _finding(place: tuple[Joint, Item, Position], way_out: str | None) -> Finding:
    joint, item, position = place
    offset = " ".join(facts.names.cut(leaf.text, 20) for leaf in item.values[:3])
    stands = " ".join(f"{value + 0:.6g}" for value in position.first)
    return Finding(
        item.start,
        item.end,
        f"{facts.names.shown(joint)} has the OFFSET {offset} and stands at {stands} in every "
        "frame: Blender replaces the OFFSET by it, three.js adds it",
        joint=joint.ref,
        help=way_out or f"write the place into the OFFSET: fix {_OPTION}",
        fix=None
        if way_out
        else Fix.by_option(_OPTION, "write the place into the OFFSET and remove the columns"),
    )
