"""Every value of a frame must be a number, and the number of frames a whole one.

## What it does
Looks for words in frame rows that are no number: letters, two numbers put together without a blank
(`0.00-7.50`), values with commas between them. A row is told once, at the first. The same for the
number after `Frames:`. Decimal commas, and nan and its like, have rules of their own.

## Why is this bad?
Most readers stop here. Two numbers put together come from exporters that write columns of a fixed
width: as soon as a number needs a sign or one digit more there is no blank left.

## Example
    0.00 90.00 0.00-7.50 1.00 2.00

## Use instead
    0.00 90.00 0.00 -7.50 1.00 2.00

## Fix safety
Unsafe: a blank between the numbers, where every row of the file that has the wrong width is right
then.

## Options
None.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, partial

import numpy as np
from numpy.typing import NDArray

from bvhlint.rule import (
    Document,
    Edit,
    Finding,
    Fix,
    Flaw,
    Item,
    Leaf,
    Options,
    RowFindings,
    Safety,
    Severity,
    facts,
    rule,
)


@rule("BVH503", "bad-number", Severity.ERROR, part="frames", fix=("unsafe",))
def check(document: Document, options: Options) -> Iterator[Finding | RowFindings]:
    yield from _frames(document)
    flaws = facts.flaws.row_flaws(document)
    rows, columns = flaws.first(Flaw.GLUED, Flaw.BAD)

    def make(row: int, variant: str) -> Finding:
        return _finding(document, row, int(columns[np.searchsorted(rows, row)]), variant)

    # A row with anything else wrong in it would stay bad, whatever is split.
    lost = flaws.first(Flaw.BAD).rows
    can_split = ~np.isin(rows, lost)
    fix = _splitting(document, rows[can_split])
    if can_split.any():
        yield RowFindings(rows[can_split], partial(make, variant="glued"), fix)
    if len(lost):
        yield RowFindings(lost, partial(make, variant="word"))


def _frames(document: Document) -> Iterator[Finding]:
    """The number after ``Frames:`` where it is no whole number."""
    item = document.motion.frames_item
    if item is None or document.motion.declared_frames is not None:
        return
    if not facts.clip.holds_clip(document):
        return
    place, variant = _odd_word(item)
    said = facts.words.excerpt(document, place.start, place.end)
    yield Finding(
        place.start,
        place.end,
        f'Frames has "{said}", which is no number of frames'
        if item.values
        else "Frames has no number of frames",
        variant=variant,
        help="write how many frame rows there are, as a whole number and nothing else",
    )


def _odd_word(item: Item) -> tuple[Leaf, str]:
    first, *more = item.values or (item.keyword,)
    return (more[0], "behind-count") if more and first.text.isdigit() else (first, "count")


def _finding(document: Document, row: int, column: int, variant: str) -> Finding:
    table = document.motion.table
    start, end = table.cell_span(row, column)
    raw = document.content[start:end]
    cell = facts.cells.cell(document, column)
    text = facts.words.excerpt(document, start, end)
    return Finding(
        start,
        end,
        f'frame {row}, {cell.title}: "{text}" is no number{_parts(raw)}',
        frame=row,
        joint=cell.joint,
        channel=cell.channel,
        column_index=column,
        variant=variant,
        help="put a blank between the numbers"
        if len(facts.flaws.split_token(raw)) > 1
        else "get the value where the file came from",
    )


def _parts(raw: bytes) -> str:
    parts = facts.flaws.split_token(raw)
    if len(parts) < 2:
        return ""
    if len(parts) > 3:
        return f", it looks like {len(parts)} numbers put together"
    shown = " and ".join(facts.names.cut(part.decode("latin-1")) for part in parts)
    return f", it looks like {shown} put together"


def _splitting(document: Document, rows: NDArray[np.int64]) -> Fix | None:
    flaws = facts.flaws.row_flaws(document)
    shapes = facts.row_shapes.row_shapes(document)
    table = document.motion.table
    if not facts.row_shapes.are_judged(document) or len(shapes.rows):
        return None
    if (table.widths[flaws.glued_rows] == table.channels).any():
        return None  # a row that fits would not fit once it is split
    title = "put a blank between the numbers"
    return Fix(Safety.UNSAFE, title, make=cache(lambda: _split(document, rows)))


def _split(document: Document, rows: NDArray[np.int64]) -> list[Edit]:
    table = document.motion.table
    edits: list[Edit] = []
    for row in rows.tolist():
        spans = table.token_spans(row)
        blank = document.content[spans[0, 1] : spans[0, 1] + 1] if len(spans) > 1 else b" "
        for start, end in spans.tolist():
            raw = document.content[start:end]
            parts = facts.flaws.split_token(raw)
            if len(parts) > 1:
                edits += _blanks(raw, parts, start, blank)
    return edits


def _blanks(raw: bytes, parts: list[bytes], start: int, blank: bytes) -> Iterator[Edit]:
    """A blank in each gap between the parts, whatever stands there."""
    after = len(parts[0])
    for part in parts[1:]:
        begin = raw.index(part, after)
        yield Edit(start + after, start + begin, blank)
        after = begin + len(part)
