"""Which tokens of a piece of the frame rows are no finite number, and what they are instead.

A file may be full of them (decimal commas, nan), so that what is common is told for all tokens at
once; only what is left is looked at one by one.
"""

from __future__ import annotations

import re
from typing import NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from bvhlint.document.decode import decode_tokens
from bvhlint.document.numbers import NUMBER, Flaw, classify, split_glued

Numbers = NDArray[np.int64]
Bytes = NDArray[np.uint8]

FLAWS = tuple(Flaw)

_COMMA, _POINT = b",."
_WORD = 8
_REMEMBERED = 1 << 16
_SEPARATED = re.compile(rb"[,;]")
_BETWEEN = re.compile(rb"[\s,;|()\[\]]+")


class OddTokens(NamedTuple):
    """The odd tokens among those asked about: their numbers, the place of each one's flaw in
    ``FLAWS``, and how many numbers it falls into; all arrays (n,)."""

    places: Numbers
    flaws: NDArray[np.uint8]
    parts: Numbers


def split_token(raw: bytes) -> list[bytes]:
    """The numbers that a token is made of, ``[raw]`` if it does not fall into numbers.

    Besides glued numbers (``0.00-7.50``) these are numbers with commas or semicolons between them.
    """
    parts = split_glued(raw)
    if len(parts) > 1 or classify(raw) is not Flaw.BAD:
        return parts
    parts = _SEPARATED.split(raw)
    return parts if all(map(NUMBER.fullmatch, parts)) else [raw]


def numbers_between(line: bytes) -> list[bytes]:
    """The numbers of a line, whatever signs stand between them; none where words do."""
    parts = [part for part in _BETWEEN.split(line) if part]
    return parts if all(map(NUMBER.fullmatch, parts)) else []


class Teller(msgspec.Struct):
    """Tells odd tokens apart, and remembers what texts are: those of odd tokens tend to repeat.

    Any number of threads may ask it.
    """

    _known: dict[bytes, tuple[int, int]] = msgspec.field(default_factory=dict)

    def tell(self, buffer: Bytes, starts: Numbers, ends: Numbers) -> OddTokens:
        """The odd ones of the tokens at ``starts`` to ``ends`` of a padded piece, ascending."""
        is_odd, is_comma = _find(buffer, starts, ends)
        places = np.flatnonzero(is_odd)
        starts, ends, comma = starts[places], ends[places], is_comma[places]
        flaws = np.full(len(places), FLAWS.index(Flaw.COMMA), np.uint8)
        parts = np.ones(len(places), np.int64)
        short = ~comma & (ends - starts <= _WORD)
        words, which = np.unique(_words(buffer, starts[short], ends[short]), return_inverse=True)
        texts = [word.tobytes().rstrip(b"\0") for word in words]
        told = np.array([self._look_up(text) for text in texts], np.int64).reshape(-1, 2)
        flaws[short], parts[short] = told[which, 0], told[which, 1]
        long = np.flatnonzero(~comma & ~short)
        for index, start, end in zip(long.tolist(), starts[long], ends[long], strict=True):
            flaws[index], parts[index] = self._look_up(buffer[start:end].tobytes())
        return OddTokens(places, flaws, parts)

    def _look_up(self, raw: bytes) -> tuple[int, int]:
        told = self._known.get(raw)
        if told is None:
            if len(self._known) > _REMEMBERED:
                self._known.clear()
            parts = len(split_token(raw))
            flaw = classify(raw) if parts == 1 else Flaw.GLUED
            told = self._known[raw] = FLAWS.index(flaw), parts
        return told


def _find(
    buffer: Bytes, starts: Numbers, ends: Numbers
) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Which tokens are odd, and which of them are numbers once their comma is a point."""
    commas = np.flatnonzero(buffer == _COMMA)
    pointed = buffer
    if len(commas):
        pointed = buffer.copy()
        pointed[commas] = _POINT
    values = np.empty(len(starts))
    decode_tokens(pointed, starts, ends, values)
    is_odd = ~np.isfinite(values)
    is_comma = np.zeros(len(starts), np.bool_)
    is_odd[_owners(starts, ends, commas)] = True
    # A digit must follow the comma: "1," is no decimal comma.
    digit = buffer[commas + 1] - np.uint8(ord("0")) < 10
    is_comma[_owners(starts, ends, commas[digit])] = True
    return is_odd, is_comma & np.isfinite(values)


def _owners(starts: Numbers, ends: Numbers, places: Numbers) -> Numbers:
    """The numbers of the tokens that hold these places; what stands in none of them is left out."""
    found = np.searchsorted(starts, places, side="right") - 1
    inside = (found >= 0) & (places < ends[found])
    owners: Numbers = found[inside]
    return owners


def _words(buffer: Bytes, starts: Numbers, ends: Numbers) -> NDArray[np.uint64]:
    """Tokens of at most eight bytes as one integer each, shape (tokens,)."""
    places = np.arange(_WORD)
    letters = buffer[starts[:, None] + places]
    letters[places >= (ends - starts)[:, None]] = 0
    words: NDArray[np.uint64] = letters.view(np.uint64).reshape(len(starts))
    return words
