"""``--fps``: which frames there are, and which stay to the byte."""

from __future__ import annotations

import math
import re
from fractions import Fraction

import numpy as np
import pytest
from bvh_files import GoodFile
from changing import changed, messages
from fk import read_clip
from hypothesis import given
from hypothesis import strategies as st
from made_clips import made_clips
from retiming import METHODS, RATES, clip, frames, retimed

import bvhlint
from bvhlint.document.document import Document
from bvhlint.document.rate import parse_rate, rate_of
from bvhlint.errors import TransformError
from bvhlint.transforms import retime
from bvhlint.transforms.base import NOTHING
from bvhlint.transforms.resample import Method
from bvhlint.transforms.retime import Retime


def split_lines(data: bytes) -> list[bytes]:
    return re.findall(rb"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+\Z", data)


# Rows that stay


@given(
    made_clips(max_frames=25, frame_times=[b".0083333", b"0.008333", b"0.00833333"]),
    st.sampled_from([("60", 2), ("40", 3), ("30", 4), ("24", 5), ("1", 120)]),
    st.sampled_from(METHODS),
)
def test_an_integer_ratio_keeps_every_kth_row_to_the_byte(
    file: GoodFile, target: tuple[str, int], method: Method
) -> None:
    fps, step = target
    result = retimed(file.data, fps, method)
    old, new = split_lines(file.data), split_lines(result)
    first = next(at for at, line in enumerate(old) if line.startswith(b"Frame Time:")) + 1
    kept = old[first::step]
    newline = file.layout.newline
    if kept and not file.layout.final_newline:
        kept = [line.removesuffix(newline) + newline for line in kept]
        kept[-1] = kept[-1].removesuffix(newline)
    assert new[first:] == kept
    changed_lines = [
        (was, now) for was, now in zip(old[:first], new[:first], strict=True) if was != now
    ]
    starts = [was.partition(b":")[0] for was, _ in changed_lines]
    assert set(starts) <= {b"Frames", b"Frame Time"}
    assert starts.count(b"Frame Time") == 1
    # Only the numbers differ.
    for was, now in changed_lines:
        assert re.sub(rb"[0-9.]+", b"#", was) == re.sub(rb"[0-9.]+", b"#", now)


def test_a_clip_of_524_frames() -> None:
    data = clip([f"{k} 0 0" for k in range(524)], ".0083333")
    result = retimed(data, "30")
    assert frames(result) == [b"%d 0 0" % k for k in range(0, 524, 4)]
    assert result.count(b"Frames: 131\nFrame Time: 0.0333333\n") == 1
    assert messages(data, Retime(parse_rate("30"))) == [
        "524 frames at 120 a second became 131 at 30 (slerp); 4.333 s, 0.025 s less than before"
    ]


@given(made_clips(min_frames=2, max_frames=9), st.sampled_from(["60", "120", "90"]))
def test_rows_at_their_own_time_are_kept_when_frames_are_added(file: GoodFile, fps: str) -> None:
    data = GoodFile(file.joints, file.rows, b"0.0333333", file.layout).data
    step = int(fps) // 30
    result = read_clip(retimed(data, fps))
    assert len(result.rows) == (len(file.rows) - 1) * step + 1
    np.testing.assert_array_equal(result.rows[::step], read_clip(data).rows)


def test_kept_rows_keep_their_spelling_among_new_ones() -> None:
    # The middle row by SciPy: 14.99871869, 0.51089275, 0.27234106.
    data = clip(["10\t-0  .5 ", "20\t+1  1e-3 "])
    assert frames(retimed(data, "60")) == [
        b"10\t-0  .5 ",
        b"14.998719\t0.510893  0.272341 ",
        b"20\t+1  1e-3 ",
    ]


def test_what_stays_between_two_frames_keeps_its_spelling() -> None:
    data = clip(["10.0 20.00 30", "10 20.00 30"])
    assert frames(retimed(data, "60"))[1] == b"10.0 20.00 30"
    data = clip(["10.0 0.00 -0", "20 0.00 -0"])
    assert frames(retimed(data, "60"))[1] == b"15.000000 0.00 -0"


@pytest.mark.parametrize("fps", ["62.50000006", "62.49999994"])
@pytest.mark.parametrize("time", ["0.032", "0.0320000000000"])
def test_rows_a_hair_beside_their_own_time_are_kept(fps: str, time: str) -> None:
    rows = [f"{frame}.50 0 .{frame}" for frame in range(1, 9)]
    found = frames(retimed(clip(rows, time), fps))
    assert found[::2] == [row.encode() for row in rows]


@pytest.mark.parametrize(
    ("millionths", "kept"), [(-1.5, False), (-0.9, True), (0.9, True), (1.5, False)]
)
def test_a_hair_is_a_millionth_of_a_frame(millionths: float, kept: bool) -> None:
    data = clip(["1.50 0 0", "2.50 0 0", "3.50 0 0"], "0.0320000000000000")
    found = frames(retimed(data, f"{62.5 * (1 - millionths * 1e-6):.12f}"))
    assert (found[2] == b"2.50 0 0") is kept
    # Nor is the last frame lost for less.
    data = clip(["1.50 0 0", "2.50 0 0"], "0.0320000000000000")
    found = frames(retimed(data, f"{62.5 * (1 - millionths / 2 * 1e-6):.12f}"))
    assert len(found) == (2 if millionths > 1 else 3)


def test_a_last_frame_that_comes_a_hair_too_late_is_the_last_row() -> None:
    data = clip([f"{k}.50 0 0" for k in range(11)], "0.0032000000000000")
    assert frames(retimed(data, f"{31.25 / (1 + 5e-7):.12f}")) == [b"0.50 0 0", b"10.50 0 0"]


def test_rates_that_are_no_small_fractions_keep_the_time_for_long() -> None:
    old, fps = "0.0319930625123457", 59.123456789
    data = clip([f"{k}" for k in range(2000)], old, "Z")
    result = read_clip(retimed(data, str(fps), Method.LINEAR, 9))
    times = np.arange(len(result.rows)) * float(result.frame_time) / float(old)
    np.testing.assert_allclose(result.rows[:, 0], times, atol=1e-6)


def test_the_middle_between_two_frames_is_met_however_far() -> None:
    data = clip([f"{k} 0 0" for k in range(1000)], "0.0344828")
    found = frames(retimed(data, "24", Method.NEAREST))
    exact = [Fraction(29 * k, 24) for k in range(len(found))]
    assert found == [b"%d 0 0" % math.floor(time + Fraction(1, 2)) for time in exact]


# How many frames, and when


@given(st.integers(1, 400), st.sampled_from(RATES), st.sampled_from(RATES))
def test_how_many_frames_there_are(count: int, old: str, new: str) -> None:
    was, now = parse_rate(old), parse_rate(new)
    time = f"{1 / was.fps:.12f}"
    data = clip(["0 0 0"] * count, time)
    result = read_clip(retimed(data, new))
    exact = Fraction(count - 1) * Fraction(now.exact or now.fps) / Fraction(was.exact or was.fps)
    expected = math.floor(exact + Fraction(1, 10**6)) + 1
    assert result.frames == len(result.rows) == expected
    rate = rate_of(result.frame_time.decode())
    assert rate is not None
    assert rate.exact == now.exact
    assert rate.fps == pytest.approx(now.fps, rel=1e-6)


@pytest.mark.parametrize(
    ("time", "fps", "written"),
    [
        ("0.008333", "30", b"0.0333333"),
        ("0.0083333333", "60", b"0.0166666667"),
        (".04", "29.97", b"0.0333667"),
        ("0.1", "960", b"0.0010417"),
    ],
)
def test_the_frame_time(time: str, fps: str, written: bytes) -> None:
    assert b"Frame Time: " + written + b"\n" in retimed(clip(["0 0 0"] * 3, time), fps)


@pytest.mark.parametrize(
    ("time", "fps", "is_near"),
    [
        ("0.033", "30", True),
        ("0.0166", "60", True),
        ("0.0333333", "30", False),
        ("0.04", "24", False),
    ],
)
def test_a_rate_that_may_be_rounded_is_a_remark(time: str, fps: str, is_near: bool) -> None:
    document = Document.parse(clip(["1 2 3"] * 4, time))
    changes = Retime(parse_rate(fps)).apply(document).changes
    told = [change for change in changes if change.remark]
    assert len(told) == is_near
    assert all(f"--set-fps {fps} keeps every frame" in change.message for change in told)


@pytest.mark.parametrize(
    ("time", "fps", "meant"),
    [
        ("0.0333", "60", "30"),
        ("0.033", "60", "30"),
        ("0.0083", "30", "120"),
        ("0.0333333", "60", ""),
    ],
)
def test_a_rate_that_may_be_another_in_too_few_digits_is_a_remark(
    time: str, fps: str, meant: str
) -> None:
    document = Document.parse(clip(["1 2 3"] * 4, time))
    changes = Retime(parse_rate(fps)).apply(document).changes
    told = [change.message for change in changes if change.remark]
    assert len(told) == bool(meant)
    assert all(f"if it means {meant}, say --set-fps {meant} --fps {fps}" in said for said in told)


def test_one_frame_and_none() -> None:
    one = clip(["1 2 3"])
    assert retimed(one, "120") == one.replace(b"0.0333333", b"0.0083333")
    none = clip([])
    assert retimed(none, "24") == none.replace(b"0.0333333", b"0.0416667")


def test_frames_that_are_promised_and_not_there_are_refused() -> None:
    none = clip([]).replace(b"Frames: 0", b"Frames: 3066")
    with pytest.raises(TransformError, match=r"--fps: Frames says 3066, and no frame row follows"):
        retimed(none, "24")
    # Unsafe fixes write the number of rows that there are; then it is a clip without frames.
    fixed = bvhlint.fix(bvhlint.parse(none), unsafe=True, fps=24).document.to_bytes()
    assert fixed == clip([]).replace(b"0.0333333", b"0.0416667")


@pytest.mark.parametrize("count", [0, 1])
@pytest.mark.parametrize("method", Method)
@pytest.mark.parametrize("smooth", [False, True])
@pytest.mark.parametrize("fps", ["12", "29.97", "90"])
def test_a_clip_of_no_motion_changes_its_rate_alone(
    count: int, method: Method, smooth: bool, fps: str
) -> None:
    data = clip(["1 2 3"] * count)
    result = changed(data, Retime(parse_rate(fps), method, smooth))
    time = b"%.7f" % (1 / parse_rate(fps).fps)
    assert result == data.replace(b"0.0333333", time)
    (message,) = messages(data, Retime(parse_rate(fps), method, smooth))
    assert message.startswith("1 frame at" if count else "0 frames at")
    assert f" at 30 a second became {count} at " in message
    assert message.endswith("; 0.000 s as before")


@pytest.mark.parametrize("time", ["0", "-0.1", "abc", "nan", "1e400", ""])
def test_a_bad_frame_time_names_the_way_out(time: str) -> None:
    with pytest.raises(TransformError, match="--set-fps"):
        retimed(clip(["0 0 0"], time), "30")


@pytest.mark.parametrize("time", ["0.008333", ".0083333", "0.00833333333"])
def test_the_same_rate_changes_nothing(time: str) -> None:
    document = Document.parse(clip(["0 0 0"] * 3, time))
    assert Retime(parse_rate("120")).apply(document) is NOTHING


@pytest.mark.parametrize(
    ("time", "fps", "told"),
    [
        ("999999", "1000000", "999,999,000,001"),
        ("3000003", "333333", "1,000,000,000,000"),
        ("1000000", "1000000", "more than 1,000,000,000,000"),
    ],
)
def test_too_many_frames_are_refused(time: str, fps: str, told: str) -> None:
    with pytest.raises(TransformError, match=f"--fps: {told} frames would be more than fit in mem"):
        retimed(clip(["0 0 0"] * 2, time), fps)


@pytest.mark.parametrize(("order", "most"), [("Z", 9), ("ZXY", 27)])
def test_frames_are_counted_with_their_channels(
    monkeypatch: pytest.MonkeyPatch, order: str, most: int
) -> None:
    data = clip([" ".join("0" * len(order))] * 5, order=order)
    monkeypatch.setattr(retime, "_MOST_VALUES", most)
    assert len(frames(retimed(data, "60"))) == 9
    monkeypatch.setattr(retime, "_MOST_VALUES", most - 1)
    with pytest.raises(TransformError, match="--fps: 9 frames would be more than fit in memory"):
        retimed(data, "60")


def test_a_hundred_million_values_are_not_too_many() -> None:
    joint = "JOINT j{}\n{{\nOFFSET 0 0 0\nCHANNELS 3 Zrotation Xrotation Yrotation\n}}\n"
    head, _, tail = clip([" ".join("0" * 999)] * 2, "1").decode().partition("}\n")
    joints = "".join(joint.format(number) for number in range(332))
    document = Document.parse((head + joints + "}\n" + tail).encode())
    # Where the frames stand, and not their values, which would take a gigabyte.
    places = Retime(parse_rate("100000"))._places(document, parse_rate("1"), parse_rate("100000"))
    assert len(places.before) == 100_001
    with pytest.raises(TransformError, match="--fps: 150,001 frames would be more"):
        Retime(parse_rate("150000"))._places(document, parse_rate("1"), parse_rate("150000"))
