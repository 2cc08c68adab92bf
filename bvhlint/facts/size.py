"""How large the skeleton is: bone lengths, ends, and the longest path from end to end.

The size needs no pose and no names, so that it is the same for a T-pose, a rest pose folded onto
one axis, and a dancer; a root far from the hips does not count, as the path turns at the hips.
"""

from __future__ import annotations

import msgspec
import numpy as np

from bvhlint.document.document import Document
from bvhlint.document.joint import Vector
from bvhlint.document.kinematics import local_translations
from bvhlint.document.rotations import Floats
from bvhlint.document.skeleton import vectors
from bvhlint.facts.memo import fact, header_fact
from bvhlint.facts.rows import complete_rows

HEIGHTS = 1.5  # a person's size by the heights that they stand tall
MOST = 1e100  # the square of more than this is near the end of what a float can hold


class Bones(msgspec.Struct, frozen=True, eq=False):
    """Lengths from the parent to each joint (n,) and to each End Site (m,) in file order.

    The root's is no bone.
    """

    joints: Floats
    ends: Floats


@header_fact
def offset_bones(document: Document) -> Bones:
    """Bone lengths by the OFFSETs alone; a missing one counts as zero."""
    return Bones(
        _lengths(np.nan_to_num(document.skeleton.offsets)),
        _lengths(end_offsets(document)),
    )


@fact
def bones(document: Document) -> Bones:
    """Bone lengths, those of joints with position channels by the first complete row."""
    rows = complete_rows(document)
    by_offset = offset_bones(document)
    if not len(rows):
        return by_offset
    layout = document.skeleton.layout
    first = local_translations(layout, document.motion.values[rows[:1]])[0]
    return Bones(_lengths(first), by_offset.ends)


@header_fact
def end_offsets(document: Document) -> Floats:
    """The OFFSETs of all End Sites, shape (ends, 3); a missing one counts as zero."""
    return np.nan_to_num(vectors([site.offset for site in document.skeleton.end_sites]))


@fact
def skeleton_size(document: Document) -> float:
    """The longest path in the tree from one end to another, in the file's own unit.

    With a single end it is the whole chain from the root.
    """
    return _longest_path(document, bones(document))


@fact
def offset_size(document: Document) -> float:
    """The same by the OFFSETs alone; with positions where all OFFSETs are zero."""
    return _longest_path(document, offset_bones(document)) or skeleton_size(document)


def height(document: Document) -> float:
    """About how tall the figure stands, in the file's own unit."""
    return skeleton_size(document) / HEIGHTS


@header_fact
def end_count(document: Document) -> int:
    """How many nodes of the tree have no children: End Sites, and joints that end without."""
    skeleton = document.skeleton
    bare = sum(not (joint.children or joint.end_sites) for joint in skeleton.joints)
    return bare + len(skeleton.end_sites)


@header_fact
def offsets_are_sound(document: Document) -> bool:
    """Whether the rest pose can be judged: one root, and every OFFSET three numbers of a size
    that lengths can be worked out with."""
    skeleton = document.skeleton
    if len(skeleton.roots) != 1:
        return False
    offsets = [joint.offset for joint in skeleton.joints]
    offsets += [site.offset for site in skeleton.end_sites]
    return all(_is_sound(offset) for offset in offsets)


def _longest_path(document: Document, lengths: Bones) -> float:
    joints = document.skeleton.joints
    to_joint, to_end = lengths.joints.tolist(), iter(lengths.ends.tolist())
    # The two longest ways down from each joint, -1 for none: a path turns where both meet.
    ways = [(-1.0, -1.0)] * len(joints)
    for joint in joints:
        for _ in joint.end_sites:
            ways[joint.index] = _with_way(ways[joint.index], next(to_end))
    for joint in reversed(joints):
        if joint.parent >= 0:
            way = max(ways[joint.index][0], 0.0) + to_joint[joint.index]
            ways[joint.parent] = _with_way(ways[joint.parent], way)
    turning = [longest + second for longest, second in ways if second >= 0]
    chains = [max(ways[root.index][0], 0.0) for root in document.skeleton.roots]
    return max(turning or chains, default=0.0)


def _with_way(ways: tuple[float, float], way: float) -> tuple[float, float]:
    longest, second = ways
    return (way, longest) if way > longest else (longest, max(second, way))


def _lengths(vectors: Floats) -> Floats:
    lengths: Floats = np.sqrt(np.square(vectors).sum(axis=1))
    return lengths


def _is_sound(offset: Vector | None) -> bool:
    return offset is not None and all(abs(value) < MOST for value in offset)
