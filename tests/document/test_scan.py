"""The scan of a frame block against a slow one that goes line by line and token by token."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, field

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bvhlint.document.scan import RowFlag, Scan, find_cut, scan_rows, scan_widths

pytestmark = pytest.mark.unmeasured

TEXT_MARKS = (b"#", b"//", b"<<<<<<<", b"=======", b">>>>>>>")


@dataclass
class Expected:
    """What the scan must find, in plain lists."""

    spans: list[tuple[int, int]] = field(default_factory=list)
    widths: list[int] = field(default_factory=list)
    flags: list[RowFlag] = field(default_factory=list)
    tokens: list[bytes] = field(default_factory=list)
    texts: list[tuple[int, int]] = field(default_factory=list)


def value_of(token: bytes) -> float:
    if re.fullmatch(rb"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?", token):
        return float(token)
    if re.fullmatch(rb"[+-]?(inf|infinity)", token, re.IGNORECASE):
        return float(token)
    return math.nan


def flags_of(line: bytes, tokens: list[bytes]) -> RowFlag:
    flags = RowFlag(0)
    if line[0] in b" \t":
        flags |= RowFlag.LEADING_BLANK
    if line[-1] in b" \t":
        flags |= RowFlag.TRAILING_BLANK
    if re.search(rb"[ \t]{2}", line.strip(b" \t")):
        flags |= RowFlag.WIDE_BLANK
    for token in tokens:
        if not math.isfinite(value_of(token)):
            flags |= RowFlag.ODD
        if not math.isnan(value_of(token)) and re.search(rb"\d\.?[eE]", token):
            flags |= RowFlag.EXPONENT
    return flags


def slow_scan(content: bytes, start: int = 0) -> Expected:
    """The scan of whole lines from ``start`` on."""
    expected = Expected()
    blank = False
    for match in re.finditer(rb"([^\r\n]*)(\r\n|\r|\n|\Z)", content[start:]):
        line, at = match[1], start + match.start()
        tokens = [token for token in re.split(rb"[ \t]+", line) if token]
        if not tokens:
            blank = True
            continue
        first = at + line.index(tokens[0])
        span = (first, first + len(line.strip(b" \t")))
        flags = flags_of(line, tokens)
        if blank and (expected.spans or expected.texts):
            flags |= RowFlag.BLANK_LINE_BEFORE
        blank = False
        if tokens[0].startswith(TEXT_MARKS):
            expected.texts.append(span)
            continue
        expected.spans.append(span)
        expected.widths.append(len(tokens))
        expected.flags.append(flags)
        expected.tokens += tokens
    return expected


def assert_scan(scan: Scan, expected: Expected) -> None:
    assert list(zip(scan.starts.tolist(), scan.ends.tolist(), strict=True)) == expected.spans
    assert scan.widths.tolist() == expected.widths
    assert [RowFlag(flag) for flag in scan.flags.tolist()] == expected.flags
    values = np.array([value_of(token) for token in expected.tokens], np.float64)
    nan = np.isnan(values)
    assert np.array_equal(np.isnan(scan.values), nan)
    assert scan.values[~nan].tobytes() == values[~nan].tobytes()
    assert [tuple(span) for span in scan.texts.tolist()] == expected.texts


def assert_scans(content: bytes) -> None:
    expected = slow_scan(content)
    for pieces in (1 << 20, 40, 7, 1):
        assert_scan(scan_rows(content, 0, len(content), threads=1, piece_bytes=pieces), expected)
    assert_scan(scan_rows(content, 0, len(content), threads=2, piece_bytes=16), expected)
    assert scan_widths(content, 0, len(content)).tolist() == expected.widths


number = st.one_of(
    st.floats(-1000, 1000).map(lambda value: b"%.6f" % value),
    st.integers(-9, 9).map(lambda value: b"%d" % value),
    st.floats(-1000, 1000).map(lambda value: repr(value).encode()),
    st.floats(-1, 1).map(lambda value: b"%.3e" % value),
)
odd = st.sampled_from(
    [b"nan", b"-inf", b"1,5", b"1.5-2.5", b"#", b"//x", b"<<<<<<< HEAD", b"=======", b"======",
     b">>>>>>>", b"<<<", b"\x00", b"\x0b", b"1\x0c2", b"\x85", b"\xa0", b"\xe3\x83\x9c", b"1e999",
     b"/"]
)  # fmt: skip
token = st.one_of(number, number, number, odd)
blank = st.sampled_from([b" ", b" ", b" ", b"\t", b"  ", b" \t ", b"    "])
margin = st.sampled_from([b"", b"", b"", b" ", b"\t", b"  "])
line_end = st.sampled_from([b"\n", b"\n", b"\r\n", b"\r", b"\n\n", b"\r\n\r\n", b"\n \n", b"\r\r"])


@st.composite
def a_line(draw: st.DrawFn) -> bytes:
    tokens = draw(st.lists(token, max_size=5))
    text = draw(margin)
    for index, part in enumerate(tokens):
        text += (draw(blank) if index else b"") + part
    return text + draw(margin)


@st.composite
def a_table(draw: st.DrawFn) -> bytes:
    lines = draw(st.lists(a_line(), max_size=8))
    text = b"".join(line + draw(line_end) for line in lines)
    return text + draw(a_line()) if draw(st.booleans()) else text


@st.composite
def a_clean_table(draw: st.DrawFn) -> bytes:
    end = draw(st.sampled_from([b"\n", b"\r\n", b"\r", b" \n"]))
    separator = draw(st.sampled_from([b" ", b"\t", b"    "]))
    form = draw(st.sampled_from([b"%.6f", b"%.2f", b"%d", b"%.9g", b"%.17g", b"%e"]))
    width = draw(st.integers(1, 6))
    values = draw(st.lists(st.floats(-400, 400), min_size=width, max_size=60))
    rows = [values[at : at + width] for at in range(0, len(values) - width + 1, width)]
    return b"".join(separator.join(form % value for value in row) + end for row in rows)


@given(st.binary(max_size=60))
def test_arbitrary_bytes(content: bytes) -> None:
    assert_scans(content)


@given(st.text(" \t\r\n.5-e#/=\x0b\x00", max_size=60))
def test_arbitrary_text_of_blanks_and_line_ends(text: str) -> None:
    assert_scans(text.encode())


@given(a_table())
def test_tables_of_every_manner(content: bytes) -> None:
    assert_scans(content)


@given(a_clean_table())
def test_clean_tables(content: bytes) -> None:
    assert_scans(content)


def test_each_flag_at_its_row() -> None:
    lines = [
        (b"1 2 3", RowFlag(0)),
        (b"\t1 2 3", RowFlag.LEADING_BLANK),
        (b"1 2 3 ", RowFlag.TRAILING_BLANK),
        (b"1 \t2 3", RowFlag.WIDE_BLANK),
        (b"1e2 2 3", RowFlag.EXPONENT),
        (b"1 nan 3", RowFlag.ODD),
        (b"1 2 1e999", RowFlag.ODD | RowFlag.EXPONENT),
        (b"1 2 3e", RowFlag.ODD),
    ]
    content = b"\n".join(line for line, _ in lines) + b"\n \n7 8 9"
    scan = scan_rows(content, 0, len(content))
    assert scan.flags.tolist() == [flag for _, flag in lines] + [RowFlag.BLANK_LINE_BEFORE]


@pytest.mark.parametrize("end", [b"\n", b"\r\n", b"\r"])
def test_lines_of_text_are_no_rows(end: bytes) -> None:
    lines = [
        b"# made by hand",
        b"1 2",
        b"<<<<<<< HEAD",
        b"3 4",
        b"=======",
        b"  // or",
        b"5 6",
        b">>>>>>> b",
    ]
    content = end.join(lines)
    scan = scan_rows(content, 0, len(content))
    assert scan.values.tolist() == [1, 2, 3, 4, 5, 6]
    texts = [content[start:stop] for start, stop in scan.texts.tolist()]
    assert texts == [b"# made by hand", b"<<<<<<< HEAD", b"=======", b"// or", b">>>>>>> b"]


@pytest.mark.parametrize(
    "head", [b"Frame Time: .03", b"Frame Time: .03 \t", b"Frame Time: .03\r", b"Frame Time: .03 \n"]
)
def test_the_blank_rest_of_the_line_before_is_no_line(head: bytes) -> None:
    content = head + b"\n1 2\n\n3 4"
    for start in range(len(b"Frame Time: .03"), len(head) + 2):
        scan = scan_rows(content, start, len(content))
        assert scan.values.tolist() == [1, 2, 3, 4]
        assert scan.flags.tolist() == [0, RowFlag.BLANK_LINE_BEFORE]


def test_only_the_block_is_read() -> None:
    content = b"9 9\n1 2\n3 4\n8 8\n"
    scan = scan_rows(content, 4, 11)
    assert scan.values.tolist() == [1, 2, 3, 4]
    assert scan.starts.tolist() == [4, 8]


@pytest.mark.parametrize("end", [b"\n", b"\r\n", b"\r"])
def test_cuts_are_where_lines_end(end: bytes) -> None:
    content = b"12" + end + b"345" + end + end + b"6" * 50_000 + end + b"7"
    starts = [0, *(match.end() for match in re.finditer(re.escape(end), content))]
    for target in [*range(1, 20), 30_000, 50_000, len(content) - 1]:
        cut = find_cut(content, target, len(content))
        assert cut == min((start for start in starts if start >= target), default=len(content))


def test_large_blocks_in_pieces_and_threads_read_the_same() -> None:
    generator = np.random.default_rng(5)
    rows = generator.normal(0, 50, (30_000, 12))
    content = b"".join(b" ".join(b"%.5f" % value for value in row) + b"\n" for row in rows)
    one = scan_rows(content, 0, len(content), threads=1)
    two = scan_rows(content, 0, len(content), threads=2, piece_bytes=1 << 18)
    expected = np.array(content.split(), np.float64)
    for scan in (one, two):
        assert np.array_equal(scan.values, expected)
        assert np.all(scan.widths == 12)
        assert not scan.flags.any()
        assert len(scan.starts) == 30_000
        assert scan.starts.dtype == np.int32
