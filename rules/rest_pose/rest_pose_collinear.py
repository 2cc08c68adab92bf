"""The rest pose should be a pose, not all bones along one axis.

## What it does
Looks at the bones below the hips, where there are at least five and three ends. It tells a
skeleton in which 80 % of the length points the same way within 5 degrees and hardly anything
against it, or in which 80 % lies along one axis either way while a left and a right leg point away
from each other.

## Why is this bad?
Some exporters lay every bone along its own axis and aim it by the rotations. Then the OFFSETs
alone show no figure: a program that takes them for the T-pose retargets nonsense, and none can
tell arms from legs.

## Example
    JOINT LeftUpLeg
    {
        OFFSET 42.0 0.0 0.0
    ...
    JOINT Spine
    {
        OFFSET 42.0 0.0 0.0

## Use instead
    JOINT LeftUpLeg
    {
        OFFSET 9.0 -42.0 0.0
    ...
    JOINT Spine
    {
        OFFSET 0.0 42.0 0.0

## Fix safety
`--rest-pose FRAME` makes the pose of a frame the rest pose: new OFFSETs and angles, the same world
positions.

## Options
None.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
import numpy as np
from numpy.typing import NDArray

from bvhlint.rule import (
    Document,
    Finding,
    Fix,
    Joint,
    Options,
    Severity,
    facts,
    header_fact,
    rule,
)

LEAST_BONES, LEAST_ENDS = 5, 3
MOST_SHARE, AGAINST_SHARE = 0.8, 0.05
ALONG = np.cos(np.deg2rad(5))
AGAINST = np.cos(np.deg2rad(135))
FAR = 0.15  # of the skeleton's size: how far from the hips a leg joint must be


@rule(
    "BVH703",
    "rest-pose-collinear",
    Severity.INFO,
    part="rest_pose",
    fix=("--rest-pose",),
)
def check(document: Document, options: Options) -> Iterator[Finding]:
    if not facts.size.offsets_are_sound(document) or facts.rest_pose.is_collapsed(document):
        return
    bones = _bones_below_hub(document)
    if len(bones.vectors) < LEAST_BONES or bones.ends < LEAST_ENDS:
        return
    lengths = np.linalg.norm(bones.vectors, axis=1)
    units = bones.vectors / lengths[:, np.newaxis]
    axis = _main_axis(units, lengths)
    cosines = units @ axis
    share = lengths / lengths.sum()
    one_way = share[cosines >= ALONG].sum()
    either_way = share[np.abs(cosines) >= ALONG].sum()
    alike = one_way >= MOST_SHARE and share[cosines < AGAINST].sum() <= AGAINST_SHARE
    if not alike and not (either_way >= MOST_SHARE and _legs_part(document)):
        return
    yield Finding(
        *facts.places.root_span(document),
        f"the rest pose looks like no pose: {either_way:.0%} of the bone length lies along "
        f"{_name(axis)}, and only the rotations of the frames aim the bones",
        help="fix --rest-pose FRAME makes a frame's pose the rest pose",
        fix=Fix.by_option("--rest-pose FRAME", "make the pose of a frame the rest pose"),
    )


class _Bones(msgspec.Struct, frozen=True, eq=False):
    """OFFSETs that have a length, shape (n, 3), and how many ends hang below the hips."""

    vectors: NDArray[np.float64]
    ends: int


@header_fact
def _bones_below_hub(document: Document) -> _Bones:
    hub = facts.body_parts.hub(document)
    inside: set[int] = set()
    offsets: list[tuple[float, float, float] | None] = []
    ends = 0
    for joint in document.skeleton.joints:
        if hub is not None and joint.index == hub.index:
            inside.add(joint.index)
        elif joint.parent in inside:
            inside.add(joint.index)
            offsets.append(joint.offset)
        if joint.index in inside:
            offsets += [site.offset for site in joint.end_sites]
            ends += len(joint.end_sites) or not joint.children
    vectors = np.array([offset for offset in offsets if offset and any(offset)], np.float64)
    return _Bones(vectors.reshape(-1, 3), ends)


def _main_axis(units: NDArray[np.float64], lengths: NDArray[np.float64]) -> NDArray[np.float64]:
    """The principal direction of the bones by length, turned the way that most of it points."""
    spread = (units * lengths[:, np.newaxis]).T @ units
    axis: NDArray[np.float64] = np.linalg.eigh(spread)[1][:, -1]
    return axis if ((units @ axis) * lengths).sum() >= 0 else -axis


def _legs_part(document: Document) -> bool:
    """Whether a left and a right leg point away from each other, seen from the hips."""
    hub = facts.body_parts.hub(document)
    if hub is None:
        return False
    places = facts.rest_pose.rest_pose(document).positions[0]
    far = FAR * facts.size.skeleton_size(document)
    for pair in facts.pairs.pairs(document):
        if not _is_leg(document.skeleton.joints[pair.left]):
            continue
        left, right = places[pair.left] - places[hub.index], places[pair.right] - places[hub.index]
        lengths = np.linalg.norm(left), np.linalg.norm(right)
        if min(lengths) > far and left @ right < AGAINST * lengths[0] * lengths[1]:
            return True
    return False


def _is_leg(joint: Joint) -> bool:
    parts = facts.body_parts
    return any(parts.is_of_class(joint, body_class) for body_class in parts.LOWER)


def _name(axis: NDArray[np.float64]) -> str:
    """The axis for people: a letter if it is within 5 degrees of one, else its direction."""
    best = int(np.argmax(np.abs(axis)))
    if abs(axis[best]) >= ALONG:
        return "XYZ"[best]
    return "(" + ", ".join(f"{value:.2f}" for value in axis) + ")"
