"""Names and excerpts cannot move a cursor, start an escape sequence or hide."""

from __future__ import annotations

import sys
import unicodedata

import pytest

from bvhlint.visible import display_width, fit_encoding, visible, visible_cells


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Hips", "Hips"),
        ("左腕_L", "左腕_L"),
        ("a\tb\nc\rd", "a\\tb\\nc\\rd"),
        ("\x1b[31mred\x07", "\\x1b[31mred\\x07"),
        ("\x9b2J\x7f\x00", "\\x9b2J\\x7f\\x00"),
        ("gp\u202eexe.bvh", "gp\\u202eexe.bvh"),
        ("zero\u200bwidth\ufeff", "zero\\u200bwidth\\ufeff"),
        ("no\xa0break\u3000wide", "no\\xa0break\\u3000wide"),
        ("tag\U000e0041", "tag\\U000e0041"),
        ("caf\udce9.bvh", "caf\\xe9.bvh"),
        ("\ud800", "\\ud800"),
        ("##[add-mask]x", "\\x23#[add-mask]x"),
        ("##vso[task]", "\\x23#vso[task]"),
        ("C:\\walk # 2 ## ok", "C:\\walk # 2 ## ok"),
    ],
)
def test_spells_out_what_nobody_sees(text: str, shown: str) -> None:
    assert visible(text) == shown


def test_pieces_stand_for_one_character_each() -> None:
    text = "a\x1b左##[x]\t"
    assert visible_cells(text) == ["a", "\\x1b", "左", "\\x23", "#", "[", "x", "]", "\\t"]
    assert "".join(visible_cells(text)) == visible(text)


def test_no_character_of_a_hidden_category_is_left() -> None:
    hidden = {"Cc", "Cf", "Cs", "Zl", "Zp", "Zs"}
    for code in range(sys.maxunicode + 1):
        char = chr(code)
        if char != " " and unicodedata.category(char) in hidden:
            assert visible(char).isascii(), hex(code)
            assert visible(char).isprintable(), hex(code)


def test_letters_of_all_scripts_stay() -> None:
    for char in "aßéΩЖא世ボ한ไ😀":
        assert visible(char) == char


def test_cuts_long_text() -> None:
    assert visible("N" * 1000, 10) == "N" * 10 + "…"
    assert visible("N" * 10, 10) == "N" * 10


@pytest.mark.parametrize(
    ("text", "encoding", "shown"),
    [
        ("plain", "ascii", "plain"),
        ("é世…", "ascii", "\\xe9\\u4e16\\u2026"),
        ("é世…", "cp1252", "é\\u4e16…"),
        ("é世…", "cp932", "\\xe9世…"),
        ("é世…", "utf-8", "é世…"),
    ],
)
def test_fits_the_encoding(text: str, encoding: str, shown: str) -> None:
    assert fit_encoding(text, encoding) == shown
    fit_encoding(text, encoding).encode(encoding)


@pytest.mark.parametrize(
    ("text", "columns"),
    [("Hips", 4), ("左腕", 4), ("ﾊﾝﾄﾞ", 4), ("e\u0301", 1), ("한", 2), ("", 0)],
)
def test_counts_columns(text: str, columns: int) -> None:
    assert display_width(text) == columns
