"""The shortest plain spelling, one by one and in bulk."""

from __future__ import annotations

import math
import struct

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bvhlint.document import shortest
from bvhlint.document.shortest import normalize_tokens, plain_shortest
from bvhlint.document.tokens import find_tokens, padded

pytestmark = pytest.mark.unmeasured

SHORTEST = {
    "0": "0", "-0": "-0", "+0": "0", "0.000000": "0", "-0.000000": "-0", "-.0": "-0", ".0": "0",
    "5.": "5", "-5.": "-5", ".5": "0.5", "-.5": "-0.5", "+.5": "0.5", "+1": "1", "100": "100",
    "100.0": "100", "1.50": "1.5", "007.50": "7.5", "-007.50": "-7.5", "-000": "-0", "00": "0",
    "-12.345678": "-12.345678", "0.30000000000000004": "0.30000000000000004",
    "0.300000000000000040000": "0.30000000000000004", "0.1000000000000000055": "0.1",
    "123456789012345": "123456789012345", "0.123456789012345": "0.123456789012345",
    "1e3": "1000", "1.5E-2": "0.015", "-6.36111e-015": "-0.00000000000000636111",
    "1e22": "10000000000000000000000", "9007199254740993": "9007199254740992",
    "0.000001000000000000": "0.000001", "0e5": "0", "1e-400": "0", "-1e-400": "-0",
    "0" * 40 + "1.5" + "0" * 40: "1.5", "." + "0" * 40: "0", "-" + "0" * 33 + ".25": "-0.25",
    "nan": "nan", "-inf": "-inf", "1e999": "1e999", "1,5": "1,5", "0.0-7.5": "0.0-7.5", "-": "-",
    ".": ".", "+": "+", "1.2.3": "1.2.3", "5.0.": "5.0.", "0x10": "0x10",
}  # fmt: skip

number = st.one_of(
    st.floats(allow_nan=False, allow_infinity=False).map(repr),
    st.floats(-1000, 1000).map(repr),
    st.floats(-1000, 1000).map("{:.6f}".format),
    st.floats(-1000, 1000).map("{:+.2f}".format),
    st.floats(-1000, 1000).map("{:.15f}".format),
    st.floats(-1000, 1000).map("{:e}".format),
    st.integers(-(10**18), 10**18).map(str),
    st.from_regex(
        r"[+-]?([0-9]{1,20}\.?[0-9]{0,20}|\.[0-9]{1,20})(e[+-]?[0-9]{1,2})?", fullmatch=True
    ),
    st.from_regex(r"[+-]?0{0,3}[0-9]{0,2}\.0{0,9}[1-9]{0,2}0{1,9}", fullmatch=True),
)  # fmt: skip


def in_bulk(tokens: list[str]) -> list[str]:
    content = " ".join(tokens).encode()
    buffer = padded(content, 0, len(content))
    texts = normalize_tokens(buffer, *find_tokens(buffer))
    assert texts.buffer[: len(buffer)].tobytes() == buffer.tobytes()
    return [text.decode() for text in texts.to_list()]


@pytest.mark.parametrize(("raw", "text"), SHORTEST.items())
def test_one_by_one(raw: str, text: str) -> None:
    assert plain_shortest(raw.encode()) == text.encode()


def test_in_bulk() -> None:
    assert in_bulk(list(SHORTEST)) == list(SHORTEST.values())
    for raw, text in SHORTEST.items():
        assert in_bulk([raw]) == [text]
        assert in_bulk([raw, "12.50"] * 50) == [text, "12.5"] * 50


#: Those of up to 15 digits keep their own, however many needless zeros they have.
OWN = {
    "7": "7", "0": "0", "-0": "-0", "+3": "3", "5.": "5", "-5.": "-5", ".5": "0.5", "-.5": "-0.5",
    "0.5": "0.5", "10": "10", "10.": "10", "-10.0": "-10", "1.50": "1.5", "-007.50": "-7.5",
    "09": "9", "-0095.5": "-95.5", "0090": "90", "-.123456789012345": "-0.123456789012345",
    "0.0": "0", ".0": "0", "-.0": "-0", "00": "0", "0.": "0", "-0.": "-0", "-00.10": "-0.1",
    "123456789012345": "123456789012345", "-123456789012345": "-123456789012345",
    "0.12345678901234": "0.12345678901234", "-.12345678901234": "-0.12345678901234",
    "12345678.9012345": "12345678.9012345", "1234567.89012345": "1234567.89012345",
    "1234567890.12345": "1234567890.12345", "-1.00000000000001": "-1.00000000000001",
    "0.123456789012345": "0.123456789012345", "-0.000000000000001": "-0.000000000000001",
    "123456789012345.": "123456789012345", "123456789012345.0": "123456789012345",
    "1" + "0" * 14 + "." + "0" * 16: "1" + "0" * 14, "0" * 30 + ".5": "0.5", "0" * 31 + "1": "1",
    "-" + "0" * 31 + "1": "-1", "+" + "0" * 31 + "1": "1", "." + "0" * 31: "0", "0" * 32: "0",
    "1." + "0" * 30: "1", "1." + "0" * 22: "1", "1." + "0" * 21: "1", "2.5" + "0" * 29: "2.5",
    "1." + "0" * 6: "1", "1." + "0" * 7: "1", "1." + "0" * 14: "1", "1." + "0" * 15: "1",
}  # fmt: skip


def test_a_number_of_few_digits_keeps_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    def not_this_way(*_: object) -> None:
        raise AssertionError("spelled anew")

    monkeypatch.setattr(shortest, "decode_tokens", not_this_way)
    assert in_bulk(list(OWN)) == list(OWN.values())
    for raw, text in OWN.items():
        assert in_bulk([raw]) == [text]
        # Beside an other one of as many words, or of fewer.
        assert in_bulk(["-1.5", raw, "99.0"]) == ["-1.5", text, "99"]


def test_what_needs_no_other_character_is_a_part_of_the_piece() -> None:
    tokens = ["-1.5", "-7", "-0.250", "+3.0", "007.50", "12.", "-0", "0.0"]
    content = " ".join(tokens).encode()
    buffer = padded(content, 0, len(content))
    texts = normalize_tokens(buffer, *find_tokens(buffer))
    assert texts.buffer is buffer
    assert b" ".join(texts.to_list()) == b"-1.5 -7 -0.25 3 7.5 12 -0 0"


@given(st.lists(number, min_size=1, max_size=12))
def test_bulk_gives_what_one_by_one_gives(tokens: list[str]) -> None:
    assert in_bulk(tokens) == [plain_shortest(token.encode()).decode() for token in tokens]


@given(st.lists(st.text("0123456789.+-eE,x\x0b", min_size=1, max_size=20), min_size=1, max_size=8))
def test_junk_stays_as_it_is(tokens: list[str]) -> None:
    assert in_bulk(tokens) == [plain_shortest(token.encode()).decode() for token in tokens]


@given(st.lists(number, min_size=1, max_size=12))
def test_the_value_stays_and_no_plain_spelling_is_shorter(tokens: list[str]) -> None:
    for token, text in zip(tokens, in_bulk(tokens), strict=True):
        value = float(token)
        assert struct.pack("<d", float(text)) == struct.pack("<d", value)
        assert set(text) <= set("0123456789.-")
        assert not text.startswith(".")
        if "." in text:
            assert text[-1] not in "0."
            # One decimal less is another number.
            places = len(text.partition(".")[2]) - 1
            assert float(f"{value:.{places}f}") != value
        assert in_bulk([text]) == [text]


def test_bytes_beyond_ascii_stay() -> None:
    content = "é 1.50 \uff12 ".encode() + b"\xff"
    buffer = padded(content, 0, len(content))
    texts = normalize_tokens(buffer, *find_tokens(buffer)).to_list()
    assert texts == ["é".encode(), b"1.5", "\uff12".encode(), b"\xff"]


def test_no_tokens() -> None:
    assert in_bulk([""]) == []
    assert math.isnan(float(plain_shortest(b"nan")))
    assert np.array_equal(
        normalize_tokens(padded(b"", 0, 0), *[np.empty(0, np.int64)] * 2).starts, []
    )
