"""What no change may bring: an error or a warning of a rule that was silent before."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from bvhlint.document.document import Document
from bvhlint.errors import ProofError
from bvhlint.finding import Finding, Severity
from bvhlint.linter import ActiveRule, check_document

# Rules of movement judge what a change of the motion may well bring about.
_MOVEMENT = "movement"


def refuse_new_trouble(
    before: Document,
    after: Document,
    rules: Sequence[ActiveRule],
    least: Severity = Severity.WARNING,
) -> None:
    """Raise ProofError where a rule that was silent before speaks at ``least`` so loud."""
    for active in rules:
        if active.rule.part == _MOVEMENT:
            continue
        worst = _worst(after, active)
        if worst is None or worst.level.rank < least.rank:
            continue
        # Few rules speak of a result, so few need to be asked of what was before. A rule that
        # spoke and now crashes speaks by another code.
        was = check_document(before, [active], max_findings=1).findings
        if not any(finding.code == worst.code for finding in was):
            raise ProofError(
                f"the result would have what the file had not: {worst.code} {worst.name} at line "
                f"{worst.region.line}: {worst.message}"
            )


def _worst(document: Document, active: ActiveRule) -> Finding | None:
    """The worst finding of a rule."""
    checked = check_document(document, [active])
    if checked.truncated:
        checked = check_document(document, [active], max_findings=sys.maxsize)
    return max(checked.findings, key=lambda finding: finding.level.rank, default=None)
