"""Rewrites frame rows cell by cell: the one way by which transforms change them.

A row whose cells all stay is copied to the byte. A cell whose value does not change keeps its
spelling, and a dropped column takes only its own text along. Everything else of a new row, that
is blanks, separators and line end, is that of the row it is made from.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bvhlint.document.document import Document
from bvhlint.document.format import format_decimals
from bvhlint.document.frames import FrameTable
from bvhlint.edits import Edit
from bvhlint.transforms.gather import Offsets, gather
from bvhlint.transforms.lines import RowLines
from bvhlint.transforms.manner import Manner

_PLUS, _MINUS = b"+-"
_SPACES = 256  # blanks at the end of each arena, to pad new numbers with


@dataclass(frozen=True, eq=False)
class RowPlan:
    """What the new rows are.

    ``source``, shape (n,), never falling: the row whose manner each new row takes. ``columns``,
    shape (m,): the old column whose place, spelling and decimals each new column takes.
    ``values``, shape (n, m), or None where every cell keeps its text: what the cells must hold.
    ``precision`` is the decimals of new numbers; None for as many as the column has, at least 6.
    ``flip``, shape (m,): columns that change their sign and keep their digits. ``fresh``, shape
    (m,): columns that are new; theirs in ``columns`` is the neighbour whose manner they take.
    """

    source: Offsets
    columns: Offsets
    values: NDArray[np.float64] | None = None
    precision: int | None = None
    flip: NDArray[np.bool_] | None = None
    fresh: NDArray[np.bool_] | None = None

    @property
    def keeps_cells(self) -> bool:
        """Whether every cell keeps its text."""
        return self.values is None and self.flip is None


def rewrite_rows(document: Document, plan: RowPlan) -> Edit:
    """The edit that makes the frame rows of a document those of the plan.

    Every row that the plan names must have the right width and finite values.
    """
    table = document.motion.table
    assert len(table), "a plan has rows to take"
    lines = RowLines.of(table)
    first, last = int(lines.begin[0]), int(lines.stop[-1])
    return Edit(first, last, b"".join(_Writer(table, lines, plan).blocks()))


class _Writer:
    """Puts the new rows together from pieces of the old ones, a megabyte at a time."""

    def __init__(self, table: FrameTable, lines: RowLines, plan: RowPlan) -> None:
        self._table = table
        self._lines = lines
        self._plan = plan
        columns = plan.columns
        self._in_order = bool(np.all(np.diff(columns) > 0))
        self._whole = len(columns) == table.channels and self._in_order
        self._content = np.frombuffer(table.content, np.uint8)
        self._newline = self._line_end(0) or b"\n"
        self._final = self._line_end(-1)

    def _line_end(self, row: int) -> bytes:
        return self._table.content[self._lines.blank_end[row] : self._lines.stop[row]]

    def blocks(self) -> Iterator[bytes | memoryview]:
        if self._plan.keeps_cells and self._whole:
            yield from self._kept_rows()
            return
        manner = Manner.of(self._table)
        decimals = manner.decimals_for(self._plan.precision)[self._plan.columns]
        widths = manner.width[self._plan.columns]
        step = max((1 << 16) // max(self._table.channels, 1), 1)
        for first in range(0, len(self._plan.source), step):
            rows = slice(first, min(first + step, len(self._plan.source)))
            yield self._block(rows, decimals, widths)

    def _kept_rows(self) -> Iterator[bytes | memoryview]:
        """Rows that only come and go: whole stretches of the old text."""
        source, lines = self._plan.source, self._lines
        view = memoryview(self._table.content)
        breaks = np.flatnonzero(np.diff(source) != 1) + 1
        edges = [0, *breaks.tolist(), len(source)]
        for first, after in pairwise(edges):
            low, high = int(source[first]), int(source[after - 1])
            yield view[lines.begin[low] : lines.blank_end[high]]
            if after == len(source):
                yield self._final
            else:
                yield self._line_end(high) or self._newline
                yield view[lines.stop[high] : lines.reach[high]]

    def _block(self, rows: slice, decimals: Offsets, widths: Offsets) -> bytes:
        source = self._plan.source[rows]
        low, high = int(source[0]), int(source[-1])
        begin, stop = int(self._lines.begin[low]), int(self._lines.reach[high])
        tokens = self._table.token_block(slice(low, high + 1))
        starts, ends = tokens.starts[source - low] - begin, tokens.ends[source - low] - begin
        tail = self._newline + self._final + b" " * _SPACES
        arena = [self._content[begin:stop], np.frombuffer(tail, np.uint8)]
        pieces = _Pieces(starts, ends, self._plan.columns, self._in_order)
        pieces.leads(self._lines.begin[source] - begin)
        pieces.line_ends(*self._line_end_pieces(rows, begin, stop - begin))
        if not self._plan.keeps_cells:
            base = stop - begin + len(tail)
            texts = self._new_texts(rows, pieces, arena[0], decimals)
            arena.append(texts.buffer)
            pieces.tokens(texts.cells, texts.starts + base, texts.lengths)
            padded = texts.cells & (widths > 0)
            pieces.pad(padded, np.broadcast_to(widths, padded.shape)[padded], base - _SPACES)
        return gather(np.concatenate(arena), pieces.starts, pieces.lengths)

    def _line_end_pieces(self, rows: slice, begin: int, base: int) -> tuple[Offsets, ...]:
        """Blanks before the line end, the line end itself, and the lines up to the next row."""
        source, lines = self._plan.source[rows], self._lines
        blank, stop, reach = lines.blank_end[source], lines.stop[source], lines.reach[source]
        starts, lengths = blank - begin, stop - blank
        lacking = lengths == 0
        starts[lacking], lengths[lacking] = base, len(self._newline)
        following = np.append(self._plan.source[rows.start + 1 : rows.stop + 1], -1)
        extra = np.where(following[: len(source)] == source, 0, reach - stop)
        if rows.stop == len(self._plan.source):
            starts[-1], lengths[-1] = base + len(self._newline), len(self._final)
            extra[-1] = 0
        return blank - begin, starts, lengths, stop - begin, extra

    def _new_texts(
        self, rows: slice, pieces: _Pieces, block: NDArray[np.uint8], decimals: Offsets
    ) -> _Texts:
        """The texts of the cells of some rows that do not keep theirs."""
        plan = self._plan
        old = np.ascontiguousarray(self._table.values[plan.source[rows]][:, plan.columns])
        if plan.values is None:
            assert plan.flip is not None
            return _flipped(pieces, block, plan.flip & (old != 0))
        values = np.ascontiguousarray(plan.values[rows])
        # Bits, so that -0 and 0 are two values.
        changed = values.view(np.int64) != old.view(np.int64)
        if plan.fresh is not None:
            changed |= plan.fresh
        buffer, starts, lengths = format_decimals(
            values[changed], np.broadcast_to(decimals, values.shape)[changed]
        )
        return _Texts(changed, buffer, starts, lengths)


class _Texts(NamedTuple):
    """New texts of the cells that ``cells``, shape (rows, columns), marks, in their order."""

    cells: NDArray[np.bool_]
    buffer: NDArray[np.uint8]
    starts: Offsets
    lengths: Offsets


def _flipped(pieces: _Pieces, block: NDArray[np.uint8], cells: NDArray[np.bool_]) -> _Texts:
    """The texts of cells with the other sign and the same digits."""
    starts, lengths = pieces.token_spans(cells)
    first = block[starts]
    signed = ((first == _MINUS) | (first == _PLUS)).astype(np.int64)
    sign = (first != _MINUS).astype(np.int64)
    arena = np.append(block, np.uint8(_MINUS))
    pairs = np.stack((np.full_like(starts, len(block)), starts + signed), axis=1)
    sizes = np.stack((sign, lengths - signed), axis=1)
    buffer = np.frombuffer(gather(arena, pairs, sizes), np.uint8)
    total = sizes.sum(axis=1)
    return _Texts(cells, buffer, np.cumsum(total) - total, total)


class _Pieces:
    """The pieces of each new row: lead, then token and separator in turn, blanks, line end, and
    the lines that follow. ``starts`` and ``lengths`` have shape (rows, 2 * columns + 3)."""

    def __init__(self, starts: Offsets, ends: Offsets, columns: Offsets, in_order: bool) -> None:
        rows, width = starts.shape
        count = len(columns)
        self.starts = np.zeros((rows, 2 * count + 3), np.int64)
        self.lengths = np.zeros_like(self.starts)
        self._count = count
        self._first, self._last = starts[:, 0], ends[:, -1]
        token = slice(1, 2 * count + 1, 2)
        self.starts[:, token] = starts[:, columns]
        self.lengths[:, token] = ends[:, columns] - starts[:, columns]
        # A column takes the separator before it along; columns that change places do not.
        places = columns[1:] if in_order else np.minimum(np.arange(1, count), width - 1)
        separator = slice(2, 2 * count, 2)
        self.starts[:, separator] = ends[:, places - 1]
        self.lengths[:, separator] = starts[:, places] - ends[:, places - 1]

    def leads(self, begin: Offsets) -> None:
        self.starts[:, 0] = begin
        self.lengths[:, 0] = self._first - begin

    def line_ends(
        self, blank: Offsets, starts: Offsets, lengths: Offsets, after: Offsets, extra: Offsets
    ) -> None:
        place = 2 * self._count
        if self._count:
            self.starts[:, place] = self._last
            self.lengths[:, place] = blank - self._last
        self.starts[:, place + 1], self.lengths[:, place + 1] = starts, lengths
        self.starts[:, place + 2], self.lengths[:, place + 2] = after, extra

    def token_spans(self, cells: NDArray[np.bool_]) -> tuple[Offsets, Offsets]:
        """Starts and lengths of the tokens of some cells."""
        row, column = np.nonzero(cells)
        return self.starts[row, 2 * column + 1], self.lengths[row, 2 * column + 1]

    def tokens(self, changed: NDArray[np.bool_], starts: Offsets, lengths: Offsets) -> None:
        row, column = np.nonzero(changed)
        self.starts[row, 2 * column + 1] = starts
        self.lengths[row, 2 * column + 1] = lengths

    def pad(self, padded: NDArray[np.bool_], room: Offsets, spaces: int) -> None:
        """Make the blanks before new texts so long that token and blanks fill their column."""
        row, column = np.nonzero(padded)
        blanks = room - self.lengths[row, 2 * column + 1]
        self.starts[row, 2 * column] = spaces
        self.lengths[row, 2 * column] = np.clip(blanks, column > 0, _SPACES)
