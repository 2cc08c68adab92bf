"""Where tokens and lines stand: tokens are runs of bytes between blanks (space, tab) and line ends.

A line ends at CR, LF or CRLF. Other control bytes are parts of tokens.
"""

from __future__ import annotations

import re
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

#: Bytes before and behind a padded piece, so that windows of up to five words never leave it.
PAD = 40

_SPACE, _TAB, _LF, _CR = b" \t\n\r"
_NO_BLANK = re.compile(rb"[^ \t]")


class Tokens(NamedTuple):
    """Tokens of a padded piece, their spans as offsets into it, shape (tokens,) each.

    ``after`` (tokens,) are the bytes behind the tokens if any two tokens have just one byte between
    them, None if some have more.
    """

    starts: NDArray[np.int64]
    ends: NDArray[np.int64]
    after: NDArray[np.uint8] | None


class Lines(NamedTuple):
    """The lines of a padded piece that hold tokens, as arrays of shape (lines,)."""

    starts: NDArray[np.int64]
    ends: NDArray[np.int64]  # before the line end
    firsts: NDArray[np.int64]  # the number of the line's first token
    counts: NDArray[np.int64]  # how many tokens the line has
    numbers: NDArray[np.int64]  # the number of the line in the piece, blank ones counted
    blank_last: bool  # the piece's last line is blank


def padded(content: bytes, start: int, end: int) -> NDArray[np.uint8]:
    """A copy of ``content[start:end]`` with ``PAD`` blanks on both sides."""
    size = end - start
    buffer = np.empty(size + 2 * PAD, np.uint8)
    buffer[:PAD] = _SPACE
    buffer[PAD : PAD + size] = np.frombuffer(content, np.uint8, size, start)
    buffer[PAD + size :] = _SPACE
    return buffer


def skip_blanks(content: bytes, at: int) -> int:
    """The first place from ``at`` on where no blank stands, or the content's end."""
    found = _NO_BLANK.search(content, at)
    return found.start() if found else len(content)


def skip_blanks_back(content: bytes, at: int) -> int:
    """The place behind the last byte before ``at`` that is no blank, or 0."""
    size = 1 << 10
    while at:
        piece = content[max(at - size, 0) : at]
        kept = len(piece.rstrip(b" \t"))
        at -= len(piece) - kept
        if kept:
            break
        size *= 2
    return at


def find_tokens(buffer: NDArray[np.uint8]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Starts and ends of all tokens of a padded piece, as offsets into it."""
    tokens = read_tokens(buffer)
    return tokens.starts, tokens.ends


def read_tokens(buffer: NDArray[np.uint8]) -> Tokens:
    """Find all tokens of a padded piece and what stands between them."""
    # All control bytes are taken for spacing at first: that is one comparison, not four.
    apart = buffer <= _SPACE
    starts, ends = _find_runs(apart)
    if not len(starts):
        return _find_strictly(buffer)
    between = int(np.count_nonzero(apart)) - int(starts[0]) - (len(buffer) - int(ends[-1]))
    if between != len(starts) - 1:
        if np.count_nonzero(buffer < _SPACE) != _count_controls(buffer):
            return _find_strictly(buffer)
        return Tokens(starts, ends, None)
    after = buffer[ends]
    outside = np.concatenate((buffer[: starts[0]], buffer[ends[-1] :]))
    for part in (after, outside):
        if np.count_nonzero(part < _SPACE) != _count_controls(part):
            return _find_strictly(buffer)
    return Tokens(starts, ends, after)


def find_lines(buffer: NDArray[np.uint8], stop: int, tokens: Tokens) -> Lines:
    """Find the lines of a padded piece that ends at ``stop``; the last may have no line end."""
    if tokens.after is not None:
        tail = buffer[tokens.ends[-1] : stop].tobytes()
        ahead = buffer[PAD : tokens.starts[0]]
        if tail in (b"", b"\n", b"\r", b"\r\n") and not (ahead < _SPACE).any():
            return _lines_of_single_gaps(stop, tokens, tokens.after)
    starts, ends = _find_line_ends(buffer, stop)
    firsts = np.searchsorted(tokens.starts, starts)
    counts = np.diff(firsts, append=len(tokens.starts))
    filled = np.flatnonzero(counts)
    blank_last = len(counts) > 0 and not counts[-1]
    return Lines(
        starts[filled], ends[filled], firsts[filled], counts[filled], filled, bool(blank_last)
    )


def _find_runs(apart: NDArray[np.bool_]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Starts and ends of the runs that are not ``apart``, which begins and ends with True."""
    edge = np.empty(len(apart), np.bool_)
    edge[0] = False
    np.not_equal(apart[1:], apart[:-1], out=edge[1:])
    edges = np.flatnonzero(edge)
    return edges[0::2], edges[1::2]


def _find_strictly(buffer: NDArray[np.uint8]) -> Tokens:
    """Find tokens where other control bytes stand among them."""
    apart: NDArray[np.bool_] = buffer == _SPACE
    for byte in (_TAB, _LF, _CR):
        apart |= buffer == byte
    return Tokens(*_find_runs(apart), None)


def _count_controls(part: NDArray[np.uint8]) -> int:
    """How many tabs and line ends there are."""
    return sum(int(np.count_nonzero(part == byte)) for byte in (_TAB, _LF, _CR))


def _lines_of_single_gaps(stop: int, tokens: Tokens, after: NDArray[np.uint8]) -> Lines:
    """Lines where every byte between two tokens stands alone: none of them can be blank."""
    last = np.flatnonzero((after == _LF) | (after == _CR))
    ends = tokens.ends[last]
    firsts = np.concatenate((np.zeros(1, np.int64), last + 1))
    starts = np.concatenate((np.full(1, PAD), ends + 1))
    if len(last) and last[-1] == len(after) - 1:
        firsts, starts = firsts[:-1], starts[:-1]
    else:
        ends = np.append(ends, stop)
    counts = np.diff(firsts, append=len(after))
    return Lines(starts, ends, firsts, counts, np.arange(len(firsts)), False)


def _find_line_ends(
    buffer: NDArray[np.uint8], stop: int
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Starts and ends of all lines in a padded piece that ends at ``stop``, line ends left out."""
    is_end = buffer == _LF
    is_cr = buffer == _CR
    if is_cr.any():
        is_end[1:] &= ~is_cr[:-1]
        is_end |= is_cr
        ends = np.flatnonzero(is_end)
        behind = ends + 1 + (is_cr[ends] & (buffer[ends + 1] == _LF))
    else:
        ends = np.flatnonzero(is_end)
        behind = ends + 1
    starts = np.concatenate((np.full(1, PAD), behind))
    if starts[-1] < stop:
        return starts, np.append(ends, stop)
    return starts[:-1], ends
