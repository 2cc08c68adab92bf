"""How a file writes the numbers of each column: decimals, and padding to a fixed width."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bvhlint.document.document import Document
from bvhlint.document.frames import FrameTable, RowFlag
from bvhlint.facts.rows import STILL
from bvhlint.transforms.lines import Offsets, RowLines

LEAST_DECIMALS = 6
MOST_DECIMALS = 17
_TAB, _PLUS, _MINUS, _POINT, _ZERO, _LETTER_E = b"\t+-.0e"
_PADDING = int(RowFlag.LEADING_BLANK | RowFlag.WIDE_BLANK)
_EXPONENT_DIGITS = 6


@dataclass(frozen=True, eq=False)
class Manner:
    """How columns are written, shape (channels,).

    ``decimals`` are the most of any number in the column, ``room`` the constant width of a token
    with the blanks before it, 0 where the column is not padded.
    """

    decimals: Offsets
    room: Offsets

    @classmethod
    def of(cls, table: FrameTable) -> Manner:
        """Read all rows of right width, block by block."""
        decimals = np.zeros(table.channels, np.int64)
        edges = _Edges(table) if len(table) and (table.flags & _PADDING).any() else None
        for rows, good, starts, ends in table.token_blocks():
            if not starts.size:
                continue
            has_exponents = bool((table.flags[rows] & RowFlag.EXPONENT.value).any())
            base = int(edges.begin[good[0]] if edges else starts[0, 0])
            block = _Block.of(table.content, base, starts, ends)
            found = block.decimals(table.values[good] if has_exponents else None)
            np.maximum(decimals, found.max(axis=0), out=decimals)
            if edges:
                edges.add(good, block)
        room = edges.room() if edges else np.zeros(table.channels, np.int64)
        return cls(decimals, room)

    def decimals_for(self, precision: int | None) -> Offsets:
        """The decimals of new numbers in each column: ``precision``, or the file's, at least 6."""
        if precision is not None:
            return np.full_like(self.decimals, precision)
        return np.clip(self.decimals, LEAST_DECIMALS, MOST_DECIMALS)


def manner_of(document: Document) -> Manner:
    """How a document's rows are written, read once."""
    return document.fact(_read_manner)


def _read_manner(document: Document) -> Manner:
    return Manner.of(document.motion.table)


class _Edges:
    """Finds the columns that end at one place in every line though their numbers differ in
    length: those the writer has padded."""

    def __init__(self, table: FrameTable) -> None:
        self.begin = RowLines.of(table).begin
        most = np.iinfo(np.int64).max
        self._edge_low, self._edge_high = _extremes(table.channels, most)
        self._gap_low, self._gap_high = _extremes(table.channels, most)
        self._tabs = np.zeros(table.channels, np.bool_)

    def add(self, good: Offsets, block: _Block) -> None:
        begin = self.begin[good][:, np.newaxis]
        edges = block.ends + (block.base - begin)
        before = np.concatenate((begin - block.base, block.ends[:, :-1]), axis=1)
        gaps = block.starts - before
        for low, high, found in (
            (self._edge_low, self._edge_high, edges),
            (self._gap_low, self._gap_high, gaps),
        ):
            np.minimum(low, found.min(axis=0), out=low)
            np.maximum(high, found.max(axis=0), out=high)
        is_tab = block.data == _TAB
        if is_tab.any():
            tabs = np.cumsum(is_tab)
            self._tabs |= (tabs[block.starts] - tabs[before] + is_tab[before] > 0).any(axis=0)

    def room(self) -> Offsets:
        constant = self._edge_low == self._edge_high
        constant[1:] &= constant[:-1].copy()
        varying = constant & (self._gap_low < self._gap_high)
        if not varying.any():
            return np.zeros_like(self._edge_low)
        # Beside such columns, blanks that stay two or more are padding that never varied.
        padded = (varying | (constant & (self._gap_low > 1))) & ~self._tabs
        return np.where(padded, np.diff(self._edge_low, prepend=0), 0)


def _extremes(channels: int, most: int) -> tuple[Offsets, Offsets]:
    return np.full(channels, most), np.zeros(channels, np.int64)


@dataclass(frozen=True, eq=False)
class _Block:
    """Tokens of some rows, (rows, channels), as offsets into ``data``, which begins at ``base``."""

    data: NDArray[np.uint8]
    base: int
    starts: Offsets
    ends: Offsets

    @classmethod
    def of(cls, content: bytes, base: int, starts: Offsets, ends: Offsets) -> _Block:
        data = np.frombuffer(content, np.uint8, int(ends[-1, -1]) - base, base)
        return cls(data, base, starts - base, ends - base)

    def decimals(self, values: NDArray[np.float64] | None) -> Offsets:
        """Digits after the point of each token, shape (rows, channels).

        ``values`` are given where a token may have an exponent: that is taken into account, but
        for noise such as 5e-13, which shows nothing of how finely the column is written.
        """
        result = self._same_decimals()
        if result is None:
            is_point = self.data == _POINT
            points = np.append(np.flatnonzero(is_point), len(self.data))
            before = np.cumsum(is_point, dtype=np.int32)
            point = points[before[self.starts] - is_point[self.starts]]
            result = np.maximum(self.ends - point - 1, 0)
        if values is not None:
            self._with_exponents(result, values)
        return result

    def _same_decimals(self) -> Offsets | None:
        """The decimals of all tokens where the first has some and all have as many."""
        start, end = int(self.starts[0, 0]), int(self.ends[0, 0])
        _, point, digits = self.data[start:end].tobytes().partition(b".")
        if not point or np.any(self.data[self.ends - (len(digits) + 1)] != _POINT):
            return None
        return np.full(self.ends.shape, len(digits))

    def _with_exponents(self, decimals: Offsets, values: NDArray[np.float64]) -> None:
        places = np.flatnonzero((self.data | 0x20) == _LETTER_E)
        starts, ends = self.starts.ravel(), self.ends.ravel()
        token = np.searchsorted(starts, places, side="right") - 1
        inside = places < ends[token]
        token, places = token[inside], places[inside]
        flat = decimals.ravel()
        mantissa = np.maximum(flat[token] - (ends[token] - places), 0)
        plain = np.maximum(mantissa - self._exponents(places, ends[token]), 0)
        noise = np.abs(values.ravel()[token]) <= STILL
        flat[token] = np.where(noise, 0, np.minimum(plain, MOST_DECIMALS))
        decimals[...] = flat.reshape(decimals.shape)

    def _exponents(self, places: Offsets, ends: Offsets) -> Offsets:
        """The numbers behind the letters E at ``places``."""
        last = len(self.data) - 1
        sign = self.data[np.minimum(places + 1, last)]
        first = places + 1 + ((sign == _PLUS) | (sign == _MINUS))
        number = np.zeros(len(places), np.int64)
        for digit in range(_EXPONENT_DIGITS):
            here = np.minimum(first + digit, last)
            value = self.data[here].astype(np.int64) - _ZERO
            number = np.where(first + digit < ends, number * 10 + value, number)
        exponents: Offsets = np.where(sign == _MINUS, -number, number)
        return exponents
