"""No blank line should stand between two frames.

## What it does
Tells blank lines between frame rows. Blank lines at the end of the file are fine. Those in the
header are told only with the option `header`.

## Why is this bad?
UniVRM takes an empty line for a frame of the wrong width and fails, AnimatedDrawings fails at it
too, and MakeHuman takes it for a frame without values and ends one frame short. Second Life does
not count such lines in the line numbers of its errors.

## Example
    0.00 90.00 0.00 30.00 40.00 50.00

    0.00 90.00 0.00 31.00 41.00 51.00

## Use instead
    0.00 90.00 0.00 30.00 40.00 50.00
    0.00 90.00 0.00 31.00 41.00 51.00

## Fix safety
Safe: the blank lines are removed and no frame row is touched.

## Options
`header`: whether blank lines in the header, and between it and the first frame, are told too;
false by default.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from bvhlint.rule import (
    Document,
    Edit,
    Finding,
    Fix,
    Options,
    RowFindings,
    RowFlag,
    Safety,
    Severity,
    facts,
    rule,
)


@dataclass(frozen=True)
class BlankLineOptions(Options):
    """``header`` as in the manual."""

    header: bool = False


TITLE = "remove the blank lines"
HELP = "let the lines follow each other"


@rule("BVH107", "blank-line", Severity.WARNING, part="text", portability=True, fix=("safe",))
def check(document: Document, options: BlankLineOptions) -> Iterator[Finding | RowFindings]:
    if not facts.clip.holds_clip(document):
        return
    if options.header:
        yield from _in_header(document)
    table = document.motion.table
    rows = table.rows_with(RowFlag.BLANK_LINE_BEFORE)
    if len(rows):
        fix = Fix(
            Safety.SAFE,
            TITLE,
            make=lambda: [_edit(document, int(table.row_starts[row])) for row in rows],
        )
        yield RowFindings(rows, lambda row: _of_row(document, row), fix)


def _edit(document: Document, offset: int) -> Edit:
    """Removes the blank lines before an offset.

    Of CR CR LF, the line end of text that was translated twice, CR LF stays: a CR alone ends no
    line for readers that go by LF.
    """
    content = document.content
    start, end = facts.lines.blank_lines_before(content, offset)
    if content[start - 1 : start] == b"\r" and content[end - 1 : end] == b"\n":
        end -= 1
    return Edit(start, end, b"")


def _of_row(document: Document, row: int) -> Finding:
    offset = int(document.motion.table.row_starts[row])
    start, _ = facts.lines.blank_lines_before(document.content, offset)
    return Finding(
        start,
        start,
        f"a blank line stands before frame {row}: UniVRM and AnimatedDrawings fail at it, and "
        "MakeHuman takes it for a frame",
        frame=row,
        variant="rows",
        help=HELP,
    )


def _in_header(document: Document) -> Iterator[Finding]:
    stop = facts.header.header_end(document)
    places = [line.tokens[0].start for line in facts.header.header_lines(document)]
    table = document.motion.table
    if document.motion.rows and document.motion.rows.start == stop and len(table):
        places.append(int(table.row_starts[0]))
    for offset in places:
        start, end = facts.lines.blank_lines_before(document.content, offset)
        if start < end:
            fix = Fix.safe(TITLE, _edit(document, offset))
            message = "a blank line stands in the header"
            yield Finding(start, start, message, variant="header", help=HELP, fix=fix)
