"""Runs rules on one document: crashes caught, rows folded, findings placed, sorted and capped."""

from __future__ import annotations

import traceback
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import PurePath

import numpy as np

from bvhlint import readers
from bvhlint.document.document import Document
from bvhlint.facts.no_change import no_change
from bvhlint.finding import Finding, Fix, RowFindings, Safety, Severity
from bvhlint.rule import Options, Rule, RunSettings

SHOWN_ROWS = 5
MAX_FINDINGS = 1000
CRASH_CODE, CRASH_NAME = "BVH000", "rule-crash"


@dataclass(frozen=True, eq=False)
class ActiveRule:
    """A rule as a run uses it: with its options, and a severity if the user set one."""

    rule: Rule
    options: Options
    severity: Severity | None = None

    @classmethod
    def of(cls, rule: Rule, run: RunSettings | None = None) -> ActiveRule:
        """The rule with its own defaults."""
        return cls(rule, rule.options_type(run=run or RunSettings()))


@dataclass(frozen=True, slots=True)
class Checked:
    """What a check of one document gave; ``crashed`` if a rule raised."""

    findings: tuple[Finding, ...]
    truncated: int = 0
    crashed: bool = False


def check_document(
    document: Document,
    rules: Sequence[ActiveRule],
    *,
    show_all: bool = False,
    max_findings: int = MAX_FINDINGS,
) -> Checked:
    """All findings of ``rules`` on a document, by place.

    Beyond five frame rows of a rule the rest is one finding that counts them, unless
    ``show_all``. At most ``max_findings`` are returned; ``truncated`` counts the others.
    """
    how = _How(show_all, max_findings)
    found = [_run(document, active, how) for active in rules if not _by_header(document, active)]
    if document.header:
        of_header = tuple(active for active in rules if active.rule.header_only)
        found += document.header.fact(_FoundInHeader).by(of_header, how)
    findings = [finding for each in found for finding in each.findings]
    truncated = sum(each.truncated for each in found)
    crashed = any(each.crashed for each in found)
    findings.sort(key=lambda finding: (finding.start, finding.code, finding.end))
    truncated += sum(finding.count for finding in findings[max_findings:])
    placed = (_place(document, finding) for finding in findings[:max_findings])
    return Checked(tuple(placed), truncated, crashed)


@dataclass(frozen=True, slots=True)
class _How:
    """How the findings of a rule are told."""

    show_all: bool
    most: int


@dataclass(frozen=True, slots=True)
class _Found:
    """What one rule found, without lines and columns; ``truncated`` counts what is left out."""

    findings: Sequence[Finding]
    truncated: int = 0
    crashed: bool = False


class _FoundInHeader:
    """What the rules that look at the header alone find in one: kept with it, for all its files.

    Only for the rules asked for last; no run asks for several sets of them in turn.
    """

    def __init__(self, header: Document) -> None:
        self._header = header
        self._kept: tuple[tuple[ActiveRule, ...], _How, list[_Found]] = ((), _How(False, 0), [])

    def by(self, rules: tuple[ActiveRule, ...], how: _How) -> list[_Found]:
        """What each of the rules finds."""
        kept_rules, kept_how, found = self._kept
        if kept_rules != rules or kept_how != how:
            found = [_run(self._header, active, how) for active in rules]
            self._kept = (rules, how, found)
        return found


def _by_header(document: Document, active: ActiveRule) -> bool:
    return active.rule.header_only and document.header is not None


def _run(document: Document, active: ActiveRule, how: _How) -> _Found:
    try:
        # Numbers as large as a float can hold may stand in a file: no warning on the terminal.
        with np.errstate(all="ignore"):
            return _find(document, active, how)
    except Exception as error:
        return _Found((_crash(active.rule, error),), crashed=True)


def _find(document: Document, active: ActiveRule, how: _How) -> _Found:
    header: list[Finding] = []
    rows: list[RowFindings] = []
    more = 0
    for found in active.rule.check(document, active.options):
        if not _concerns_a_target(found, active):
            continue
        if isinstance(found, RowFindings):
            rows.append(found)
        elif found.frame is not None:
            rows.append(_as_rows(found))
        elif len(header) < how.most:
            header.append(found)
        else:
            more += found.count
    shown, hidden = _fold(rows, show_all=how.show_all, most=how.most)
    return _Found([_name(finding, active) for finding in header + shown], more + hidden)


def _as_rows(finding: Finding) -> RowFindings:
    assert finding.frame is not None
    return RowFindings(np.array([finding.frame]), lambda row: finding, finding.fix)  # noqa: ARG005


def _fold(groups: list[RowFindings], *, show_all: bool, most: int) -> tuple[list[Finding], int]:
    """The findings of a rule's rows in order, the sixth standing for all that follow."""
    if not groups:
        return [], 0
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
    if hidden and not show_all:
        told = Counter(place for _, place, _ in first[:-1])
        left = [(len(group.rows) - told[place], group.fix) for place, group in enumerate(groups)]
        findings[-1] = replace(findings[-1], count=hidden + 1, fix=_fix_of_all(left))
        hidden = 0
    return findings, hidden


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


def _concerns_a_target(found: Finding | RowFindings, active: ActiveRule) -> bool:
    """Whether ``--target`` leaves a finding: portability is told only to whom it matters.

    All rows of a ``RowFindings`` are one matter, so its first one speaks for all.
    """
    targets = active.options.run.targets
    if not targets or not active.rule.portability:
        return True
    if isinstance(found, RowFindings):
        if not len(found.rows):
            return False
        found = found.make(int(found.rows[0]))
    return not targets.isdisjoint(readers.breaks(active.rule.name, found.variant))


def _name(finding: Finding, active: ActiveRule) -> Finding:
    """The finding with what its rule, the user and the readers add to it."""
    rule = active.rule
    _refuse_undeclared(rule, finding.fix)
    targets = active.options.run.targets
    breaks = readers.breaks(rule.name, finding.variant)
    severity = active.severity or finding.severity or rule.severity
    if rule.portability and active.severity is None and _fails(breaks, targets):
        severity = Severity.ERROR
    message = finding.message
    if targets and (reported := readers.statuses(rule.name, finding.variant, targets)):
        message = f"{message}; {reported}"
    return replace(
        finding,
        code=rule.code,
        name=rule.name,
        severity=severity,
        message=message,
        breaks=breaks,
    )


def _refuse_undeclared(rule: Rule, fix: Fix | None) -> None:
    """Raise ValueError for a fix with edits that the rule's ``fix`` does not name.

    The fixer asks only rules that name one.
    """
    if fix and fix.safety is not Safety.OPTION and fix.safety.value not in rule.fix:
        raise ValueError(
            f'a rule with {fix.safety.value} fixes says so: fix=("{fix.safety.value}",)'
        )


def _fails(breaks: Mapping[str, str], targets: frozenset[str]) -> bool:
    return any(breaks.get(target) == readers.Effect.FAILS for target in targets)


def _crash(rule: Rule, error: Exception) -> Finding:
    frames = traceback.extract_tb(error.__traceback__)
    where = f" ({PurePath(frames[-1].filename).name}:{frames[-1].lineno})" if frames else ""
    message = f"the rule {rule.code} {rule.name} crashed: {type(error).__name__}: {error}{where}"
    return Finding(
        0,
        0,
        message,
        Severity.ERROR,
        help="this is a fault of the rule, not of the file: please report it with the file",
        code=CRASH_CODE,
        name=CRASH_NAME,
    )


def _place(document: Document, finding: Finding) -> Finding:
    fix = finding.fix
    if fix and no_change(document):
        fix = None
    elif fix and fix.safety is Safety.SAFE and document.source.is_wide:
        # It can be made once the file is UTF-8, and to make it that is not safe. Of text that
        # could not be decoded nobody knows what the bytes mean.
        is_decoded = document.source.encoding.is_wide
        fix = replace(fix, safety=Safety.UNSAFE) if is_decoded else None
    region = document.source.region(finding.start, finding.end)
    return replace(finding, region=region, fix=fix)


def active_rules(rules: Iterable[Rule], run: RunSettings | None = None) -> list[ActiveRule]:
    """The rules that are on by default, with their own options."""
    return [ActiveRule.of(rule, run) for rule in rules if rule.default]
