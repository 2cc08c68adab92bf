"""Makes the changes: fixes of findings in rounds, then transforms, each proved on its result."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from bvhlint.document.document import Document
from bvhlint.errors import TransformError
from bvhlint.finding import Finding
from bvhlint.fixer.rounds import IsHidden, Mended, Rounds
from bvhlint.fixer.trouble import as_text, made_readable, refuse_new_trouble
from bvhlint.linter import ActiveRule
from bvhlint.transforms.base import Change, Transform, carry_out

__all__ = ["FixResult", "Fixer", "IsHidden", "Mended"]


@dataclass(frozen=True, slots=True)
class FixResult:
    """The changed document and what was done to it; ``document`` is the old one if nothing was.

    ``changes`` sums up: one a rule and kind of fix (``source`` is the rule's code and name), then
    what the transforms say. ``mended`` holds each finding that was fixed.
    """

    document: Document
    changes: tuple[Change, ...] = ()
    mended: tuple[Mended, ...] = ()


@dataclass(frozen=True)
class Fixer:
    """Makes the safe fixes of ``rules`` (with ``unsafe`` the others too), and transforms.

    Without ``fixes`` the transforms alone. Findings that ``is_hidden`` are left as they are. What
    it makes is a new document; the one that it is given stays as it was. Raises TransformError
    where a change is not possible, and ProofError where a result is not what was promised.
    """

    rules: Sequence[ActiveRule]
    fixes: bool = True
    unsafe: bool = False
    is_hidden: IsHidden | None = None

    def fix(self, document: Document, transforms: Sequence[Transform] = ()) -> FixResult:
        """The document with all fixes, and then all transforms in their order."""
        rules = self.rules if self.fixes else ()
        rounds = Rounds(rules, unsafe=self.unsafe, is_hidden=self.is_hidden)
        fixed = result = rounds.run(document)
        before = document
        if fixed is not document:
            before = as_text(document)
            if made_readable(before, fixed):
                refuse_new_trouble(before, fixed, self.rules, could_not_judge=True)
                before = fixed
        changes: list[Change] = []
        for transform in transforms:
            try:
                result, made = carry_out(result, transform)
            except TransformError as error:
                raise _of_lines_now(error, document, result) from error
            changes += made
        if result is not fixed:
            # A transform may have laid bare what only a fix mends.
            result = rounds.run(result)
        if result is not before:
            refuse_new_trouble(before, result, self.rules)
        mended = tuple(rounds.mended)
        return FixResult(result, (*_summed(mended), *changes), mended)

    def split(
        self, document: Document, first: Sequence[Transform], then: Sequence[Transform]
    ) -> Iterator[tuple[str, FixResult]]:
        """One document for each ROOT, with its name: ``first`` is done before, ``then`` to each.

        What is done to the whole stands in the changes of the first.
        """
        from bvhlint.transforms.split_roots import OPTION, split_roots

        whole = self.fix(document, first)
        # A part's lines are not those of the file as read.
        of_parts = replace(self, is_hidden=self._hidden_everywhere if self.is_hidden else None)
        for name, part in split_roots(whole.document):
            refuse_new_trouble(whole.document, part, self.rules)
            done = of_parts.fix(part, then)
            change = Change(OPTION, f"{name} is a file of its own")
            # The file of one ROOT is its own already.
            split = (change,) if part is not whole.document else ()
            changes = (*whole.changes, *split, *done.changes)
            yield name, FixResult(done.document, changes, (*whole.mended, *done.mended))
            whole = FixResult(whole.document)

    def _hidden_everywhere(self, finding: Finding, line: int) -> bool:
        del line
        return self.is_hidden is not None and self.is_hidden(finding, 0)


def _of_lines_now(error: TransformError, document: Document, now: Document) -> TransformError:
    """The same, with a word on its lines where they are not those of the file any more."""
    moved = _lines(now) != _lines(document) and re.search(r"\bline \d", str(error))
    return TransformError(f"{error} (lines as after what was changed before)") if moved else error


def _lines(document: Document) -> int:
    return document.source.line_of(len(document.content))


def _summed(mended: Sequence[Mended]) -> Iterator[Change]:
    counts: Counter[tuple[str, str]] = Counter()
    for one in mended:
        counts[f"{one.code} {one.name}", one.title] += one.count
    for (source, title), count in counts.items():
        yield Change(source, title, count)
