"""``--set-fps``, ``--frames``, ``--drop-reference-frame``, ``--newline``: rows stay to the byte."""

from __future__ import annotations

import re
from random import Random

import pytest
from bvh_files import GoodFile, good_files
from changing import changed, messages
from hypothesis import given
from hypothesis import strategies as st
from made_clips import made_clips

from bvhlint.document.document import Document
from bvhlint.document.rate import parse_rate, rate_of
from bvhlint.errors import TransformError
from bvhlint.transforms.base import NOTHING
from bvhlint.transforms.frames import DropReferenceFrame, KeepFrames
from bvhlint.transforms.newline import Newline
from bvhlint.transforms.set_fps import SetFps

rates = st.sampled_from(["24", "23.976", "25", "29.97", "30", "60", "120", "31.25", "1000", "0.5"])
HEAD = b"HIERARCHY\nROOT a\n{\nOFFSET 0 0 0\nCHANNELS 1 Zrotation\n}\nMOTION\n"


# --set-fps


@given(good_files(), rates)
def test_only_the_frame_time_changes(file: GoodFile, fps: str) -> None:
    result = changed(file.data, SetFps(parse_rate(fps)))
    old, new = (re.split(rb"(Frame Time:[ \t]*)([0-9.e-]+)", data) for data in (file.data, result))
    assert (old[0], old[1], old[3]) == (new[0], new[1], new[3])
    rate, wanted = rate_of(new[2].decode()), parse_rate(fps)
    assert rate is not None
    assert (rate.exact, round(rate.fps, 4)) == (wanted.exact, round(wanted.fps, 4))
    assert SetFps(wanted).apply(Document.parse(result)) is NOTHING


def test_what_happened_to_the_clip_is_said() -> None:
    data = HEAD + b"Frames: 3\nFrame Time: 0.033\n1\n2\n3\n"
    assert messages(data, SetFps(parse_rate("30"))) == [
        "Frame Time 0.0333333 (30 a second), 0.067 s instead of 0.033 (30.303 a second), 0.066 s; "
        "no frame changed"
    ]


@pytest.mark.parametrize(("rows", "frames"), [(b"", 0), (b"1\n", 1)])
def test_a_clip_of_one_frame_or_none_has_no_length(rows: bytes, frames: int) -> None:
    data = HEAD + b"Frames: %d\nFrame Time: 0.04\n" % frames + rows
    assert messages(data, SetFps(parse_rate("50"))) == [
        "Frame Time 0.0200000 (50 a second), 0.000 s instead of 0.04 (25 a second), 0.000 s; "
        "no frame changed"
    ]


def test_as_many_decimals_are_written_as_there_were() -> None:
    data = HEAD + b"Frames: 1\nFrame Time: 0.0083333333\n1\n"
    assert changed(data, SetFps(parse_rate("60"))) == data.replace(b"0.0083333333", b"0.0166666667")


def test_what_is_unknown_must_not_become_a_frame() -> None:
    data = HEAD + b"Frames: 1\nhello\n1\n"
    with pytest.raises(TransformError, match="line 9 is unknown, and no Frame Time stands before"):
        changed(data, SetFps(parse_rate("25")))
    # What stands before the place is none of its business.
    data = HEAD + b"hello\nFrames: 1\n1\n"
    wanted = data.replace(b"Frames: 1\n", b"Frames: 1\nFrame Time: 0.0400000\n")
    assert changed(data, SetFps(parse_rate("25"))) == wanted


@pytest.mark.parametrize(
    ("lines", "result"),
    [
        (b"Frames: 1\n1\n", b"Frames: 1\nFrame Time: 0.0400000\n1\n"),
        (b"Frames: 1\nFrame Time: x.0333333333\n1\n", b"Frames: 1\nFrame Time: 0.0400000\n1\n"),
        (b"Frames: 1\r\n1\r\n", b"Frames: 1\r\nFrame Time: 0.0400000\r\n1\r\n"),
        (b"Frames: 1\nFrame Time:\n1\n", b"Frames: 1\nFrame Time: 0.0400000\n1\n"),
        (b"Frames: 1\nFrame Time: x y\n1\n", b"Frames: 1\nFrame Time: 0.0400000\n1\n"),
        (b"Frames: 1\nFrame Time: 0\n1\n", b"Frames: 1\nFrame Time: 0.0400000\n1\n"),
        (b"Frames: 1", b"Frames: 1\nFrame Time: 0.0400000"),
        (b"", b"Frame Time: 0.0400000\n"),
    ],
)
def test_a_missing_or_bad_frame_time_is_written(lines: bytes, result: bytes) -> None:
    assert changed(HEAD + lines, SetFps(parse_rate("25"))) == HEAD + result


def test_a_file_without_motion_has_no_place_for_it() -> None:
    with pytest.raises(TransformError, match="the file has no MOTION part"):
        changed(HEAD.removesuffix(b"MOTION\n"), SetFps(parse_rate("25")))


# --frames


@given(made_clips(max_frames=12), st.integers(0, 1 << 32))
def test_a_slice_of_the_frames(file: GoodFile, seed: int) -> None:
    random = Random(seed)
    start, stop = (random.choice([None, random.randint(-14, 14)]) for _ in range(2))
    kept = list(range(len(file.rows)))[start:stop]
    if not kept:
        with pytest.raises(TransformError, match="--frames: none of the clip's"):
            changed(file.data, KeepFrames(start, stop))
        return
    result = changed(file.data, KeepFrames(start, stop))
    rows = tuple(file.rows[row] for row in kept)
    assert result == GoodFile(file.joints, rows, file.frame_time, file.layout).data


def test_damaged_rows_are_kept_to_the_byte_too() -> None:
    data = HEAD + b"Frames: 4\nFrame Time: 0.1\n1 \n2 2\nx\n  4\n"
    result = changed(data, KeepFrames(1, 4))
    assert result == HEAD + b"Frames: 3\nFrame Time: 0.1\n2 2\nx\n  4\n"


def test_a_damaged_row_that_would_be_no_frame_alone_is_refused() -> None:
    data = HEAD + b"Frames: 3\nFrame Time: 0.1\n1\nx\n3\n"
    with pytest.raises(TransformError, match=r"frame 1 \(line 11\) is damaged, and alone it might"):
        changed(data, KeepFrames(1, 3))


def test_a_count_that_is_missing_on_a_shared_line_is_not_written_into_the_next_keyword() -> None:
    data = HEAD + b"Frames:Frame Time: 0.1\n1\n2\n3\n"
    with pytest.raises(TransformError, match="no number stands after Frames:; mend it first"):
        changed(data, KeepFrames(0, 2))


# --drop-reference-frame


def test_a_first_reference_pose_goes() -> None:
    rows = b"0 \n" + b"".join(b"%d\n" % (60 + k) for k in range(8))
    data = HEAD + b"Frames: 9\nFrame Time: 0.1\n" + rows
    data = data.replace(b"1 Zrotation", b"3 Zrotation Xrotation Yrotation")
    data = re.sub(rb"\n(\d+) ?(?=\n)", rb"\n\1 \1 \1", data)
    result = changed(data, DropReferenceFrame())
    assert result == data.replace(b"Frames: 9", b"Frames: 8").replace(b"0.1\n0 0 0\n", b"0.1\n")
    assert DropReferenceFrame().apply(Document.parse(result)) is NOTHING


# --newline


@given(good_files(), st.sampled_from(["lf", "crlf"]))
def test_all_lines_end_alike(file: GoodFile, line_end: str) -> None:
    newline = {"lf": b"\n", "crlf": b"\r\n"}[line_end]
    result = changed(file.data, Newline(line_end))
    assert result == re.sub(rb"\r\n|\r|\n", newline, file.data)
    assert Newline(line_end).apply(Document.parse(result)) is NOTHING


def test_mixed_line_ends() -> None:
    data = b"HIERARCHY\r\nROOT a\r{\n\r\n\n\r}\r\r\n"
    assert changed(data, Newline("lf")) == b"HIERARCHY\nROOT a\n{\n\n\n\n}\n\n"
    assert messages(data, Newline("lf")) == ["ended 6 lines with LF"]
    assert messages(data, Newline("crlf")) == ["ended 5 lines with CRLF"]


@pytest.mark.parametrize("mark", [b"", b"\xff\xfe", b"\xfe\xff"])
@pytest.mark.parametrize("cut", [0, 1, 2])
@pytest.mark.parametrize("line_end", ["lf", "crlf"])
def test_line_ends_of_wide_text_are_left_alone_even_where_it_is_cut(
    mark: bytes, cut: int, line_end: str
) -> None:
    text = (HEAD.decode() + "Frames: 1\nFrame Time: 0.1\n7\r\n").replace("a", "腰")
    encoding = "utf-16-be" if mark == b"\xfe\xff" else "utf-16-le"
    data = mark + text.encode(encoding)
    with pytest.raises(TransformError, match=r"--newline: the file is UTF-16-.E text"):
        changed(data[: len(data) - cut], Newline(line_end))


@pytest.mark.parametrize("mark", [b"\xff\xfe", b"\xfe\xff"])
def test_line_ends_behind_a_false_mark_of_utf16_are_left_alone(mark: bytes) -> None:
    for data in (mark + HEAD + b"x", mark + HEAD):
        for line_end in ("lf", "crlf"):
            with pytest.raises(TransformError, match="begins like UTF-16"):
                changed(data, Newline(line_end))
