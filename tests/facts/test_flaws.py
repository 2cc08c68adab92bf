"""Flaws of frame rows, found in bulk, against the same found token by token."""

from __future__ import annotations

from collections import defaultdict

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from rule_checks import HIPS_AND_SPINE

from bvhlint.document.document import Document
from bvhlint.document.numbers import Flaw, classify, parse_number
from bvhlint.facts import flaws as flaws_module
from bvhlint.facts.flaws import row_flaws, split_token

pytestmark = pytest.mark.unmeasured

TOKENS = [
    "0", "1.5", "-2", ".5", "5.", "+1e5", "1E-3", "-0",
    "nan", "-NaN", "inf", "Infinity", "1.#QNAN", "-1.#IND", "1e999", "nan(0x1)",
    "1,5", "-0,25", ",5", "12345678,123456789", "1,5e-3", "1,", "1,e5", "1,2,3", "1.0,2.0",
    "1;2", "1.5,", ",", "0.00-7.50", "1e5-2.25", "1-2-3", "1-", "-", "--1", "1.2.3", "e", "x",
    "1_0", "9O", "0x10", "é", "ボ", "1e", "1e+", "12345678901234567890123", "#1", "a-b",
]  # fmt: skip


def slowly(rows: list[list[str]]) -> tuple[dict[Flaw, dict[int, int]], dict[int, int]]:
    """The first token of each flaw in each row, and how many tokens splitting would add."""
    first: dict[Flaw, dict[int, int]] = defaultdict(dict)
    extra: dict[int, int] = defaultdict(int)
    for number, row in enumerate(rows):
        for column, token in enumerate(row):
            raw = token.encode()
            value = parse_number(raw)
            if value is not None and np.isfinite(value):
                continue
            parts = len(split_token(raw))
            flaw = Flaw.GLUED if parts > 1 else classify(raw)
            first[flaw].setdefault(number, column)
            if parts > 1:
                extra[number] += parts - 1
    return first, extra


def quickly(rows: list[list[str]]) -> tuple[dict[Flaw, dict[int, int]], dict[int, int]]:
    text = "".join(" ".join(row) + "\n" for row in rows)
    head = f"{HIPS_AND_SPINE}MOTION\nFrames: {len(rows)}\nFrame Time: 0.04\n"
    found = row_flaws(Document.parse((head + text).encode()))
    first = {
        flaw: dict(zip(part.rows.tolist(), part.columns.tolist(), strict=True))
        for flaw, part in found.by_flaw.items()
        if len(part.rows)
    }
    extra = zip(found.glued_rows.tolist(), found.glued_extra.tolist(), strict=True)
    return first, dict(extra)


# A row that begins with a number is a row, whatever stands in it.
ROW = st.lists(st.sampled_from(TOKENS), max_size=12).map(lambda row: ["0", *row])


@given(st.lists(ROW, min_size=1, max_size=12))
def test_flaws_of_any_rows(rows: list[list[str]]) -> None:
    first, extra = quickly(rows)
    assert (first, extra) == slowly(rows)


@pytest.mark.parametrize("token", TOKENS)
def test_flaws_of_many_equal_tokens(token: str) -> None:
    rows = [["0", *[token] * 8]] * 5
    assert quickly(rows) == slowly(rows)


def test_rows_in_pieces_are_read_as_one(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = [["0", TOKENS[(7 * n) % len(TOKENS)], "1.5", TOKENS[n % len(TOKENS)]] for n in range(90)]
    expected = slowly(rows)
    for size in (16, 64, 333):
        monkeypatch.setattr(flaws_module, "_PIECE_BYTES", size)
        assert quickly(rows) == expected


def test_text_between_rows_is_not_read() -> None:
    head = f"{HIPS_AND_SPINE}MOTION\nFrames: 2\nFrame Time: 0.04\n"
    document = Document.parse(f"{head}0 nan\n# nan 1,5 x\n0 0 nan\n".encode())
    found = row_flaws(document)
    assert found.by_flaw[Flaw.NOT_FINITE].rows.tolist() == [0, 1]
    assert found.by_flaw[Flaw.NOT_FINITE].columns.tolist() == [1, 2]
    assert [flaw for flaw, part in found.by_flaw.items() if len(part.rows)] == [Flaw.NOT_FINITE]


@pytest.mark.parametrize(
    ("token", "parts"),
    [
        ("0.00-7.50", ["0.00", "-7.50"]),
        ("1e-5-2+3", ["1e-5", "-2", "+3"]),
        ("1,2,3", ["1", "2", "3"]),
        ("1.5;-2", ["1.5", "-2"]),
        ("1,5", ["1,5"]),
        ("1,2,", ["1,2,"]),
        ("1,,2", ["1,,2"]),
        ("nan", ["nan"]),
        ("1.5", ["1.5"]),
    ],
)
def test_where_a_token_splits(token: str, parts: list[str]) -> None:
    assert split_token(token.encode()) == [part.encode() for part in parts]
