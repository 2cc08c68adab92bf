"""Measured facts of a document that several rules share, made once and kept.

Rules reach them by topic: ``facts.size.skeleton_size(document)``.
"""

from bvhlint.facts import positions, rows, size

__all__ = ["positions", "rows", "size"]
