"""Mutations of any bytes: delete, double, swap, truncate, insert, replace."""

from __future__ import annotations

import re
from random import Random

from bvh_spelling import COMMENTS, CONFLICTS, JUNK_LINES, KEYWORDS, NUMBERS, WORDS
from hypothesis import strategies as st

_TOKEN = re.compile(rb"[^ \t\r\n]+")
_LINE = re.compile(rb"[^\r\n]*(?:\r\n|\r|\n)?")

INSERTS = (
    *(spelling for spellings in KEYWORDS.values() for spelling in spellings[:2]),
    *(b"{", b"}", b"{", b"}", b" ", b"\t", b"\n", b"\r", b"\r\n", b"#", b"//", b"\x00"),
    *(b"\xef\xbb\xbf", b"-", b".", b":", b"e", b"\x83", b"\xff", b"\x0c", b"0", b"9" * 40),
    *(*NUMBERS, *WORDS, *JUNK_LINES, *COMMENTS, *CONFLICTS),
)  # fmt: skip

MUTATIONS = ("delete", "double", "swap", "truncate", "insert", "replace")


@st.composite
def mutated(draw: st.DrawFn, originals: st.SearchStrategy[bytes], most: int = 3) -> bytes:
    """One of ``originals`` with up to so many mutations."""
    data = draw(originals)
    count = draw(st.integers(1, most))
    return mutate(Random(draw(st.integers(0, 1 << 32))), data, count)


def mutate(random: Random, data: bytes, count: int = 1) -> bytes:
    """``data`` with ``count`` mutations, of bytes, tokens or lines."""
    for _ in range(count):
        data = _mutate_once(random, data, random.choice(MUTATIONS))
    return data


def _mutate_once(random: Random, data: bytes, mutation: str) -> bytes:
    start, end = _span(random, data)
    piece = data[start:end]
    if mutation == "delete":
        return data[:start] + data[end:]
    if mutation == "double":
        return data[:end] + piece + data[end:]
    if mutation == "truncate":
        return data[:start]
    if mutation == "insert":
        return data[:start] + random.choice(INSERTS) + data[start:]
    if mutation == "replace":
        return data[:start] + random.choice(INSERTS) + data[end:]
    other_start, other_end = _span(random, data)
    if other_start < start:
        start, end, other_start, other_end = other_start, other_end, start, end
    if end > other_start:
        return data
    return b"".join(
        (
            data[:start],
            data[other_start:other_end],
            data[end:other_start],
            data[start:end],
            data[other_end:],
        )
    )


def _span(random: Random, data: bytes) -> tuple[int, int]:
    """A few bytes, a token or a line of ``data``."""
    at = random.randint(0, len(data))
    kind = random.randrange(3)
    if kind == 0:
        return at, min(at + random.randint(0, 4), len(data))
    match = (_TOKEN if kind == 1 else _LINE).search(data, at)
    return match.span() if match else (at, at)
