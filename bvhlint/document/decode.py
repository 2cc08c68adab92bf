"""Text to float64 in bulk: every value equals that of Python's ``float`` to the last bit.

Up to sixteen characters of digits and a point are one integer that a float64 holds exactly, divided
once by a power of ten that it holds exactly too: the quotient is the correctly rounded value.
Longer numbers and exponents take two doubles (``exact``); what remains is read one by one.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from bvhlint.document.digits import (
    HIGH,
    OVER_NINE,
    WORD,
    ZEROS,
    drop_point,
    join_digits,
    keep_last,
    windows,
)
from bvhlint.document.exact import decode_exact
from bvhlint.document.leftover import EXPONENT, are_words, decode_singly, pass_over_words

_SHORT = 2 * WORD
_SHORT_MASKS = keep_last(2)
_WHOLE_MASKS = keep_last(1)[0]
_SAMPLE = 64
#: Fewer tokens than this are read sooner one by one than in bulk.
_FEW = 40
#: Of a line without end no more than this is decoded at once.
_MOST = 1 << 17
#: As many as keep what two doubles need inside the processor's cache.
_BATCH = 1 << 14
_NO_NUMBER_BYTE = 127


def _short_divisors() -> NDArray[np.float64]:
    """By sign (81 for minus) and point: 9 times its byte in the upper word and that in the lower.

    Byte 8 means no point in that word. A word with a point counts ten times (``drop_point``).
    """
    table = np.full((2, 9, 9), np.nan)
    for place in range(8):
        table[:, 8, place] = 10.0 ** (8 - place)
        table[:, place, 8] = 10.0 ** (16 - place)
    table[:, 8, 8] = 1.0
    table[1] *= -1
    return table.ravel()


_DIVISORS = _short_divisors()


def decode_tokens(
    buffer: NDArray[np.uint8],
    starts: NDArray[np.int64],
    ends: NDArray[np.int64],
    out: NDArray[np.float64],
) -> NDArray[np.uint8] | None:
    """Write the values of the tokens at ``starts`` to ``ends`` of a padded piece into ``out``.

    A token that is no number is NaN, or an infinity if it says so. Returns the tokens' marks,
    shape (tokens,), or None where no token has one: EXPONENT for a number with an exponent, ODD for
    a token whose value is not finite.
    """
    if not len(starts):
        return None
    buffer = ascii_only(buffer)
    marks = None
    for first in range(0, len(starts), _MOST):
        part = slice(first, first + _MOST)
        found = _decode_part(buffer, starts[part], ends[part], out[part])
        if found is not None:
            if marks is None:
                marks = np.zeros(len(starts), np.uint8)
            marks[part] = found
    return marks


def _decode_part(
    buffer: NDArray[np.uint8],
    starts: NDArray[np.int64],
    ends: NDArray[np.int64],
    out: NDArray[np.float64],
) -> NDArray[np.uint8] | None:
    left = _decode_common(buffer, starts, ends, out)
    rest = np.flatnonzero(left)
    if not len(rest):
        return None
    marks = np.zeros(len(starts), np.uint8)
    many = len(rest) > _FEW
    # Words are passed over sooner than numbers of many digits are read: they go first if they seem
    # to be most.
    sample = rest[:_SAMPLE]
    words_first = many and 2 * are_words(buffer, starts[sample], ends[sample]).sum() > len(sample)
    if words_first:
        rest = pass_over_words(buffer, starts, ends, rest, out, marks)
    if len(rest) > _FEW:
        batches = [rest[first : first + _BATCH] for first in range(0, len(rest), _BATCH)]
        rest = np.concatenate(
            [_decode_long(buffer, starts, ends, batch, out, marks) for batch in batches]
        )
    if len(rest) > _FEW and not words_first:
        rest = pass_over_words(buffer, starts, ends, rest, out, marks)
    decode_singly(buffer, starts, ends, rest, out, marks)
    return marks if marks.any() else None


def _decode_common(
    buffer: NDArray[np.uint8],
    starts: NDArray[np.int64],
    ends: NDArray[np.int64],
    out: NDArray[np.float64],
) -> NDArray[np.bool_]:
    """Decode tokens the way that fits the first ones; returns which are left undecoded."""
    places = _common_decimals(buffer, starts, ends)
    if places is not None:
        left = _decode_fixed(buffer, starts, ends, places, out)
        if np.count_nonzero(left) <= len(left) // 8:
            return left
        # The first tokens were not like the others.
    if _are_mostly_long(buffer, starts, ends):
        return np.ones(len(starts), np.bool_)
    return _decode_short(buffer, starts, ends, out)


def ascii_only(buffer: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The piece with another byte that is in no number in place of those beyond ASCII."""
    return buffer if buffer.max() < 128 else np.minimum(buffer, _NO_NUMBER_BYTE)


def _common_decimals(
    buffer: NDArray[np.uint8], starts: NDArray[np.int64], ends: NDArray[np.int64]
) -> int | None:
    """The number of decimals, 1 to 7, if all of the first tokens have the same."""
    last = int(ends[0])
    point = buffer[int(starts[0]) : last].tobytes().find(b".")
    places = last - int(starts[0]) - point - 1
    if point < 0 or not 0 < places < WORD:
        return None
    common = bool((buffer[ends[:_SAMPLE] - (places + 1)] == ord(".")).all())
    return places if common else None


def _are_mostly_long(
    buffer: NDArray[np.uint8], starts: NDArray[np.int64], ends: NDArray[np.int64]
) -> bool:
    """Whether most of the first tokens have more than 16 characters or an exponent."""
    sample = ends[:_SAMPLE] - starts[:_SAMPLE]
    text = buffer[int(starts[0]) : int(starts[0]) + int(sample.sum())].tobytes().lower()
    return 2 * (int((sample > _SHORT).sum()) + text.count(b"e")) > len(sample)


def _decode_fixed(
    buffer: NDArray[np.uint8],
    starts: NDArray[np.int64],
    ends: NDArray[np.int64],
    places: int,
    out: NDArray[np.float64],
) -> NDArray[np.bool_]:
    """Decode tokens that all have ``places`` decimals; returns which are left undecoded."""
    lead = buffer[starts]
    negative = lead == ord("-")
    whole_size = ends - starts
    whole_size -= places + 1
    whole_size -= negative | (lead == ord("+"))
    # One word up to the point and one from it on.
    whole, part = windows(buffer, ends + (WORD - 1 - places), 2)
    whole ^= ZEROS
    whole &= _WHOLE_MASKS.take(whole_size, mode="clip")
    # The point becomes 0; what follows the token is shifted out.
    part ^= ZEROS ^ np.uint64(ord("0") ^ ord("."))
    part <<= np.uint64(8 * (WORD - 1 - places))
    point_byte = np.uint64(8 * (WORD - 1 - places))
    flaws = whole + OVER_NINE
    flaws |= part + (OVER_NINE + (np.uint64(0x7F - 0x76) << point_byte))
    flaws &= HIGH
    left: NDArray[np.bool_] = flaws != 0
    left |= (whole_size < 0) | (whole_size > WORD)
    if whole_size.max() + places <= WORD:
        whole >>= np.uint64(8 * places)
        whole |= part
        number = join_digits(whole).astype(np.float64)
    else:
        number = join_digits(whole).astype(np.float64)
        number *= 10.0**places
        number += join_digits(part)
    np.divide(number, 10.0**places, out=out)
    bits = out.view(np.uint64)
    bits |= negative.astype(np.uint64) << np.uint64(63)
    return left


def _decode_short(
    buffer: NDArray[np.uint8],
    starts: NDArray[np.int64],
    ends: NDArray[np.int64],
    out: NDArray[np.float64],
) -> NDArray[np.bool_]:
    """Decode numbers of up to 16 digits and a point; returns which are left undecoded."""
    lead = buffer[starts]
    negative = lead == ord("-")
    size = ends - starts
    size -= negative | (lead == ord("+"))
    text = windows(buffer, ends, 2)
    text ^= ZEROS
    for word, masks in zip(text, _SHORT_MASKS, strict=True):
        word &= masks.take(size, mode="clip")
    digits, before, flaws = drop_point(text)
    point = np.bitwise_count(before) >> 3
    upper, lower = point
    has_upper = upper < WORD
    has_point = has_upper | (lower < WORD)
    total, addend = join_digits(digits).astype(np.float64)
    total *= 1e8
    if has_upper.any():
        addend[has_upper] *= 10.0
    # Exact: below 2^53, or ten times an integer and below 2^54, or 16 digits rounded only here.
    total += addend
    place = upper * np.uint8(9) + lower + negative * np.uint8(81)
    np.divide(total, _DIVISORS.take(place), out=out)
    left: NDArray[np.bool_] = (flaws[0] | flaws[1]) != 0
    left |= has_upper & (lower < WORD)
    left |= size <= has_point
    left |= size > _SHORT
    return left


def _decode_long(
    buffer: NDArray[np.uint8],
    starts: NDArray[np.int64],
    ends: NDArray[np.int64],
    batch: NDArray[np.int64],
    out: NDArray[np.float64],
    marks: NDArray[np.uint8],
) -> NDArray[np.int64]:
    """Decode the tokens numbered ``batch``; returns those of them that are left undecoded."""
    result = decode_exact(buffer, starts[batch], ends[batch])
    out[batch] = result.values
    marks[batch[result.has_exponent & result.known]] = EXPONENT
    return batch[~result.known]
