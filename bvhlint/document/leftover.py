"""The tokens that the fast ways of reading numbers leave: words, passed over in bulk, and the rest,
read one by one."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from bvhlint.document.numbers import NUMBER, cell_value

#: Marks of a token.
EXPONENT = 1
ODD = 2

_LOWER_CASE = np.uint8(0x20)
# No way to write a float64 is longer, but with needless digits. It bounds the memory.
_LONGEST = 64
_IN_NO_NUMBER = np.array([chr(byte) not in "0123456789+-.eE" for byte in range(256)])
_IS_SIGN = np.array([chr(byte) in "+-" for byte in range(256)])
_BEFORE_SIGN = np.array([chr(byte) in "eE" for byte in range(256)])


def pass_over_words(
    buffer: NDArray[np.uint8],
    starts: NDArray[np.int64],
    ends: NDArray[np.int64],
    rest: NDArray[np.int64],
    out: NDArray[np.float64],
    marks: NDArray[np.uint8],
) -> NDArray[np.int64]:
    """Set those of the tokens numbered ``rest`` to NaN that can be no number.

    Returns the others, among them every spelling of an infinity.
    """
    begin = starts[rest]
    word = are_words(buffer, begin, ends[rest])
    begin += (buffer[begin] == ord("-")) | (buffer[begin] == ord("+"))
    word &= ((buffer[begin] | _LOWER_CASE) != ord("i")) & (buffer[begin + 2] != ord("#"))
    out[rest[word]] = np.nan
    marks[rest[word]] = ODD
    return rest[~word]


def are_words(
    buffer: NDArray[np.uint8], starts: NDArray[np.int64], ends: NDArray[np.int64]
) -> NDArray[np.bool_]:
    """Which tokens hold a byte that is in no number, or a sign where none can be (``1.5-2.5``).

    Of a long token only the first bytes are looked at.
    """
    size = np.minimum(ends - starts, _LONGEST)
    first = np.cumsum(size) - size
    # The bytes of these tokens alone, one after another.
    places = np.arange(int(size.sum())) + np.repeat(starts - first, size)
    text = buffer[places]
    strange = _IS_SIGN[text] & ~_BEFORE_SIGN[buffer[places - 1]]
    strange[first] = False
    strange |= _IN_NO_NUMBER[text]
    words: NDArray[np.bool_] = np.logical_or.reduceat(strange, first)
    return words


def decode_singly(
    buffer: NDArray[np.uint8],
    starts: NDArray[np.int64],
    ends: NDArray[np.int64],
    rest: NDArray[np.int64],
    out: NDArray[np.float64],
    marks: NDArray[np.uint8],
) -> None:
    """Decode the tokens numbered ``rest`` one after another; equal texts are read once."""
    text = buffer.data
    known: dict[bytes, tuple[float, int]] = {}
    for index, start, end in zip(
        rest.tolist(), starts[rest].tolist(), ends[rest].tolist(), strict=True
    ):
        raw = text[start:end].tobytes()
        if raw not in known:
            known[raw] = _read_token(raw)
        out[index], marks[index] = known[raw]


def _read_token(raw: bytes) -> tuple[float, int]:
    value = cell_value(raw)
    mark = 0 if np.isfinite(value) else ODD
    if NUMBER.fullmatch(raw) and (b"e" in raw or b"E" in raw):
        mark |= EXPONENT
    return value, mark
