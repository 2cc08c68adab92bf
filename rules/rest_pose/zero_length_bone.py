"""A bone should have a length.

## What it does
Tells a joint below the root, or an End Site, whose OFFSET is no longer than a millionth of the
skeleton's size. It is an info for an End Site, and for a joint whose position channels give it a
length. It is silent where the whole skeleton is collapsed (`collapsed-skeleton`), and at a joint
told by `positions-differ-from-offset`.

## Why is this bad?
Two joints in one place have no direction between them. A program that aims bones at their child,
or works out a rotation from two directions, divides by zero or picks any direction; one that draws
bones drops them.

## Example
    JOINT Neck
    {
        OFFSET 0.0 0.0 0.0

## Use instead
    JOINT Neck
    {
        OFFSET 0.0 21.3 0.0

## Fix safety
There is no fix: the length that is meant stands nowhere in the file.

## Options
`tolerance`: the share of the skeleton's size up to which a length counts as none; 1e-6 by default.
Bones of the face are real at 1e-3.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from bvhlint.rule import (
    Document,
    EndSite,
    Finding,
    Joint,
    NotNegative,
    Options,
    Severity,
    facts,
    rule,
)

CARRIED = 1e-3  # share of the skeleton's size that a position must reach


@dataclass(frozen=True)
class ZeroLengthOptions(Options):
    """``tolerance`` as in the manual."""

    tolerance: NotNegative = 1e-6


@rule(
    "BVH702",
    "zero-length-bone",
    Severity.WARNING,
    part="rest_pose",
    portability=True,
)
def check(document: Document, options: ZeroLengthOptions) -> Iterator[Finding]:
    if not facts.size.offsets_are_sound(document) or facts.rest_pose.is_collapsed(document):
        return
    limit = options.tolerance * facts.size.skeleton_size(document)

    def of_joint(joint: Joint) -> Finding:
        return _of_joint(document, joint)

    def of_end_site(site: EndSite) -> Finding:
        return _of_end_site(document.skeleton.joints[site.parent], site)

    yield from facts.told.told(_short_joints(document, limit), of_joint)
    yield from facts.told.told(_short_end_sites(document, limit), of_end_site)


def _short_joints(document: Document, limit: float) -> Iterator[Joint]:
    """The joints at fault that no other rule tells."""
    lengths = facts.size.offset_bones(document).joints.tolist()
    positions = facts.positions.positions_below_root(document)
    for joint in document.skeleton.joints:
        if joint.is_root or lengths[joint.index] > limit:
            continue
        position = positions.get(joint.index)
        if position is None or not position.differs:
            yield joint


def _short_end_sites(document: Document, limit: float) -> Iterator[EndSite]:
    lengths = facts.size.offset_bones(document).ends.tolist()
    for site, length in zip(document.skeleton.end_sites, lengths, strict=True):
        if length <= limit:
            yield site


def _of_joint(document: Document, joint: Joint) -> Finding:
    start, end = _place(joint)
    name = facts.names.shown(joint)
    by_position = facts.size.bones(document).joints[joint.index]
    if by_position > CARRIED * facts.size.skeleton_size(document):
        return Finding(
            start,
            end,
            f"{name} has no length in its OFFSET, only its position channels give it one "
            f"({by_position:.6g}): the rest pose is no figure",
            Severity.INFO,
            joint=joint.ref,
            help="write the position into the OFFSET where the file is made",
        )
    parent = facts.names.shown(document.skeleton.joints[joint.parent])
    return Finding(
        start,
        end,
        f"{name} stands at the place of its parent {parent}: a bone without length has no "
        "direction",
        joint=joint.ref,
        help="give it its OFFSET where the file is made, or leave the joint out",
    )


def _of_end_site(joint: Joint, site: EndSite) -> Finding:
    start, end = _place(site)
    return Finding(
        start,
        end,
        f"the End Site of {facts.names.shown(joint)} has no length: a reader cannot tell where the "
        "bone points",
        Severity.INFO,
        joint=joint.ref,
        help="give it an OFFSET that points along the bone",
    )


def _place(owner: Joint | EndSite) -> tuple[int, int]:
    item = owner.offset_item
    return (item.start, item.end) if item else (owner.block.start, owner.block.head_end)
