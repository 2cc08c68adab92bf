"""Beginnings and single-byte changes of small files; the fuzz command goes through all of them."""

from __future__ import annotations

from pathlib import Path

import pytest
from every_byte import FILES, changes, check_beginning, check_change, cut_row, last_line

STEP_OF_BEGINNINGS = 7
STEP_OF_CHANGES = 151


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_an_early_end_is_told_at_its_line(path: Path) -> None:
    data = path.read_bytes()
    for size in range(0, len(data), STEP_OF_BEGINNINGS):
        check_beginning(data, size)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_changed_byte_crashes_nothing(path: Path) -> None:
    for data in changes(path.read_bytes(), STEP_OF_CHANGES):
        check_change(data)


def test_what_is_expected_of_a_beginning() -> None:
    whole = b"HIERARCHY\nMOTION\nFrames: 2\nFrame Time: 1\n1 2 3\n4 5 6\n"
    assert cut_row(whole, whole.index(b"5")) == 1
    assert cut_row(whole, whole.index(b"6") + 1) is None
    assert cut_row(whole, whole.index(b"1 2")) is None
    assert last_line(whole[: whole.index(b"4")]) == 5
    assert last_line(b"a\r\nb\rc \r\n") == 3
