"""Where tokens stand: runs of bytes between blanks (space, tab) and line ends (CR, LF)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

#: Bytes before and behind a padded piece, so that windows of some words never leave it.
PAD = 32

_SPACE = 32


def padded(content: bytes, start: int, end: int) -> NDArray[np.uint8]:
    """A copy of ``content[start:end]`` with ``PAD`` blanks on both sides.

    Its length is a multiple of eight, so that it can be viewed as words; what follows the second
    padding are blanks too.
    """
    size = end - start
    buffer = np.empty((size + 2 * PAD + 7) & ~7, np.uint8)
    buffer[:PAD] = _SPACE
    buffer[PAD : PAD + size] = np.frombuffer(content, np.uint8, size, start)
    buffer[PAD + size :] = _SPACE
    return buffer


def find_tokens(buffer: NDArray[np.uint8]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Starts and ends of all tokens in a padded piece, shape (tokens,) each, offsets into it."""
    apart = buffer <= _SPACE
    if np.count_nonzero(buffer < _SPACE) != _count_spacing(buffer):
        # Other control bytes are parts of tokens, not blanks.
        apart = _is_spacing(buffer)
    edges = np.flatnonzero(apart[1:] != apart[:-1]) + 1
    return np.ascontiguousarray(edges[0::2]), np.ascontiguousarray(edges[1::2])


def _count_spacing(buffer: NDArray[np.uint8]) -> int:
    """How many tabs and line ends there are."""
    return sum(int(np.count_nonzero(buffer == byte)) for byte in b"\t\n\r")


def _is_spacing(buffer: NDArray[np.uint8]) -> NDArray[np.bool_]:
    spacing: NDArray[np.bool_] = buffer == _SPACE
    for byte in b"\t\n\r":
        spacing |= buffer == byte
    return spacing
