"""One pass over the frame block: where its lines and tokens stand, and the values of all tokens.

The block is taken in pieces of about half a megabyte that end where a line ends, so that what a
piece needs stays in the processor's cache and pieces can be shared by threads.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import IntFlag
from typing import Any, NamedTuple, TypeAlias

import msgspec
import numpy as np
from numpy.typing import NDArray

from bvhlint.document.decode import decode_tokens
from bvhlint.document.leftover import EXPONENT, ODD
from bvhlint.document.memory import reuse_freed_arrays
from bvhlint.document.pool import THREADS_FROM_PIECES, map_in_order
from bvhlint.document.tokens import PAD, find_lines, padded, read_tokens, skip_blanks

PIECE_BYTES = 1 << 19

#: Byte offsets: int32, or int64 where the content is too large for it.
Offsets: TypeAlias = "NDArray[np.signedinteger[Any]]"

_CUT_WINDOW = 1 << 14
_LF, _CR = b"\n\r"


class RowFlag(IntFlag):
    """What is to be said of a row. Blanks are spaces and tabs."""

    EXPONENT = EXPONENT  # some number has an exponent
    ODD = ODD  # some token's value is not finite: no number, nan, inf, too large
    LEADING_BLANK = 4  # blanks before the first value
    WIDE_BLANK = 8  # two or more blanks between two values
    TRAILING_BLANK = 16  # blanks after the last value
    BLANK_LINE_BEFORE = 32  # a line without tokens between this and the line of tokens before it


class Scan(msgspec.Struct, frozen=True, eq=False):
    """The lines of a frame block that hold tokens, in file order.

    ``starts`` and ``ends`` (rows,) span from the first to behind the last token of each, as offsets
    into the content; ``widths`` (rows,) count their tokens; ``flags`` (rows,) are ``RowFlag`` bits.
    ``values`` (tokens,) are the values of all rows, one after another: NaN for a token that is no
    number, an infinity for one that says so. ``texts`` (n, 2) are the spans of lines of text
    (comments, conflict markers), which are no rows.
    """

    starts: Offsets
    ends: Offsets
    widths: NDArray[np.int32]
    flags: NDArray[np.uint8]
    values: NDArray[np.float64]
    texts: NDArray[np.int64]


class _Rows(NamedTuple):
    """The rows and texts of a piece, and the blank lines at its borders."""

    starts: Offsets
    ends: Offsets
    widths: NDArray[np.int32]
    flags: NDArray[np.uint8]
    texts: NDArray[np.int64]
    row_first: bool  # its first line with tokens is a row, not text
    blank_first: bool  # its first line is blank
    blank_last: bool  # its last line is blank


def scan_rows(
    content: bytes, start: int, end: int, *, threads: int = 2, piece_bytes: int = PIECE_BYTES
) -> Scan:
    """Scan ``content[start:end]``, which may hold any bytes.

    Where ``start`` is not the start of a line, a blank rest of that line is passed over. The block
    is read in pieces of about ``piece_bytes``, but no line is cut, by as many ``threads``.
    """
    start = skip_partial_line(content, start, end)
    values = _Values(end - start)
    large = end - start > THREADS_FROM_PIECES * piece_bytes
    reuse_freed_arrays()
    pieces: list[_Rows] = []
    seen = blank = False
    cuts = _cuts(content, start, end, piece_bytes)
    scanned = map_in_order(lambda cut: _scan_piece(content, *cut), cuts, threads if large else 1)
    for size, rows, found in scanned:
        values.append(found, size)
        blank |= rows.blank_first
        if len(rows.starts) or len(rows.texts):
            if seen and blank and rows.row_first:
                rows.flags[0] |= RowFlag.BLANK_LINE_BEFORE.value
            seen, blank = True, rows.blank_last
        pieces.append(rows)
    offset = offset_type(end)
    return Scan(
        starts=_join([piece.starts for piece in pieces], offset),
        ends=_join([piece.ends for piece in pieces], offset),
        widths=_join([piece.widths for piece in pieces], np.int32),
        flags=_join([piece.flags for piece in pieces], np.uint8),
        values=values.finish(),
        texts=np.concatenate([np.empty((0, 2), np.int64), *(piece.texts for piece in pieces)]),
    )


def offset_type(end: int) -> type[np.signedinteger[Any]]:
    """The integer type of row offsets in a content whose rows end at ``end``."""
    return np.int32 if end < 1 << 31 else np.int64


def skip_partial_line(content: bytes, start: int, end: int) -> int:
    """``start``, or the next line's start where only the blank rest of a line stands there."""
    if start == 0 or (
        content[start - 1] in (_LF, _CR) and content[start - 1 : start + 1] != b"\r\n"
    ):
        return start
    at = skip_blanks(content, start)
    if at >= end:
        return end
    if content[at : at + 2] == b"\r\n":
        return min(at + 2, end)
    return at + 1 if content[at] in (_LF, _CR) else start


def find_cut(content: bytes, target: int, end: int) -> int:
    """The first place at or behind ``target`` where a line has ended, or ``end``."""
    window = _CUT_WINDOW
    # A CR right before the target ends a line there, unless its LF is still to come.
    begin = max(target - 1, 0)
    while begin < end:
        stop = min(begin + window, end)
        found = [
            at
            for at in (content.find(b"\n", begin, stop), content.find(b"\r", begin, stop))
            if at >= 0
        ]
        if found:
            at = min(found)
            return min(at + (2 if content[at : at + 2] == b"\r\n" else 1), end)
        begin, window = stop, 2 * window
    return end


def _cuts(content: bytes, start: int, end: int, size: int) -> Iterator[tuple[int, int]]:
    while start < end:
        stop = find_cut(content, start + size, end) if end - start > size else end
        yield start, stop
        start = stop


def scan_widths(content: bytes, start: int, end: int) -> NDArray[np.int64]:
    """Only the number of tokens of each row in ``content[start:end]``, whole lines."""
    buffer = padded(content, start, end)
    tokens = read_tokens(buffer)
    lines = find_lines(buffer, PAD + end - start, tokens)
    is_text = _find_texts(buffer, tokens.starts[lines.firsts])
    return lines.counts[~is_text]


def _scan_piece(content: bytes, begin: int, stop: int) -> tuple[int, _Rows, NDArray[np.float64]]:
    """Scan whole lines; only the last one of the block may have no line end.

    Returns the size in bytes, the rows, and their values.
    """
    buffer = padded(content, begin, stop)
    tokens = read_tokens(buffer)
    lines = find_lines(buffer, PAD + stop - begin, tokens)
    starts, ends, firsts, counts = tokens.starts, tokens.ends, lines.firsts, lines.counts
    row_starts, row_ends = starts[firsts], ends[firsts + counts - 1]
    flags = np.zeros(len(firsts), np.uint8)
    flags[row_starts != lines.starts] |= RowFlag.LEADING_BLANK.value
    flags[row_ends != lines.ends] |= RowFlag.TRAILING_BLANK.value
    flags[1:][np.diff(lines.numbers) > 1] |= RowFlag.BLANK_LINE_BEFORE.value

    is_text = _find_texts(buffer, row_starts)
    spans = np.stack((row_starts, row_ends), axis=1) + (begin - PAD)
    row_spans = spans
    if is_text.any():
        is_row = ~is_text
        kept = np.repeat(is_row, counts)
        starts, ends = starts[kept], ends[kept]
        row_spans, counts, flags = spans[is_row], counts[is_row], flags[is_row]
        firsts = np.cumsum(counts) - counts

    values = np.empty(len(starts))
    marks = decode_tokens(buffer, starts, ends, values)
    if tokens.after is None:
        marks = _mark_wide_gaps(starts, ends, firsts, marks)
    if marks is not None and len(firsts):
        flags |= np.bitwise_or.reduceat(marks, firsts)
    offset = offset_type(stop)
    rows = _Rows(
        starts=row_spans[:, 0].astype(offset),
        ends=row_spans[:, 1].astype(offset),
        widths=counts.astype(np.int32),
        flags=flags,
        texts=spans[is_text],
        row_first=not is_text[:1].any(),
        blank_first=bool(lines.numbers[0]) if len(spans) else stop > begin,
        blank_last=lines.blank_last,
    )
    return stop - begin, rows, values


def _mark_wide_gaps(
    starts: NDArray[np.int64],
    ends: NDArray[np.int64],
    firsts: NDArray[np.int64],
    marks: NDArray[np.uint8] | None,
) -> NDArray[np.uint8] | None:
    """Mark tokens that are followed by two or more blanks and a token of their own line."""
    wide = starts[1:] - ends[:-1] > 1
    wide[firsts[1:] - 1] = False
    if not wide.any():
        return marks
    if marks is None:
        marks = np.zeros(len(starts), np.uint8)
    marks[:-1][wide] |= RowFlag.WIDE_BLANK.value
    return marks


def _find_texts(buffer: NDArray[np.uint8], firsts: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Which lines are text, by the start of their first token: #, //, <<<<<<<, =======, >>>>>>>."""
    mark = buffer[firsts]
    is_text: NDArray[np.bool_] = mark == ord("#")
    is_text |= (mark == ord("/")) & (buffer[firsts + 1] == ord("/"))
    seven = np.flatnonzero((mark >= ord("<")) & (mark <= ord(">")))
    for step in range(1, 7):
        seven = seven[buffer[firsts[seven] + step] == mark[seven]]
    is_text[seven] = True
    return is_text


class _Values:
    """The values of all pieces in one array that grows in place."""

    def __init__(self, total_bytes: int) -> None:
        self._total = total_bytes
        self._read = 0
        self._size = 0
        self._array = np.empty(0)

    def append(self, piece: NDArray[np.float64], size_bytes: int) -> None:
        self._read += size_bytes
        size = self._size + len(piece)
        if size > len(self._array):
            # What is left is taken to be as dense as what has been read, and a little denser.
            left = (self._total - self._read) / self._read * size
            self._array.resize(size + int(left * 1.02), refcheck=False)
        self._array[self._size : size] = piece
        self._size = size

    def finish(self) -> NDArray[np.float64]:
        self._array.resize(self._size, refcheck=False)
        return self._array


def _join(parts: list[NDArray[Any]], dtype: type) -> NDArray[Any]:
    return np.concatenate([np.empty(0, dtype), *parts], dtype=dtype)
