"""Findings that the settings ignore are left out before rows are folded, and it is noted."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
from msgspec.structs import replace

from bvhlint.config.suppression import Hide
from bvhlint.document.document import Document
from bvhlint.finding import Finding, RowFindings
from bvhlint.linter import ActiveRule, check_document
from bvhlint.rule import Options, Rule
from bvhlint.severity import Severity
from bvhlint.suppress import Suppressor

CLIP = b"""\
HIERARCHY
ROOT Hip
{
\tOFFSET 0 0 0
\tCHANNELS 3 Zrotation Xrotation Yrotation
\tEnd Site
\t{
\t\tOFFSET 0 1 0
\t}
}
MOTION
Frames: 20
Frame Time: 0.0333333
""" + b"".join(b"%d 0 0\n" % number for number in range(20))
FIRST_ROW_LINE = 14


def make_rule(code: str, name: str, check: object) -> Rule:
    return Rule(code, name, Severity.WARNING, "x", True, False, (), Options, "", check)  # type: ignore[arg-type]


def header(document: Document, options: Options) -> Iterator[Finding]:
    del options
    for word in (b"OFFSET", b"CHANNELS", b"End"):
        start = document.content.index(word)
        yield Finding(start, start + len(word), word.decode())


def rows(document: Document, options: Options) -> Iterator[RowFindings]:
    del options
    starts = document.motion.table.row_starts
    yield RowFindings(
        np.arange(20),
        lambda row: Finding(int(starts[row]), int(starts[row]) + 1, f"row {row}", frame=row),
    )


HEADER, ROWS = make_rule("BVH301", "header", header), make_rule("BVH601", "rows", rows)


def messages(*hides: Hide, show_all: bool = False) -> tuple[list[str], set[int]]:
    document = Document.parse(CLIP)
    suppressor = Suppressor(hides)
    active = suppressor.rules([ActiveRule.of(HEADER), ActiveRule.of(ROWS)])
    checked = check_document(document, active, show_all=show_all)
    assert not checked.crashed
    said = [
        found.message + (f" x{found.count}" if found.count > 1 else "")
        for found in checked.findings
    ]
    return said, suppressor.used


ALL_ROWS = ["row 0", "row 1", "row 2", "row 3", "row 4", "row 5 x15"]
ALL_HEADER = ["OFFSET", "CHANNELS", "End"]


@pytest.mark.parametrize(
    ("hides", "expected", "used"),
    [
        ([], ALL_HEADER + ALL_ROWS, set()),
        ([Hide(7, "BVH301")], ALL_ROWS, {7}),
        ([Hide(7, "header")], ALL_ROWS, {7}),
        ([Hide(7, "BVH6")], ALL_HEADER, {7}),
        ([Hide(7, "ALL")], [], {7}),
        ([Hide(7, "BVH9")], ALL_HEADER + ALL_ROWS, set()),
        ([Hide(7, "BVH301", 5)], ["OFFSET", "End", *ALL_ROWS], {7}),
        ([Hide(7, "BVH301", 2)], ALL_HEADER + ALL_ROWS, set()),
        ([Hide(7, "BVH601", 5)], ALL_HEADER + ALL_ROWS, set()),
        ([Hide(7, "BVH301", 10**8)], ALL_HEADER + ALL_ROWS, set()),
        # A row that is hidden is not folded: the next one takes its place.
        (
            [Hide(7, "BVH601", FIRST_ROW_LINE + 1)],
            [*ALL_HEADER, "row 0", "row 2", "row 3", "row 4", "row 5", "row 6 x14"],
            {7},
        ),
        # One that would be folded is hidden all the same.
        (
            [Hide(7, "rows", FIRST_ROW_LINE + 19), Hide(8, "rows", FIRST_ROW_LINE + 20)],
            [*ALL_HEADER, *ALL_ROWS[:5], "row 5 x14"],
            {7},
        ),
        ([Hide(7, "BVH601"), Hide(8, "BVH601", FIRST_ROW_LINE)], ALL_HEADER, {7}),
        ([Hide(7, "BVH301"), Hide(8, "header", 5)], ALL_ROWS, {7, 8}),
    ],
)
def test_what_an_entry_hides(hides: list[Hide], expected: list[str], used: set[int]) -> None:
    assert messages(*hides) == (expected, used)


def test_with_all_rows_shown_the_one_is_missing() -> None:
    said, _ = messages(Hide(7, "BVH601", FIRST_ROW_LINE + 12), show_all=True)
    assert said == ALL_HEADER + [f"row {n}" for n in range(20) if n != 12]


def test_a_crash_is_not_hidden() -> None:
    def crash(document: Document, options: Options) -> Iterator[Finding]:
        del document, options
        raise RuntimeError("no")

    suppressor = Suppressor([Hide(0, "ALL")])
    active = suppressor.rules([ActiveRule.of(replace(HEADER, check=crash))])
    checked = check_document(Document.parse(CLIP), active)
    assert checked.crashed
    assert [found.code for found in checked.findings] == ["BVH000"]
    assert not Hide(0, "ALL").covers(replace(HEADER, code="BVH000", name="rule-crash"))


def test_rules_that_no_entry_concerns_stay_themselves() -> None:
    active = [ActiveRule.of(HEADER), ActiveRule.of(ROWS)]
    quieter = Suppressor([Hide(0, "BVH3")]).rules(active)
    assert quieter[0] is not active[0]
    assert quieter[1] is active[1]
