"""What counts as a number, what a faulty token is, and where a glued one splits."""

from __future__ import annotations

import math
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bvhlint.document.numbers import (
    NUMBER,
    Flaw,
    cell_value,
    classify,
    decimals,
    parse_number,
    split_glued,
)

NUMBERS = {
    b"0": 0.0,
    b"-0": -0.0,
    b"+1": 1.0,
    b".5": 0.5,
    b"5.": 5.0,
    b"-.25": -0.25,
    b"007.50": 7.5,
    b"1e3": 1000.0,
    b"1.5E-2": 0.015,
    b"-6.36111e-015": -6.36111e-15,
    b"1e999": math.inf,
    b"-1e999": -math.inf,
    b"1e-999": 0.0,
}


@pytest.mark.parametrize(("raw", "value"), NUMBERS.items())
def test_a_number_has_its_value(raw: bytes, value: float) -> None:
    found = parse_number(raw)
    assert found == value
    assert math.copysign(1, found) == math.copysign(1, value)
    assert cell_value(raw) == value


@pytest.mark.parametrize(
    "raw",
    [
        b"", b"-", b".", b"+.", b"e5", b".e5", b"1e", b"1e+", b"1_0", b"0x10", b"1,5", b"1.2.3",
        b"--1", b"1 ", b" 1", b"1\n", "\u0661".encode(), b"\xb9", b"nan", b"inf", b"1e5.0", b"1f",
        b"1.0d0",
    ],
)  # fmt: skip
def test_what_is_no_number(raw: bytes) -> None:
    assert parse_number(raw) is None
    assert not NUMBER.fullmatch(raw)


def test_ten_thousand_digits_have_a_value() -> None:
    assert parse_number(b"0." + b"3" * 10_000) == 1 / 3
    assert parse_number(b"9" * 10_000) == math.inf
    assert parse_number(b"0" * 10_000 + b"12.5") == 12.5


@pytest.mark.parametrize("tail", [b"", b"x", b"e", b".5.5", b"-5-"])
def test_a_token_of_a_megabyte_takes_no_more_than_linear_time(tail: bytes) -> None:
    raw = b"1" * 1_000_000 + tail
    begin = time.process_time()
    cell_value(raw)
    classify(raw)
    split_glued(raw)
    assert time.process_time() - begin < 2


def test_signed_infinities_are_values_and_nan_is_none() -> None:
    assert cell_value(b"-INF") == -math.inf
    assert cell_value(b"+Infinity") == math.inf
    assert cell_value(b"-1.#INF00") == -math.inf
    for raw in (b"nan", b"1.#QNAN", b"-1.#IND", b"abc", b"1,5", b"1.0-2.0"):
        assert math.isnan(cell_value(raw))


@pytest.mark.parametrize(
    ("raw", "count"),
    [(b"1", 0), (b"1.", 0), (b"1.50", 2), (b".125", 3), (b"-1.25e-07", 2), (b"2E10", 0)],
)
def test_decimals_are_the_digits_behind_the_point(raw: bytes, count: int) -> None:
    assert decimals(raw) == count


FLAWS = {
    Flaw.NOT_FINITE: [
        b"nan", b"NaN", b"-nan", b"-nan(ind)", b"inf", b"-Inf", b"+INFINITY", b"1.#QNAN",
        b"-1.#IND", b"1.#INF", b"-1.#IND00", b"1.#QNAN0", b"1.#SNAN", b"1.#J", b"1e999", b"-1e400",
    ],
    Flaw.COMMA: [b"1,5", b"-0,250000", b",5", b"+12,0", b"1,5e-3"],
    Flaw.GLUED: [b"0.00-7.50", b"-1.5-2.5", b"1-2-3", b"1e-5-2.0", b"1.5+2", b"3.-.5"],
    Flaw.BAD: [
        b"", b"-", b".", b"abc", b"1.2.3", b"1--2", b"1,2,3", b"1,2.3", b"5,", b"0x1F", b"1_000",
        b"\xef\xbc\x91", b"1.0\x00", b"1\x0b2", b"nano", b"infinit", b"1.5-", b"12.5cm",
    ],
}  # fmt: skip


@pytest.mark.parametrize(("flaw", "raw"), [(flaw, raw) for flaw in FLAWS for raw in FLAWS[flaw]])
def test_each_faulty_token_has_its_flaw(flaw: Flaw, raw: bytes) -> None:
    assert classify(raw) is flaw


@pytest.mark.parametrize(
    ("raw", "parts"),
    [
        (b"0.00-7.50", [b"0.00", b"-7.50"]),
        (b"-1e-5-2.5e+3+.5", [b"-1e-5", b"-2.5e+3", b"+.5"]),
        (b"1.5", [b"1.5"]),
        (b"1--2", [b"1--2"]),
    ],
)
def test_a_glued_token_splits_before_inner_signs(raw: bytes, parts: list[bytes]) -> None:
    assert split_glued(raw) == parts


@given(st.lists(st.floats(-1e6, 1e6).map(lambda value: b"%+.4f" % value), min_size=2, max_size=5))
def test_signed_numbers_that_are_glued_come_apart_again(parts: list[bytes]) -> None:
    raw = b"".join(parts)
    assert classify(raw) is Flaw.GLUED
    assert split_glued(raw) == parts


@given(st.binary(max_size=12))
def test_a_number_is_what_float_reads_too(raw: bytes) -> None:
    value = parse_number(raw)
    if value is not None:
        assert value == float(raw)
    else:
        assert math.isnan(cell_value(raw)) or b"inf" in raw.lower()
