"""The line ends of the whole file: how many of each kind, and where the first of a kind stands."""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec
import numpy as np

from bvhlint.document.document import Document
from bvhlint.facts.memo import fact

LF, CR, CRLF = b"\n", b"\r", b"\r\n"
NAMES = {LF: "LF", CR: "CR", CRLF: "CRLF"}
_ANY = re.compile(rb"\r\n|\r|\n")
_CHUNK = 1 << 20


class LineEnds(msgspec.Struct, frozen=True):
    """How many line ends of each kind there are."""

    lf: int
    cr: int
    crlf: int

    @property
    def counts(self) -> dict[bytes, int]:
        """The kinds that occur."""
        counts = {LF: self.lf, CR: self.cr, CRLF: self.crlf}
        return {kind: count for kind, count in counts.items() if count}

    @property
    def usual(self) -> bytes:
        """The kind for line ends newly written: LF or CRLF, whichever is commoner. Never CR."""
        return CRLF if self.crlf > self.lf else LF


@fact
def line_ends(document: Document) -> LineEnds:
    """Count the line ends of the whole content."""
    return count_line_ends(document.content, 0, len(document.content))


def count_line_ends(content: bytes, start: int, end: int) -> LineEnds:
    """Count the line ends in ``content[start:end]``."""
    # Looking for a byte that is not there is faster than counting, and most files have no CR.
    has_cr = content.find(CR, start, end) >= 0
    lf = cr = crlf = 0
    for begin in range(start, end, _CHUNK):
        # One byte more, for a pair over the border.
        block = np.frombuffer(content, np.uint8, min(begin + _CHUNK + 1, end) - begin, begin)
        is_lf = block == LF[0]
        lf += int(np.count_nonzero(is_lf[:_CHUNK]))
        if has_cr:
            is_cr = block[:_CHUNK] == CR[0]
            cr += int(np.count_nonzero(is_cr))
            crlf += int(np.count_nonzero(is_cr[: len(is_lf) - 1] & is_lf[1:]))
    return LineEnds(lf - crlf, cr - crlf, crlf)


def first_of_kind(content: bytes, kind: bytes) -> int:
    """Where the first line end of a kind that occurs starts."""
    if kind == CRLF:
        return content.find(CRLF)
    position = 0
    while position < len(content):
        stop = min(position + _CHUNK, len(content))
        # A CR at a chunk's end belongs to the LF that follows it.
        stop += content[stop - 1 : stop + 1] == CRLF
        if kind in count_line_ends(content, position, stop).counts:
            break
        position = stop
    return next(start for start, found in each_line_end(content, position, stop) if found == kind)


def each_line_end(content: bytes, start: int, end: int) -> Iterator[tuple[int, bytes]]:
    """The line ends in ``content[start:end]``: where each starts, and its kind."""
    for match in _ANY.finditer(content, start, end):
        yield match.start(), match[0]
