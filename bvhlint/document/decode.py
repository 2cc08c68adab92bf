"""Text to float64 in bulk: every value equals that of Python's ``float`` to the last bit."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from bvhlint.document.numbers import NUMBER, cell_value

#: Marks of a token.
EXPONENT = 1
ODD = 2


def decode_tokens(
    buffer: NDArray[np.uint8],
    starts: NDArray[np.int64],
    ends: NDArray[np.int64],
    out: NDArray[np.float64],
) -> NDArray[np.uint8] | None:
    """Write the values of the tokens at ``starts`` to ``ends`` of a padded piece into ``out``.

    Returns the tokens' marks, shape (tokens,), or None where no token has one: EXPONENT for a
    number with an exponent, ODD for a token whose value is not finite.
    """
    text = buffer.tobytes()
    marks = np.zeros(len(starts), np.uint8)
    for index, (start, end) in enumerate(zip(starts.tolist(), ends.tolist(), strict=True)):
        raw = text[start:end]
        out[index] = cell_value(raw)
        if NUMBER.fullmatch(raw) and (b"e" in raw or b"E" in raw):
            marks[index] |= EXPONENT
    marks[~np.isfinite(out)] |= ODD
    return marks if marks.any() else None
