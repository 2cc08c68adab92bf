"""What no change may bring: an error or a warning of a rule that was silent before.

Rules of movement are excepted: they judge what a change of the motion may well bring about. And a
rule that could not judge was not silent. That is taken narrowly:

* UTF-16 and UTF-32 without a byte-order mark, or cut, are compared by the text that they hold:
  what speaks there was not silent.
* Where a fix has made the frame rows readable (more of them are whole, `Frames:` now says how many
  there are, or fewer channels are in doubt that their numbers belong to), rules of the parts that
  read rows may speak. No rule of text, structure or skeleton may, and after a transform none.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

import numpy as np

from bvhlint.document.document import Document
from bvhlint.errors import ProofError
from bvhlint.facts.channel_words import channel_words
from bvhlint.facts.wide_text import narrowed
from bvhlint.finding import Finding
from bvhlint.linter import ActiveRule, check_document
from bvhlint.severity import Severity

# What stands in the header can be judged whatever the rows hold. Of a part that is not known, such
# as a studio's own, the rows may be what it reads.
_OF_HEADER = frozenset({"text", "structure", "skeleton"})


def refuse_new_trouble(
    before: Document,
    after: Document,
    rules: Sequence[ActiveRule],
    *,
    could_not_judge: bool = False,
) -> None:
    """Raise ProofError where a rule that was silent before gives a warning or an error.

    With ``could_not_judge`` those that read the frame rows may.
    """
    for active in rules:
        if active.rule.movement or (could_not_judge and active.rule.part not in _OF_HEADER):
            continue
        worst = _worst(after, active)
        if worst is None or worst.level.rank < Severity.WARNING.rank:
            continue
        # Few rules speak of a result, so few need to be asked of what was before. A rule that
        # spoke and now crashes speaks by another code.
        was = check_document(before, [active], max_findings=1).findings
        if not any(finding.code == worst.code for finding in was):
            raise ProofError(
                f"the result would have what the file had not: {worst.code} {worst.name} at line "
                f"{worst.region.line}: {worst.message}"
            )


def as_text(document: Document) -> Document:
    """The document that rules can judge: of UTF-16 that was not decoded the text that it holds."""
    found = None if document.source.encoding.is_wide else narrowed(document)
    return Document.parse(found[1], document.path) if found else document


def made_readable(before: Document, after: Document) -> bool:
    """Whether frame rows could not be read as what they are, and now they can."""
    if _doubts(after) < _doubts(before):
        return True
    if _count_is_right(after) and not _count_is_right(before):
        return True
    return _whole_rows(after) > _whole_rows(before)


def _doubts(document: Document) -> tuple[int, bool]:
    """How many CHANNELS are in doubt; where as many are, whether the skeleton is decides."""
    unsound = sum(not words.is_sound for words in channel_words(document))
    return unsound, not document.skeleton.is_trusted


def _count_is_right(document: Document) -> bool:
    return document.motion.declared_frames == len(document.motion.table)


def _whole_rows(document: Document) -> int:
    return int(np.count_nonzero(document.motion.complete))


def _worst(document: Document, active: ActiveRule) -> Finding | None:
    """The worst finding of a rule."""
    checked = check_document(document, [active])
    if checked.truncated:
        checked = check_document(document, [active], max_findings=sys.maxsize)
    return max(checked.findings, key=lambda finding: finding.level.rank, default=None)
