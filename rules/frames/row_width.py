"""A frame row must have one value for each channel.

## What it does
Counts the values of each row and compares them with the channels of all joints. It says what seems
to have happened: one frame wrapped over several lines, several frames on one line, a last row that
was cut off. A row in which numbers are glued together, and which is right once they are split, is
told by bad-number alone; where a wrong CHANNELS leaves open how wide a row must be, rows are not
judged.

## Why is this bad?
Most readers stop at a row that is too short. A row that is too long is cut by some and shifts all
that follows in others. A frame is a line to most of them, whatever the number of values.

## Example
    0.00 90.00 0.00 0.00 0.00 0.00
    0.00 0.00 0.00

## Use instead
    0.00 90.00 0.00 0.00 0.00 0.00 0.00 0.00 0.00

## Fix safety
Unsafe: wrapping the lines anew, where that leaves no row of the wrong width; removing a last row
that was cut off, and with it one from the number after `Frames:`. Rows that lack values or have too
many for no known reason cannot be mended.

## Options
None.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache

import numpy as np

from bvhlint.rule import (
    Document,
    Edit,
    Finding,
    Fix,
    Options,
    RowFindings,
    Safety,
    Severity,
    facts,
    rule,
)

RowShapes = facts.row_shapes.RowShapes
Shape = facts.row_shapes.Shape

_LINE_END = re.compile(rb"\r\n|\r|\n")
_VARIANTS = {
    Shape.SHORT: "short",
    Shape.LONG: "long",
    Shape.CUT: "short",
    Shape.WRAPPED: "wrapped",
    Shape.JOINED: "joined",
}
_HELP = {
    Shape.SHORT: "which value is missing stands nowhere in the file: export the clip again",
    Shape.LONG: "find out which value is too many, or which joint the HIERARCHY lacks",
    Shape.CUT: "get the whole file again, or remove the row",
    Shape.WRAPPED: "write one frame a line",
    Shape.JOINED: "write one frame a line",
}


@rule("BVH502", "row-width", Severity.ERROR, part="frames", fix=("unsafe",))
def check(document: Document, options: Options) -> Iterator[RowFindings]:
    shapes = facts.row_shapes.row_shapes(document)
    # No frame: bad-frame-time tells it.
    first = 1 if facts.frame_time.value_below(document) else 0
    matters: list[tuple[tuple[Shape, ...], Fix | None]] = [
        ((Shape.SHORT, Shape.LONG), None),
        ((Shape.CUT,), _removing_cut_row(document)),
        ((Shape.WRAPPED, Shape.JOINED), _rewrapping(document, shapes)),
    ]
    for wanted, fix in matters:
        rows = shapes.of(wanted)
        rows = rows[rows >= first]
        if len(rows):
            yield RowFindings(rows, lambda row: _finding(document, shapes, row), fix)


def _unsafe(title: str, make: Callable[[], list[Edit]]) -> Fix:
    return Fix(Safety.UNSAFE, title, make=cache(make))


def _finding(document: Document, shapes: RowShapes, row: int) -> Finding:
    table = document.motion.table
    index = int(np.searchsorted(shapes.rows, row))
    shape = Shape(shapes.shapes[index])
    width, wanted = int(table.widths[row]), table.channels
    start = end = int(table.row_ends[row])
    if width > wanted:
        start, end = table.cell_span(row, wanted)
    cell = facts.cells.cell(document, min(width, wanted))
    is_row = shape is not Shape.WRAPPED
    return Finding(
        start,
        end,
        _counted(row, width, wanted, is_frame=shape <= Shape.CUT)
        + _happened(document, shapes, index, cell.title),
        frame=row,
        joint=cell.joint if is_row else None,
        channel=cell.channel if is_row else None,
        column_index=cell.column if is_row else None,
        variant=_VARIANTS[shape],
        help=_HELP[shape],
    )


def _counted(row: int, width: int, wanted: int, *, is_frame: bool) -> str:
    values = f"{width} value{'' if width == 1 else 's'}"
    asked = f"the channels ask for {wanted}" if wanted else "the joints have no channels"
    return f"frame {row} has {values}, {asked}" if is_frame else f"{values} on this line, {asked}"


def _happened(document: Document, shapes: RowShapes, index: int, cell: str) -> str:
    table = document.motion.table
    shape, row = Shape(shapes.shapes[index]), int(shapes.rows[index])
    width, held = int(table.widths[row]), int(shapes.held[index])
    if shape is Shape.JOINED:
        return f": it holds {held} frames"
    if shape is Shape.WRAPPED:
        first, last = (
            document.source.line_of(int(table.row_starts[int(rows[index])]))
            for rows in (shapes.firsts, shapes.lasts)
        )
        if held == 1:
            return f": one frame is wrapped over the lines {first} to {last}"
        return f": the lines {first} to {last} hold {held} frames"
    if shape is Shape.CUT:
        return f": the row is cut off before {cell}"
    if width < table.channels:
        return f": it ends before {cell}"
    return ": this value is the first too many" if table.channels < width and table.channels else ""


def _removing_cut_row(document: Document) -> Fix | None:
    """None where the last row is a Frames or Frame Time line out of its place."""
    table = document.motion.table
    if len(table) and facts.clip.says_of_frames(
        document, int(table.row_starts[-1]), int(table.row_ends[-1])
    ):
        return None
    return _unsafe("remove the row that was cut off", lambda: _uncut(document))


def _uncut(document: Document) -> list[Edit]:
    """Remove the last row with the line end before it, and count it no more."""
    table, content = document.motion.table, document.content
    start, end = int(table.row_starts[-1]), int(table.row_ends[-1])
    while content[start - 1] in b" \t":
        start -= 1
    start -= 2 if content[start - 2 : start] == b"\r\n" else 1
    while end < len(content) and content[end] in b" \t":
        end += 1
    edits = [Edit(start, end, b"")]
    declared, item = document.motion.declared_frames, document.motion.frames_item
    if item and declared == facts.row_shapes.row_shapes(document).frames:
        count = item.values[0]
        edits.insert(0, Edit(count.start, count.end, b"%d" % (declared - 1)))
    return edits


def _rewrapping(document: Document, shapes: RowShapes) -> Fix | None:
    table = document.motion.table
    if not shapes.can_wrap:
        return None
    first, last = int(shapes.rows[0]), int(shapes.rows[-1])
    texts = table.texts[:, 0]
    between = (texts > table.row_starts[first]) & (texts < table.row_ends[last])
    widths = facts.row_shapes.split_widths(document)
    if between.any() or (widths != table.widths).any():
        return None  # lines of text or glued numbers stand between the values
    return _unsafe("write one frame a line", lambda: _rewrapped(document, shapes))


def _rewrapped(document: Document, shapes: RowShapes) -> list[Edit]:
    """Join the lines of a frame, and end the line where a frame ends."""
    table, content = document.motion.table, document.content
    blank = _blank(document)
    item = document.motion.frame_time_item
    match = _LINE_END.search(content, item.end if item else 0)
    line_end = match[0] if match else b"\n"
    edits = []
    for first, last in np.unique(np.stack((shapes.firsts, shapes.lasts), axis=1), axis=0).tolist():
        so_far = 0
        for row in range(first, last + 1):
            width = int(table.widths[row])
            ends = range(-so_far % table.channels or table.channels, width, table.channels)
            if ends:
                spans = table.token_spans(row)
                edits += [Edit(int(spans[k - 1, 1]), int(spans[k, 0]), line_end) for k in ends]
            so_far += width
            if row < last and so_far % table.channels:
                gap = int(table.row_ends[row]), int(table.row_starts[row + 1])
                edits.append(Edit(*gap, blank))
    return edits


def _blank(document: Document) -> bytes:
    """How the file parts the values of a row."""
    table = document.motion.table
    rows = np.flatnonzero(table.widths > 1)
    if not len(rows):
        return b" "
    spans = table.token_spans(int(rows[0]))
    return document.content[spans[0, 1] : spans[1, 0]]
