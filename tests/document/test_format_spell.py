"""The shortest decimals of float64 values are those of Python's repr, without exponent."""

from __future__ import annotations

import math
from decimal import Decimal

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from bvhlint.document import spell
from bvhlint.document.exact import scale
from bvhlint.document.spell import spell_value, spell_values

value = st.one_of(
    st.floats(allow_nan=False, allow_infinity=False),
    st.floats(-400, 400),
    st.floats(-1, 1),
    st.builds(round, st.floats(-400, 400), st.integers(0, 16)),
    st.builds(lambda odd, bits: odd / 2**bits, st.integers(-(2**40), 2**40), st.integers(0, 50)),
    st.builds(lambda power: 10.0**power, st.integers(-20, 20)),
    st.builds(lambda power: 2.0**power, st.integers(-60, 60)),
    st.builds(lambda power: math.nextafter(10.0**power, 0), st.integers(-20, 20)),
)  # fmt: skip


def plain_repr(number: float) -> bytes:
    text = format(Decimal(repr(number)), "f")
    if "." in text:
        text = text.rstrip("0").rstrip(".")
    return text.encode()


@pytest.mark.parametrize(
    ("number", "text"),
    [(0.0, "0"), (-0.0, "-0"), (1.0, "1"), (-0.5, "-0.5"), (1e16, "10000000000000000"),
     (0.1, "0.1"), (1e-7, "0.0000001"), (0.1 + 0.2, "0.30000000000000004"), (100.25, "100.25")],
)  # fmt: skip
def test_one_by_one(number: float, text: str) -> None:
    assert spell_value(number) == text.encode()


@given(st.lists(value, max_size=20))
def test_in_bulk_as_one_by_one(values: list[float]) -> None:
    texts = spell_values(np.array(values, np.float64)).to_list()
    assert texts == [plain_repr(number) for number in values]
    assert texts == [spell_value(number) for number in values]


@pytest.mark.parametrize("places", [2, 6, 13, 14, 15, 16, 20])
def test_many_values(places: int) -> None:
    generator = np.random.default_rng(places)
    values = np.concatenate(
        (generator.normal(0, 90, 3_000), 10.0 ** generator.uniform(-9, 18, 1_000))
    ).round(places)
    assert spell_values(values).to_list() == [plain_repr(number) for number in values.tolist()]


@pytest.mark.parametrize("length", [15, 16, 17])
def test_halves_between_two_decimals_go_where_those_of_repr_go(length: int) -> None:
    """Values whose digits are one more than ``length``, the last a 5."""
    generator = np.random.default_rng(length)
    values = []
    for whole_digits in range(1, 15):
        decimals = length + 1 - whole_digits
        scale = 2.0 ** min(decimals, 40)
        odd = generator.uniform(10.0 ** (whole_digits - 1), 10.0**whole_digits, 40) * scale
        values += ((odd // 2 * 2 + 1) / scale).tolist()
    assert spell_values(np.array(values)).to_list() == [plain_repr(number) for number in values]


def not_this_way(*_: object) -> bytes:
    raise AssertionError("spelled one by one")


#: The least and the greatest of those that are spelled in bulk, and one with 18 decimals.
COMMON = [0.0, -0.0, 1e-5, 99_999_999_999_999.0, math.nextafter(1e14, 0), 0.000012345678901234]
COMMON += [2.0**power for power in range(-16, 47)]
COMMON += [10.0**power for power in range(-5, 14)]
COMMON += [math.nextafter(10.0**power, math.inf) for power in range(-1, 14)]
COMMON += [math.nextafter(10.0**power, 0) for power in range(14)]


@pytest.mark.parametrize("digits", range(1, 18))
def test_common_numbers_of_any_length_are_spelled_in_bulk(
    monkeypatch: pytest.MonkeyPatch, digits: int
) -> None:
    monkeypatch.setattr(spell, "spell_value", not_this_way)
    generator = np.random.default_rng(digits)
    values = COMMON + [
        float(f"{number:.{digits - 1}e}") for number in 10 ** generator.uniform(-1, 13.9, 400)
    ]
    assert spell_values(np.array(values)).to_list() == [plain_repr(number) for number in values]


@pytest.mark.parametrize("off", [-1e-14, 1e-14])
def test_a_logarithm_may_be_off_beside_a_power_of_ten(
    monkeypatch: pytest.MonkeyPatch, off: float
) -> None:
    exactly = np.log10
    monkeypatch.setattr(np, "log10", lambda *given, **more: exactly(*given, **more) + off)
    assert spell_values(np.array(COMMON)).to_list() == [plain_repr(number) for number in COMMON]


def test_what_is_not_sure_to_read_back_is_left_to_repr(monkeypatch: pytest.MonkeyPatch) -> None:
    calls = []

    def unsure_at_first(
        high: NDArray[np.float64], low: NDArray[np.float64], power: NDArray[np.int64]
    ) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
        values, sure = scale(high, low, power)
        calls.append(len(values))
        return values, sure & (len(calls) > 1)

    monkeypatch.setattr(spell, "scale", unsure_at_first)
    monkeypatch.setattr(spell, "spell_value", lambda number: f"<{number}>".encode())
    values = [0.5, 1 / 3, 0.1 + 0.2]
    assert spell_values(np.array(values)).to_list() == [f"<{number}>".encode() for number in values]
