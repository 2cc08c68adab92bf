"""Measured facts of a document that several rules share, made once and kept.

Rules reach them by topic: ``facts.size.skeleton_size(document)``.
"""

from bvhlint.facts import (
    body_parts,
    frame_time,
    jumps,
    pairs,
    places,
    positions,
    reference,
    rest_pose,
    rows,
    size,
    steps,
    stillness,
    travel,
    up,
)

__all__ = [
    "body_parts",
    "frame_time",
    "jumps",
    "pairs",
    "places",
    "positions",
    "reference",
    "rest_pose",
    "rows",
    "size",
    "steps",
    "stillness",
    "travel",
    "up",
]
