"""How a file writes the numbers of each column: decimals, and padding to a fixed width."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bvhlint.document.frames import FrameTable

LEAST_DECIMALS = 6
MOST_DECIMALS = 17
_POINT = 46
_EXPONENT = 101


@dataclass(frozen=True, eq=False)
class Manner:
    """Per column, shape (channels,): the most ``decimals`` written anywhere in it, and the
    constant ``width`` of a token with the blanks before it, 0 where the column is not padded."""

    decimals: NDArray[np.int64]
    width: NDArray[np.int64]

    @classmethod
    def of(cls, table: FrameTable) -> Manner:
        """Read all rows of right width, block by block."""
        channels = table.channels
        decimals = np.zeros(channels, np.int64)
        low = np.full(channels, np.iinfo(np.int64).max)
        high = np.zeros(channels, np.int64)
        gap_low, gap_high = low.copy(), high.copy()
        for _, good, starts, ends in table.token_blocks():
            if not len(good) or not channels:
                continue
            decimals = np.maximum(decimals, _decimals(table, starts, ends).max(axis=0))
            widths = np.diff(ends, axis=1, prepend=starts[:, :1])
            gaps = widths - (ends - starts)
            low, high = np.minimum(low, widths.min(axis=0)), np.maximum(high, widths.max(axis=0))
            gap_low = np.minimum(gap_low, gaps.min(axis=0))
            gap_high = np.maximum(gap_high, gaps.max(axis=0))
        # Blanks of varying number that make a constant width: the writer pads this column.
        padded = (low == high) & (gap_low < gap_high)
        return cls(decimals, np.where(padded, high, 0))

    def decimals_for(self, precision: int | None) -> NDArray[np.int64]:
        """The decimals of new numbers in each column: ``precision``, or the file's, at least 6."""
        if precision is not None:
            return np.full_like(self.decimals, precision)
        return np.clip(self.decimals, LEAST_DECIMALS, MOST_DECIMALS)


def _decimals(
    table: FrameTable, starts: NDArray[np.int64], ends: NDArray[np.int64]
) -> NDArray[np.int64]:
    """Digits after the point of each token, its exponent taken into account; same shape."""
    base = int(starts[0, 0])
    data = np.frombuffer(table.content, np.uint8, int(ends[-1, -1]) - base, base)
    flat_starts, flat_ends = starts.ravel() - base, ends.ravel() - base
    points = np.flatnonzero(data == _POINT)
    owner = np.searchsorted(flat_starts, points, side="right") - 1
    inside = points < flat_ends[owner]
    result = np.zeros(len(flat_starts), np.int64)
    result[owner[inside]] = flat_ends[owner[inside]] - points[inside] - 1
    exponents = np.flatnonzero((data | 0x20) == _EXPONENT)
    for place in exponents.tolist():
        token = int(np.searchsorted(flat_starts, place, side="right")) - 1
        if place < flat_ends[token]:
            result[token] = _with_exponent(data, flat_starts[token], place, flat_ends[token])
    return result.reshape(starts.shape)


def _with_exponent(data: NDArray[np.uint8], start: int, place: int, end: int) -> int:
    mantissa = data[start:place].tobytes()
    written = len(mantissa.partition(b".")[2])
    # The value of so small a number needs no more decimals than a float has digits.
    exponent = int(data[place + 1 : end].tobytes()[:6])
    return min(max(written - exponent, 0), MOST_DECIMALS)
