"""Every number must be finite.

## What it does
Looks for nan, inf, `1.#QNAN`, `-1.#IND` and the like, and for numbers too large for a reader's
arithmetic (`1e999`), in OFFSET and in frame rows. An OFFSET or a row is told once, at the first.

## Why is this bad?
Nobody stops it: nearly all readers load nan, and the joint and all below it vanish in that frame,
or a model that is trained on the clip learns nothing. It comes from a division by zero, from a
sensor that lost its target or from memory that was never set.

## Example
    0.00 nan 0.00 ...

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

from bvhlint.rule import (
    Document,
    Finding,
    Flaw,
    JointRef,
    Options,
    RowFindings,
    Severity,
    facts,
    rule,
)

_HELP = "export the clip again, or interpolate the value from the frames around it"


@rule("BVH505", "not-finite", Severity.ERROR, part="frames")
def check(document: Document, options: Options) -> Iterator[Finding | RowFindings]:
    for offset in facts.flaws.offset_items(document):
        leaf = offset.first(Flaw.NOT_FINITE)
        if leaf:
            yield _finding(document, leaf.start, leaf.end, offset.title, offset.joint.ref)
    rows, columns = facts.flaws.row_flaws(document).first(Flaw.NOT_FINITE)
    if len(rows):
        yield RowFindings(
            rows, lambda row: _in_row(document, row, int(columns[np.searchsorted(rows, row)]))
        )


def _finding(
    document: Document,
    start: int,
    end: int,
    title: str,
    joint: JointRef | None,
    *,
    frame: int | None = None,
    channel: str | None = None,
    column_index: int | None = None,
) -> Finding:
    text = document.content[start:end].decode("latin-1")
    return Finding(
        start,
        end,
        f"{title}: {facts.names.cut(text)} is no finite number",
        frame=frame,
        joint=joint,
        channel=channel,
        column_index=column_index,
        variant=_variant(text.lower().lstrip("+-")),
        help=_HELP,
    )


def _variant(text: str) -> str:
    # What C runtimes print, as 1.#QNAN or nan(ind), is no number to most readers.
    if "#" in text or "(" in text:
        return "other"
    return "nan" if text.startswith("nan") else "infinite"


def _in_row(document: Document, row: int, column: int) -> Finding:
    start, end = document.motion.table.cell_span(row, column)
    cell = facts.cells.cell(document, column)
    return _finding(
        document,
        start,
        end,
        f"frame {row}, {cell.title}",
        cell.joint,
        frame=row,
        channel=cell.channel,
        column_index=column,
    )
