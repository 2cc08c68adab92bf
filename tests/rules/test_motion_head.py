"""The lines of Frames and Frame Time, what stands in their place, and where they have gone."""

from __future__ import annotations

import pytest
from made_rules import CLIP as GOOD
from rule_checks import check, found, offers

import bvhlint
from bvhlint.document.document import Document

TEXT = GOOD.decode()


@pytest.mark.parametrize("line", ["Frame Time: 0.0333333\n", "Frames: 2\n"])
def test_what_is_said_of_the_frames_below_them_is_not_removed(line: str) -> None:
    data = (TEXT.replace(line, "") + line).encode()
    assert found(data)
    for name in ("trailing-content", "row-width"):
        assert "unsafe" not in offers(data, name)
    assert line.encode() in bvhlint.fix(Document.parse(data), unsafe=True).document.to_bytes()


@pytest.mark.parametrize("sign", [b";", b"|", b", ", b",\t"])
@pytest.mark.parametrize("count", [b"2", b"x", b""])
def test_lines_that_may_be_frames_are_not_removed(sign: bytes, count: bytes) -> None:
    head, _, rows = GOOD.partition(b"0.0333333\n")
    tail = rows.replace(b" ", sign)
    head = head.replace(b"Frames: 2", b"Frames: " + count)
    data = head + b"0.0333333\n" + (rows if count == b"2" else b"") + tail
    assert "unsafe" not in offers(data, "trailing-content")
    assert tail in bvhlint.fix(Document.parse(data), unsafe=True).document.to_bytes()


@pytest.mark.parametrize(
    ("line", "word"),
    [
        ("OFFSET 0.00 10.00 0.00", "offset"),
        ("CHANNELS 3 Zrotation Xrotation Yrotation", "Channels"),
        ("Frame Time: 0.0333333", "frame time"),
        ("Frames: 2", "frames"),
    ],
)
def test_a_keyword_behind_an_item_is_a_word_too_many(line: str, word: str) -> None:
    data = TEXT.replace(line, f"{line} {word}", 1).encode()
    assert [name for name, _, _ in found(data)] == ["duplicate-section"]
    assert bvhlint.fix(Document.parse(data)).document.to_bytes() == data


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("Frame Time: ", "Frame Time = ", "bad-frame-time"),
        ("Frame Time: ", "Frame Time (s): ", "bad-frame-time"),
        ("Frame Time: ", "Frame Time:: ", "bad-frame-time"),
        ("Frames: ", "Frames:: ", "bad-number"),
        ("Frames: ", "Frames:;", "bad-number"),
    ],
)
def test_a_sign_in_place_of_the_number_is_no_spacing(old: str, new: str, told: str) -> None:
    data = TEXT.replace(old, new).encode()
    assert [name for name, _, _ in found(data)] == [told]
    assert bvhlint.fix(Document.parse(data)).document.to_bytes() == data
    if told == "bad-frame-time":
        mended = bvhlint.fix(Document.parse(data), set_fps=30).document.to_bytes()
        assert mended == GOOD


def test_no_rate_is_offered_where_an_unknown_line_stands_below_frames() -> None:
    data = TEXT.replace("Frame Time: ", "Frame;Time:;").encode()
    assert offers(data, "missing-frame-time") == {"none"}
    with pytest.raises(bvhlint.TransformError, match="line 18 is unknown"):
        bvhlint.fix(Document.parse(data), set_fps=30)


def test_the_number_of_frames_on_the_next_line_does_not_misplace_the_frame_time() -> None:
    data = TEXT.replace("Frames: 2", "Frames:\n2").encode()
    assert not check(data, "missing-frame-time")
    assert "bad-number" in [name for name, _, _ in found(data, "bad-number")]


def test_motion_above_the_hierarchy_is_told_as_that() -> None:
    head, motion_part = GOOD[: GOOD.index(b"MOTION")], GOOD[GOOD.index(b"MOTION") :]
    data = motion_part + head
    assert found(data) == [("no-hierarchy", 1, 1), ("duplicate-section", 6, 1)]
    for finding in check(data, "no-hierarchy") + check(data, "duplicate-section"):
        assert "and its joints above MOTION" in (finding.help or "")


def test_the_frame_time_of_a_second_clip_is_not_the_one_that_is_missing() -> None:
    data = GOOD.replace(b"Frame Time: 0.0333333\n", b"")
    (finding,) = check(data + GOOD, "missing-frame-time")
    assert finding.message == check(data, "missing-frame-time")[0].message


def test_rows_below_a_second_hierarchy_are_not_judged() -> None:
    head = GOOD[: GOOD.index(b"MOTION")]
    assert [name for name, _, _ in found(head + GOOD)] == ["duplicate-section"]
