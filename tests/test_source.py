"""Encodings, and positions in all of them against a slow reference."""

from __future__ import annotations

import codecs

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bvhlint.finding import Region
from bvhlint.source import Encoding, Position, Source, decode_text

MARKS = {
    "utf-8-sig": codecs.BOM_UTF8,
    "utf-16-le": codecs.BOM_UTF16_LE,
    "utf-16-be": codecs.BOM_UTF16_BE,
    "utf-32-le": codecs.BOM_UTF32_LE,
    "utf-32-be": codecs.BOM_UTF32_BE,
}
LINE_ENDS = ("\n", "\r", "\r\n")
# What str.splitlines() and str.isspace() would take for more than it is.
ODD = "\x0b\x0c\x1c\x85\xa0\u2028\u3000\ufeff\x00"
TEXTS = st.lists(
    st.sampled_from([*LINE_ENDS, "\n\r", "a", "é", "ボ", "マ", "😀", " ", "\t", "{", *ODD])
).map("".join)


def slow_positions(text: str) -> list[tuple[int, int]]:
    """Line and column of every character, and of the end, counted one by one."""
    places = []
    line = column = 1
    for index, char in enumerate(text):
        places.append((line, column))
        if char == "\n" or (char == "\r" and text[index + 1 : index + 2] != "\n"):
            line, column = line + 1, 1
        else:
            column += 1
    return [*places, (line, column)]


def check_all_positions(source: Source, text: str) -> None:
    offset = 0
    for char, (line, column) in zip([*text, ""], slow_positions(text), strict=True):
        assert source.position(offset) == Position(line, column)
        assert source.line_of(offset) == line
        offset += len(char.encode("utf-8"))
    assert offset == len(source.content)


@given(TEXTS.filter(lambda text: not text.startswith("\ufeff")))
def test_positions_in_utf_8(text: str) -> None:
    source = Source.of(text.encode())
    assert source.encoding is Encoding.UTF8
    check_all_positions(source, text)


@given(TEXTS.filter(lambda text: not text.startswith("\ufeff")))
def test_a_utf_8_mark_has_no_column(text: str) -> None:
    data = codecs.BOM_UTF8 + text.encode()
    source = Source.of(data)
    assert source.bom_length == 3
    assert source.content == data
    assert source.position(0) == source.position(3) == (1, 1)
    places = slow_positions(text)
    offset = 3
    for char, place in zip(text, places, strict=False):
        assert source.position(offset) == place
        offset += len(char.encode())
    assert source.position(offset) == places[-1]


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be"])
@given(text=TEXTS.filter(lambda text: not text.startswith(("\ufeff", "\x00"))))
def test_positions_in_wide_encodings(encoding: str, text: str) -> None:
    data = MARKS[encoding] + text.encode(encoding)
    source = Source.of(data)
    assert source.encoding.value == encoding
    assert source.encoding.is_wide
    assert source.content == text.encode()
    assert source.encode(source.content) == data
    check_all_positions(source, text)


@given(st.lists(st.sampled_from([b"\n", b"\r", b"a", b"\x85", b"\xa0", b"\x83{", b"\xff"])))
def test_positions_in_eight_bit_text_count_bytes(pieces: list[bytes]) -> None:
    data = b"".join([*pieces, b"\xff"])
    source = Source.of(data)
    assert source.encoding is Encoding.EIGHT_BIT
    assert source.content is data
    places = slow_positions(data.decode("latin-1"))
    assert [source.position(offset) for offset in range(len(data) + 1)] == places


@given(st.binary())
def test_any_bytes_come_back(data: bytes) -> None:
    source = Source.of(data)
    assert source.encode(source.content) == data


@given(st.sampled_from(list(MARKS.values())), st.binary())
def test_any_bytes_after_a_mark_come_back(mark: bytes, rest: bytes) -> None:
    source = Source.of(mark + rest)
    assert source.encode(source.content) == mark + rest


@pytest.mark.parametrize("line_end", LINE_ENDS)
@pytest.mark.parametrize("length", [16381, 16382, 16383, 16384, 16385, 40000])
def test_lines_of_any_length_and_many_of_them(line_end: str, length: int) -> None:
    # Lengths around the size of the blocks that line ends are counted by, so that a line end
    # stands before, on and behind a border.
    text = "é" + "x" * (length - 2) + line_end + "yz" + line_end * 3 + "x" * length + "é" + line_end
    source = Source.of(text.encode())
    size = len(line_end)
    second = length + size
    last = second + 2 + 3 * size
    assert source.position(length) == (1, length)
    assert source.position(second) == (2, 1)
    assert source.position(second + 1) == (2, 2)
    assert source.position(second + 2 + size) == (3, 1)
    assert source.position(last) == (5, 1)
    assert source.position(last + length) == (5, length + 1)
    assert source.position(last + length + 2) == (5, length + 2)
    assert source.position(len(source.content)) == (6, 1)
    assert source.lines.start(last + length) == last
    assert source.lines.end(last) == last + length + 2
    assert source.lines.end(last, last + 10) == last + 10


def test_the_line_feed_after_a_return_belongs_to_the_same_line() -> None:
    source = Source.of(b"ab\r\ncd")
    assert [source.position(offset) for offset in range(7)] == [
        (1, 1),
        (1, 2),
        (1, 3),
        (1, 4),
        (2, 1),
        (2, 2),
        (2, 3),
    ]
    assert (source.lines.start(3), source.lines.end(3)) == (0, 2)
    assert (source.lines.start(4), source.lines.end(4)) == (4, 6)


def test_a_region_spans_lines() -> None:
    source = Source.of("ボーン {\r\n  é }".encode())
    start, end = source.content.index(b"{"), source.content.index(b"}")
    assert source.region(start, end + 1) == Region(1, 5, 2, 6)


def test_half_a_wide_character_makes_the_file_eight_bit() -> None:
    data = codecs.BOM_UTF16_LE + "ROOT".encode("utf-16-le") + b"\n"
    source = Source.of(data)
    assert source.encoding is Encoding.EIGHT_BIT
    assert source.content == data


def test_the_32_bit_mark_is_told_from_the_16_bit_one() -> None:
    assert Source.of(codecs.BOM_UTF32_LE + "a".encode("utf-32-le")).encoding is Encoding.UTF32_LE
    # The same beginning, but two units of 16 bits, the first of them NUL.
    assert Source.of(codecs.BOM_UTF16_LE + b"\x00\x00a\x00").encoding is Encoding.UTF16_LE


def test_lone_surrogates_are_kept() -> None:
    data = codecs.BOM_UTF16_BE + b"\xd8\x00\x00a\xdc\x00"
    source = Source.of(data)
    assert source.encoding is Encoding.UTF16_BE
    assert source.encode(source.content) == data


@pytest.mark.parametrize(
    ("raw", "shown"),
    [
        (b"Hips", "Hips"),
        ("ボーン".encode(), "ボーン"),
        ("ボーン".encode("cp932"), "ボーン"),
        ("表".encode("cp932"), "表"),
        ("右腕.L".encode("cp932"), "右腕.L"),
        ("ﾎﾞｰﾝ".encode("cp932"), "ﾎﾞｰﾝ"),
        ("Hüfte".encode("latin-1"), "Hüfte"),
        ("tête".encode("latin-1"), "tête"),
        ("Größe".encode("latin-1"), "Größe"),
        (b"a\xa0b", "a\xa0b"),
        (b"a\x85b", "a\x85b"),
        (b"\xff\xfe", "ÿþ"),
    ],
)
def test_names_are_decoded_for_showing(raw: bytes, shown: str) -> None:
    assert decode_text(raw) == shown
    assert Source.of(raw + b"\xff").show(0, len(raw)) == shown


def test_showing_a_part_of_a_line_may_cut_characters() -> None:
    source = Source.of("ボーン".encode())
    assert source.show(1, 8) == "ー"
