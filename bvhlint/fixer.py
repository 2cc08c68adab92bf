"""Makes the changes: fixes of findings in rounds, then transforms, each proved on its result."""

from __future__ import annotations

import sys
from bisect import bisect_left, insort
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from bvhlint.document.document import Document
from bvhlint.edits import Edit, apply_edits, conflicts
from bvhlint.errors import ProofError, TransformError
from bvhlint.finding import Finding, Fix, Safety, Severity
from bvhlint.linter import ActiveRule, check_document
from bvhlint.proof import RowsKept
from bvhlint.transforms.base import Change, Transform

MAX_ROUNDS = 10
# Rules of movement judge what a change of the motion may well bring about.
_MOVEMENT = "BVH8"


@dataclass(frozen=True, slots=True)
class FixResult:
    """The changed document and what was done to it; ``document`` is the old one if nothing was."""

    document: Document
    changes: tuple[Change, ...]


def fix_document(
    document: Document,
    rules: Sequence[ActiveRule],
    transforms: Sequence[Transform] = (),
    *,
    fixes: bool = True,
    unsafe: bool = False,
) -> FixResult:
    """Apply the safe fixes of ``rules`` (all that have edits if ``unsafe``), then ``transforms``.

    Raises TransformError where a change is not possible, and ProofError where a result is not what
    was promised; nothing has been written then.
    """
    before = _find(document, rules)
    changes: list[Change] = []
    if fixes:
        document = _fix_findings(document, rules, before, changes, unsafe=unsafe)
    for transform in transforms:
        document = _transform(document, transform, changes)
    if not changes:
        return FixResult(document, ())
    after = _find(document, rules)
    if fixes and transforms:
        document = _fix_findings(document, rules, after, changes, unsafe=unsafe)
        after = _find(document, rules)
    _refuse_new_trouble(before, after)
    return FixResult(document, tuple(changes))


def _find(document: Document, rules: Sequence[ActiveRule]) -> tuple[Finding, ...]:
    return check_document(document, rules, max_findings=sys.maxsize).findings


def _fix_findings(
    document: Document,
    rules: Sequence[ActiveRule],
    findings: tuple[Finding, ...],
    changes: list[Change],
    *,
    unsafe: bool,
) -> Document:
    """Rounds of edits until no fix is left; overlapping ones wait for the next round."""
    wanted = {Safety.SAFE, Safety.UNSAFE} if unsafe else {Safety.SAFE}
    for _ in range(MAX_ROUNDS):
        chosen, edits = _choose(document, findings, wanted)
        if not chosen:
            return document
        changed = _edited(document, edits)
        if all(finding.fix and finding.fix.safety is Safety.SAFE for finding in chosen):
            RowsKept().verify(document, changed)
        remaining = _find(changed, rules)
        _refuse_idle_fixes(chosen, findings, remaining)
        changes += _summed(chosen)
        document, findings = changed, remaining
    if _choose(document, findings, wanted)[0]:
        names = ", ".join(sorted({finding.name for finding in findings if _has(finding, wanted)}))
        raise TransformError(f"the fixes do not settle after {MAX_ROUNDS} rounds ({names})")
    return document


def _has(finding: Finding, wanted: set[Safety]) -> bool:
    return finding.fix is not None and finding.fix.safety in wanted


def _choose(
    document: Document, findings: Sequence[Finding], wanted: set[Safety]
) -> tuple[list[Finding], list[Edit]]:
    """The findings whose fixes fit together, by place, and all their edits.

    A fix is made whole or not at all. A file of UTF-16 takes only the one that rewrites it.
    """
    chosen: list[Finding] = []
    taken = _Taken()
    seen: set[int] = set()
    for finding in findings:
        if not _has(finding, wanted) or finding.fix is None:
            continue
        if id(finding.fix) in seen:
            chosen.append(finding)
            continue
        edits = sorted(finding.fix.edits())
        if document.source.encoding.is_wide and not _rewrites(document, edits):
            continue
        if edits and taken.add(edits):
            seen.add(id(finding.fix))
            chosen.append(finding)
    return chosen, taken.edits


def _rewrites(document: Document, edits: Sequence[Edit]) -> bool:
    return [(edit.start, edit.end) for edit in edits] == [(0, len(document.content))]


class _Taken:
    """Edits that do not meet, by place."""

    def __init__(self) -> None:
        self.edits: list[Edit] = []

    def add(self, edits: list[Edit]) -> bool:
        """Take the edits of a fix, unless one of them meets one taken before."""
        if any(self._meets(edit) for edit in edits):
            return False
        if not self.edits or edits[0] > self.edits[-1]:
            self.edits += edits
        else:
            for edit in edits:
                insort(self.edits, edit)
        return True

    def _meets(self, edit: Edit) -> bool:
        place = bisect_left(self.edits, edit)
        around = self.edits[max(place - 1, 0) : place + 1]
        return any(conflicts(*sorted((edit, other))) for other in around)


def _edited(document: Document, edits: Sequence[Edit]) -> Document:
    content = apply_edits(document.content, edits)
    wide = document.source.encoding.is_wide and not _rewrites(document, edits)
    return Document.parse(document.source.encode(content) if wide else content, document.path)


def _summed(chosen: Sequence[Finding]) -> list[Change]:
    """One change a rule, in the order of the first place."""
    counts: Counter[tuple[str, str]] = Counter()
    for finding in chosen:
        fix: Fix | None = finding.fix
        counts[f"{finding.code} {finding.name}", fix.title if fix else ""] += finding.count
    return [Change(source, title, count) for (source, title), count in counts.items()]


def _refuse_idle_fixes(
    chosen: Sequence[Finding], before: Sequence[Finding], after: Sequence[Finding]
) -> None:
    """Raise ProofError where a rule finds as much after its fixes as before them."""
    was, now = _count(before), _count(after)
    for finding in chosen:
        if now[finding.code] >= was[finding.code]:
            raise ProofError(
                f"the fix of {finding.code} {finding.name} at line {finding.region.line} does not "
                "mend it"
            )


def _count(findings: Sequence[Finding]) -> Counter[str]:
    counts: Counter[str] = Counter()
    for finding in findings:
        counts[finding.code] += finding.count
    return counts


def _refuse_new_trouble(before: Sequence[Finding], after: Sequence[Finding]) -> None:
    """Raise ProofError where a rule that was silent speaks as an error or a warning."""
    silent_before = {finding.code for finding in before}
    for finding in after:
        if finding.code in silent_before or finding.code.startswith(_MOVEMENT):
            continue
        if finding.level is not Severity.INFO:
            raise ProofError(
                f"the result would have what the file had not: {finding.code} {finding.name} at "
                f"line {finding.region.line}: {finding.message}"
            )


def _transform(document: Document, transform: Transform, changes: list[Change]) -> Document:
    outcome = transform.apply(document)
    changes += outcome.changes
    if not outcome.edits:
        return document
    changed = _edited(document, outcome.edits)
    for promise in outcome.promises:
        promise.verify(document, changed)
    return changed
