"""Eight characters of a number at once: arithmetic on the bytes of 64-bit words.

A word holds eight bytes of text in file order, the first in its lowest byte. Digits are told from
other characters and joined into one number by adding, masking and multiplying whole words.
"""

from __future__ import annotations

import numpy as np
from numpy.lib.stride_tricks import as_strided
from numpy.typing import NDArray

WORD = 8


def each(byte: int) -> np.uint64:
    """A word of eight equal bytes."""
    return np.uint64(byte * 0x0101010101010101)


ZEROS = each(ord("0"))
POINT = each(ord(".") ^ ord("0"))

#: Added to a digit 0 .. 9, this leaves the byte's high bit clear; to another below 128, sets it.
OVER_NINE = each(0x76)
#: Added to 0, this leaves the byte's high bit clear; to another below 128, sets it.
OVER_ZERO = each(0x7F)
HIGH = each(0x80)

#: Masks of the last 0 .. 8 bytes of a word.
_LAST_BYTES = np.array(
    [(1 << 64) - (1 << 8 * (WORD - kept)) for kept in range(WORD + 1)], np.uint64
)

_ONE = np.uint64(1)
_BYTE = np.uint64(8)
_PAIRS = np.uint64(0x00FF00FF00FF00FF)
_FOURS = np.uint64(0x0000FFFF0000FFFF)
_TO_PAIRS = np.uint64(10 * (1 << 8) + 1)
_TO_FOURS = np.uint64(100 * (1 << 16) + 1)
_TO_EIGHT = np.uint64(10_000 * (1 << 32) + 1)

# Division by multiplying and shifting, exact for numbers of eight, four and two digits.
_TEN_THOUSANDTH = np.uint64((1 << 40) // 10_000 + 1)
_HUNDREDTH = np.uint64((1 << 20) // 100 + 1)
_TENTH = np.uint64((1 << 10) // 10 + 1)
_LOW_OF_FOURS = np.uint64(0x0000007F0000007F)
_LOW_OF_PAIRS = np.uint64(0x000F000F000F000F)


def windows(buffer: NDArray[np.uint8], ends: NDArray[np.int64], words: int) -> NDArray[np.uint64]:
    """The ``words`` words of text before each end, the first first, (words, n), a new array."""
    text = slots_before(buffer, ends, words * WORD).view("<u8")
    return text.T.astype(np.uint64, order="C")


def slots_before(
    buffer: NDArray[np.uint8], ends: NDArray[np.int64], size: int
) -> NDArray[np.uint8]:
    """The ``size`` bytes before each end, (n, size), a new array."""
    every = as_strided(
        buffer[:size].view(f"V{size}"), (len(buffer) - size + 1,), (1,), writeable=False
    )
    return every[ends - size].view(np.uint8).reshape(-1, size)


def keep_last(words: int) -> NDArray[np.uint64]:
    """Masks that keep the last k bytes of a window, (words, 8 * words + 1), to be taken by k."""
    behind = np.arange(words)[::-1, None] * WORD
    masks: NDArray[np.uint64] = _LAST_BYTES[np.clip(np.arange(words * WORD + 1) - behind, 0, WORD)]
    return masks


def drop_point(
    text: NDArray[np.uint64],
) -> tuple[NDArray[np.uint64], NDArray[np.uint64], NDArray[np.uint64]]:
    """Close the gap that the point leaves among digits, in place.

    ``text`` are words of ASCII text after exclusive or with ``ZEROS``; bytes that do not belong to
    the number are 0. Returns the words without their point, the digits behind it moved one byte
    down and a 0 after them, so that such a word counts ten times as much; masks of the bytes before
    the point, all bits where the word has none; and words that are not 0 where the text holds
    another character, or a second point.
    """
    other = text + OVER_NINE
    other &= HIGH
    bad = text ^ POINT
    bad += OVER_ZERO
    bad &= other
    point = np.right_shift(other, np.uint64(7), out=other)
    before = point - _ONE
    point &= before
    bad |= point
    moved = np.right_shift(text, _BYTE, out=point)
    text ^= moved
    text &= before
    text ^= moved
    return text, before, bad


def join_digits(digits: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """The number that eight digits 0 .. 9 make, in place: 0 to 99,999,999."""
    digits *= _TO_PAIRS
    digits >>= np.uint64(8)
    digits &= _PAIRS
    digits *= _TO_FOURS
    digits >>= np.uint64(16)
    digits &= _FOURS
    digits *= _TO_EIGHT
    digits >>= np.uint64(32)
    return digits


def spell_digits(number: NDArray[np.int64]) -> NDArray[np.uint64]:
    """The eight ASCII digits of numbers 0 to 99,999,999, the first digit in the lowest byte."""
    word = number.astype(np.uint64)
    upper = (word * _TEN_THOUSANDTH) >> np.uint64(40)
    word -= upper * np.uint64(10_000)
    word <<= np.uint64(32)
    word |= upper
    upper = ((word * _HUNDREDTH) >> np.uint64(20)) & _LOW_OF_FOURS
    word -= upper * np.uint64(100)
    word <<= np.uint64(16)
    word |= upper
    upper = ((word * _TENTH) >> np.uint64(10)) & _LOW_OF_PAIRS
    word -= upper * np.uint64(10)
    word <<= np.uint64(8)
    word |= upper
    word |= ZEROS
    return word
