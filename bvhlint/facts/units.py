"""Which unit the lengths look made in: BVH names none, but people are of one size."""

from __future__ import annotations

from bvhlint.document.document import Document
from bvhlint.facts.body_parts import lower_joints, upper_joints
from bvhlint.facts.memo import fact
from bvhlint.facts.rest_pose import is_collapsed, offsets_look_global
from bvhlint.facts.size import end_count, offsets_are_sound, skeleton_size

#: Metres in one of each unit, by its short name.
METRES = {"m": 1.0, "cm": 0.01, "mm": 0.001, "in": 0.0254}
# Between which sizes (the longest path from end to end) a person's skeleton lies.
_SIZES = {"m": (1.5, 4.0), "cm": (150.0, 400.0), "mm": (1500.0, 4000.0), "in": (85.0, 130.0)}
_LEAST_ENDS, _LEAST_JOINTS = 2, 3


@fact
def unit_guess(document: Document) -> str | None:
    """The unit whose range holds the skeleton's size; None where the size tells none.

    What is no whole skeleton is not judged. A figure of the size of inches may as well be a small
    one in centimetres: it must have a head or trunk, and a leg.
    """
    if not offsets_are_sound(document) or not _has_size(document):
        return None
    if is_collapsed(document) or offsets_look_global(document):
        return None
    size = skeleton_size(document)
    unit = next((name for name, (low, high) in _SIZES.items() if low <= size <= high), None)
    if unit == "in" and not (upper_joints(document) and lower_joints(document)):
        return None
    return unit


def _has_size(document: Document) -> bool:
    ends = end_count(document)
    return ends >= _LEAST_ENDS and len(document.skeleton.joints) >= _LEAST_JOINTS
