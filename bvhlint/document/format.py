"""Float64 to text in bulk: fixed decimals, rounded as Python's ``%.*f`` rounds.

Every text is made in a slot of whole words: the whole digits end where the point begins, so that
sign, digits, point and decimals lie one after another somewhere inside the slot.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bvhlint.document.digits import WORD, spell_digits
from bvhlint.document.doubles import multiply_exactly, round_product

#: More whole digits or decimals than these are written one by one.
MOST_WHOLE_DIGITS = 15
MOST_DECIMALS = 18
_POINT_FOR_ZERO = np.uint64(ord("0") ^ ord("."))
_MINUS = ord("-")
_TENS = 10 ** np.arange(19, dtype=np.int64)
_FLOAT_TENS = 10.0 ** np.arange(23.0)


class Texts(NamedTuple):
    """Many short texts: the bytes ``buffer[start : start + length]`` of each, in order.

    What else stands in ``buffer`` is of no meaning.
    """

    buffer: NDArray[np.uint8]
    starts: NDArray[np.int64]
    lengths: NDArray[np.int64]

    def to_list(self) -> list[bytes]:
        """The texts one by one, for few."""
        data = self.buffer.tobytes()
        return [
            data[start : start + length]
            for start, length in zip(self.starts.tolist(), self.lengths.tolist(), strict=True)
        ]


def format_decimals(values: NDArray[np.float64], decimals: NDArray[np.int64] | int) -> Texts:
    """Write each of ``values`` (n,) with its number of ``decimals``, one for all or (n,).

    The text is that of ``"%.*f"``: the double's exact value rounded to the decimals, halves to the
    even digit, a minus before what rounds to zero from below, no point without decimals.
    """
    count = len(values)
    places = np.broadcast_to(np.asarray(decimals, np.int64), (count,))
    size = np.abs(values)
    # Rounded up, the last below the power of ten would have a digit more.
    odd = ~(size < float(10**MOST_WHOLE_DIGITS - 1)) | (places > MOST_DECIMALS)
    if odd.any():
        size = np.where(odd, 0.0, size)
        places = np.where(odd, 0, places)
    whole_float = np.floor(size)
    fraction = _round_fraction(size - whole_float, places)
    no_point = places == 0
    if no_point.any():
        # A half goes to the even digit, which is here the last whole one.
        fraction[no_point] = (np.rint(size) - whole_float)[no_point]
    whole = whole_float.astype(np.int64)
    carried = fraction == _TENS.take(places)
    whole += carried
    fraction[carried] = 0

    texts = place_digits(np.signbit(values), whole, fraction, places)
    return _replace(texts, odd, values, decimals) if odd.any() else texts


def place_digits(
    negative: NDArray[np.bool_],
    whole: NDArray[np.int64],
    fraction: NDArray[np.int64],
    places: NDArray[np.int64],
) -> Texts:
    """Put signs, whole numbers below 10^15 and fractions of 0 to 18 digits together, all (n,)."""
    words = _whole_words(whole)
    point = WORD * len(words)
    words += _fraction_words(fraction, places)
    slots = np.empty((len(whole), len(words)), "<u8")
    for column, word in enumerate(words):
        slots[:, column] = word
    buffer = slots.view(np.uint8).ravel()

    digits = _count_digits(whole)
    starts = np.arange(len(whole)) * (WORD * len(words)) + (point - digits)
    lengths = digits + places + (places > 0)
    starts -= negative
    lengths += negative
    buffer[starts[negative]] = _MINUS
    return Texts(buffer, starts, lengths)


def _round_fraction(fraction: NDArray[np.float64], places: NDArray[np.int64]) -> NDArray[np.int64]:
    """Fractions in 0 .. 1 times a power of ten, rounded to integers, halves to the even one."""
    tens = _FLOAT_TENS.take(places)
    scaled = fraction * tens
    rounded = np.rint(scaled)
    # The product is off by half its last bit: near a half that may turn the rounding, and from
    # 2^51 on every number is as near.
    doubtful = np.abs(np.abs(scaled - rounded) - 0.5) <= scaled * 2.0**-52
    result = rounded.astype(np.int64)
    if doubtful.any():
        product = multiply_exactly(fraction[doubtful], tens[doubtful])
        result[doubtful] = round_product(*product)
    return result


def _count_digits(whole: NDArray[np.int64]) -> NDArray[np.int64]:
    """How many digits integers of 0 and more have, at least 1."""
    count = np.ones(len(whole), np.int64)
    most = int(whole.max(initial=0))
    for tens in _TENS[1:].tolist():
        if tens > most:
            break
        count += whole >= tens
    return count


def _whole_words(whole: NDArray[np.int64]) -> list[NDArray[np.uint64]]:
    """The digits of integers below 10^15, with at least one byte before the first for a sign."""
    if int(whole.max(initial=0)) < 10 ** (WORD - 1):
        return [spell_digits(whole)]
    upper = whole // 10**WORD
    return [spell_digits(upper), spell_digits(whole - upper * 10**WORD)]


def _fraction_words(
    fraction: NDArray[np.int64], places: NDArray[np.int64]
) -> list[NDArray[np.uint64]]:
    """The point and the decimals, 7 in the first word and 8 in each further one."""
    most = int(places.max(initial=0))
    if not most:
        return []
    if most < WORD:
        first = fraction * _TENS.take(WORD - 1 - places)
        rest: list[NDArray[np.int64]] = []
    else:
        whole, last = fraction, None
        if most >= 2 * WORD:
            lower = np.maximum(places - (2 * WORD - 1), 0)
            whole = fraction // _TENS.take(lower)
            last = (fraction - whole * _TENS.take(lower)) * _TENS.take(WORD - lower)
        whole = whole * _TENS.take(np.maximum(2 * WORD - 1 - places, 0))
        first = whole // 10**WORD
        rest = [whole - first * 10**WORD]
        if last is not None:
            rest.append(last)
    point = spell_digits(first)
    point ^= _POINT_FOR_ZERO
    return [point, *(spell_digits(part) for part in rest)]


def _replace(
    texts: Texts,
    odd: NDArray[np.bool_],
    values: NDArray[np.float64],
    decimals: NDArray[np.int64] | int,
) -> Texts:
    """The texts with those of ``odd`` values written one by one."""
    places = np.broadcast_to(np.asarray(decimals, np.int64), values.shape)[odd]
    written = [
        b"%.*f" % (place, value)
        for place, value in zip(places.tolist(), values[odd].tolist(), strict=True)
    ]
    return replace_texts(texts, np.flatnonzero(odd), written)


def replace_texts(texts: Texts, which: NDArray[np.int64], written: list[bytes]) -> Texts:
    """The texts with those numbered ``which`` replaced."""
    lengths = np.array([len(text) for text in written], np.int64)
    buffer = np.frombuffer(b"".join(written), np.uint8)
    return insert_texts(texts, which, Texts(buffer, np.cumsum(lengths) - lengths, lengths))


def insert_texts(texts: Texts, which: NDArray[np.int64], others: Texts) -> Texts:
    """The texts with ``others`` in place of those numbered ``which``."""
    starts, lengths = texts.starts.copy(), texts.lengths.copy()
    starts[which] = others.starts + len(texts.buffer)
    lengths[which] = others.lengths
    return Texts(np.concatenate((texts.buffer, others.buffer)), starts, lengths)
