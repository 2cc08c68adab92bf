"""Joining many short texts gives what bytes.join gives."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bvhlint.document.format import Texts, format_decimals
from bvhlint.document.ragged import join_texts, write_rows

word = st.text("0123456789.-e", max_size=12).map(str.encode)


def scattered(words: list[bytes]) -> Texts:
    """Texts in one buffer, last first, with other bytes between them."""
    buffer = b""
    starts = []
    for text in reversed(words):
        starts.append(len(buffer) + 2)
        buffer += b"##" + text
    lengths = np.array([len(text) for text in words], np.int64)
    return Texts(np.frombuffer(buffer, np.uint8), np.array(starts[::-1], np.int64), lengths)


@given(st.lists(word, max_size=30))
def test_texts_are_joined_in_order(words: list[bytes]) -> None:
    assert join_texts(scattered(words)).tobytes() == b"".join(words)


@given(
    st.lists(word | st.just(b"1" * 50), min_size=0, max_size=40),
    st.integers(1, 5),
    st.sampled_from([b" ", b"\t", b"    ", b", "]),
    st.sampled_from([b"\n", b"\r\n", b" \r\n", b"\r"]),
)
def test_rows_are_written(words: list[bytes], columns: int, separator: bytes, end: bytes) -> None:
    words = words[: len(words) // columns * columns]
    rows = [words[at : at + columns] for at in range(0, len(words), columns)]
    expected = b"".join(separator.join(row) + end for row in rows)
    assert write_rows(scattered(words), columns, separator, end).tobytes() == expected


@pytest.mark.parametrize("count", [1, 20_000, 70_000])
def test_many_texts(count: int) -> None:
    values = np.random.default_rng(1).normal(0, 300, count)
    texts = format_decimals(values, 4)
    words = [b"%.4f" % value for value in values.tolist()]
    assert join_texts(texts).tobytes() == b"".join(words)
    assert write_rows(texts, 1).tobytes() == b"".join(text + b"\n" for text in words)
