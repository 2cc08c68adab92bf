"""Rotation orders: the one that a file keeps to."""

from __future__ import annotations

from collections import Counter

from bvhlint.document.document import Document
from bvhlint.facts.memo import header_fact

USUAL_ORDER = "ZXY"
"""What most writers of BVH take, for a file that has no full order of its own."""


@header_fact
def majority_order(document: Document) -> str | None:
    """The rotation order that most joints have; a tie goes to the first joint's."""
    orders = [joint.rotation_order for joint in document.skeleton.joints if joint.has_full_rotation]
    return Counter(orders).most_common(1)[0][0] if orders else None
