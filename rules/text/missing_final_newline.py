"""The last line should end in a line end.

## What it does
Tells a file whose last frame row is not ended by a line end. It is silent on a last row that was
cut off in the middle (`row-width` tells that), and in a file that ends within a keyword.

## Why is this bad?
bvh-python loses the last frame without a word. Other readers measured take the row as it is.

## Example
    0.00 90.00 0.00 31.00 41.00 51.00<end of file>

## Use instead
    0.00 90.00 0.00 31.00 41.00 51.00
    <end of file>

## Fix safety
Safe: a line end of the file's own kind is added at the end.

## Options
None.
"""

from __future__ import annotations

from collections.abc import Iterator

from bvhlint.rule import Document, Edit, Finding, Fix, Options, Severity, facts, rule

NUL = b"\0"


@rule(
    "BVH104",
    "missing-final-newline",
    Severity.WARNING,
    part="text",
    portability=True,
    fix=("safe",),
)
def check(document: Document, options: Options) -> Iterator[Finding]:
    content = document.content
    start, end = facts.lines.last_word(content, len(content))
    table = document.motion.table
    # What is no row may follow the last one: trailing-content tells that.
    rest = content[int(table.row_ends[-1]) if len(table) else end :]
    if b"\n" in rest or b"\r" in rest or not document.motion.rows:
        return
    if not facts.clip.holds_clip(document):
        return
    # A cut row is lost anyway (row-width), a file that ends within a keyword is cut, and NULs are
    # what a crash has left (text-encoding).
    if _is_cut(document) or facts.clip.cut_word(document) or content.endswith(NUL):
        return
    newline = facts.line_ends.line_ends(document).usual
    yield Finding(
        start,
        end,
        "the last line has no line end: bvh-python loses the last frame",
        help="end the last line as all others",
        fix=Fix.safe("add a line end", Edit(len(content), len(content), newline)),
    )


def _is_cut(document: Document) -> bool:
    """Whether the last row ends too early."""
    table = document.motion.table
    if not len(table) or not document.skeleton.is_trusted:
        return False
    return int(table.widths[-1]) < table.channels
