"""Decoding in bulk gives the value that Python's float gives, to the last bit."""

from __future__ import annotations

import math
import struct
import tracemalloc
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from bvhlint.document import decode as decode_module
from bvhlint.document.decode import decode_tokens
from bvhlint.document.exact import decode_exact
from bvhlint.document.leftover import EXPONENT, ODD
from bvhlint.document.tokens import find_tokens, padded

pytestmark = pytest.mark.unmeasured

DIGITS = st.text("0123456789", min_size=1, max_size=24)
SIGN = st.sampled_from(["", "-", "+"])


def with_point(digits: str, place: int) -> str:
    place %= len(digits) + 1
    return digits[:place] + "." + digits[place:]


plain = st.builds(lambda sign, text: sign + text, SIGN, DIGITS)
pointed = st.builds(
    lambda sign, text, place: sign + with_point(text, place), SIGN, DIGITS, st.integers(0, 24)
)
mantissa = plain | pointed
exponent = st.builds(
    lambda text, letter, sign, power: f"{text}{letter}{sign}{power}",
    mantissa,
    st.sampled_from("eE"),
    SIGN,
    st.one_of(
        st.integers(0, 320).map(str),
        st.integers(0, 99).map("{:03d}".format),
        st.integers(0, 10**12).map(str),
    ),
)
shown = st.one_of(
    st.floats(allow_nan=False, allow_infinity=False).map(repr),
    st.floats(-1000, 1000).map(repr),
    st.floats(-1000, 1000).map("{:.6f}".format),
    st.floats(-1000, 1000).map("{:.2f}".format),
    st.floats(-1000, 1000).map("{:.9g}".format),
    st.floats(-1000, 1000).map("{:.17g}".format),
    st.floats(-1000, 1000).map("{:.20f}".format),
    st.floats(-1000, 1000).map("{:e}".format),
)
number = st.one_of(mantissa, exponent, shown)
ODD_TOKENS = [
    "nan", "-inf", "1.#QNAN", "1,5", "0.00-7.50", "1.2.3", "-", ".", "+.", "e5", "1e", "12.5x",
    "1/2", "1/25", "./5", "1.2345/78", "0x1", "--1", "1e+", "1e999", "5.-", "1.234:678",
    "123456789.5.", "1.23456789.5", "1.2345678901234567.5", "1e2e3", "1e2E3", "1.5e2.5", "-1e400",
    "\x00", "\x7f", "1\x0b2", "é", "\uff11",
]  # fmt: skip
odd = st.sampled_from(ODD_TOKENS)


def decode(tokens: list[str]) -> tuple[NDArray[np.float64], NDArray[np.uint8]]:
    content = " ".join(tokens).encode()
    starts, ends = find_tokens(padded(content, 0, len(content)))
    assert len(starts) == len(tokens)
    out = np.full(len(tokens), 12345.0)
    marks = decode_tokens(padded(content, 0, len(content)), starts, ends, out)
    return out, np.zeros(len(tokens), np.uint8) if marks is None else marks


def bits(value: float) -> bytes:
    return struct.pack("<d", value)


def assert_exact(tokens: list[str]) -> None:
    values, marks = decode(tokens)
    for token, value, mark in zip(tokens, values.tolist(), marks.tolist(), strict=True):
        assert bits(value) == bits(float(token)), token
        expected = EXPONENT if "e" in token.lower() else 0
        if math.isinf(float(token)):
            expected |= ODD
        assert mark == expected, token


# A list is decoded in bulk when it is long enough; doubling keeps the examples small.
@given(st.lists(number, min_size=1, max_size=12))
def test_numbers_of_every_spelling(tokens: list[str]) -> None:
    assert_exact(tokens)
    assert_exact(tokens * 50)


@given(st.lists(shown, min_size=1, max_size=12))
def test_numbers_as_programs_write_them(tokens: list[str]) -> None:
    assert_exact(tokens * 50)


@given(
    st.integers(0, 9),
    st.lists(st.floats(-1e9, 1e9) | st.floats(-1, 1), min_size=1, max_size=20),
    st.sampled_from(["", "0", "000"]),
)
def test_numbers_with_the_same_decimals(places: int, values: list[float], zeros: str) -> None:
    tokens = [f"{value:.{places}f}" for value in values]
    assert_exact([token.replace("-", "-" + zeros) for token in tokens] * 10)


@given(st.integers(2**52, 2**53 - 1), st.integers(-800, 900), st.integers(17, 31))
def test_numbers_beside_the_middle_between_two_floats(
    fraction: int, power: int, length: int
) -> None:
    middle = Fraction(2 * fraction + 1) * Fraction(2) ** (power - 53)
    places = length - math.floor(math.log10(middle))
    below = math.floor(middle * Fraction(10) ** places)
    assert_exact([f"{below}e{-places}", f"{below + 1}e{-places}"] * 30)


def test_numbers_beside_the_middle_below_a_power_of_two() -> None:
    # There the float below is half as far away as the one above.
    tokens = []
    for power in range(-780, 790, 5):
        middle = Fraction(2**54 - 1) * Fraction(2) ** (power - 54)
        for length in (31, 32):
            places = length - 1 - math.floor(math.log10(middle))
            below = math.floor(middle * Fraction(10) ** places)
            tokens += [f"{below}e{-places}", f"{below + 1}e{-places}"]
    assert_exact(tokens)


def test_numbers_at_the_middle_between_two_floats() -> None:
    for fraction in range(2**53 - 9, 2**53 + 9, 2):
        for power in range(-30, 20):
            middle = Fraction(fraction) * Fraction(2) ** power
            assert_exact([f"{float(middle):.0f}" if power > 3 else decimal_of(middle)] * 50)


def decimal_of(value: Fraction) -> str:
    """All digits of a fraction whose denominator is a power of two."""
    places = value.denominator.bit_length() - 1
    digits = str(value.numerator * 5**places).rjust(places + 1, "0")
    return digits[: len(digits) - places] + "." + digits[len(digits) - places :]


@pytest.mark.parametrize(
    "token",
    [
        "9007199254740993", "9007199254740992.5", "9007199254740993.0", "9999999999999999", "0.1",
        "5e-324", "2.2250738585072014e-308", "1.7976931348623157e308", "1.7976931348623159e308",
        "0e999999", "-0e5", "-0.000000", "-.0", "1e22", "1e23", "8.5e-05", "1e-15", "1e309",
        "123456789012345678901234567890", "99999999999999999999999999999999", "12345678.9012345",
        "0.000000000000000000000000000001", "00000000000000000000000000000000000001.5",
        "99999999.9999999", "1" + "0" * 400, "0." + "0" * 400 + "1", "4" * 310,
    ],
)  # fmt: skip
def test_known_hard_numbers(token: str) -> None:
    assert_exact([token] * 60)
    assert_exact([token])


def value_of(token: str) -> float:
    """By float(), but for what it takes and a number is not: digits of other scripts, 1_0."""
    try:
        return float(token) if token.isascii() and "_" not in token else math.nan
    except ValueError:
        return math.nan


def assert_same_values(tokens: list[str]) -> None:
    values, marks = decode(tokens)
    for token, value, mark in zip(tokens, values.tolist(), marks.tolist(), strict=True):
        expected = value_of(token)
        assert math.isnan(value) if math.isnan(expected) else bits(value) == bits(expected), token
        assert bool(mark & ODD) == (not math.isfinite(expected)), token


@given(st.lists(number | odd, min_size=1, max_size=12))
def test_odd_tokens_are_not_finite_and_hurt_no_other(tokens: list[str]) -> None:
    assert_same_values(tokens * 25)


@pytest.mark.parametrize("token", ODD_TOKENS)
@pytest.mark.parametrize(
    "others", [["1.25"], ["-0.000001"], ["0", "1.5"], ["1e5"], ["0." + "3" * 18]]
)
def test_each_odd_token_among_numbers_of_one_manner(token: str, others: list[str]) -> None:
    for count in (1, 100):
        tokens = others * 100 + [token] * count
        assert_same_values(tokens)
        assert not math.isfinite(decode(tokens)[0][-1])


@given(st.lists(st.text("0123456789.+-eE,/:nx_", min_size=1, max_size=20), min_size=1, max_size=8))
def test_junk_of_number_characters(tokens: list[str]) -> None:
    assert_same_values(tokens * 30)


@pytest.mark.parametrize("width", [2, 4, 8, 9, 12, 17, 22, 33])
def test_every_byte_beside_digits_is_seen(width: int) -> None:
    digits = b"1234567890.1234567890123456789012"[:width]
    strange = [byte for byte in range(33, 256) if byte not in b"0123456789+-.eE"]
    raws = [
        digits[:place] + bytes([byte]) + digits[place + 1 :]
        for place in range(width)
        for byte in strange
    ]
    for others in (b" 3.25 ", b" 12345.678 ", b" 1e-5 "):
        content = others.join(raws) + others
        buffer = padded(content, 0, len(content))
        starts, ends = find_tokens(buffer)
        out = np.zeros(len(starts))
        marks = decode_tokens(buffer, starts, ends, out)
        assert marks is not None
        assert np.isnan(out[0::2]).all()
        assert (marks[0::2] == ODD).all()
        assert (out[1::2] == float(others)).all()


@pytest.mark.parametrize("byte", [0x7F, 0x80, 0x81, 0xFF])
def test_the_first_byte_beyond_ascii_hurts_no_neighbour(byte: int) -> None:
    for place in range(9):
        strange = b"12345678"[:place] + bytes([byte]) + b"12345678"[place:]
        for other in (b"1.250000", b"7", b"1.5e1", b"0.12345678901234567"):
            content = b" ".join([other, strange] * 50)
            buffer = padded(content, 0, len(content))
            starts, ends = find_tokens(buffer)
            out = np.zeros(len(starts))
            decode_tokens(buffer, starts, ends, out)
            assert np.isnan(out[1::2]).all()
            assert (out[::2] == float(other)).all()


@pytest.mark.parametrize("token", ["1" * 70 + "x", "1" * 70 + "-2.5", "x" + "1" * 70])
def test_a_flaw_far_behind_in_a_token_is_seen(token: str) -> None:
    assert_same_values([token] * 100 + ["1.5", "0." + "1" * 70] * 100)
    assert_same_values(["nan"] * 100 + [token, "1.5", "0." + "1" * 70] * 100)


def test_long_words_take_no_more_memory_than_their_text() -> None:
    tokens = ["7" * 20_000 + "x"] * 500
    decode(tokens[:50])
    tracemalloc.start()
    values, _ = decode(tokens)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert np.isnan(values).all()
    # The text, the padded text, and a few bytes for each token.
    assert peak < 4.5 * sum(map(len, tokens))


@pytest.mark.parametrize(
    ("spelling", "way"),
    [
        ("{:.6f}", "_decode_fixed"),
        ("{:+.2f}", "_decode_fixed"),
        ("{:.1f}", "_decode_fixed"),
        ("{:.7f}", "_decode_fixed"),
        ("{:.8f}", "_decode_short"),
        ("{:.9g}", "_decode_short"),
        ("{:.0f}", "_decode_short"),
        ("{:.15f}", "_decode_long"),
        ("{:e}", "_decode_long"),
    ],
)
def test_numbers_are_read_the_way_that_is_made_for_them(
    monkeypatch: pytest.MonkeyPatch, spelling: str, way: str
) -> None:
    def not_this_way(*_: object) -> None:
        raise AssertionError("read another way")

    def none_left(*given: object) -> None:
        assert not len(given[3])  # type: ignore[arg-type]

    for other in {"_decode_fixed", "_decode_short", "_decode_long"} - {way}:
        monkeypatch.setattr(decode_module, other, not_this_way)
    monkeypatch.setattr(decode_module, "decode_singly", none_left)
    values = np.random.default_rng(7).uniform(-400, 400, 200)
    assert_exact([spelling.format(number) for number in values.tolist()])


def test_exponents_are_seen_wherever_the_tokens_begin(monkeypatch: pytest.MonkeyPatch) -> None:
    def not_this_way(*_: object) -> None:
        raise AssertionError("read another way")

    monkeypatch.setattr(decode_module, "_decode_short", not_this_way)
    values = np.random.default_rng(7).uniform(-400, 400, 400)
    tokens = [f"{number:e}" for number in values.tolist()]
    content = " ".join(tokens).encode()
    buffer = padded(content, 0, len(content))
    starts, ends = find_tokens(buffer)
    out = np.empty(200)
    decode_tokens(buffer, starts[200:], ends[200:], out)
    assert out.tolist() == [float(token) for token in tokens[200:]]


# What two doubles tell: the longest mantissas, the last powers of ten, the shortest exponents.
TWO_DOUBLES = [
    "1" * 32, "1." + "3" * 30, "." + "7" * 31, "-" + "9" * 32, "+" + "0" * 31 + "1", "4" * 25,
    "1e270", "1e-270", "-7E270", "1.5e-269", "12.5e+270", "0e999999", "-0.0e-99999", "0e5", "1e5",
    "2", "2.5", "7", "-3e+2", "3e-002", "9", "1.25", "0", "-0",
]  # fmt: skip
# What is left to Python's float: no number, too long, or beyond those powers.
LEFT = [
    "1" * 33, "1." + "3" * 31, "1e271", "1e-271", "1e", "1e+", "e5", "-", ".", "-.", ".e5", "1e2e3",
    "1.2.3", "12345678.5.", "1e5x", "1x5", "1e1.", "9007199254740993",
]  # fmt: skip


def test_what_two_doubles_tell_of_tokens_side_by_side() -> None:
    tokens = [token for one in TWO_DOUBLES for other in LEFT for token in (one, other)]
    content = " ".join(tokens).encode()
    buffer = padded(content, 0, len(content))
    result = decode_exact(buffer, *find_tokens(buffer))
    assert result.known.tolist() == [True, False] * (len(tokens) // 2)
    told = zip(tokens[::2], result.values[::2], result.has_exponent[::2], strict=True)
    for token, value, has_exponent in told:
        assert bits(value) == bits(float(token)), token
        assert has_exponent == ("e" in token.lower()), token


def test_first_tokens_unlike_the_others() -> None:
    assert_exact(["0.000000"] * 100 + ["1.5", "12", "-0.25", "1e-3"] * 100)
    assert_exact(["12"] * 100 + ["1.234567"] * 500)


def test_a_line_of_very_many_tokens() -> None:
    tokens = ["1.5"] * 140_000 + ["2e1"] * 120_000 + ["nan", "-0.25"] * 5_000
    values, marks = decode(tokens)
    assert np.all(values[:140_000] == 1.5)
    assert np.all(values[140_000:260_000] == 20)
    assert np.all(values[260_001::2] == -0.25)
    assert np.array_equal(marks, [0] * 140_000 + [EXPONENT] * 120_000 + [ODD, 0] * 5_000)


def test_marks_tell_what_a_token_is() -> None:
    # Alone, and among so many that they are read in bulk.
    for count in (1, 100):
        marks = decode(["1", "1e5", "nan"] * count)[1].tolist()
        assert marks[0] == 0
        assert len({*marks}) == 3


def test_words_are_not_read_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    def none_left(*given: object) -> None:
        assert not len(given[3])  # type: ignore[arg-type]

    monkeypatch.setattr(decode_module, "decode_singly", none_left)
    assert_same_values(["abc", "Hips", "12x", "1.5-2.5", "x"] * 50)


def test_infinities_by_name_are_values_however_many() -> None:
    names = [
        "inf",
        "-INF",
        "+Infinity",
        "1.#INF",
        "-1.#INF00",
        "nan",
        "-nan(ind)",
        "index",
        "1.#IND",
    ]
    values, marks = decode(names * 30 + ["1.5"])
    inf, nan = math.inf, math.nan
    expected = [inf, -inf, inf, inf, -inf, nan, nan, nan, nan] * 30 + [1.5]
    assert np.array_equal(values, np.array(expected), equal_nan=True)
    assert marks.tolist() == [ODD] * (9 * 30) + [0]


def test_no_tokens() -> None:
    empty = np.empty(0, np.int64)
    assert decode_tokens(padded(b"", 0, 0), empty, empty, np.empty(0)) is None
