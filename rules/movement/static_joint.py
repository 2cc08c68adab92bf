"""A joint between moving joints should turn.

## What it does
Tells a joint below the root whose rotation channels are 0 in every frame (within 1e-6) and whose
position channels do not change, if its parent moves and it has a child joint. Needs two frames. A
rotation that is constant but not zero is not told.

## Why is this bad?
The joint adds nothing: its OFFSET could be added to its child's. Exporters write such dummies for
hip and shoulder roots, and skeletons that differ only in them do not match by name or number.

## Example
    JOINT LeftHipDummy
    {
        OFFSET 5.0 0.0 0.0
        CHANNELS 3 Zrotation Xrotation Yrotation
        JOINT LeftUpLeg

with zeros in all its columns.

## Use instead
    JOINT LeftUpLeg
    {
        OFFSET 5.0 -5.0 0.0

## Fix safety
`--drop-joint NAME` removes the joint and its columns and adds its OFFSET to its children's: the
world pose of the others stays.

## Options
None.
"""

from __future__ import annotations

from collections.abc import Iterator
from shlex import quote

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


@rule("BVH805", "static-joint", Severity.INFO, part="movement", fix=("--drop-joint",))
def check(document: Document, options: Options) -> Iterator[Finding]:
    if len(facts.rows.complete_rows(document)) < 2 or facts.stillness.nothing_moves(document):
        return
    yield from facts.told.told(_still_joints(document), _finding)


def _still_joints(document: Document) -> Iterator[tuple[Joint, Joint]]:
    """Each joint at fault with its parent."""
    ranges = facts.rows.ranges(document)
    # Lists: of a few columns each joint asks for some.
    moves, turned = ranges.moves.tolist(), (ranges.largest > facts.rows.STILL).tolist()
    for joint in document.skeleton.joints:
        if joint.is_root or not joint.children or not _is_still(joint, moves, turned):
            continue
        parent = document.skeleton.joints[joint.parent]
        if any(moves[parent.columns]):
            yield joint, parent


def _finding(place: tuple[Joint, Joint]) -> Finding:
    joint, parent = place
    name = facts.names.shown(joint)
    option = f"--drop-joint {quote(name)}"
    return Finding(
        *joint.head,
        f"{name} never turns: its rotation is 0 in every frame, while its parent "
        f"{facts.names.shown(parent)} moves",
        joint=joint.ref,
        help=f"fix {option} removes it and keeps the pose of all others",
        fix=Fix.by_option(option, f"remove {name}"),
    )


def _is_still(joint: Joint, moves: list[bool], turned: list[bool]) -> bool:
    rotations, positions = joint.of_kind(ROTATION), joint.of_kind(POSITION)
    if not rotations or any(turned[channel.column] for channel in rotations):
        return False
    return not any(moves[channel.column] for channel in positions)
