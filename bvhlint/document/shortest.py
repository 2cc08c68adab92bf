"""Numbers in their shortest plain spelling: without exponent, read back to the same float64.

Up to 15 significant digits no two decimals are the same float64, so that such a number's own digits
are the shortest. All others are spelled anew.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from bvhlint.document.decode import ascii_only, decode_tokens
from bvhlint.document.digits import (
    HIGH,
    OVER_NINE,
    OVER_ZERO,
    POINT,
    WORD,
    ZEROS,
    keep_last,
    slots_before,
    windows,
)
from bvhlint.document.format import Texts, insert_texts
from bvhlint.document.numbers import parse_number
from bvhlint.document.spell import spell_value, spell_values

_OWN_DIGITS = 15
#: Words that hold so many digits, a point, a zero before it and a minus.
_BUILT = 3
_SHORT, _LONG = 2, 4
_MASKS = {words: keep_last(words) for words in (_SHORT, _LONG)}
_ZERO, _POINT, _MINUS, _PLUS = b"0.-+"


def plain_shortest(raw: bytes) -> bytes:
    """The shortest plain spelling of a number; what is no finite number stays as it is.

    ``5.`` is ``5``, ``.50`` is ``0.5``, ``-0.0`` is ``-0`` and ``1e-3`` is ``0.001``.
    """
    value = parse_number(raw)
    if value is None or not math.isfinite(value):
        return raw
    return spell_value(value)


def normalize_tokens(
    buffer: NDArray[np.uint8], starts: NDArray[np.int64], ends: NDArray[np.int64]
) -> Texts:
    """``plain_shortest`` of the tokens of a padded piece, in bulk.

    Most of the texts are parts of ``buffer``, with which the result's own buffer begins.
    """
    if not len(starts):
        return Texts(buffer, starts, ends)
    texts, odd = _trim(buffer, starts, ends)
    if not odd.any():
        return texts
    which = np.flatnonzero(odd)
    values = np.empty(len(which))
    decode_tokens(buffer, starts[which], ends[which], values)
    known = np.isfinite(values)
    return insert_texts(texts, which[known], spell_values(values[known]))


def _trim(
    buffer: NDArray[np.uint8], starts: NDArray[np.int64], ends: NDArray[np.int64]
) -> tuple[Texts, NDArray[np.bool_]]:
    """The tokens without needless zeros, points and signs, and which may have to be other digits.

    These keep the whole of their text.
    """
    plain = ascii_only(buffer)
    lead = plain[starts]
    negative = lead == _MINUS
    begins = starts + (negative | (lead == _PLUS))
    points, zeros, odd = _survey(plain, begins, ends)
    stops = ends - np.where(points > 0, zeros, 0)
    bare = plain[stops - 1] == _POINT
    stops -= bare
    begins = _skip_zeros(plain, begins)
    first = plain[begins]
    lacking = first == _POINT
    digits = stops - begins - ((points > 0) & ~bare) - (first == _ZERO)
    odd |= digits > _OWN_DIGITS
    moved = negative & (begins > starts + 1)
    own = begins - (negative & ~moved)
    texts = Texts(buffer, np.where(odd, starts, own), np.where(odd, ends - starts, stops - own))
    built = np.flatnonzero((moved | lacking) & ~odd)
    if len(built):
        texts = _build(texts, built, negative[built], lacking[built], begins[built], stops[built])
    return texts, odd


def _survey(
    plain: NDArray[np.uint8], begins: NDArray[np.int64], ends: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.bool_]]:
    """How many points each token without its sign has and how many zeros at its end, and which
    tokens are too long for this or hold more than digits and a point."""
    sizes = ends - begins
    words = _SHORT if sizes.max() <= WORD * _SHORT else _LONG
    text = windows(plain, ends, words)
    text ^= ZEROS
    for word, masks in zip(text, _MASKS[words], strict=True):
        word &= masks.take(sizes, mode="clip")
    other = (text + OVER_NINE) & HIGH
    points = np.bitwise_count(other).sum(axis=0, dtype=np.int64)
    odd = ((((text ^ POINT) + OVER_ZERO) & other) != 0).any(axis=0)
    odd |= (points > 1) | (sizes - points < 1) | (sizes > WORD * words)

    # Spread each word's last byte that is not 0 over all before it: the rest are zeros.
    text += OVER_ZERO
    text &= HIGH
    for shift in (8, 16, 32):
        text |= text >> np.uint64(shift)
    filled = np.bitwise_count(text).astype(np.int64)
    zeros = WORD - filled[-1]
    for word in range(words - 2, -1, -1):
        zeros += np.where(zeros == WORD * (words - 1 - word), WORD - filled[word], 0)
    return points, zeros, odd


def _skip_zeros(plain: NDArray[np.uint8], begins: NDArray[np.int64]) -> NDArray[np.int64]:
    """Begins behind the zeros that a digit follows; behind a token stands none."""
    begins = begins.copy()
    left = np.flatnonzero(plain[begins] == _ZERO)
    for _ in range(WORD * _LONG):
        following = plain[begins[left] + 1]
        left = left[following - np.uint8(_ZERO) <= 9]
        if not len(left):
            break
        begins[left] += 1
        left = left[plain[begins[left]] == _ZERO]
    return begins


def _build(
    texts: Texts,
    which: NDArray[np.int64],
    negative: NDArray[np.bool_],
    lacking: NDArray[np.bool_],
    begins: NDArray[np.int64],
    stops: NDArray[np.int64],
) -> Texts:
    """Put a zero before those that lack a whole digit, and a minus before what stands there."""
    size = WORD * _BUILT
    slots = slots_before(texts.buffer, stops, size)
    place = size - (stops - begins)
    row = np.arange(len(which))
    place -= lacking
    slots[row[lacking], place[lacking]] = _ZERO
    place -= negative
    slots[row[negative], place[negative]] = _MINUS
    starts, lengths = texts.starts.copy(), texts.lengths.copy()
    starts[which] = len(texts.buffer) + row * size + place
    lengths[which] = size - place
    return Texts(np.concatenate((texts.buffer, slots.ravel())), starts, lengths)
