"""Runs rules on one document: crashes caught, rows folded, findings placed, sorted and capped."""

from __future__ import annotations

import traceback
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import PurePath

import msgspec
import numpy as np
from msgspec.structs import replace

from bvhlint import readers
from bvhlint.document.document import Document
from bvhlint.facts.no_change import no_change
from bvhlint.finding import Alike, Finding, RowFindings, Safety
from bvhlint.interrupts import raise_interrupt_in
from bvhlint.row_folding import fold
from bvhlint.rule import Options, Rule, RunSettings
from bvhlint.rule_contract import refuse_undeclared, refuse_wrong
from bvhlint.severity import Severity, worst_of

MAX_FINDINGS = 1000
CRASH_CODE, CRASH_NAME = "BVH000", "rule-crash"


class ActiveRule(msgspec.Struct, frozen=True, eq=False):
    """A rule as a run uses it: with its options, and a severity if the user set one."""

    rule: Rule
    options: Options
    severity: Severity | None = None

    @classmethod
    def of(cls, rule: Rule, run: RunSettings | None = None) -> ActiveRule:
        """The rule with its own defaults."""
        return cls(rule, rule.options_type(run=run or RunSettings()))


class Checked(msgspec.Struct, frozen=True):
    """What a check of one document gave; ``crashed`` if a rule raised.

    ``counts`` has everything that was found, ``findings`` what is listed of it.
    """

    findings: tuple[Finding, ...]
    counts: Mapping[Alike, int]
    crashed: bool = False

    @property
    def truncated(self) -> int:
        """How many findings are counted only."""
        return sum(self.counts.values()) - sum(finding.count for finding in self.findings)


def check_document(
    document: Document,
    rules: Sequence[ActiveRule],
    *,
    show_all: bool = False,
    max_findings: int = MAX_FINDINGS,
) -> Checked:
    """All findings of ``rules`` on a document, by place.

    Beyond five frame rows of a rule the rest is one finding that counts them, unless
    ``show_all``. At most ``max_findings`` are returned, the worst; the others are counted.
    """
    how = _How(show_all, max_findings)
    found = [_run(document, active, how) for active in rules if not _by_header(document, active)]
    if document.header:
        of_header = tuple(active for active in rules if active.rule.header_only)
        found += document.header.fact(_FoundInHeader).by(of_header, how)
    findings = [_with_fix_here(document, one) for each in found for one in each.findings]
    more = [_with_fix_here(document, one) for each in found for one in each.more]
    findings.sort(key=lambda finding: (finding.start, finding.code, finding.end))
    counts: Counter[Alike] = Counter()
    for finding in (*findings, *more):
        counts[Alike.of(finding)] += finding.count
    crashed = any(each.crashed for each in found)
    listed = worst_of([finding.level for finding in findings], max_findings)
    placed = (_place(document, findings[place]) for place in listed)
    return Checked(tuple(placed), counts, crashed)


class _How(msgspec.Struct, frozen=True):
    """How the findings of a rule are told."""

    show_all: bool
    most: int


class _Found(msgspec.Struct, frozen=True):
    """What one rule found, without lines and columns.

    Each finding in ``more`` stands with its ``count`` for some that nobody will list.
    """

    findings: Sequence[Finding]
    more: Sequence[Finding] = ()
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
    except (Exception, SystemExit) as error:
        raise_interrupt_in(error)
        return _Found((_crash(active.rule, error),), crashed=True)


def _find(document: Document, active: ActiveRule, how: _How) -> _Found:
    header, size = _HeaderFindings(how.most), len(document.content)
    rows: list[RowFindings] = []
    for found in active.rule.check(document, active.options):
        if not _concerns_a_target(found, active):
            continue
        if isinstance(found, RowFindings):
            rows.append(found)
        elif found.frame is not None:
            rows.append(_as_rows(found))
        else:
            header.add(_name(found, active, size))
    findings, more = header.listed, list(header.more.values())
    for groups in _by_severity(rows, active):
        shown, left = fold(groups, show_all=how.show_all, most=how.most)
        findings += (_name(finding, active, size) for finding in shown)
        more += (_name(finding, active, size) for finding in left)
    return _Found(findings, more)


class _HeaderFindings:
    """The findings of a rule that stand in no frame row: of each severity the first ``most``."""

    def __init__(self, most: int) -> None:
        self._room = dict.fromkeys(Severity, most)
        self.listed: list[Finding] = []
        self.more: dict[Alike, Finding] = {}

    def add(self, finding: Finding) -> None:
        severity = finding.level
        if self._room[severity]:
            self._room[severity] -= 1
            self.listed.append(finding)
            return
        alike = Alike.of(finding)
        count = finding.count + (self.more[alike].count if alike in self.more else 0)
        self.more[alike] = replace(finding, count=count)


def _as_rows(finding: Finding) -> RowFindings:
    assert finding.frame is not None
    return RowFindings(np.array([finding.frame]), lambda row: finding, finding.fix)  # noqa: ARG005


def _by_severity(groups: list[RowFindings], active: ActiveRule) -> list[list[RowFindings]]:
    """The groups that have rows, those of one severity together: a fold must hide no worse one."""
    groups = [group for group in groups if len(group.rows)]
    if len(groups) < 2 or active.severity is not None:
        return [groups] if groups else []
    parts: dict[Severity, list[RowFindings]] = {}
    for group in groups:
        severity = _severity(group.make(int(group.rows[0])), active)
        parts.setdefault(severity, []).append(group)
    return list(parts.values())


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


def _name(finding: Finding, active: ActiveRule, size: int) -> Finding:
    """The finding with what its rule, the user and the readers add to it.

    Raises TypeError or ValueError where it is none for a content of ``size`` bytes.
    """
    rule = active.rule
    refuse_wrong(finding, size)
    refuse_undeclared(rule, finding.fix)
    targets = active.options.run.targets
    message = finding.message
    if targets and (reported := readers.statuses(rule.name, finding.variant, targets)):
        message = f"{message}; {reported}"
    return replace(
        finding,
        code=rule.code,
        name=rule.name,
        severity=_severity(finding, active),
        message=message,
        breaks=readers.breaks(rule.name, finding.variant),
    )


def _severity(finding: Finding, active: ActiveRule) -> Severity:
    """The user's, that of what a target cannot take, the finding's own, or the rule's."""
    if active.severity is not None:
        return active.severity
    rule, targets = active.rule, active.options.run.targets
    if targets and rule.portability and _fails(readers.breaks(rule.name, finding.variant), targets):
        return Severity.ERROR
    return finding.severity or rule.severity


def _fails(breaks: Mapping[str, str], targets: frozenset[str]) -> bool:
    return any(breaks.get(target) == readers.Effect.FAILS for target in targets)


def _crash(rule: Rule, error: BaseException) -> Finding:
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


def _with_fix_here(document: Document, finding: Finding) -> Finding:
    """The finding with what its fix is in this document."""
    fix = finding.fix
    if fix and no_change(document):
        return replace(finding, fix=None)
    if fix and fix.safety is Safety.SAFE and document.source.is_wide:
        # It can be made once the file is UTF-8, and to make it that is not safe. Of text that
        # could not be decoded nobody knows what the bytes mean.
        is_decoded = document.source.encoding.is_wide
        return replace(finding, fix=replace(fix, safety=Safety.UNSAFE) if is_decoded else None)
    return finding


def _place(document: Document, finding: Finding) -> Finding:
    return replace(finding, region=document.source.region(finding.start, finding.end))


def active_rules(rules: Iterable[Rule], run: RunSettings | None = None) -> list[ActiveRule]:
    """The rules that are on by default, with their own options."""
    return [ActiveRule.of(rule, run) for rule in rules if rule.default]
