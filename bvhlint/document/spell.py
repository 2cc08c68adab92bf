"""Float64 to their shortest decimals in bulk: those that Python's ``repr`` finds, written plainly.

A decimal of up to 15 digits that is next to a value is the shortest if it reads back; otherwise the
one of 16 digits, if that does; otherwise that of 17, which always does.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from bvhlint.document.doubles import multiply_exactly, round_product
from bvhlint.document.exact import scale
from bvhlint.document.format import MOST_DECIMALS, Texts, place_digits, replace_texts

#: Between these the digits are found in bulk: powers of ten up to 10^22 are exact, and so are
#: powers of two in 15 digits, to which the float below lies nearer than the one above.
_LEAST, _BEYOND = 1e-5, 1e14
_TENS: NDArray[np.float64] = 10.0 ** np.arange(23.0)
_INTEGER_TENS = 10 ** np.arange(19, dtype=np.int64)


def spell_value(value: float) -> bytes:
    """The shortest plain decimal of a finite value: no exponent, no point without decimals."""
    text = repr(value)
    if "e" in text:
        from decimal import Decimal  # late: few values are so large or so small

        text = f"{Decimal(text):f}"
    return text.removesuffix(".0").encode()


def spell_values(values: NDArray[np.float64]) -> Texts:
    """``spell_value`` of finite values (n,)."""
    size = np.abs(values)
    odd = ~((size >= _LEAST) & (size < _BEYOND) | (size == 0))
    size[odd] = 0
    digits, places, unsure = _find_digits(size)
    odd |= unsure
    digits, places = _drop_zeros(digits, places)
    odd |= places > MOST_DECIMALS
    digits[odd], places[odd] = 0, 0
    tens = _INTEGER_TENS.take(places)
    whole = digits // tens
    texts = place_digits(np.signbit(values), whole, digits - whole * tens, places)
    if not odd.any():
        return texts
    return replace_texts(
        texts, np.flatnonzero(odd), [spell_value(value) for value in values[odd].tolist()]
    )


def _find_digits(
    size: NDArray[np.float64],
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.bool_]]:
    """The shortest digits of each, how many of them are decimals, and which are not known."""
    # Beside a power of ten the logarithm may be off by one. A digit less does no harm; nor does one
    # more right above, where decimals of 16 digits lie farther apart than floats.
    exponent = np.floor(np.log10(size, where=size > 0, out=np.zeros_like(size))).astype(np.int64)
    digits, places, found, unsure = _try(size, 15, exponent)
    for length in (16, 17):
        left = np.flatnonzero(~found)
        if not len(left):
            break
        digits[left], places[left], found[left], undecided = _try(
            size[left], length, exponent[left]
        )
        unsure[left] |= undecided
    return digits, places, unsure | ~found


def _try(
    size: NDArray[np.float64], length: int, exponent: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.bool_], NDArray[np.bool_]]:
    """The nearest decimals of ``length`` digits: these, how many of them are decimals, whether they
    read back, and for which that is not sure."""
    places = length - 1 - exponent
    # Of two equally near the even one, as ``repr`` does.
    digits = round_product(*multiply_exactly(size, _TENS.take(places)))
    high = digits.astype(np.float64)
    low = (digits - high.astype(np.int64)).astype(np.float64)
    value, sure = scale(high, low, -places)
    return digits, places, value == size, ~sure


def _drop_zeros(
    digits: NDArray[np.int64], places: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The same numbers without zeros at the end of their decimals."""
    for step in (8, 4, 2, 1):
        tens = int(_INTEGER_TENS[step])
        shorter = digits // tens
        drop = (shorter * tens == digits) & (places >= step)
        digits = np.where(drop, shorter, digits)
        places = places - step * drop
    return digits, places
