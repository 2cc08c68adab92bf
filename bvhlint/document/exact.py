"""Numbers of up to 32 characters, and with exponents, to float64 by arithmetic in two doubles.

The digits are an integer that two float64 hold to about 106 bits, and so are the powers of ten.
Their product is known far beyond the last bit of a float64; the few that lie too near to the middle
between two of them to be rounded safely are left to Python's ``float``.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from bvhlint.document.digits import (
    HIGH,
    OVER_NINE,
    OVER_ZERO,
    WORD,
    ZEROS,
    drop_point,
    each,
    join_digits,
    keep_last,
    windows,
)
from bvhlint.document.doubles import multiply_exactly

_Floats: TypeAlias = "NDArray[np.float64]"
_Words: TypeAlias = "NDArray[np.uint64]"
_Ints: TypeAlias = "NDArray[np.int64]"

_MANTISSA_WORDS = 4
_MASKS = keep_last(_MANTISSA_WORDS)
#: Decimals by word and by the byte of the point in it; 8 means that it has none.
_PLACES = np.array(
    [
        [WORD * (_MANTISSA_WORDS - 1 - word) + (WORD - 1 - byte) for byte in range(WORD)] + [0]
        for word in range(_MANTISSA_WORDS)
    ]
)
_TAIL_MASKS = keep_last(1)[0]
_LOWER_CASE = each(0x20)
_LETTER_E = each(ord("e"))

#: What the words before one are multiplied with: it has eight digits, or seven with the point.
_WEIGHTS = np.array([10**8, 10**7])
#: With powers of ten beyond this a product of two doubles, or its error, may leave their range.
MAX_POWER = 270
#: Far more than the error of the product, far less than the last bit: a share of the value.
_MARGIN = 2.0**-96


class ExactResult(NamedTuple):
    """What ``decode_exact`` found; values are right only where ``known``."""

    values: _Floats
    known: NDArray[np.bool_]
    has_exponent: NDArray[np.bool_]


def decode_exact(buffer: NDArray[np.uint8], starts: _Ints, ends: _Ints) -> ExactResult:
    """The values of tokens of ASCII text in a padded piece."""
    lead = buffer[starts]
    negative = lead == ord("-")
    begins = starts + (negative | (lead == ord("+")))
    mantissa_ends, exponents, has_exponent, bad = _read_exponents(buffer, begins, ends)
    high, low, places, flawed = _read_mantissas(buffer, begins, mantissa_ends)
    bad |= flawed
    zero = high == 0.0
    power = exponents - places
    power[zero] = 0
    bad |= np.abs(power) > MAX_POWER
    np.clip(power, -MAX_POWER, MAX_POWER, out=power)
    values, sure = scale(high, low, power)
    values.view(np.uint64)[:] |= negative.astype(np.uint64) << np.uint64(63)
    return ExactResult(values, (sure | zero) & ~bad, has_exponent)


def _read_exponents(
    buffer: NDArray[np.uint8], begins: _Ints, ends: _Ints
) -> tuple[_Ints, _Ints, NDArray[np.bool_], NDArray[np.bool_]]:
    """Where mantissas end, the exponents, which tokens have one, and which are faulty."""
    text = windows(buffer, ends, 1)[0]
    text &= _TAIL_MASKS.take(ends - begins, mode="clip")
    letter = ~(((text | _LOWER_CASE) ^ _LETTER_E) + OVER_ZERO) & HIGH
    unit = letter >> np.uint64(7)
    before = unit - np.uint64(1)  # with several letters: before the first
    tail = WORD - (np.bitwise_count(before) >> 3).astype(np.int64)
    has_exponent = tail > 0
    mantissa_ends = ends - tail
    sign = buffer[mantissa_ends + 1]
    down = (sign == ord("-")) & has_exponent
    signed = down | ((sign == ord("+")) & has_exponent)
    count = tail - signed - 1
    digits = (text ^ ZEROS) & _TAIL_MASKS.take(count, mode="clip")
    bad = ((digits + OVER_NINE) & HIGH) != 0
    bad |= has_exponent & (count < 1)
    exponents = join_digits(digits).astype(np.int64)
    np.negative(exponents, out=exponents, where=down)
    return mantissa_ends, exponents, has_exponent, bad


def _read_mantissas(
    buffer: NDArray[np.uint8], begins: _Ints, ends: _Ints
) -> tuple[_Floats, _Floats, _Ints, NDArray[np.bool_]]:
    """The digits of each mantissa as one integer in two doubles, its decimals, and faults."""
    sizes = ends - begins
    words = min(max(-(-int(sizes.max()) // WORD), 1), _MANTISSA_WORDS)
    text = windows(buffer, ends, words)
    text ^= ZEROS
    for word, masks in zip(text, _MASKS[-words:], strict=True):
        word &= masks.take(sizes, mode="clip")
    digits, before, flaws = drop_point(text)
    index = np.bitwise_count(before) >> 3
    has_point = index < WORD
    points = has_point.sum(axis=0, dtype=np.int8)
    bad = np.bitwise_or.reduce(flaws) != 0
    bad |= (points > 1) | (sizes <= points) | (sizes > WORD * _MANTISSA_WORDS)
    places = sum(table.take(at) for table, at in zip(_PLACES[-words:], index, strict=True))

    # Back to seven digits in a word with a point: it counted ten times as much.
    digits <<= has_point.astype(np.uint64) << np.uint64(3)
    number = join_digits(digits).astype(np.int64)
    return *_join_words(number, _WEIGHTS.take(has_point)), places, bad


def _join_words(number: _Ints, weight: _Ints) -> tuple[_Floats, _Floats]:
    """One to four numbers of up to eight digits (words, n) as one integer in two doubles."""
    words = len(number)
    lower = number[-1] + number[-2] * weight[-1] if words > 1 else number[0]
    add_high, add_low = _as_doubles(lower)
    if words <= 2:
        return add_high, add_low
    upper = number[-3] + number[-4] * weight[-3] if words > 3 else number[0]
    factor = (weight[-2] * weight[-1]).astype(np.float64)
    high, low = _multiply(*_as_doubles(upper), factor)
    total = high + add_high
    part = total - high
    rest = (high - (total - part)) + (add_high - part)
    rest += low + add_low
    high = total + rest
    return high, rest - (high - total)


def _as_doubles(integer: _Ints) -> tuple[_Floats, _Floats]:
    """An integer below 2^63 as the sum of two doubles, the first the nearest to it."""
    high = integer.astype(np.float64)
    return high, (integer - high.astype(np.int64)).astype(np.float64)


def _multiply(high: _Floats, low: _Floats, factor: _Floats) -> tuple[_Floats, _Floats]:
    """The product of a number in two doubles and a double, in two doubles."""
    product, error = multiply_exactly(high, factor)
    error += low * factor
    return product, error


def scale(high: _Floats, low: _Floats, power: _Ints) -> tuple[_Floats, NDArray[np.bool_]]:
    """A number in two doubles times 10^-270 .. 10^270, rounded, and where the rounding is sure."""
    tens, tens_low = _powers()
    product, error = _multiply(high, low, tens.take(power + MAX_POWER))
    error += high * tens_low.take(power + MAX_POWER)
    value = product + error
    rest = error - (value - product)
    margin = np.abs(value) * _MARGIN
    sure = (value + (rest + margin) == value) & (value + (rest - margin) == value)
    return value, sure


@cache
def _powers() -> tuple[_Floats, _Floats]:
    """10^-270 .. 10^270 as the sums of two doubles."""
    from fractions import Fraction  # late: few files have numbers that need it

    high, low = [], []
    for power in range(-MAX_POWER, MAX_POWER + 1):
        exact = Fraction(10) ** power
        high.append(float(exact))
        low.append(float(exact - Fraction(high[-1])))
    return np.array(high), np.array(low)
