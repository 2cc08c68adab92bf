"""The rest pose: where the OFFSETs alone put the joints, and two ways to be no pose at all."""

from __future__ import annotations

import numpy as np

from bvhlint.document.document import Document
from bvhlint.document.joint import POSITION
from bvhlint.document.kinematics import Poses
from bvhlint.document.rotations import Floats
from bvhlint.facts.memo import fact, header_fact
from bvhlint.facts.rows import complete_rows, ranges
from bvhlint.facts.size import end_offsets, offset_bones, offsets_are_sound

LEAST_BONES = 8
OUTWARD = 0.7  # the cosine of the angle to the parent's OFFSET
OUTWARD_SHARE = 0.55
STEP_SHARE = 0.45


@header_fact
def rest_pose(document: Document) -> Poses:
    """World positions of the OFFSETs alone, one frame."""
    layout = document.skeleton.layout
    # No joint turns: sums suffice, and a chain of any depth is summed in one pass.
    places: list[tuple[float, float, float]] = []
    for parent, (x, y, z) in zip(layout.parents.tolist(), layout.offsets.tolist(), strict=True):
        above = places[parent] if parent >= 0 else (0.0, 0.0, 0.0)
        places.append((above[0] + x, above[1] + y, above[2] + z))
    positions = np.array(places, np.float64).reshape(-1, 3)
    ends = positions[layout.end_parents] + layout.end_offsets
    unturned = np.broadcast_to(np.array([0.0, 0.0, 0.0, 1.0]), (1, len(places), 4))
    return Poses(0, positions[np.newaxis], ends[np.newaxis], unturned)


@fact
def is_collapsed(document: Document) -> bool:
    """Whether no bone has a length: every OFFSET below the root is zero, and no position channel
    gives a joint one."""
    joints = document.skeleton.joints
    if len(joints) < 2 or not offsets_are_sound(document):
        return False
    by_offset = offset_bones(document)
    if by_offset.joints[1:].any() or by_offset.ends.any():
        return False
    columns = [channel.column for joint in joints[1:] for channel in joint.of_kind(POSITION)]
    if not columns or not len(complete_rows(document)):
        return True
    return not ranges(document).largest[columns].any()


@header_fact
def offsets_look_global(document: Document) -> bool:
    """Whether the OFFSETs read like positions from the origin instead of from the parent.

    Then an OFFSET is its parent's and a short step more, all over the skeleton.
    """
    if not offsets_are_sound(document):
        return False
    own, above = _offset_pairs(document)
    length, parent_length = np.linalg.norm(own, axis=1), np.linalg.norm(above, axis=1)
    used = (length > 0) & (parent_length > 0)
    own, above, length, parent_length = (
        values[used] for values in (own, above, length, parent_length)
    )
    if len(own) < LEAST_BONES:
        return False
    step = np.linalg.norm(own - above, axis=1)
    outward = (own * above).sum(axis=1) > OUTWARD * length * parent_length
    outward &= (length > 0.95 * parent_length) & (step > 0.001 * length) & (step < 0.8 * length)
    short = step.sum() <= STEP_SHARE * length.sum()
    return bool(outward.mean() >= OUTWARD_SHARE and short and length.max() > 2 * length.min())


def _offset_pairs(document: Document) -> tuple[Floats, Floats]:
    """OFFSETs of the joints and End Sites whose parent is not the root, and their parents'."""
    skeleton = document.skeleton
    own = np.concatenate((skeleton.offsets, end_offsets(document)))
    sites = np.array([site.parent for site in skeleton.end_sites], np.int64)
    parents = np.concatenate((skeleton.parents, sites))
    deep = np.flatnonzero(parents > 0)
    return own[deep], own[parents[deep]]
