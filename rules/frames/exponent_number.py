"""Numbers should be written without an exponent.

## What it does
Looks for numbers such as `1.5e-05` in OFFSET and Frame Time, where they are warnings, and in frame
rows, where they are notes. An OFFSET or a row is told once, at the first.

## Why is this bad?
ZeroEGGS and the loaders made after it pass over an OFFSET with an exponent, which stays 0, and cut
it off in Frame Time: 3.33333e-02 becomes 3.33333 seconds, without a word. In rows the readers that
were looked at take it, but for one; MotionBuilder writes such numbers.

## Example
    OFFSET 0.00 1.0E1 0.00
    Frame Time: 3.33333e-02

## Use instead
    OFFSET 0.00 10.0 0.00
    Frame Time: 0.0333333

## Fix safety
Safe in OFFSET and Frame Time: the same digits are written without the exponent, and the value is
the same to the last bit. In rows `--normalize` does it.

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
    JointRef,
    Kind,
    Leaf,
    Options,
    RowFindings,
    RowFlag,
    Severity,
    facts,
    header_fact,
    rule,
)

_NUMBER = rb"[+-]?(?:[0-9]++\.?[0-9]*+|\.[0-9]++)[eE][+-]?[0-9]++"
_WITH_EXPONENT = re.compile(rb"(?<![^ \t\r\n])" + _NUMBER + rb"(?![^ \t\r\n])")
_HELP = "write the number without an exponent: fix"


@rule(
    "BVH506",
    "exponent-number",
    Severity.WARNING,
    part="frames",
    portability=True,
    fix=("safe", "--normalize"),
)
def check(document: Document, options: Options) -> Iterator[Finding | RowFindings]:
    for offset, numbers in _offsets(document):
        harm = "leave the OFFSET at 0"
        yield _in_header(numbers, offset.title, harm, "offset", offset.joint.ref)
    time = document.motion.frame_time_item
    numbers = _with_exponent(document, time.values[:1]) if time else []
    if numbers:
        short = facts.names.cut(numbers[0].text.lower().partition("e")[0])
        yield _in_header(numbers, "the Frame Time", f"read {short}", "frame-time", None)
    rows = document.motion.table.rows_with(RowFlag.EXPONENT)
    if len(rows):
        fix = Fix.by_option("--normalize", "write all numbers without exponents")
        yield RowFindings(rows, lambda row: _in_row(document, row), fix)


@header_fact
def _offsets(document: Document) -> list[tuple[facts.flaws.OffsetItem, list[Leaf]]]:
    """The OFFSETs with exponents in them, each with those numbers."""
    items = facts.flaws.offset_items(document)
    found = ((item, _with_exponent(document, item.item.values)) for item in items if _has_e(item))
    return [(item, numbers) for item, numbers in found if numbers]


def _has_e(offset: facts.flaws.OffsetItem) -> bool:
    item = offset.item
    text = item.keyword.content[item.keyword.end : item.end]
    return b"e" in text or b"E" in text


def _with_exponent(document: Document, words: tuple[Leaf, ...]) -> list[Leaf]:
    numbers = (leaf for leaf in words if leaf.type is Kind.NUMBER)
    exponents = (leaf for leaf in numbers if b"e" in leaf.raw or b"E" in leaf.raw)
    return [leaf for leaf in exponents if facts.flaws.flaw_of(leaf, document) is None]


def _in_header(
    numbers: list[Leaf], title: str, harm: str, variant: str, joint: JointRef | None
) -> Finding:
    first = numbers[0]
    edits = [Edit(leaf.start, leaf.end, plain(leaf.text).encode()) for leaf in numbers]
    return Finding(
        first.start,
        first.end,
        f"{title} has {facts.names.cut(first.text)} in it: some loaders stumble over the exponent "
        f"and {harm}, without a word",
        joint=joint,
        variant=variant,
        help=_HELP,
        fix=Fix.safe("write the same number without an exponent", *edits),
    )


def _in_row(document: Document, row: int) -> Finding:
    table = document.motion.table
    begin, stop = int(table.row_starts[row]), int(table.row_ends[row])
    # Cut out, as a brace may stand right before the row's first number.
    text = document.content[begin:stop]
    match = _WITH_EXPONENT.search(text)
    assert match is not None, "the scan has seen a number with an exponent in this row"
    column = len(re.findall(rb"[^ \t]+", text[: match.start()]))
    cell = facts.cells.cell(document, column)
    return Finding(
        begin + match.start(),
        begin + match.end(),
        f"frame {row}, {cell.title}: {facts.names.cut(match[0].decode())} has an exponent",
        severity=Severity.INFO,
        frame=row,
        joint=cell.joint,
        channel=cell.channel,
        column_index=column,
        variant="rows",
        help=f"{_HELP} --normalize",
    )


def plain(number: str) -> str:
    """The same float64 without an exponent, in the digits that the number was written with.

    A number written with a point keeps one.
    """
    from decimal import Decimal

    if float(number):
        text = format(Decimal(number), "f")
    else:
        text = "-0" if number.startswith("-") else "0"
    return text if "." in text or "." not in number else f"{text}.0"
