"""The last line should end in a line end.

## What it does
Tells a file whose last frame row is not ended by a line end. It is silent on a last row that was
cut off in the middle (`row-width` tells that), and in a file that ends within a keyword. Where the
last number has fewer decimals than all before it in its column (at least 32; in a clip of few
frames of all columns), it says that the file was probably cut inside that number.

## Why is this bad?
bvh-python loses the last frame without a word. Other readers measured take the row as it is.

## Example
    0.00 90.00 0.00 31.00 41.00 51.00<end of file>

## Use instead
    0.00 90.00 0.00 31.00 41.00 51.00
    <end of file>

## Fix safety
Safe: a line end of the file's own kind is added at the end. Unsafe where the file was probably cut
inside its last number: nothing else would tell of that any more.

## Options
None.
"""

from __future__ import annotations

from collections.abc import Iterator

from bvhlint.rule import Document, Edit, Finding, Fix, Options, Severity, facts, rule

NUL = b"\0"
# So many rows before the last one are looked at, and so many numbers must be alike: some writers
# leave zeros at the end out.
_LOOKED_AT, _LEAST = 64, 32


@rule(
    "BVH104",
    "missing-final-newline",
    Severity.WARNING,
    part="text",
    portability=True,
    fix=("safe", "unsafe"),
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
    add = Edit(len(content), len(content), facts.line_ends.line_ends(document).usual)
    usual = _decimals_that_lack(document, end)
    if usual:
        number = facts.words.excerpt(document, start, end)
        decimals = f"{usual} decimal{'s' if usual > 1 else ''}"
        yield Finding(
            start,
            end,
            f"the file ends in {number}, and those before it have {decimals}: it was probably cut "
            "inside this number, whose value is another one then",
            help="take the clip from its source again; if the number is whole, end the last line",
            fix=Fix.unsafe("add a line end", add),
        )
        return
    yield Finding(
        start,
        end,
        "the last line has no line end: bvh-python loses the last frame",
        help="end the last line as all others",
        fix=Fix.safe("add a line end", add),
    )


def _is_cut(document: Document) -> bool:
    """Whether the last row ends too early."""
    table = document.motion.table
    if not len(table) or not document.skeleton.is_trusted:
        return False
    return int(table.widths[-1]) < table.channels


def _decimals_that_lack(document: Document, end: int) -> int:
    """How many decimals the numbers of the last column have, where the last of all, which ends
    there, has fewer; else 0. In a clip of few frames all columns must have as many."""
    table = document.motion.table
    last, column = len(table) - 1, table.channels - 1
    if last < 0 or not document.skeleton.is_trusted or int(table.widths[last]) != table.channels:
        return 0
    if int(table.row_ends[last]) != end:
        return 0
    rows = [
        row for row in range(max(last - _LOOKED_AT, 0), last) if table.widths[row] == table.channels
    ]
    cells = [(row, column) for row in rows]
    if len(cells) < _LEAST:
        cells = [(row, other) for row in rows for other in range(table.channels)]
        cells += [(last, other) for other in range(column)]
    usual = {_decimals(document, *cell) for cell in cells}
    found = _decimals(document, last, column)
    if len(cells) < _LEAST or len(usual) > 1 or found is None:
        return 0
    count = usual.pop()
    return count if count is not None and found < count else 0


def _decimals(document: Document, row: int, column: int) -> int | None:
    """How many digits stand behind the point of a number; None for what has an exponent."""
    start, end = document.motion.table.cell_span(row, column)
    whole, _, decimals = document.content[start:end].partition(b".")
    return len(decimals) if (whole.strip(b"+-") + decimals).isdigit() else None
