"""Where a matter of the whole skeleton, the whole clip or one cell of a row is told."""

from __future__ import annotations

from bvhlint.document.document import Document

Span = tuple[int, int]


def root_span(document: Document) -> Span:
    """The ROOT keyword and name: the place of what concerns the skeleton as a whole."""
    joints = document.skeleton.joints
    return joints[0].head if joints else (0, 0)


def motion_span(document: Document) -> Span:
    """The word MOTION, or what begins that part: the place of what concerns the clip."""
    motion = document.motion
    first = motion.keyword or motion.frames_item or motion.frame_time_item
    if first:
        return first.start, first.end
    return (motion.rows.start, motion.rows.start) if motion.rows else (0, 0)


def row_span(document: Document, row: int) -> Span:
    """From the first to the last token of a frame row."""
    table = document.motion.table
    return int(table.row_starts[row]), int(table.row_ends[row])


def cell_span(document: Document, row: int, column: int) -> Span:
    """One token of a frame row."""
    return document.motion.table.cell_span(row, column)


def frames_span(document: Document) -> Span:
    """The number after ``Frames:``, or what stands in its place."""
    item = document.motion.frames_item
    if item is None:
        return motion_span(document)
    first = item.values[0] if item.values else item
    return first.start, first.end


def frame_time_span(document: Document) -> Span:
    """The number after ``Frame Time:``, or what stands in its place."""
    item = document.motion.frame_time_item
    if item is None:
        return motion_span(document)
    first = item.values[0] if item.values else item
    return first.start, first.end
