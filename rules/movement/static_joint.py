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
world pose of the others stays. It is not offered where the bone to a child leads back to the
parent, as in the spine of Second Life's skeleton: the child would be left without length.

## Options
None.
"""

from __future__ import annotations

from collections.abc import Iterator
from shlex import quote
from typing import NamedTuple

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


class Still(NamedTuple):
    """A joint at fault, and the child that stands where its parent does."""

    joint: Joint
    parent: Joint
    back: Joint | None


def _still_joints(document: Document) -> Iterator[Still]:
    ranges = facts.rows.ranges(document)
    # Lists: of a few columns each joint asks for some.
    moves, turned = ranges.moves.tolist(), (ranges.largest > facts.rows.STILL).tolist()
    for joint in document.skeleton.joints:
        if joint.is_root or not joint.children or not _is_still(joint, moves, turned):
            continue
        parent = document.skeleton.joints[joint.parent]
        if any(moves[parent.columns]):
            yield Still(joint, parent, _leads_back(document, joint))


def _finding(still: Still) -> Finding:
    joint, parent, back = still
    name, above = facts.names.shown(joint), facts.names.shown(parent)
    message = (
        f"{name} never turns: its rotation is 0 in every frame, while its parent {above} moves"
    )
    if back is not None:
        return Finding(
            *joint.head,
            message,
            joint=joint.ref,
            help=f"keep it: {facts.names.shown(back)} leads back to {above} and would have no "
            "length without it, as in Second Life's skeleton",
        )
    option = f"--drop-joint {quote(name)}"
    return Finding(
        *joint.head,
        message,
        joint=joint.ref,
        help=f"fix {option} removes it and keeps the pose of all others",
        fix=Fix.by_option(option, f"remove {name}"),
    )


def _leads_back(document: Document, joint: Joint) -> Joint | None:
    """The child that stands where the joint's parent does."""
    for index in joint.children:
        child = document.skeleton.joints[index]
        if joint.offset and child.offset:
            ends = zip(joint.offset, child.offset, strict=True)
            if all(abs(one + other) <= facts.rows.STILL for one, other in ends):
                return child
    return None


def _is_still(joint: Joint, moves: list[bool], turned: list[bool]) -> bool:
    rotations, positions = joint.of_kind(ROTATION), joint.of_kind(POSITION)
    if not rotations or any(turned[channel.column] for channel in rotations):
        return False
    return not any(moves[channel.column] for channel in positions)
