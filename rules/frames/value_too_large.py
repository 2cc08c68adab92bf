"""No length and no angle is that large.

## What it does
Tells numbers beyond 16,777,216 in OFFSET and in frame rows. An OFFSET or a row is told once, at the
first; rows that are damaged are told as such and not looked at. Infinities are not-finite's.

## Why is this bad?
Most readers keep a value in a single float, which holds no whole number beyond 16,777,216 for sure
and turns what is beyond 3.4e38 into an infinity. The joint and all below it fly out of sight, and a
model that is trained on the clip sees one value that outweighs all others. It comes from a digit or
a point that was lost, or from memory that was never set.

## Example
    0.00 123456789012.00 0.00 ...

## Use instead
    0.00 90.00 0.00 ...

## Fix safety
There is no fix: what the value was stands nowhere in the file.

## Options
None.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from bvhlint.rule import (
    POSITION,
    ROTATION,
    Document,
    Finding,
    Options,
    RowFindings,
    Severity,
    facts,
    header_fact,
    rule,
)

OffsetItem = facts.flaws.OffsetItem

LARGEST = 2.0**24
_MEASURES = {POSITION: "a length", ROTATION: "an angle"}


@rule("BVH509", "value-too-large", Severity.WARNING, part="frames")
def check(document: Document, options: Options) -> Iterator[Finding | RowFindings]:
    yield from facts.told.told(_large_offsets(document), _of_offset)
    rows, columns = _large_values(document)
    if len(rows):
        yield RowFindings(
            rows, lambda row: _in_row(document, row, int(columns[np.searchsorted(rows, row)]))
        )


@header_fact
def _large_offsets(document: Document) -> list[OffsetItem]:
    return [
        offset
        for offset in facts.flaws.offset_items(document)
        if offset.vector and max(map(abs, offset.vector)) > LARGEST
    ]


def _large_values(document: Document) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The rows with such a value, ascending, and the column of the first of each."""
    suspect = np.flatnonzero(facts.rows.ranges(document).largest > LARGEST)
    rows: list[NDArray[np.int64]] = [np.empty(0, np.int64)]
    columns = rows.copy()
    if len(suspect):
        for piece in facts.rows.pieces(document, facts.rows.complete_rows(document)):
            is_large = np.abs(document.motion.values[np.ix_(piece, suspect)]) > LARGEST
            is_hit = is_large.any(axis=1)
            rows.append(piece[is_hit])
            columns.append(suspect[is_large[is_hit].argmax(axis=1)])
    return np.concatenate(rows), np.concatenate(columns)


def _of_offset(offset: OffsetItem) -> Finding:
    return Finding(
        offset.item.start,
        offset.item.end,
        f"{offset.title} is too large for a length",
        joint=offset.joint.ref,
        help="get the value where the file came from",
    )


def _in_row(document: Document, row: int, column: int) -> Finding:
    start, end = document.motion.table.cell_span(row, column)
    cell = facts.cells.cell(document, column)
    owner = document.cell(column)
    measure = _MEASURES.get(owner[1].kind if owner else "", "a value")
    text = facts.words.excerpt(document, start, end, 24)
    return Finding(
        start,
        end,
        f"frame {row}, {cell.title}: {text} is too large for {measure}",
        frame=row,
        joint=cell.joint,
        channel=cell.channel,
        column_index=column,
        help="get the value where the file came from, or interpolate it from the frames around it",
    )
