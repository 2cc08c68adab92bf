"""Numbers are written as Python's ``%.*f`` writes them."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bvhlint.document.format import Texts, format_decimals, replace_texts

value = st.one_of(
    st.floats(-1000, 1000),
    st.floats(-1, 1),
    st.floats(allow_nan=False),
    st.integers(-(10**6), 10**6).map(float),
    st.floats(-400, 400).map(lambda number: round(number, 3)),
    st.sampled_from([0.0, -0.0, 0.999_999_999_5, 9.5, -9.5, 1e15, 999_999_999_999_999.9, 1e-300]),
)
#: Exactly halfway between two decimals of one place less than they have binary digits.
tie = st.builds(
    lambda odd, bits: (2 * odd + 1) / 2**bits, st.integers(-(2**20), 2**20), st.integers(1, 22)
)


def printed(values: list[float], decimals: list[int]) -> list[bytes]:
    return [b"%.*f" % pair for pair in zip(decimals, values, strict=True)]


@given(st.lists(value | tie, max_size=20), st.integers(0, 25))
def test_the_same_decimals_for_all(values: list[float], decimals: int) -> None:
    texts = format_decimals(np.array(values, np.float64), decimals)
    assert texts.to_list() == printed(values, [decimals] * len(values))


@given(st.lists(st.tuples(value | tie, st.integers(0, 20)), min_size=1, max_size=20))
def test_decimals_of_each_number(pairs: list[tuple[float, int]]) -> None:
    values, decimals = (list(part) for part in zip(*pairs, strict=True))
    texts = format_decimals(np.array(values), np.array(decimals))
    assert texts.to_list() == printed(values, decimals)


@given(st.integers(0, 18), st.lists(st.integers(0, 2**30), min_size=1, max_size=20))
def test_halves_go_to_the_even_digit(decimals: int, numerators: list[int]) -> None:
    values = [(2 * number + 1) / 2 ** (decimals + 1) for number in numerators]
    texts = format_decimals(np.array(values), decimals)
    assert texts.to_list() == printed(values, [decimals] * len(values))


@given(st.integers(0, 17), st.lists(st.integers(0, 10**12), min_size=1, max_size=20))
def test_numbers_beside_halves(decimals: int, digits: list[int]) -> None:
    values = []
    for number in digits:
        middle = (2 * number + 1) / (2 * 10**decimals)
        values += [middle, math.nextafter(middle, 0), math.nextafter(middle, math.inf)]
    texts = format_decimals(np.array(values), decimals)
    assert texts.to_list() == printed(values, [decimals] * len(values))


#: Where one more digit, word or rounding begins.
EDGES = [0.0, 0.5, 1.5, 2.5, 1 / 3, 2 / 3, 0.05, 0.95, 0.995, 0.125, 0.375, 5e-324, 1e-19, 1e17]
EDGES += [float(10**power) for power in range(1, 17)]
EDGES += [math.nextafter(10**power, 0) for power in range(17)]
EDGES += [1_234_567_890_123_456.0, 123_456_789_012_345.5, 12_345_678.5, 1_234_567.25, 2.0**53]
EDGES += [-number for number in EDGES]


@pytest.mark.parametrize("decimals", range(21))
def test_numbers_where_something_begins_alone_and_together(decimals: int) -> None:
    wanted = printed(EDGES, [decimals] * len(EDGES))
    assert format_decimals(np.array(EDGES), decimals).to_list() == wanted
    alone = [format_decimals(np.array([number]), decimals).to_list() for number in EDGES]
    assert alone == [[text] for text in wanted]
    mixed = [(decimals + place) % 21 for place in range(len(EDGES))]
    texts = format_decimals(np.array(EDGES), np.array(mixed))
    assert texts.to_list() == printed(EDGES, mixed)


def test_a_minus_stays_before_what_rounds_to_zero() -> None:
    texts = format_decimals(np.array([-0.0, -1e-9, -0.4]), 2)
    assert texts.to_list() == [b"-0.00", b"-0.00", b"-0.40"]


def test_numbers_that_are_not_finite() -> None:
    texts = format_decimals(np.array([1.5, math.nan, -math.inf]), 1)
    assert texts.to_list() == [b"1.5", b"nan", b"-inf"]


def test_texts_lie_inside_their_buffer() -> None:
    texts = format_decimals(np.array([123.456, -7.0]), np.array([3, 0]))
    spans = zip(texts.starts.tolist(), texts.lengths.tolist(), strict=True)
    assert [texts.buffer[start : start + size].tobytes() for start, size in spans] == [
        b"123.456",
        b"-7",
    ]


def test_a_written_number_reads_back_as_the_value_rounded() -> None:
    values = np.random.default_rng(2).normal(0, 90, 20_000)
    texts = format_decimals(values, 6).to_list()
    assert [float(text) for text in texts] == [round(number, 6) for number in values.tolist()]


def test_texts_are_replaced_by_number() -> None:
    texts = Texts(np.frombuffer(b"abcdef", np.uint8), np.array([0, 2, 4]), np.array([2, 2, 2]))
    assert replace_texts(texts, np.array([0, 2]), [b"", b"xyz"]).to_list() == [b"", b"cd", b"xyz"]
    assert texts.to_list() == [b"ab", b"cd", b"ef"]
