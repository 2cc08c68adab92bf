"""The motion view: the number of frames, the Frame Time, the rows."""

from __future__ import annotations

import pytest
from bvh_files import GoodFile, good_files
from hypothesis import given

from bvhlint.document.document import Document
from bvhlint.document.motion import Motion
from bvhlint.syntax.nodes import Kind

pytestmark = pytest.mark.unmeasured

HEADER = "HIERARCHY\nROOT a\n{\n\tOFFSET 0 0 0\n\tCHANNELS 2 Xrotation Yrotation\n}\n"


def motion_of(text: str) -> Motion:
    return Document.parse((HEADER + text).encode()).motion


@given(good_files(max_roots=2))
def test_the_motion_of_a_good_file(file: GoodFile) -> None:
    document = Document.parse(file.data)
    motion = document.motion
    assert motion.exists
    assert motion.declared_frames == len(file.rows)
    assert motion.frame_time == float(file.frame_time)
    assert motion.misspelt == frozenset()
    width = len(file.columns)
    if width:
        assert motion.values.tolist() == file.values
        assert motion.complete.tolist() == [True] * len(file.rows)
        for number, row in enumerate(file.rows):
            for column, word in enumerate(row):
                assert motion.table.cell_text(number, column) == word


def test_the_parts_of_a_motion() -> None:
    motion = motion_of("MOTION\nFrames: 2\nFrame Time: 0.04\n1 2\n3 4\n")
    assert motion.keyword is not None
    assert motion.keyword.raw == b"MOTION"
    assert motion.frame_time_leaf is not None
    assert motion.frame_time_leaf.raw == b"0.04"
    assert motion.rows is not None
    assert motion.rows.raw == b"1 2\n3 4\n"
    assert motion.rate is not None
    assert motion.rate.fps == 25
    assert motion.values.tolist() == [[1, 2], [3, 4]]


@pytest.mark.parametrize(
    ("words", "count"),
    [
        ("2", 2),
        ("007", 7),
        ("0", 0),
        ("", None),
        ("-1", None),
        ("+1", None),
        ("2.0", None),
        ("2 3", None),
        ("two", None),
        ("²", None),
        ("\uff11", None),
        ("99999999999999999999", None),
        ("999999999999999999", 999999999999999999),
    ],
)
def test_declared_frames(words: str, count: int | None) -> None:
    motion = motion_of(f"MOTION\nFrames: {words}\nFrame Time: 0.1\n")
    assert motion.frames_item is not None
    assert motion.declared_frames == count


@pytest.mark.parametrize(
    ("words", "seconds"),
    [
        ("0.0333333", 0.0333333),
        (".0083333", 0.0083333),
        ("4e-2", 0.04),
        ("0.5 junk", 0.5),
        ("0", 0.0),
        ("-1", -1.0),
        ("1e-400", 0.0),
        ("0,04", None),
        ("nan", None),
        ("", None),
    ],
)
def test_frame_time(words: str, seconds: float | None) -> None:
    motion = motion_of(f"MOTION\nFrames: 0\nFrame Time: {words}\n")
    assert motion.frame_time == seconds
    assert (motion.rate is None) == (not seconds or seconds < 0)


def test_without_motion() -> None:
    motion = motion_of("")
    assert not motion.exists
    assert (motion.keyword, motion.frames_item, motion.frame_time_item) == (None, None, None)
    assert motion.rows is None
    assert (motion.declared_frames, motion.frame_time, motion.rate) == (None, None, None)
    assert len(motion.table) == 0


def test_rows_without_any_keyword() -> None:
    motion = motion_of("1 2\n3 4\n")
    assert motion.exists
    assert motion.keyword is None
    assert motion.values.tolist() == [[1, 2], [3, 4]]


def test_a_stray_number_between_joints_is_no_motion() -> None:
    text = "HIERARCHY\nROOT a\n{\n{\n}\n12\nJOINT b\n{\n}\n}\nMOTION\nFrames: 1\n"
    document = Document.parse(text.encode())
    assert [joint.name for joint in document.skeleton.joints] == ["a", "b"]
    assert document.motion.declared_frames == 1


def test_lines_of_the_motion_in_any_order() -> None:
    motion = motion_of("Frame Time: 0.1\nMOTION\nFrames: 1\n1 2\n")
    assert motion.keyword is not None
    assert motion.declared_frames == 1
    assert motion.frame_time == 0.1
    assert motion.values.tolist() == [[1, 2]]


def test_only_the_first_part_is_the_motion() -> None:
    motion = motion_of(
        "MOTION\nFrames: 1\nFrame Time: 0.1\n1 2\nMOTION\nFrames: 5\nFrame Time: 0.2\n3 4\n"
    )
    assert motion.declared_frames == 1
    assert motion.frame_time == 0.1
    assert motion.rows is not None
    assert motion.rows.raw == b"1 2\n"


def test_a_second_motion_before_any_row_is_another_part() -> None:
    motion = motion_of("MOTION\nFrames: 1\nMOTION\nFrames: 5\nFrame Time: 0.2\n3 4\n")
    assert motion.declared_frames == 1
    assert motion.frame_time_item is None
    assert motion.rows is None


@pytest.mark.parametrize(
    ("line", "keyword"),
    [
        ("Frmaes: 2", Kind.FRAMES),
        ("Frame: 2", Kind.FRAMES),
        ("Framess: 2", Kind.FRAMES),
        ("Frame Tiem: 0.1", Kind.FRAME_TIME),
        ("FrameTme: 0.1", Kind.FRAME_TIME),
    ],
)
def test_misspelt_lines(line: str, keyword: Kind) -> None:
    motion = motion_of(f"MOTION\n{line}\n1 2\n")
    assert keyword in motion.misspelt
    assert motion.values.tolist() == [[1, 2]]


@pytest.mark.parametrize("first", ["x1.0 2", "O.5 -1", "1,5 2", "--1 2", "nan 1", "-1.#IND 2"])
def test_a_row_with_a_damaged_first_value_is_a_row(first: str) -> None:
    document = Document.parse(
        (HEADER.replace("2 X", "3 Zrotation X") + "MOTION\nFrames: 2\nFrame Time: 0.1\n").encode()
        + f"{first} 3\n4 5 6\n".encode()
    )
    assert document.motion.complete.tolist() == [False, True]
    assert document.motion.values[1].tolist() == [4, 5, 6]


@pytest.mark.parametrize("line", ["information", "nano seconds", "Infos: 1"])
def test_a_word_that_begins_like_a_value_begins_no_row(line: str) -> None:
    motion = motion_of(f"MOTION\n{line}\nFrames: 1\nFrame Time: 0.1\n1 2\n")
    assert motion.declared_frames == 1
    assert motion.values.tolist() == [[1, 2]]


@pytest.mark.parametrize("newline", ["\n", "\r", "\r\n"])
def test_rows_take_all_up_to_the_next_part(newline: str) -> None:
    lines = ["MOTION", "Frames: 1", "Frame Time: 0.1", "  1 2 ", "# note", "", "Hm 3", " Motion"]
    motion = motion_of(newline.join(lines))
    assert motion.rows is not None
    assert motion.rows.raw == newline.join(["  1 2 ", "# note", "", "Hm 3", ""]).encode()
