"""Keeps the worst of the findings that stream by, for services that take only so many."""

from __future__ import annotations

from typing import Generic, TypeVar

from bvhlint.severity import Severity

T = TypeVar("T")
WORST_FIRST = (Severity.ERROR, Severity.WARNING, Severity.INFO)


class Worst(Generic[T]):
    """At most ``most`` items, worse severities before milder ones, else in order."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._kept: dict[Severity, list[T]] = {severity: [] for severity in WORST_FIRST}
        self.seen: dict[Severity, int] = dict.fromkeys(WORST_FIRST, 0)

    def add(self, severity: Severity, item: T) -> None:
        self.seen[severity] += 1
        if len(self._kept[severity]) < self._most:
            self._kept[severity].append(item)

    def of(self, severity: Severity) -> list[T]:
        """The first items of one severity."""
        return self._kept[severity]

    def items(self) -> list[T]:
        """The worst items, in order."""
        return [item for severity in WORST_FIRST for item in self._kept[severity]][: self._most]

    def cut(self, kept: int) -> dict[Severity, int]:
        """How many of each severity are missing from the first ``kept`` items."""
        missing = {}
        for severity in WORST_FIRST:
            there = min(len(self._kept[severity]), kept)
            kept -= there
            if self.seen[severity] > there:
                missing[severity] = self.seen[severity] - there
        return missing
