"""Copies many short pieces of one byte array, one after another, without a Python loop."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Offsets = NDArray[np.int64]


def gather(arena: NDArray[np.uint8], starts: Offsets, lengths: Offsets) -> bytes:
    """The bytes ``arena[start : start + length]`` of all pieces, joined in order."""
    lengths = lengths.ravel()
    ends = np.cumsum(lengths)
    total = int(ends[-1]) if len(ends) else 0
    # For each byte of the result: its place there, moved to its piece's place in the arena.
    index = np.arange(total)
    index += np.repeat(starts.ravel() - (ends - lengths), lengths)
    return arena[index].tobytes()
