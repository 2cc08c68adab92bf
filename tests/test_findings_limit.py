"""At most so many findings of a file are listed: the worst, and all of them count."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import numpy as np
import pytest
from fix_clips import GOOD

from bvhlint.document.document import Document
from bvhlint.file_result import file_result
from bvhlint.finding import Finding, Fix, RowFindings
from bvhlint.linter import ActiveRule, Checked, check_document
from bvhlint.results import Summary
from bvhlint.rule import Options, Rule, rule
from bvhlint.severity import Severity, worst_of

ERROR, WARNING, INFO = Severity.ERROR, Severity.WARNING, Severity.INFO


def made_rule(*found: Finding | RowFindings, header_only: bool = False) -> Rule:
    @rule("XX001", "made", WARNING, part="test", fix=("safe",), header_only=header_only)
    def check(document: Document, options: Options) -> Iterator[Finding | RowFindings]:
        del document, options
        yield from found

    return check


def rows(severity: Severity, *frames: int, fix: Fix | None = None) -> RowFindings:
    def make(row: int) -> Finding:
        return Finding(row, row + 1, f"row {row}", severity=severity, frame=row)

    return RowFindings(np.array(frames, np.int64), make, fix)


def check(
    made: Rule, most: int = 1000, *, show_all: bool = False, severity: Severity | None = None
) -> Checked:
    active = ActiveRule(made, Options(), severity)
    return check_document(Document.parse(GOOD), [active], show_all=show_all, max_findings=most)


def listed(checked: Checked) -> list[tuple[str, Severity, int]]:
    return [(one.message, one.level, one.count) for one in checked.findings]


def counted(checked: Checked) -> dict[Severity, int]:
    totals: Counter[Severity] = Counter()
    for alike, number in checked.counts.items():
        totals[alike.severity] += number
    return dict(totals)


def test_the_worst_are_kept_in_their_order() -> None:
    assert worst_of([INFO, ERROR, INFO, WARNING, ERROR, WARNING], 4) == [1, 3, 4, 5]
    assert worst_of([INFO, ERROR, INFO, WARNING, ERROR, WARNING], 1) == [1]
    assert worst_of([INFO, INFO], 1) == [0]
    assert worst_of([INFO, ERROR], 2) == [0, 1]
    assert worst_of([INFO], 0) == []


@pytest.mark.parametrize("header_only", [False, True])
def test_an_error_behind_many_infos_of_its_rule_is_listed(header_only: bool) -> None:
    infos = [Finding(at, at + 1, f"info {at}", severity=INFO) for at in range(20)]
    worst = [Finding(30, 31, "error", severity=ERROR), Finding(31, 32, "the rule's own")]
    checked = check(made_rule(*infos, *worst, header_only=header_only), 4)
    assert listed(checked) == [
        ("info 0", INFO, 1),
        ("info 1", INFO, 1),
        ("error", ERROR, 1),
        ("the rule's own", WARNING, 1),
    ]
    assert checked.truncated == 18
    assert counted(checked) == {INFO: 20, ERROR: 1, WARNING: 1}


def test_a_severity_of_the_user_is_that_of_what_is_not_listed_too() -> None:
    infos = [Finding(at, at + 1, "info", severity=INFO) for at in range(20)]
    made = made_rule(*infos, rows(INFO, 0, 1, 2), rows(WARNING, *range(3, 12)))
    for show_all in (False, True):
        checked = check(made, 2, show_all=show_all, severity=ERROR)
        assert len(checked.findings) == 2
        assert checked.truncated == 30
        assert counted(checked) == {ERROR: 32}


def test_rows_that_are_not_listed_count_at_their_severity() -> None:
    made = made_rule(rows(INFO, *range(0, 40, 2)), rows(ERROR, 38), rows(WARNING, 1, 3, 5))
    checked = check(made, 3, show_all=True)
    assert listed(checked) == [("row 1", WARNING, 1), ("row 3", WARNING, 1), ("row 38", ERROR, 1)]
    assert checked.truncated == 21
    assert counted(checked) == {INFO: 20, WARNING: 3, ERROR: 1}


def test_a_fold_hides_nothing_worse() -> None:
    made = made_rule(rows(INFO, *range(20)), rows(ERROR, 30), rows(INFO, 25))
    checked = check(made)
    assert listed(checked)[4:] == [("row 4", INFO, 1), ("row 5", INFO, 16), ("row 30", ERROR, 1)]
    assert counted(checked) == {INFO: 21, ERROR: 1}
    assert checked.truncated == 0


def test_fixes_of_what_is_not_listed_count() -> None:
    fix = Fix.safe("mend")
    header = [Finding(at, at + 1, "header", fix=fix) for at in range(5)]
    header += [Finding(at, at + 1, "header") for at in range(5, 10)]
    made = made_rule(*header, rows(WARNING, 1, 2, 3, fix=fix), rows(WARNING, 4, 5, 6))
    document = Document.parse(GOOD)
    for most in (1, 2, 7, 11, 1000):
        result = file_result(document, "a.bvh", check(made, most, show_all=True))
        assert Summary().plus(result) == Summary(1, 1, 0, 16, 0, 8)
        assert result.truncated == max(16 - most, 0)


def test_what_is_listed_may_be_cut_further() -> None:
    made = made_rule(rows(INFO, 0, 1, 2), rows(WARNING, 3, 4, 5), rows(ERROR, 6))
    result = file_result(Document.parse(GOOD), "a.bvh", check(made, 6, show_all=True))
    assert result.truncated == 1
    cut = result.capped(3)
    assert [one.frame for one in cut.findings] == [3, 4, 6]
    assert len(cut.excerpts) == 3
    assert cut.truncated == 4
    only = result.listing(ERROR)
    assert [one.frame for one in only.findings] == [6]
    assert only.truncated == 0, "an info that is not wanted is not missing"
    assert cut.listing(WARNING).truncated == 1
    assert Summary().plus(only) == Summary().plus(cut) == Summary(1, 1, 1, 3, 3, 0)
