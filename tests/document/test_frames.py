"""The frame table: rows, trailing content, damaged rows, cells, and reading by blocks."""

from __future__ import annotations

import math
import time
import tracemalloc
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from bvhlint.document.frames import FrameTable, RowFlag, modal_width
from bvhlint.document.scan import offset_type

HEAD = b"MOTION\nFrames: 9\nFrame Time: .03\n"


def build(
    rows: bytes, channels: int = 3, declared: int | None = None, head: bytes = HEAD
) -> FrameTable:
    content = head + rows
    return FrameTable.build(content, len(head), len(content), channels, declared)


def texts_of(table: FrameTable, spans: NDArray[Any]) -> list[bytes]:
    return [table.content[start:end] for start, end in spans.tolist()]


def rows_of(table: FrameTable) -> list[bytes]:
    return texts_of(table, np.stack((table.row_starts, table.row_ends), axis=1))


def test_a_good_block() -> None:
    table = build(b"1 2 3\n4 5.5 6 \r\n-7 8 9e1\n", declared=3)
    assert len(table) == 3
    assert rows_of(table) == [b"1 2 3", b"4 5.5 6", b"-7 8 9e1"]
    assert table.values.tolist() == [[1, 2, 3], [4, 5.5, 6], [-7, 8, 90]]
    assert table.values.dtype == np.float64
    assert table.widths.tolist() == [3, 3, 3]
    assert table.complete.all()
    assert table.token_count == 9
    assert not len(table.wrong_widths)
    assert table.rows_with(RowFlag.EXPONENT).tolist() == [2]
    assert table.rows_with(RowFlag.TRAILING_BLANK | RowFlag.EXPONENT).tolist() == [1, 2]
    assert table.trailing.shape == table.texts.shape == (0, 2)


def test_a_damaged_row_costs_only_itself() -> None:
    table = build(b"1 2 3\n4 5\n7 x 9\n1 2 3 4\n1e999 -inf 1\n4 5 6\n")
    nan, inf = math.nan, math.inf
    expected = [[1, 2, 3], [nan] * 3, [7, nan, 9], [nan] * 3, [inf, -inf, 1], [4, 5, 6]]
    assert np.array_equal(table.values, np.array(expected), equal_nan=True)
    assert table.complete.tolist() == [True, False, False, False, False, True]
    assert table.widths.tolist() == [3, 2, 3, 4, 3, 3]
    assert table.wrong_widths.tolist() == [1, 3]
    assert table.rows_with(RowFlag.ODD).tolist() == [2, 4]


def test_cells_have_text_and_span() -> None:
    table = build(b"1 2 3\n  -4.50   nan 6\n")
    assert texts_of(table, table.token_spans(1)) == [b"-4.50", b"nan", b"6"]
    assert table.cell_text(1, 0) == b"-4.50"
    start, end = table.cell_span(1, 1)
    assert (start, end) == (len(HEAD) + 16, len(HEAD) + 19)
    with pytest.raises(IndexError):
        table.cell_span(0, 3)


def test_arrays_cannot_be_written() -> None:
    for rows in (b"1 2 3\n4 5 6\n", b"1 2 3\n4 5\n", b"1\n", b""):
        table = build(rows + b"9 9\n", declared=2)
        for array in (
            table.row_starts, table.row_ends, table.widths, table.flags, table.values,
            table.complete, table.trailing, table.texts,
        ):  # fmt: skip
            assert not array.flags.writeable


def test_blanks_around_the_block_belong_to_its_first_and_last_row() -> None:
    content = HEAD + b" \t1 2 3\n4 5 6 \t\n"
    start, end = content.index(b"1 2"), content.index(b"6 \t") + 1
    table = FrameTable.build(content, start, end, 3, 2)
    assert table.flags.tolist() == [RowFlag.LEADING_BLANK, RowFlag.TRAILING_BLANK]
    assert (table.start, table.end) == (start, end)
    # A number before the block's start is not the block's.
    assert FrameTable.build(b"9 1 2 3", 2, 7, 3, 1).flags.tolist() == [0]


def test_megabytes_of_blanks_before_and_behind_take_no_time() -> None:
    blanks = b" \t" * 5_000_000
    content = HEAD + blanks + b"1 2 3" + blanks + b"\n"
    start = content.index(b"1 2 3")
    begin = time.process_time()
    for first, last in ((start, start + 5), (len(HEAD) - 1, len(content))):
        table = FrameTable.build(content, first, last, 3, 1)
        assert table.values.tolist() == [[1, 2, 3]]
        assert table.flags.tolist() == [RowFlag.LEADING_BLANK | RowFlag.TRAILING_BLANK]
    assert (
        FrameTable.build(b"Frame Time: .03" + blanks, 15, 15 + len(blanks), 3, 1).values.size == 0
    )
    assert time.process_time() - begin < 2


def test_texts_are_no_rows() -> None:
    table = build(b"1 2 3\n# take two\n4 5 6\n<<<<<<< HEAD\n=======\n>>>>>>> x\n7 8 9\n")
    assert len(table) == 3
    assert texts_of(table, table.texts) == [
        b"# take two",
        b"<<<<<<< HEAD",
        b"=======",
        b">>>>>>> x",
    ]
    assert table.values.tolist() == [[1, 2, 3], [4, 5, 6], [7, 8, 9]]


KEYS = b"1 1\n1 1\n0\n"


@pytest.mark.parametrize(
    ("rows", "declared", "frames", "trailing"),
    [
        (b"1 2 3\n4 5 6\n" + KEYS, 2, 2, [b"1 1", b"1 1", b"0"]),
        (b"1 2 3\n4 5 6\n" + KEYS, 3, 3, [b"1 1", b"0"]),  # a damaged third frame, then
        (b"1 2 3\n4 5 6\n" + KEYS + b"7 8 9\n", 2, 6, []),  # a frame after them: all are rows
        (b"1 2 3\n4 5 6\n7 8 9\n" + KEYS, 2, 6, []),  # more frames than promised
        (b"1 2 3\n4 5 6\n7 8\n", 3, 3, []),  # a cut last row
        (b"1 2 3\n4 5 6\n7 8\n", 9, 3, []),
        (b"1 2\n3\n4 5\n6\n", 2, 4, []),  # no frame at all: every one is wrapped
        (b"1 2 3\n4 5 6\n" + KEYS, None, 5, []),
        (b"1 2 3\n4 5 6\nend of this file\n--\n", None, 2, [b"end of this file", b"--"]),
        (b"1 2 3\n4 5 6\nat 9 metres\n--\n", None, 3, [b"--"]),
        (b"1 2 3\nnan nan nan\n", None, 2, []),
        (b"one two\nthree\n", None, 0, [b"one two", b"three"]),
        (b"one two\nthree\n", 2, 2, []),
        (b"", None, 0, []),
        (b" \n\n", 5, 0, []),
    ],
)
def test_lines_behind_the_last_frame(
    rows: bytes, declared: int | None, frames: int, trailing: list[bytes]
) -> None:
    table = build(rows, declared=declared)
    assert len(table) == frames
    assert texts_of(table, table.trailing) == trailing
    assert table.values.shape == (frames, 3)
    assert len(table.widths) == len(table.flags) == len(table.complete) == frames


def test_no_channels() -> None:
    table = build(b"\n \n\n", channels=0, declared=3)
    assert len(table) == 0
    assert table.values.shape == (0, 0)
    table = build(b"1 2\n\n3\n", channels=0)
    assert table.widths.tolist() == [2, 1]
    assert table.values.shape == (2, 0)
    assert not table.complete.any()
    assert [len(block.good) for block in table.token_blocks()] == [0]


def test_many_short_rows_under_a_wide_header_stay_small() -> None:
    channels = 20_000
    good = b" ".join([b"1"] * channels)
    tracemalloc.start()
    table = build(good + b"\n" + b"5\n" * 200_000, channels=channels)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert table.values.shape == (200_001, channels)
    assert peak < 60e6
    assert not table.complete.any()
    assert math.isnan(table.values[0, 0])
    small = build(b"1 2 3\n" + b"5\n" * 1000)
    assert small.complete.tolist() == [True] + [False] * 1000


def test_memory_is_a_number_a_value() -> None:
    row = b"-12.345678 " * 95 + b"1.250000\n"
    content = row * 12_000
    tracemalloc.start()
    table = FrameTable.build(content, 0, len(content), 96, 12_000)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert table.complete.all()
    assert peak < 10 * table.values.size + 24e6


def test_a_table_is_shown_without_its_content() -> None:
    assert len(repr(build(b"1 2 3\n" * 10_000))) < 200


def test_offsets_of_large_content_are_wide() -> None:
    assert offset_type((1 << 31) - 1) is np.int32
    assert offset_type(1 << 31) is np.int64


line = st.sampled_from(
    [b"1 2 3", b"-1.5\t2 3", b" 1  2 3 ", b"1 nan 3", b"1 2", b"1 2 3 4", b"# no row", b"// 1 2",
     b"", b"=======", b"x", b" "]
)  # fmt: skip


@given(st.lists(line, max_size=20), st.integers(1, 7))
def test_token_blocks_hold_the_tokens_of_all_good_rows(lines: list[bytes], size: int) -> None:
    table = build(b"\n".join(lines))
    seen: list[int] = []
    covered: list[int] = []
    for block in table.token_blocks(size):
        covered += range(len(table))[block.rows]
        seen += block.good.tolist()
        assert block.starts.shape == block.ends.shape == (len(block.good), 3)
        for row, starts, ends in zip(block.good.tolist(), block.starts, block.ends, strict=True):
            assert np.array_equal(np.stack((starts, ends), axis=1), table.token_spans(row))
    assert covered == list(range(len(table)))
    assert seen == [row for row in range(len(table)) if table.widths[row] == 3]


@given(st.integers(0, 50), st.integers(1, 40))
def test_blocks_cover_all_rows_in_order(rows: int, size: int) -> None:
    table = build(b"1 2 3\n" * rows)
    blocks = list(table.blocks(size))
    assert [row for block in blocks for row in range(rows)[block]] == list(range(rows))
    assert all(block.stop - block.start <= max(size // 3, 1) for block in blocks)


@pytest.mark.parametrize(
    ("rows", "width"),
    [
        (b"1 2 3\n1 2\n1 2 3\n", 3),
        (b"1 2 3\n1 2\n", 3),  # the earliest of equals
        (b"# 1 2 3 4\n\n1 2\n", 2),
        (b"\n \r\n\t", None),
        (b"", None),
        (b"7", 1),
    ],
)
def test_the_commonest_width(rows: bytes, width: int | None) -> None:
    content = HEAD + rows
    assert modal_width(content, len(HEAD), len(content)) == width
    assert modal_width(content, len(HEAD) - 1, len(content)) == width


def test_the_commonest_width_of_the_first_rows_only() -> None:
    content = b"1 2\n" * 3 + b"1 2 3\n" * 100
    assert modal_width(content, 0, len(content), lines=5) == 2
    assert modal_width(content, 0, len(content), lines=64) == 3
    wide = b" ".join([b"0.25"] * 50_000)
    content = (wide + b"\n") * 3 + b"1\n" * 9
    assert modal_width(content, 0, len(content), lines=4) == 50_000
    assert modal_width(content, 0, len(content), lines=12) == 1
