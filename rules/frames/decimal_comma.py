"""Numbers must have a point, not a comma.

## What it does
Looks for numbers such as `0,50` in OFFSET, in Frame Time and in frame rows. An OFFSET or a row is
told once, at the first.

## Why is this bad?
A program wrote the file with the number format of the user's country. Most readers fail; three.js
reads whole numbers and a duration of 0.

## Example
    OFFSET 0,00 10,00 0,00

## Use instead
    OFFSET 0.00 10.00 0.00

## Fix safety
Unsafe: points for commas, where every number of the file is a whole one or has just one comma, and
no point stands anywhere. In a file that has both the commas may part numbers.

## Options
None.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import numpy as np

from bvhlint.rule import (
    Document,
    Edit,
    Finding,
    Fix,
    Flaw,
    JointRef,
    Leaf,
    Options,
    RowFindings,
    Safety,
    Severity,
    facts,
    rule,
)

Spans = list[tuple[int, int]]

_TITLE = "write points for commas"
_HELP = "write the file with points: set the program's number format to English"


@rule("BVH504", "decimal-comma", Severity.ERROR, part="frames", fix=("unsafe",))
def check(document: Document, options: Options) -> Iterator[Finding | RowFindings]:
    for offset in facts.flaws.offset_items(document):
        commas = [leaf for leaf, flaw in offset.flawed if flaw is Flaw.COMMA]
        if commas:
            yield _in_header(document, commas, offset.joint.ref)
    time = document.motion.frame_time_leaf
    if time and facts.flaws.flaw_of(time, document) is Flaw.COMMA:
        yield _in_header(document, [time], None)
    rows, columns = facts.flaws.row_flaws(document).first(Flaw.COMMA)
    if not len(rows):
        return
    fix = None
    if facts.flaws.has_commas_only(document):
        fix = Fix(Safety.UNSAFE, _TITLE, make=cache(lambda: _in_all_rows(document, rows.tolist())))
    yield RowFindings(
        rows, lambda row: _in_row(document, row, int(columns[np.searchsorted(rows, row)])), fix
    )


def _in_header(document: Document, commas: list[Leaf], joint: JointRef | None) -> Finding:
    first = commas[0]
    edits = [
        edit for leaf in commas for edit in _pointed(document.content, [(leaf.start, leaf.end)])
    ]
    return Finding(
        first.start,
        first.end,
        f'"{facts.names.cut(first.text)}" has a decimal comma: readers stop here, or read '
        f"{facts.names.cut(first.text.partition(',')[0]) or 0}",
        joint=joint,
        help=_HELP,
        fix=Fix.unsafe(_TITLE, *edits) if facts.flaws.has_commas_only(document) else None,
    )


def _in_row(document: Document, row: int, column: int) -> Finding:
    start, end = document.motion.table.cell_span(row, column)
    cell = facts.cells.cell(document, column)
    text = document.content[start:end].decode("latin-1")
    return Finding(
        start,
        end,
        f'frame {row}, {cell.title}: "{facts.names.cut(text)}" has a decimal comma',
        frame=row,
        joint=cell.joint,
        channel=cell.channel,
        column_index=column,
        help=_HELP,
    )


def _in_all_rows(document: Document, rows: list[int]) -> list[Edit]:
    table = document.motion.table
    spans = [(int(table.row_starts[row]), int(table.row_ends[row])) for row in rows]
    return _pointed(document.content, spans)


def _pointed(content: bytes, spans: Spans) -> list[Edit]:
    """One edit a span, from its first comma to its last: a row has hundreds of them."""
    edits = []
    for start, end in spans:
        first, last = content.index(b",", start, end), content.rindex(b",", start, end) + 1
        edits.append(Edit(first, last, content[first:last].replace(b",", b".")))
    return edits
