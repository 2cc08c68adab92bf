"""Items of a line should have one blank between them.

## What it does
Tells, once a line, two or more blanks between two items, a tab after a keyword, and blanks before
the first value of a frame row. A tab between two values is fine, and so is any indentation of the
header.

## Why is this bad?
Readers that split lines at every single blank get empty words. Most do better: this is an info.
MotionBuilder writes `Frames:<TAB>2`, OptiTrack four blanks between values.

## Example
    Frames:    2
    JOINT<TAB>Spine

## Use instead
    Frames: 2
    JOINT Spine

## Fix safety
Safe in the header: each such gap becomes one space; joint names are not touched. Frame rows are
changed by `--normalize` only.

## Options
None.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

import numpy as np

from bvhlint.rule import (
    SPELLING,
    Document,
    Edit,
    Finding,
    Fix,
    HeaderLine,
    Kind,
    Leaf,
    Options,
    RowFindings,
    RowFlag,
    Severity,
    facts,
    rule,
)

WORDS = frozenset({Kind.NUMBER, Kind.CHANNEL, Kind.WORD, Kind.NAME})
# Begun with a blank, which is searched for far faster than any other byte.
UNUSUAL = re.compile(rb"[ \t](?<=[^ \t\r\n][ \t])(?:(?<=\t)|[ \t])")
HELP = "write one blank between two items"


@rule(
    "BVH105",
    "irregular-whitespace",
    Severity.INFO,
    part="text",
    portability=True,
    fix=("safe", "--normalize"),
)
def check(document: Document, options: Options) -> Iterator[Finding | RowFindings]:
    if not facts.clip.holds_clip(document):
        return
    # Most headers have no such blanks, and one search is faster than a look at every line.
    if UNUSUAL.search(document.content, 0, facts.header.header_end(document)):
        for line in facts.header.odd_lines(document, _has_gaps):
            yield _of_line(document, _gaps(line))
    table = document.motion.table
    rows = table.rows_with(RowFlag.LEADING_BLANK | RowFlag.WIDE_BLANK)
    if len(rows):
        fix = Fix.by_option("--normalize", "write the rows with single blanks")
        yield RowFindings(rows, lambda row: _of_row(document, row), fix)


def _has_gaps(line: HeaderLine) -> bool:
    return bool(_gaps(line))


def _gaps(line: HeaderLine) -> list[tuple[Leaf, Leaf]]:
    """The tokens of a line that have something else than one blank between them."""
    return [
        (before, after)
        for before, after in pairwise(line.tokens)
        if after.start - before.end
        and (after.start - before.end > 1 or _is_tab_after_keyword(before, after))
        and after.type in WORDS
    ]


def _is_tab_after_keyword(before: Leaf, after: Leaf) -> bool:
    return before.type in SPELLING and before.content[before.end : after.start] == b"\t"


def _of_line(document: Document, gaps: list[tuple[Leaf, Leaf]]) -> Finding:
    before, after = gaps[0]
    gap = document.content[before.end : after.start]
    seen = "a tab" if gap == b"\t" else f"{len(gap)} blanks"
    word = facts.words.excerpt(document, before.start, before.end)
    return Finding(
        before.end,
        after.start,
        f"{word} is followed by {seen}: a reader that cuts lines at single spaces gets other words",
        help=HELP,
        fix=Fix.safe("one space", *(Edit(one.end, other.start, b" ") for one, other in gaps)),
    )


def _of_row(document: Document, row: int) -> Finding:
    table = document.motion.table
    first = int(table.row_starts[row])
    column = None
    if table.flags[row] & RowFlag.LEADING_BLANK:
        start, end = facts.lines.line_start(document.content, first), first
        message = f"frame {row} begins with blanks"
    else:
        spans = table.token_spans(row)
        column = int(np.argmax(spans[1:, 0] - spans[:-1, 1] > 1)) + 1
        start, end = int(spans[column - 1, 1]), int(spans[column, 0])
        message = f"frame {row} has {end - start} blanks between two values"
    return Finding(start, end, message, frame=row, column_index=column, help=HELP)
