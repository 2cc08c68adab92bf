"""Lines should not end in blanks.

## What it does
Tells blanks at the end of a line. The rule is off by default: more than half of all real files
have them.

## Why is this bad?
They do no harm to the readers measured. They make diffs noisy, and many editors remove them, so
that a later change of one line touches all of them.

## Example
    CHANNELS 3 Zrotation Xrotation Yrotation<BLANK>

## Use instead
    CHANNELS 3 Zrotation Xrotation Yrotation

## Fix safety
Safe in the header: the blanks are removed. Frame rows are changed by `--normalize` only.

## Options
None.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from bvhlint.rule import (
    Document,
    Edit,
    Finding,
    Fix,
    Options,
    RowFindings,
    RowFlag,
    Severity,
    facts,
    rule,
)

LAST_BLANK = re.compile(rb"[ \t](?=[\r\n]|\Z)")
BLANK_RUN = re.compile(rb"[ \t]*+")
MESSAGE = "blanks stand at the end of the line"
HELP = "let the line end after its last item"


@rule(
    "BVH106",
    "trailing-whitespace",
    Severity.INFO,
    part="text",
    default=False,
    portability=True,
    fix=("safe", "--normalize"),
)
def check(document: Document, options: Options) -> Iterator[Finding | RowFindings]:
    if not facts.clip.holds_clip(document):
        return
    stop = facts.header.header_end(document)
    for match in LAST_BLANK.finditer(document.content, 0, stop):
        end = match.end()
        if end == stop < len(document.content):
            continue  # the indentation of what follows the header
        start = facts.lines.strip_end(document.content, end, b" \t")
        fix = Fix.safe("remove the blanks", Edit(start, end, b""))
        yield Finding(start, end, MESSAGE, help=HELP, fix=fix)
    rows = document.motion.table.rows_with(RowFlag.TRAILING_BLANK)
    if len(rows):
        option = Fix.by_option("--normalize", "write the rows without trailing blanks")
        yield RowFindings(rows, lambda row: _of_row(document, row), option)


def _of_row(document: Document, row: int) -> Finding:
    start = int(document.motion.table.row_ends[row])
    blanks = BLANK_RUN.match(document.content, start)
    end = blanks.end() if blanks else start
    return Finding(start, end, MESSAGE, frame=row, help=HELP)
