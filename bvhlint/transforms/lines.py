"""Where the lines of frame rows begin and end, and what stands between them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bvhlint.document.frames import FrameTable

Offsets = NDArray[np.int64]


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
        data = np.frombuffer(table.content, np.uint8)
        begin = _skip_back(data, table.row_starts.astype(np.int64))
        blank_end = _skip_blanks(data, table.row_ends.astype(np.int64))
        stop = blank_end + _line_end_lengths(data, blank_end)
        reach = stop.copy()
        reach[:-1] = begin[1:]
        return cls(begin, blank_end, stop, reach)


def _skip_back(data: NDArray[np.uint8], offsets: Offsets) -> Offsets:
    """Each offset moved to before the blanks that stand before it."""
    result = offsets.copy()
    moving = np.arange(len(result))
    while len(moving):
        before = data[np.maximum(result[moving] - 1, 0)]
        moving = moving[((before == 32) | (before == 9)) & (result[moving] > 0)]
        result[moving] -= 1
    return result


def _skip_blanks(data: NDArray[np.uint8], offsets: Offsets) -> Offsets:
    result = offsets.copy()
    moving = np.flatnonzero(result < len(data))
    while len(moving):
        here = data[result[moving]]
        moving = moving[(here == 32) | (here == 9)]
        result[moving] += 1
        moving = moving[result[moving] < len(data)]
    return result


def _line_end_lengths(data: NDArray[np.uint8], offsets: Offsets) -> Offsets:
    """2 where a CRLF stands, 1 for a CR or LF, 0 at the end of the content."""
    if not len(offsets):
        return offsets.copy()
    last = len(data) - 1
    first = np.where(offsets <= last, data[np.minimum(offsets, last)], 0)
    second = np.where(offsets < last, data[np.minimum(offsets + 1, last)], 0)
    length: Offsets = ((first == 10) | (first == 13)).astype(np.int64)
    length += (first == 13) & (second == 10)
    return length
