"""Header findings of one rule beyond five become a line that counts them.

For the formats that people read: the linter has folded frame rows already, and JSON keeps the
header whole.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

import msgspec

from bvhlint.readers import Effect
from bvhlint.reports.base import ReportContext
from bvhlint.reports.tally import count_of
from bvhlint.results import Excerpt, FileResult, FindingEntry, Location
from bvhlint.severity import Severity

SHOWN_IN_HEADER = 5


class Shown(msgspec.Struct, frozen=True):
    """A finding that is printed, with its excerpt."""

    finding: FindingEntry
    excerpt: Excerpt | None


class More(msgspec.Struct, frozen=True):
    """Findings of one rule in a header that formats for people only count."""

    items: list[Shown]

    @property
    def code(self) -> str:
        return self.items[0].finding.code

    @property
    def name(self) -> str:
        return self.items[0].finding.name

    @property
    def severity(self) -> Severity:
        """The worst of theirs."""
        return max((item.finding.severity for item in self.items), key=lambda level: level.rank)

    @property
    def location(self) -> Location:
        """Where the first of them stands."""
        return self.items[0].finding.location

    @property
    def is_safe(self) -> bool:
        """Whether a safe fix mends them all."""
        return all(item.finding.is_safe for item in self.items)

    @property
    def message(self) -> str:
        """The words that stand for them."""
        first, last = self.location.line, self.items[-1].finding.location.line
        lines = f"line {first}" if first == last else f"lines {first} to {last}"
        count = sum(item.finding.count for item in self.items)
        return f"and {count:,} more on {lines} (--show-all lists them)"


def fold(result: FileResult, context: ReportContext) -> Iterator[Shown | More]:
    """The findings of a file for people, in order; a ``More`` stands at the first it counts."""
    if context.show_all:
        yield from map(Shown, result.findings, result.excerpts)
        return
    items: list[Shown | More] = []
    seen: Counter[str] = Counter()
    folded: dict[str, More] = {}
    for item in map(Shown, result.findings, result.excerpts):
        code = item.finding.code
        if item.finding.frame is None:
            seen[code] += 1
            if code in folded:
                folded[code].items.append(item)
                continue
            if seen[code] > SHOWN_IN_HEADER:
                items.append(folded.setdefault(code, More([item])))
                continue
        items.append(item)
    yield from items


def harm_words(breaks: Mapping[str, str]) -> str:
    """Whom a finding harms, the worst first: ``blender, three (fails); godot (wrong)``."""
    groups = []
    for effect in Effect:
        names = [name for name, what in breaks.items() if what == effect]
        if names:
            groups.append(f"{', '.join(names)} ({effect})")
    return "; ".join(groups)


def row_words(finding: FindingEntry) -> str:
    """What a folded finding adds to its message: for how many more rows it stands."""
    if finding.count <= 1:
        return ""
    return f" (and {count_of(finding.count - 1, 'more row')} like it)"
