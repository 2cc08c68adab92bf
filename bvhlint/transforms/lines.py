"""Where the lines of frame rows begin and end, and what stands between them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bvhlint.document.frames import FrameTable

Offsets = NDArray[np.int64]

_BLANKS = b" \t"
_LF, _CR = b"\n\r"


@dataclass(frozen=True, eq=False)
class RowLines:
    """For each row, shape (rows,): its line's first byte, the end of its blanks, the end of its
    line end, and where the next row's line begins.

    ``[begin, stop)`` is the row with its line end; ``[stop, reach)`` are the blank and comment
    lines that follow it. What stands behind the last row belongs to nobody.
    """

    begin: Offsets
    blank_end: Offsets
    stop: Offsets
    reach: Offsets

    @classmethod
    def of(cls, table: FrameTable) -> RowLines:
        """The lines of a table that has rows."""
        starts, ends = table.row_starts.astype(np.int64), table.row_ends.astype(np.int64)
        content = table.content
        head = len(content[: starts[0]].rstrip(_BLANKS))
        tail = _skip_blanks(content, int(ends[-1]))
        breaks = _line_ends(content, np.append(head, ends), np.append(starts, tail))
        # The last line end before a row's first token is that of the line before it.
        begin = np.full(len(starts), head)
        begin[1:] = breaks[np.searchsorted(breaks, starts[1:]) - 1] + 1
        blank_end = np.append(breaks, tail)[np.searchsorted(breaks, ends)]
        stop = blank_end + _line_end_lengths(content, blank_end)
        reach = stop.copy()
        reach[:-1] = begin[1:]
        return cls(begin, blank_end, stop, reach)

    def line_end(self, content: bytes, row: int) -> bytes:
        """The line end of a row, empty where the file ends with it."""
        return content[int(self.blank_end[row]) : int(self.stop[row])]


def _skip_blanks(content: bytes, offset: int) -> int:
    size = 1 << 10
    while True:
        piece = content[offset : offset + size]
        rest = piece.lstrip(_BLANKS)
        if rest or not piece:
            return offset + len(piece) - len(rest)
        offset += len(piece)


def _line_ends(content: bytes, starts: Offsets, ends: Offsets) -> Offsets:
    """Where a CR or LF stands in the gaps from ``starts`` to ``ends``, before, between and behind
    the rows."""
    sizes = ends - starts
    place = np.arange(int(sizes.sum()))
    place += np.repeat(starts - (np.cumsum(sizes) - sizes), sizes)
    byte = np.frombuffer(content, np.uint8)[place]
    found: Offsets = place[(byte == _LF) | (byte == _CR)]
    return found


def _line_end_lengths(content: bytes, offsets: Offsets) -> Offsets:
    """2 where a CRLF stands, 1 for a CR or LF, 0 at the end of the content."""
    data = np.frombuffer(content, np.uint8)
    last = len(data) - 1
    first = np.where(offsets <= last, data[np.minimum(offsets, last)], 0)
    second = np.where(offsets < last, data[np.minimum(offsets + 1, last)], 0)
    length: Offsets = ((first == _LF) | (first == _CR)).astype(np.int64)
    length += (first == _CR) & (second == _LF)
    return length
