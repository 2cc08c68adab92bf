"""``--newline``: one line end for all lines of the file."""

from __future__ import annotations

from dataclasses import dataclass

from bvhlint.document.document import Document
from bvhlint.edits import Edit
from bvhlint.facts.line_ends import CRLF, LF, line_ends
from bvhlint.proof import LinesKept
from bvhlint.transforms.base import NOTHING, Change, Outcome, Transform
from bvhlint.transforms.wording import counted

_BYTES = {"lf": LF, "crlf": CRLF}


@dataclass(frozen=True)
class Newline(Transform):
    """Every line, in the header and in the rows, ends with ``line_end``: ``lf`` or ``crlf``."""

    option = "--newline"
    keeps = "every byte that is no line end"

    line_end: str

    def apply(self, document: Document) -> Outcome:
        newline, content = _BYTES[self.line_end], document.content
        counts = line_ends(document).counts
        other = sum(counts.values()) - counts.get(newline, 0)
        if not other:
            return NOTHING
        plain = content.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
        edit = Edit(0, len(content), plain.replace(b"\n", newline))
        message = f"ended {counted(other, 'line')} with {self.line_end.upper()}"
        return Outcome((edit,), (Change(self.option, message, other),), (LinesKept(newline),))
