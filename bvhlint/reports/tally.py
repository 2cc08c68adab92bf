"""Counts over a run, and the closing words, the rule table and the list of fixes made of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

import msgspec

from bvhlint.reports.base import Closing, FixedEntry
from bvhlint.results import Count, ErrorEntry, FileResult, FindingEntry, Summary
from bvhlint.severity import Severity
from bvhlint.visible import visible

NAMED_OPTIONS = 6
"""As many options as the closing words name."""


class RuleCount(msgspec.Struct):
    """How often a rule fired at one severity, and which ways to mend it were offered."""

    code: str
    name: str
    severity: Severity
    count: int = 0
    fixes: set[str] = msgspec.field(default_factory=set)


class Tally:
    """Adds up findings by rule and by fix while results stream by.

    The rules are those whose findings are listed, the fixes those of everything found.
    """

    def __init__(self, with_fixes: bool = False) -> None:
        self.options: Counter[str] = Counter()
        self.unsafe = 0
        self.truncated = 0
        self.fixable: list[FixedEntry] = []
        self._rules: dict[tuple[str, Severity], RuleCount] = {}
        self._with_fixes = with_fixes

    def add(self, result: FileResult) -> None:
        self.truncated += result.truncated
        for count in result.counts:
            self._add_fix(count)
            if result.lists(count.severity):
                self._add_rule(count)
        if self._with_fixes:
            self.fixable += fixable_of(result)

    def _add_fix(self, count: Count) -> None:
        if count.safety == "unsafe":
            self.unsafe += count.count
        elif count.option:
            self.options[fix_kind(count)] += count.count

    def _add_rule(self, count: Count) -> None:
        key = (count.code, count.severity)
        rule = self._rules.get(key)
        if rule is None:
            rule = self._rules[key] = RuleCount(count.code, count.name, count.severity)
        rule.count += count.count
        if count.safety:
            rule.fixes.add(fix_kind(count))

    def by_count(self) -> list[RuleCount]:
        """The rules that fired, the most frequent first."""
        return sorted(self._rules.values(), key=lambda rule: (-rule.count, rule.code))

    def by_severity(self) -> list[RuleCount]:
        """Each rule once, at its worst, the worst rules first."""
        merged: dict[str, RuleCount] = {}
        for rule in sorted(self._rules.values(), key=lambda rule: -rule.severity.rank):
            first = merged.setdefault(rule.code, RuleCount(rule.code, rule.name, rule.severity))
            first.count += rule.count
            first.fixes |= rule.fixes
        return sorted(
            merged.values(), key=lambda rule: (-rule.severity.rank, -rule.count, rule.code)
        )


def fix_kind(count: Count) -> str:
    """How findings are mended, in a word: ``safe``, ``unsafe``, the option's name, or nothing."""
    return visible((count.option or count.safety or "").split(" ")[0])


def fix_command(finding: FindingEntry) -> str:
    """The command that mends a finding, or nothing."""
    if finding.fix is None:
        return ""
    options = {"safe": "", "unsafe": " --unsafe-fixes"}.get(finding.fix.safety)
    return "bvhlint fix" + (f" {visible(finding.fix.option or '')}" if options is None else options)


def fixable_of(result: FileResult) -> list[FixedEntry]:
    """What the safe fixes would mend in a file, a rule an entry."""
    counts: Counter[tuple[str, str]] = Counter()
    for count in result.counts:
        if count.safety == "safe":
            counts[count.code, count.name] += count.count
    return [FixedEntry(result.path, *rule, count) for rule, count in counts.items()]


def count_of(number: int, noun: str) -> str:
    """``1 file``, ``1,204 files``."""
    return f"{number:,} {noun}" + ("" if number == 1 else "s")


def listing(parts: Sequence[str]) -> str:
    """``a, b and c``."""
    return " and ".join(filter(None, (", ".join(parts[:-1]), *parts[-1:])))


def severity_counts(summary: Summary) -> str:
    """``3 errors, 1 warning and 2 infos``; empty where nothing was found."""
    numbers = ((summary.errors, "error"), (summary.warnings, "warning"), (summary.infos, "info"))
    return listing([count_of(number, noun) for number, noun in numbers if number])


def headline(summary: Summary, errors: Sequence[ErrorEntry], closing: Closing) -> str:
    """The run in a few words, for a title."""
    failures = count_of(len(errors), "failure") if errors else ""
    clean = "to be fixed" if closing.dry and closing.fixed else "all clean"
    return severity_counts(summary) or failures or clean


def checked(summary: Summary, closing: Closing) -> str:
    """What was checked and what was found."""
    if not summary.files:
        return "No BVH file was checked."
    time = "" if closing.elapsed is None else f" in {closing.elapsed:.2f} s"
    found = severity_counts(summary) or "nothing to report"
    if summary.with_findings and summary.files > 1:
        found += f" in {count_of(summary.with_findings, 'file')}"
    state = ""
    if closing.dry and closing.fixed:
        state = f" as {'it' if summary.files == 1 else 'they'} would become"
    return f"Checked {count_of(summary.files, 'file')}{state}{time}: {found}."


def mendable(summary: Summary, tally: Tally, code: str = "") -> str:
    """What can be mended and how, commands set in ``code`` marks; empty where nothing can."""
    ways = []
    if summary.fixable:
        ways.append(f"{summary.fixable:,} with {code}bvhlint fix{code}")
    if tally.unsafe:
        more = " more" if ways else ""
        ways.append(f"{tally.unsafe:,}{more} with {code}--unsafe-fixes{code}")
    options = [f"{code}{option}{code} ({count:,})" for option, count in tally.options.most_common()]
    if options:
        others = count_of(len(options) - NAMED_OPTIONS, "other option")
        more = f" and {others}" if len(options) > NAMED_OPTIONS else ""
        ways.append("by option " + ", ".join(options[:NAMED_OPTIONS]) + more)
    return f"Can be fixed: {'; '.join(ways)}." if ways else ""


def beyond_limit(number: int) -> list[str]:
    """What to say where not all findings are listed."""
    return [f"{count_of(number, 'finding')} beyond --max-findings not listed."] if number else []


def closing_words(
    summary: Summary, errors: Sequence[ErrorEntry], tally: Tally, closing: Closing, code: str = ""
) -> Iterator[str]:
    """The sentences that end a report for people, a line each."""
    # A file that is not changed as was asked was read all the same.
    if summary.files or not errors:
        yield checked(summary, closing)
    if errors:
        yield f"{count_of(len(errors), 'failure')}: not everything was done."
    mended = sum(entry.count for entry in closing.fixed)
    if mended:
        files = len({entry.path for entry in closing.fixed})
        done = "Would fix" if closing.dry else "Fixed"
        yield f"{done} {count_of(mended, 'finding')} in {count_of(files, 'file')}."
    yield from beyond_limit(tally.truncated)
    if closing.baselined:
        yield f"{count_of(closing.baselined, 'finding')} hidden by the baseline."
    how = mendable(summary, tally, code)
    if how:
        yield how


def statistics_table(tally: Tally) -> list[tuple[str, ...]]:
    """Rows of the rule table, its heading first: count, code, name, severity, fix."""
    rows: list[tuple[str, ...]] = [("count", "code", "rule", "severity", "fix")]
    for rule in tally.by_count():
        fixes = ", ".join(sorted(rule.fixes))
        rows.append((f"{rule.count:,}", rule.code, rule.name, str(rule.severity), fixes))
    return rows
