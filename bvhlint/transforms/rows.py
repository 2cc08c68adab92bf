"""Rewrites frame rows cell by cell: the one way by which transforms change them.

A row whose cells all stay is copied to the byte. A cell whose value does not change keeps its
spelling, and a dropped column takes only its own text along. Everything else of a new row, that
is blanks, separators and line end, is that of the row it is made from.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bvhlint.document.decode import decode_tokens
from bvhlint.document.document import Document
from bvhlint.document.format import Texts, format_decimals
from bvhlint.document.frames import FrameTable
from bvhlint.document.ragged import join_texts
from bvhlint.document.tokens import PAD
from bvhlint.edits import Edit
from bvhlint.transforms.lines import Offsets, RowLines
from bvhlint.transforms.manner import Manner, manner_of
from bvhlint.transforms.pieces import Pieces

Floats = NDArray[np.float64]

_PLUS, _MINUS = b"+-"
_BLOCK_CELLS = 1 << 15


@dataclass(frozen=True, eq=False)
class RowPlan:
    """What the new rows are.

    ``source``, shape (n,), never falling: the row whose manner each new row takes. ``columns``,
    shape (m,), at least one: the old column whose place, spelling and decimals each new one takes.
    ``values``, shape (n, m), or None where every cell keeps its text: what the cells must hold.
    ``precision`` is the decimals of new numbers; None for as many as the column has, at least 6.
    ``flip``, shape (m,): columns that change their sign and keep their digits. ``fresh``, shape
    (m,): columns that are new; theirs in ``columns`` is the neighbour whose manner they take.
    """

    source: Offsets
    columns: Offsets
    values: Floats | None = None
    precision: int | None = None
    flip: NDArray[np.bool_] | None = None
    fresh: NDArray[np.bool_] | None = None

    @property
    def keeps_cells(self) -> bool:
        """Whether every cell keeps its text."""
        return self.values is None and self.flip is None

    @property
    def moves(self) -> bool:
        """Whether columns change places."""
        return bool(np.any(np.diff(self.columns) < 0))

    def is_whole(self, channels: int) -> bool:
        """Whether every column stays where it is."""
        return np.array_equal(self.columns, np.arange(channels))


def rewrite_rows(document: Document, plan: RowPlan) -> Edit:
    """The edit that makes the frame rows of a document those of the plan.

    There must be at least one row, and every row that the plan names must have the right width
    and finite values, unless all cells and columns stay.
    """
    table = document.motion.table
    lines = RowLines.of(table)
    if plan.keeps_cells and plan.is_whole(table.channels):
        pieces = _kept_rows(table, lines, plan.source)
    else:
        pieces = _Writer(table, lines, manner_of(document), plan).blocks()
    return Edit(int(lines.begin[0]), int(lines.stop[-1]), b"".join(pieces))


def _newline(table: FrameTable, lines: RowLines) -> bytes:
    """The line end of the first row, or of the line before it."""
    before = table.content[max(int(lines.begin[0]) - 2, 0) : int(lines.begin[0])]
    own = lines.line_end(table.content, 0)
    return own or (b"\r\n" if before == b"\r\n" else before[-1:]) or b"\n"


def _kept_rows(table: FrameTable, lines: RowLines, source: Offsets) -> Iterator[bytes | memoryview]:
    """Rows that only come and go: whole stretches of the old text, with the lines between them."""
    view = memoryview(table.content)
    breaks = np.flatnonzero(np.diff(source) != 1)
    low = lines.begin[source[np.append(0, breaks + 1)]]
    last = source[breaks]
    # What follows a row that stands twice comes behind the second one.
    twice = source[breaks + 1] == last
    high = np.append(np.where(twice, lines.stop[last], lines.reach[last]), 0)
    high[-1] = lines.blank_end[source[-1]]
    spans = zip(low.tolist(), high.tolist(), strict=True)
    lacking = lines.stop[-1] == lines.blank_end[-1]
    if lacking and np.any(last == len(table) - 1):
        newline = _newline(table, lines)
        end = int(lines.stop[-1])
        texts = [bytes(view[begin:stop]) + newline * (stop == end) for begin, stop in spans]
        texts[-1] = texts[-1].removesuffix(newline)
        yield from texts
    else:
        yield from [view[begin:stop] for begin, stop in spans]
    yield lines.line_end(table.content, -1)


class _Texts(NamedTuple):
    """New tokens of the cells that ``cells``, shape (rows, columns), marks, in their order."""

    cells: NDArray[np.bool_]
    texts: Texts


class _Writer:
    """Puts the new rows together from pieces of the old ones, some thousand cells at a time."""

    def __init__(self, table: FrameTable, lines: RowLines, manner: Manner, plan: RowPlan) -> None:
        self._table = table
        self._lines = lines
        self._plan = plan
        self._content = np.frombuffer(table.content, np.uint8)
        newline, final = _newline(table, lines), lines.line_end(table.content, -1)
        self._decimals = manner.decimals_for(plan.precision)[plan.columns]
        self._room = self._rooms(manner.room)
        # Behind each block's text: what it may need that it does not have.
        self._newline, self._final = (0, len(newline)), (len(newline), len(final))
        self._blanks = len(newline) + len(final)
        blanks = b" " * max(int(self._room.max()), 1)
        self._tail = np.frombuffer(newline + final + blanks, np.uint8)

    def _rooms(self, room: Offsets) -> Offsets:
        """The width to fill in each new column, 0 for no padding."""
        plan = self._plan
        if plan.moves:
            # It belongs to the place, not to what has come there.
            places = np.arange(len(plan.columns))
            return np.where(places < len(room), room[np.minimum(places, len(room) - 1)], 0)
        result = room[plan.columns]
        if plan.columns[0] > 0:
            result[0] = 0
        return result

    def blocks(self) -> Iterator[bytes | memoryview]:
        source = self._plan.source
        step = max(_BLOCK_CELLS // max(self._table.channels, len(self._plan.columns)), 1)
        first = 0
        while first < len(source):
            # Neither the new rows nor the old ones that they span may be too many.
            reach = int(np.searchsorted(source, source[first] + step))
            last = min(first + step, reach)
            yield self._block(slice(first, last)).data
            first = last

    def _block(self, rows: slice) -> NDArray[np.uint8]:
        source, lines = self._plan.source[rows], self._lines
        low, high = int(source[0]), int(source[-1])
        begin, stop = int(lines.begin[low]), int(lines.reach[high])
        tokens = self._table.token_block(slice(low, high + 1))
        found = np.searchsorted(tokens.good, source)
        starts, ends = tokens.starts[found] - begin, tokens.ends[found] - begin
        tail = stop - begin
        blanks = tail + self._blanks
        pieces = Pieces(starts, ends, self._plan.columns, blanks)
        pieces.set_leads(lines.begin[source] - begin)
        pieces.set_line_ends(*self._line_ends(rows, begin, tail))
        arena = [self._content[begin:stop], self._tail]
        if not self._plan.keeps_cells:
            new = self._new_texts(rows, pieces, arena[0])
            arena.append(new.texts.buffer)
            base = tail + len(self._tail)
            pieces.set_tokens(new.cells, new.texts.starts + base, new.texts.lengths)
            self._pad(pieces, new.cells, blanks)
        elif self._plan.moves:
            self._pad(pieces, np.zeros((len(source), len(self._room)), np.bool_), blanks)
        return pieces.join(np.concatenate(arena))

    def _pad(self, pieces: Pieces, changed: NDArray[np.bool_], blanks: int) -> None:
        moved = self._plan.columns != np.arange(len(self._room))
        cells = (changed | moved) if self._plan.moves else changed
        cells = cells & (self._room > 0)
        if cells.any():
            pieces.pad(cells, self._room, blanks)

    def _line_ends(self, rows: slice, begin: int, tail: int) -> tuple[Offsets, ...]:
        """Blanks before the line end, the line end itself, and the lines up to the next row."""
        source, lines = self._plan.source[rows], self._lines
        blank, stop, reach = lines.blank_end[source], lines.stop[source], lines.reach[source]
        starts, lengths = blank - begin, stop - blank
        lacking = lengths == 0
        starts[lacking], lengths[lacking] = tail + self._newline[0], self._newline[1]
        extra = reach - stop
        # What follows a row that stands twice comes behind the second one.
        following = self._plan.source[rows.start + 1 : rows.stop + 1]
        extra[: len(following)][following == source[: len(following)]] = 0
        if rows.stop == len(self._plan.source):
            starts[-1], lengths[-1] = tail + self._final[0], self._final[1]
            extra[-1] = 0
        return blank - begin, starts, lengths, stop - begin, extra

    def _new_texts(self, rows: slice, pieces: Pieces, block: NDArray[np.uint8]) -> _Texts:
        """The tokens of the cells of some rows that do not keep theirs."""
        plan = self._plan
        old = np.ascontiguousarray(self._table.values[plan.source[rows]][:, plan.columns])
        if plan.values is None:
            assert plan.flip is not None
            return _flip(pieces, block, plan.flip & (old != 0))
        values = plan.values[rows]
        # Bits, so that -0 and 0 are two values.
        changed = np.ascontiguousarray(values).view(np.int64) != old.view(np.int64)
        fresh = np.zeros_like(changed)
        if plan.fresh is not None:
            fresh |= plan.fresh
            changed |= fresh
        decimals = np.broadcast_to(self._decimals, values.shape)[changed]
        return _write(changed, values[changed], np.where(fresh, np.nan, old)[changed], decimals)


def _write(cells: NDArray[np.bool_], values: Floats, old: Floats, decimals: Offsets) -> _Texts:
    """New numbers for some cells, but for those that say what the old ones said."""
    texts = format_decimals(values, decimals)
    # Which may be as before, or zero, once they are rounded.
    unit = 10.0**-decimals
    near = np.abs(values - old) <= unit
    near |= np.signbit(values) & (values >= -unit)
    which = np.flatnonzero(near)
    if not len(which):
        return _Texts(cells, texts)
    padding = np.zeros(PAD, np.uint8)
    buffer = np.concatenate((padding, texts.buffer, padding))
    starts, lengths = texts.starts.copy(), texts.lengths.copy()
    written = np.empty(len(which))
    decode_tokens(buffer, starts[which] + PAD, starts[which] + lengths[which] + PAD, written)
    # No minus before zero.
    zero = which[(written == 0) & np.signbit(values[which])]
    starts[zero] += 1
    lengths[zero] -= 1
    same = which[written == old[which]]
    if not len(same):
        return _Texts(cells, Texts(texts.buffer, starts, lengths))
    new = np.ones(len(values), np.bool_)
    new[same] = False
    changed = cells.copy()
    changed[cells] = new
    return _Texts(changed, Texts(texts.buffer, starts[new], lengths[new]))


def _flip(pieces: Pieces, block: NDArray[np.uint8], cells: NDArray[np.bool_]) -> _Texts:
    """The tokens of cells with the other sign and the same digits."""
    starts, lengths = pieces.token_spans(cells)
    first = block[starts]
    signed = ((first == _MINUS) | (first == _PLUS)).astype(np.int64)
    sign = (first != _MINUS).astype(np.int64)
    arena = np.append(block, np.uint8(_MINUS))
    pairs = np.stack((np.full_like(starts, len(block)), starts + signed), axis=1)
    sizes = np.stack((sign, lengths - signed), axis=1)
    buffer = join_texts(Texts(arena, pairs.ravel(), sizes.ravel()))
    total = sizes.sum(axis=1)
    return _Texts(cells, Texts(buffer, np.cumsum(total) - total, total))
