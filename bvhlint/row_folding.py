"""Frame rows of one rule and severity beyond the fifth become one finding that counts them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from msgspec.structs import replace

from bvhlint.finding import Finding, Fix, RowFindings, Safety

SHOWN_ROWS = 5


def fold(
    groups: Sequence[RowFindings], *, show_all: bool, most: int
) -> tuple[list[Finding], list[Finding]]:
    """The findings of some rows in order of these, the sixth standing for all that follow.

    With ``show_all`` the first ``most`` of them, and second of each group one that counts, in
    ``count``, the rows that are left.
    """
    total = sum(len(group.rows) for group in groups)
    shown = most if show_all else SHOWN_ROWS + 1
    first = (
        sorted(
            (int(row), place, group)
            for place, group in enumerate(groups)
            for row in group.rows[:shown]
        )[:shown]
        if len(groups) > 1
        else [(int(row), 0, groups[0]) for row in groups[0].rows[:shown]]
    )
    findings = [_row_finding(group, row) for row, _, group in first]
    hidden = total - len(findings)
    if not hidden:
        return findings, []
    told = Counter(place for _, place, _ in (first if show_all else first[:-1]))
    left = [(group, len(group.rows) - told[place]) for place, group in enumerate(groups)]
    if show_all:
        beyond = [
            replace(_row_finding(group, int(group.rows[-1])), count=rows)
            for group, rows in left
            if rows
        ]
        return findings, beyond
    mended = _fix_of_all([(rows, group.fix) for group, rows in left])
    findings[-1] = replace(findings[-1], count=hidden + 1, fix=mended)
    return findings, []


def _row_finding(group: RowFindings, row: int) -> Finding:
    finding = group.make(row)
    return finding if finding.fix else replace(finding, fix=group.fix)


def _fix_of_all(left: Sequence[tuple[int, Fix | None]]) -> Fix | None:
    """One fix for all rows that are left, given how many rows each fix has: of several kinds the
    safest, which leaves the rows of the others."""
    fixes = [(rows, fix) for rows, fix in left if rows and fix]
    safest = min((fix.safety for _, fix in fixes), key=list(Safety).index, default=None)
    fixes = [(rows, fix) for rows, fix in fixes if fix.safety is safest]
    if not fixes:
        return None
    mended, whole = fixes[0][1], sum(rows for rows, _ in left)
    if len(fixes) > 1 and safest is not Safety.OPTION:
        mended = replace(mended, make=lambda: [edit for _, fix in fixes for edit in fix.edits()])
    rows = sum(rows for rows, _ in fixes)
    # One that mends all stays the very fix that the rows before have.
    return mended if rows == whole else replace(mended, rows=rows)
