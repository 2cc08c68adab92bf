"""Leaves out findings that the settings ignore, before rows are folded, and notes which did."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from bvhlint.config.suppression import Hide
from bvhlint.document.document import Document
from bvhlint.finding import Finding, RowFindings
from bvhlint.linter import ActiveRule
from bvhlint.rule import Rule


class Suppressor(msgspec.Struct):
    """The entries that concern one file; ``used`` are the numbers of those that hid something."""

    hides: Sequence[Hide]
    used: set[int] = msgspec.field(default_factory=set)

    def rules(self, rules: Sequence[ActiveRule]) -> list[ActiveRule]:
        """The rules, each without the findings that an entry hides."""
        return [self._quieter(active) for active in rules]

    def _quieter(self, active: ActiveRule) -> ActiveRule:
        hides = [hide for hide in self.hides if hide.covers(active.rule)]
        if not hides:
            return active
        return replace(active, rule=self._filtered(active.rule, hides))

    def _filtered(self, rule: Rule, hides: Sequence[Hide]) -> Rule:
        def check(document: Document, options: Any) -> Iterator[Finding | RowFindings]:
            for found in rule.check(document, options):
                kept = (
                    self._rows(document, found, hides)
                    if isinstance(found, RowFindings)
                    else self._single(document, found, hides)
                )
                if kept is not None:
                    yield kept

        return replace(rule, check=check)

    def _single(
        self, document: Document, finding: Finding, hides: Sequence[Hide]
    ) -> Finding | None:
        line = document.source.line_of(finding.start)
        hiding = [hide.entry for hide in hides if hide.line in (0, line)]
        self.used.update(hiding)
        return None if hiding else finding

    def _rows(
        self, document: Document, found: RowFindings, hides: Sequence[Hide]
    ) -> RowFindings | None:
        rows = found.rows
        for hide in hides:
            kept = rows if len(rows) == 0 else _without(document, found, rows, hide)
            if len(kept) < len(rows):
                self.used.add(hide.entry)
            rows = kept
        return replace(found, rows=rows) if len(rows) else None


def _without(
    document: Document, found: RowFindings, rows: NDArray[np.int64], hide: Hide
) -> NDArray[np.int64]:
    """The rows that an entry leaves."""
    if hide.line == 0:
        return rows[:0]
    source, starts = document.source, document.motion.table.row_starts
    # Each row is a line, so one of them at most begins there: few lines need to be counted.
    at = bisect_left(rows, hide.line, key=lambda row: source.line_of(int(starts[row])))
    if at == len(rows) or source.line_of(found.make(int(rows[at])).start) != hide.line:
        return rows
    return np.delete(rows, at)
