"""Fixes of findings: rounds of byte edits until no fix is left, each round proved."""

from __future__ import annotations

import sys
from bisect import bisect_left
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from bvhlint.document.document import Document
from bvhlint.edits import Edit, apply_edits
from bvhlint.errors import ProofError
from bvhlint.finding import Finding, Safety
from bvhlint.fixer.choice import Moves, choose
from bvhlint.linter import ActiveRule, check_document
from bvhlint.proof import OutsideKept, Promise
from bvhlint.proof.safe import SafeFixKept

MAX_ROUNDS = 10
IsHidden = Callable[[Finding, int], bool]
"""Whether the user has told to leave a finding alone; its line is that of the file as read."""


@dataclass(frozen=True, slots=True)
class Mended:
    """A finding that is mended; ``title`` says how, ``count`` how many rows of it.

    ``line`` is that of the file as read, 0 where another change had come between.
    """

    code: str
    name: str
    title: str
    line: int
    count: int = 1


class Rounds:
    """The fixes of some rules, made on a document as often as it takes."""

    def __init__(
        self, rules: Sequence[ActiveRule], *, unsafe: bool, is_hidden: IsHidden | None
    ) -> None:
        # Safe fixes go first: what they promise is measured without the others.
        self._safeties = (Safety.SAFE, Safety.UNSAFE) if unsafe else (Safety.SAFE,)
        words = {safety.value for safety in self._safeties}
        self._rules = [active for active in rules if not words.isdisjoint(active.rule.fix)]
        self._is_hidden = is_hidden
        self._first: Document | None = None
        self._moves: list[Moves] = []
        self.mended: list[Mended] = []

    def run(self, document: Document) -> Document:
        """The document without findings that have such a fix.

        Overlapping edits wait for the next round. Raises ProofError where a fix does not keep
        what it must, does not mend what it is for, or where ten rounds are not enough.
        """
        # What another change has made of the file has no line in it.
        self._first = document if self._first is None else None
        findings = self._find(document)
        for _ in range(MAX_ROUNDS):
            chosen, edits, safety = self._choose(document, findings)
            if not chosen:
                return document
            changed = edited(document, edits)
            promises: list[Promise] = [OutsideKept(edits)]
            promises += [SafeFixKept()] if safety is Safety.SAFE else []
            for promise in promises:
                promise.verify(document, changed)
            moves = Moves(edits)
            findings = self._find(changed)
            _refuse_idle(chosen, findings, moves)
            self.mended += map(self._note, chosen)
            self._moves.append(moves)
            document = changed
        left, _, _ = self._choose(document, findings)
        if left:
            names = ", ".join(sorted({finding.name for finding in left}))
            raise ProofError(f"the fixes do not settle within {MAX_ROUNDS} rounds: {names}")
        return document

    def _find(self, document: Document) -> tuple[Finding, ...]:
        return check_document(document, self._rules, max_findings=sys.maxsize).findings

    def _choose(
        self, document: Document, findings: Sequence[Finding]
    ) -> tuple[list[Finding], list[Edit], Safety]:
        for safety in self._safeties:
            chosen, edits = choose(document, findings, safety, self._is_wanted)
            if chosen:
                return chosen, edits, safety
        return [], [], Safety.SAFE

    def _is_wanted(self, finding: Finding) -> bool:
        return self._is_hidden is None or not self._is_hidden(finding, self._line(finding))

    def _line(self, finding: Finding) -> int:
        """The finding's line in the file as read, 0 where another change has come between."""
        if self._first is None:
            return 0
        offset = finding.start
        for moves in reversed(self._moves):
            offset, _ = moves.before(offset)
        return self._first.source.line_of(offset)

    def _note(self, finding: Finding) -> Mended:
        assert finding.fix is not None
        count = finding.count if finding.fix.rows is None else finding.fix.rows
        return Mended(finding.code, finding.name, finding.fix.title, self._line(finding), count)


def edited(document: Document, edits: Sequence[Edit]) -> Document:
    """The document that edits make of this one."""
    return Document.parse(apply_edits(document.content, edits), document.path)


def _refuse_idle(chosen: Sequence[Finding], remaining: Sequence[Finding], moves: Moves) -> None:
    """Raise ProofError where a finding is still there though its fix was made.

    A folded one may stand for rows that the fix leaves to another round: then they are fewer.
    """
    mended: dict[tuple[str, str], list[tuple[int, int]]] = {}
    for finding in chosen:
        places = mended.setdefault((finding.code, finding.message), [])
        places.append((finding.start, finding.count))
    for places in mended.values():
        places.sort()
    for finding in remaining:
        places = mended.get((finding.code, finding.message), [])
        low, high = moves.before(finding.start)
        same = places[bisect_left(places, (low, 0)) : bisect_left(places, (high + 1, 0))]
        if any(count <= finding.count for _, count in same):
            raise ProofError(
                f"the fix of {finding.code} {finding.name} does not mend it: the result has it at "
                f"line {finding.region.line}"
            )
