"""Which fixes of one round go together: by place, each whole or not at all."""

from __future__ import annotations

from bisect import bisect_left, bisect_right, insort
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise

from bvhlint.document.document import Document
from bvhlint.edits import Edit, conflicts
from bvhlint.errors import ProofError
from bvhlint.finding import Finding, Safety

# From so many edits of one fix on, all are sorted anew: one by one would be quadratic.
_MANY = 64


def choose(
    document: Document,
    findings: Iterable[Finding],
    safety: Safety,
    is_wanted: Callable[[Finding], bool],
) -> tuple[list[Finding], list[Edit]]:
    """The findings whose fixes of this safety go together, and all their edits, sorted.

    A fix that meets one at an earlier place is left out as a whole. A file of UTF-16, even
    one that could not be decoded, takes only the fix that writes it anew. Raises ProofError for a
    fix whose own edits meet.
    """
    chosen: list[Finding] = []
    taken = _Taken()
    known: dict[int, bool] = {}
    for finding in findings:
        fix = finding.fix
        if fix is None or fix.safety is not safety or not is_wanted(finding):
            continue
        # The rows of a rule share a fix.
        if id(fix) not in known:
            edits = _edits(finding)
            fits = not document.source.is_wide or _rewrites(document, edits)
            known[id(fix)] = fits and taken.add(edits, finding.code)
        if known[id(fix)]:
            chosen.append(finding)
    return chosen, taken.edits


def _edits(finding: Finding) -> list[Edit]:
    assert finding.fix is not None
    edits = sorted(finding.fix.edits())
    if not edits or any(conflicts(first, second) for first, second in pairwise(edits)):
        what = "has edits that meet" if edits else "has no edit"
        raise ProofError(
            f"the fix of {finding.code} {finding.name} at line {finding.region.line} {what}"
        )
    return edits


def _rewrites(document: Document, edits: Sequence[Edit]) -> bool:
    return [(edit.start, edit.end) for edit in edits] == [(0, len(document.content))]


class _Taken:
    """Edits that do not meet, sorted."""

    def __init__(self) -> None:
        self.edits: list[Edit] = []
        self._codes: dict[Edit, str] = {}

    def add(self, edits: Sequence[Edit], code: str) -> bool:
        """Take the edits of a fix, unless one of them meets one taken before.

        What the same rule does already, in a fix of other places, is no such meeting.
        """
        new = [edit for edit in edits if self._codes.get(edit) != code]
        if len(new) > _MANY:
            return self._merge(new, code)
        if any(self._meets(edit) for edit in new):
            return False
        for edit in new:
            insort(self.edits, edit)
            self._codes[edit] = code
        return True

    def _meets(self, edit: Edit) -> bool:
        place = bisect_left(self.edits, edit)
        around = self.edits[max(place - 1, 0) : place + 1]
        return any(conflicts(*sorted((edit, other))) for other in around)

    def _merge(self, new: Sequence[Edit], code: str) -> bool:
        merged = sorted([*self.edits, *new])
        if any(conflicts(first, second) for first, second in pairwise(merged)):
            return False
        self.edits = merged
        self._codes.update(dict.fromkeys(new, code))
        return True


class Moves:
    """Where the bytes of an edited content stood before its edits."""

    def __init__(self, edits: Iterable[Edit]) -> None:
        self._starts: list[int] = []
        self._pieces: list[tuple[int, int, int]] = []
        grown = 0
        for edit in sorted(edits):
            start = edit.start + grown
            self._starts.append(start)
            self._pieces.append((start + len(edit.data), edit.start, edit.end))
            grown += len(edit.data) - (edit.end - edit.start)

    def before(self, offset: int) -> tuple[int, int]:
        """The first and the last offset before that may have been this one.

        They differ in the new text of an edit, and where an edit took text away.
        """
        place = bisect_right(self._starts, offset) - 1
        if place < 0:
            return offset, offset
        new_end, start, end = self._pieces[place]
        if offset < new_end or offset == self._starts[place]:
            return start, end
        return offset - new_end + end, offset - new_end + end
