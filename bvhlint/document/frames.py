"""The frame table: the rows of the motion block as spans and as numbers."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from bvhlint.document.scan import (
    Offsets,
    RowFlag,
    Scan,
    find_cut,
    scan_rows,
    scan_widths,
    skip_partial_line,
)
from bvhlint.document.tokens import PAD, find_tokens, padded, skip_blanks, skip_blanks_back

__all__ = ["FrameTable", "RowFlag", "TokenBlock", "modal_width"]

_BLOCK_VALUES = 1 << 17
#: A table with more cells than this is made only if enough of them hold numbers.
_FREE_CELLS = 1 << 22
_CELLS_PER_TOKEN = 4
_LINE_ENDS = b"\r\n"


class TokenBlock(NamedTuple):
    """Some rows of a table and the token spans of those among them that have the right width.

    ``rows`` is the slice of rows, ``good`` (n,) the numbers of those of right width in it, and
    ``starts`` and ``ends`` (n, channels) the spans of their tokens as offsets into the content.
    """

    rows: slice
    good: NDArray[np.int64]
    starts: NDArray[np.int64]
    ends: NDArray[np.int64]


class FrameTable(msgspec.Struct, frozen=True, eq=False, dict=True):
    """The rows of a motion block. Make it with ``FrameTable.build``; all arrays are read-only.

    Every line with tokens is a row, but for text (``texts``: comments, conflict markers) and for
    the lines behind the last frame that are no frames (``trailing``). Spans are byte offsets into
    ``content``; ``content[start:end]`` is the block.
    """

    content: bytes
    start: int
    end: int
    channels: int
    """Values that a row must have."""
    row_starts: Offsets
    """(rows,) where the first token of each row starts."""
    row_ends: Offsets
    """(rows,) where the last token of each row ends."""
    widths: NDArray[np.int32]
    """(rows,) how many tokens each row has."""
    flags: NDArray[np.uint8]
    """(rows,) ``RowFlag`` bits."""
    values: NDArray[np.float64]
    """(rows, channels) the numbers as written: centimetres or whatever unit, degrees.

    A row of wrong width is all NaN; in one of right width a token that is no number is NaN and one
    that is written as an infinity, or is too large for float64, is that infinity. If most of the
    block is damaged, and an array of this shape would be out of proportion to it, all is NaN.
    """
    complete: NDArray[np.bool_]
    """(rows,) which rows have the right width and nothing but finite values."""
    trailing: NDArray[np.int64]
    """(n, 2) spans of the lines behind the last frame that are no frames."""
    texts: NDArray[np.int64]
    """(n, 2) spans of the lines of text in the block."""

    @classmethod
    def build(
        cls, content: bytes, start: int, end: int, channels: int, declared: int | None = None
    ) -> FrameTable:
        """Read the block ``content[start:end]``.

        ``channels`` is the number of values a row must have, ``declared`` the number of frames
        that the header promises. If it is known, rows from that number on are ``trailing`` when
        none of them has the right width but some row before them does, and the values are not just
        as many as all frames need; if not, the last rows of wrong width that hold no number are.
        """
        first, last = _widen(content, start, end)
        scan = scan_rows(content, first, last)
        fits = scan.widths == channels if channels else np.zeros(len(scan.widths), np.bool_)
        rows = _count_frames(scan, fits, channels, declared)
        spans = np.stack((scan.starts[rows:], scan.ends[rows:]), axis=1).astype(np.int64)
        values, usable = _shape_values(scan, fits[:rows], channels)
        flags = scan.flags[:rows]
        table = cls(
            content=content,
            start=start,
            end=end,
            channels=channels,
            row_starts=scan.starts[:rows],
            row_ends=scan.ends[:rows],
            widths=scan.widths[:rows],
            flags=flags,
            values=values,
            complete=usable & ((flags & RowFlag.ODD.value) == 0),
            trailing=spans,
            texts=scan.texts,
        )
        for array in (table.row_starts, table.row_ends, table.widths, table.flags, table.values,
                      table.complete, table.trailing, table.texts):  # fmt: skip
            array.setflags(write=False)
        return table

    def __len__(self) -> int:
        """The number of rows, damaged ones included."""
        return len(self.row_starts)

    def __repr__(self) -> str:
        return f"<FrameTable of {len(self)} rows, {self.channels} channels>"

    @cached_property
    def token_count(self) -> int:
        """The number of tokens in all rows."""
        return int(self.widths.sum(dtype=np.int64))

    @cached_property
    def wrong_widths(self) -> NDArray[np.int64]:
        """The numbers of the rows that do not have ``channels`` tokens."""
        return np.flatnonzero(self.widths != self.channels)

    def rows_with(self, flag: RowFlag) -> NDArray[np.int64]:
        """The numbers of the rows that have any bit of ``flag``."""
        return np.flatnonzero(self.flags & np.uint8(flag))

    def token_spans(self, row: int) -> NDArray[np.int64]:
        """The spans of a row's tokens, (width, 2), found by reading the row again."""
        start, end = int(self.row_starts[row]), int(self.row_ends[row])
        starts, ends = find_tokens(padded(self.content, start, end))
        return np.stack((starts, ends), axis=1) + (start - PAD)

    def cell_span(self, row: int, column: int) -> tuple[int, int]:
        """The span of one token; IndexError if the row has none in that column."""
        start, end = self.token_spans(row)[column].tolist()
        return start, end

    def cell_text(self, row: int, column: int) -> bytes:
        """The text of one token as written."""
        start, end = self.cell_span(row, column)
        return self.content[start:end]

    def blocks(self, values_per_block: int = _BLOCK_VALUES) -> Iterator[slice]:
        """Slices of rows with about a megabyte of values each, for work that copies values."""
        step = max(values_per_block // max(self.channels, 1), 1)
        for first in range(0, len(self), step):
            yield slice(first, min(first + step, len(self)))

    def token_blocks(self, rows_per_block: int | None = None) -> Iterator[TokenBlock]:
        """Token spans of all rows of right width, by slices of rows that cover the table."""
        size = rows_per_block or max(_BLOCK_VALUES // max(self.channels, 1), 1)
        for first in range(0, len(self), size):
            yield self.token_block(slice(first, min(first + size, len(self))))

    def token_block(self, rows: slice) -> TokenBlock:
        """Token spans of the rows of right width in one slice, which is not empty."""
        begin, stop = int(self.row_starts[rows.start]), int(self.row_ends[rows.stop - 1])
        starts, ends = find_tokens(padded(self.content, begin, stop))
        starts += begin - PAD
        ends += begin - PAD
        low, high = np.searchsorted(self.texts[:, 0], (begin, stop))
        if low < high:
            # Lines of text may stand between the rows; their tokens are nobody's.
            line = np.searchsorted(self.row_starts[rows], starts, side="right") - 1
            kept = starts < self.row_ends[rows][line]
            starts, ends = starts[kept], ends[kept]
        widths = self.widths[rows]
        fits = widths == self.channels
        if not self.channels:
            fits[:] = False
        if not fits.all():
            kept = np.repeat(fits, widths)
            starts, ends = starts[kept], ends[kept]
        good = np.flatnonzero(fits) + rows.start
        shape = (len(good), self.channels)
        return TokenBlock(rows, good, starts.reshape(shape), ends.reshape(shape))


def modal_width(content: bytes, start: int, end: int, lines: int = 64) -> int | None:
    """The commonest number of tokens in the first rows of a block, the earliest of equals.

    At most ``lines`` rows are looked at; None if there is no row.
    """
    start = skip_partial_line(content, start, end)
    pieces: list[NDArray[np.int64]] = []
    missing = lines
    size = 1 << 16
    while start < end and missing:
        stop = find_cut(content, start + size, end) if end - start > size else end
        pieces.append(scan_widths(content, start, stop)[:missing])
        missing -= len(pieces[-1])
        start, size = stop, 1 << 20
    widths = np.concatenate([np.empty(0, np.int64), *pieces])
    if not len(widths):
        return None
    found, places, counts = np.unique(widths, return_index=True, return_counts=True)
    best = np.flatnonzero(counts == counts.max())
    return int(found[best[np.argmin(places[best])]])


def _widen(content: bytes, start: int, end: int) -> tuple[int, int]:
    """The block with the blanks of its first and its last line, if these are whole lines."""
    if start == end:
        return start, end
    first = skip_blanks_back(content, start)
    if first and content[first - 1] not in _LINE_ENDS:
        first = start
    return first, skip_blanks(content, end)


def _count_frames(scan: Scan, fits: NDArray[np.bool_], channels: int, declared: int | None) -> int:
    """How many of the scanned rows are frames: the others, at the end, are trailing content."""
    rows = len(fits)
    if declared is None:
        return _first_without_numbers(scan, fits)
    if len(scan.values) == declared * channels:
        return rows  # just as many values as asked for: frames are wrapped, and none is too many
    if 0 <= declared < rows and fits[:declared].any() and not fits[declared:].any():
        return declared
    return rows


def _first_without_numbers(scan: Scan, fits: NDArray[np.bool_]) -> int:
    """The first of the last rows that have the wrong width and hold no number at all."""
    rows = len(fits)
    first = 0
    if fits.any():
        first = rows - int(np.argmax(fits[::-1]))
    offsets = np.cumsum(scan.widths[first:], dtype=np.int64)
    if not len(offsets):
        return rows
    numbers = np.flatnonzero(np.isfinite(scan.values[len(scan.values) - offsets[-1] :]))
    if not len(numbers):
        return first
    return first + int(np.searchsorted(offsets, numbers[-1], side="right")) + 1


def _shape_values(
    scan: Scan, fits: NDArray[np.bool_], channels: int
) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    """The values as (rows, channels), and which rows have theirs in it."""
    rows = len(fits)
    shape = (rows, channels)
    if fits.all():
        return scan.values[: rows * channels].reshape(shape), fits
    good = np.flatnonzero(fits)
    if not len(good) or rows * channels > max(_FREE_CELLS, _CELLS_PER_TOKEN * len(scan.values)):
        # One NaN for all cells: many short rows under a wide header would need gigabytes.
        return np.broadcast_to(np.float64(np.nan), shape), np.zeros(rows, np.bool_)
    values = np.full(shape, np.nan)
    offsets = (np.cumsum(scan.widths[:rows], dtype=np.int64) - scan.widths[:rows])[good]
    columns = np.arange(channels)
    step = max(_BLOCK_VALUES // channels, 1)
    for first in range(0, len(good), step):
        block = slice(first, first + step)
        values[good[block]] = scan.values[offsets[block, None] + columns]
    return values, fits
