"""Makes the changes: fixes of findings in rounds, then transforms, each proved on its result."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bvhlint.document.document import Document
from bvhlint.finding import Severity
from bvhlint.fixer.rounds import IsHidden, Rounds
from bvhlint.fixer.trouble import refuse_new_trouble
from bvhlint.linter import ActiveRule
from bvhlint.transforms.base import Change, Transform, carry_out

__all__ = ["FixResult", "IsHidden", "fix_document"]


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
    is_hidden: IsHidden | None = None,
) -> FixResult:
    """Make the safe fixes of ``rules`` (with ``unsafe`` the others too), then ``transforms``.

    Without ``fixes`` the transforms alone. Findings that ``is_hidden`` are left as they are.
    Raises TransformError where a change is not possible, and ProofError where a result is not
    what was promised; the document is as it was in any case.
    """
    rounds = Rounds(rules if fixes else (), unsafe=unsafe, is_hidden=is_hidden)
    fixed = result = rounds.run(document)
    base = document
    if rounds.made_unsafe:
        # What nobody could read before may well earn a warning once it is readable.
        refuse_new_trouble(document, fixed, rules, Severity.ERROR)
        base = fixed
    changes: list[Change] = []
    for transform in transforms:
        result, made = carry_out(result, transform)
        changes += made
    if result is not fixed:
        # A transform may have laid bare what only a fix mends.
        result = rounds.run(result)
    if result is not document:
        refuse_new_trouble(base, result, rules)
    return FixResult(result, (*rounds.changes(), *changes))
