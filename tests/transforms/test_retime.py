"""``--fps``: which frames there are, which stay to the byte, and what stands between them."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from fractions import Fraction

import numpy as np
import pytest
from bvh_files import GoodFile
from changing import changed, messages
from fk import Clip, Floats, local_rotation, read_clip, world
from hypothesis import given
from hypothesis import strategies as st
from made_clips import Kinds, made_clips
from scipy.interpolate import CubicSpline
from scipy.spatial.transform import Rotation, RotationSpline, Slerp

import bvhlint
from bvhlint.document.document import Document
from bvhlint.document.rate import parse_rate, rate_of
from bvhlint.errors import TransformError
from bvhlint.transforms import lowpass, resample, retime
from bvhlint.transforms.base import NOTHING
from bvhlint.transforms.resample import Method
from bvhlint.transforms.retime import Retime

METHODS = tuple(Method)
RATES = ("24", "25", "29.97", "30", "50", "59.94", "60", "100", "120", "31.4159", "7", "144")


def clip(rows: Sequence[str], time: str = "0.0333333", order: str = "ZXY") -> bytes:
    names = " ".join(f"{axis}rotation" for axis in order)
    head = f"HIERARCHY\nROOT a\n{{\nOFFSET 0 0 0\nCHANNELS {len(order)} {names}\n}}\nMOTION\n"
    head += f"Frames: {len(rows)}\nFrame Time: {time}\n"
    return (head + "".join(f"{row}\n" for row in rows)).encode()


def retimed(
    data: bytes, fps: str, method: Method = Method.SLERP, precision: int | None = None
) -> bytes:
    return changed(data, Retime(parse_rate(fps), method, precision=precision))


def frames(data: bytes) -> list[bytes]:
    return data.partition(b"Frame Time: ")[2].split(b"\n")[1:-1]


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


# What stands between two frames

FULL = Kinds(below=("rotations", "all", "none"), turns=("moving", "jumping", "zero", "constant"))


def times_of(result: Clip, old: float, new: float, frames: int) -> Floats:
    """For each new frame the old one, with fractions."""
    times: Floats = np.minimum(np.arange(len(result.rows)) * old / new, frames - 1)
    return times


@pytest.mark.unmeasured
@given(made_clips(FULL, min_frames=2, max_frames=8), st.sampled_from(RATES))
def test_rotations_agree_with_scipy(file: GoodFile, fps: str) -> None:
    data = GoodFile(file.joints, file.rows, b"0.0333333", file.layout).data
    before, after = read_clip(data), read_clip(retimed(data, fps, precision=9))
    # A rate that is no whole one is what its Frame Time says.
    rate = 1 / float(after.frame_time) if fps == "31.4159" else parse_rate(fps).fps
    times = times_of(after, 30, rate, len(before.rows))
    for index, node in enumerate(before.nodes):
        turning = [channel for channel in node.channels if channel.endswith("rotation")]
        for channel in node.channels:
            if not channel.endswith("rotation"):
                wanted = np.interp(
                    times, np.arange(len(before.rows)), before.values(index, channel)
                )
                np.testing.assert_allclose(after.values(index, channel), wanted, atol=1e-7)
        if not turning:
            continue
        keys, found = rotations(before, index), rotations(after, index)
        reference = Slerp(np.arange(len(before.rows)), keys)(times)
        assert np.rad2deg((reference.inv() * found).magnitude()).max() < 1e-6


def rotations(source: Clip, index: int) -> Rotation:
    node = source.nodes[index]
    column = sum(len(other.channels) for other in source.nodes[:index])
    angles = [dict(zip(node.channels, row[column:], strict=False)) for row in source.rows]
    return Rotation.concatenate([local_rotation(node, row) for row in angles])


@given(made_clips(min_frames=2, max_frames=8), st.sampled_from(RATES), st.sampled_from(METHODS))
def test_twice_is_once(file: GoodFile, fps: str, method: Method) -> None:
    result = retimed(file.data, fps, method)
    assert retimed(result, fps, method) == result


@given(made_clips(min_frames=2, max_frames=6))
def test_each_new_triple_follows_the_row_before_it(file: GoodFile) -> None:
    """Of both triples and all whole turns none is nearer to the source row before."""
    data = GoodFile(file.joints, file.rows, b"0.04", file.layout).data
    before, after = read_clip(data), read_clip(retimed(data, "60"))
    rows = np.minimum(np.arange(len(after.rows)) * 25 / 60, len(before.rows) - 1).astype(int)
    for index, node in enumerate(before.nodes):
        turning = [channel for channel in node.channels if channel.endswith("rotation")]
        if len(turning) != 3:
            continue
        new = np.stack([after.values(index, channel) for channel in turning], axis=1)
        old = np.stack([before.values(index, channel) for channel in turning], axis=1)[rows]
        other = new * [1, -1, 1] + [180, 180, 180]
        nearest = np.minimum(distance(new, old), distance(other, old))
        assert np.all(np.linalg.norm(new - old, axis=1) <= nearest + 1e-4)


def distance(angles: Floats, near: Floats) -> Floats:
    """How near whole turns can bring triples."""
    change = angles - near
    lengths: Floats = np.linalg.norm(change - 360 * np.rint(change / 360), axis=1)
    return lengths


def test_a_channel_goes_on_beyond_half_a_turn() -> None:
    assert frames(retimed(clip(["170", "230"], order="Z"), "90")) == [
        b"170",
        b"190.000000",
        b"210.000000",
        b"230",
    ]
    data = clip(["170 0 0", "230 0 0"])
    assert frames(retimed(data, "60"))[1] == b"200.000000 0 0"


def test_a_turn_that_is_too_small_for_its_square_is_one() -> None:
    data = clip(["0 0 0", "1e-200 0 0"])
    assert frames(retimed(data, "60"))[1] == b"0 0 0"


def test_between_a_rotation_and_itself_is_itself() -> None:
    half = np.array([0.5])
    still = (half, -half, half, half)
    assert resample.slerp(still, still, np.array([0.25])) == still


def test_a_triple_beyond_the_pole_stays_the_one_it_was() -> None:
    rows = ["170 100 20", "172 101 21"]
    middle = frames(retimed(clip(rows), "60"))[1]
    assert np.abs(np.array(middle.split(), float) - [171, 100.5, 20.5]).max() < 0.02


def test_at_the_pole_first_and_third_angle_keep_their_split() -> None:
    # Only the sum of Z and Y counts at X 90.
    middle = frames(retimed(clip(["30 90 10", "40 90 10"]), "60"))[1]
    assert middle == b"32.500000 90 12.500000"


def test_a_turn_over_180_degrees_goes_the_short_way_and_says_so() -> None:
    data = clip(["0 0 0", "200 0 0", "210 0 0"])
    assert frames(retimed(data, "60"))[1] == b"-80.000000 0 0"
    said = messages(data, Retime(parse_rate("60")))
    assert said[1:] == ["a turns by more than 180 degrees after frame 0: the shorter way was taken"]
    # A wrap, and a flip of all three angles, are no such turns.
    assert len(messages(clip(["170 0 0", "-170 0 0"]), Retime(parse_rate("60")))) == 1
    flip = clip(["170 80 10", "-15 95 -170"])
    assert len(messages(flip, Retime(parse_rate("60")))) == 1


@pytest.mark.parametrize(
    ("rows", "frame"),
    [
        (["0 0 0", "0 0 0", "200 0 0", "200 0 0"], 1),
        (["0 0 0", "100 0 0", "300 0 0"], 1),
        (["0 0 0", "180 0 0", "380 0 0"], 1),
        # First by 80 degrees, spelled by the other triple.
        (["0 0 0", "260 180 180", "460 180 180"], 1),
        (["0 0 0", "200 0 0", "210 0 0", "410 0 0"], 0),
        (["0 0 0", "180.5 0 0"], 0),
        (["0 0 0", "265 0 0"], 0),
        (["0 0 0", "-265 0 0"], 0),
        (["0 0 0", "150 0 0"], None),
        (["0 0 0", "179.5 0 0"], None),
        # Near a whole turn, alone and with another channel.
        (["0 0 0", "270 0 0"], None),
        (["0 0 0", "275 0 0"], None),
        (["0 0 0", "280 80 0"], None),
    ],
)
def test_which_turns_are_said_to_be_long(rows: list[str], frame: int | None) -> None:
    said = messages(clip(rows), Retime(parse_rate("60")))[1:]
    text = f"a turns by more than 180 degrees after frame {frame}: the shorter way was taken"
    assert said == ([] if frame is None else [text])


def test_a_long_turn_is_a_remark_and_counted() -> None:
    document = Document.parse(clip(["0 0 0", "200 0 0", "210 0 0", "410 0 0"]))
    _, long = Retime(parse_rate("60")).apply(document).changes
    assert (long.remark, long.count) == (True, 2)


def test_a_long_clip_is_read_as_a_short_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """Frames are read in blocks: here one by one."""
    rows = [f"{7 * k} {k * k} {-3 * k}" for k in range(12)]
    data = clip(rows)
    pairs = clip([row.rpartition(" ")[0] for row in rows], order="ZX")
    whole = [retimed(data, "70"), retimed(data, "70", Method.LINEAR), retimed(pairs, "70")]
    monkeypatch.setattr(resample, "_BLOCK_NUMBERS", 1)
    parts = [retimed(data, "70"), retimed(data, "70", Method.LINEAR), retimed(pairs, "70")]
    assert parts == whole


def test_one_and_two_channels_go_each_its_own_way() -> None:
    data = clip(["170 10", "-170 20"], order="ZX")
    assert frames(retimed(data, "60"))[1] == b"180.000000 15.000000"


# The other methods


def test_linear_goes_straight_in_each_channel() -> None:
    data = clip(["170 0 10", "-170 40 20"])
    assert frames(retimed(data, "60", Method.LINEAR))[1] == b"0.000000 20.000000 15.000000"


def test_nearest_takes_whole_rows() -> None:
    data = clip(["1 0 0 ", "2\t0 0", "3 0 0"])
    assert frames(retimed(data, "60", Method.NEAREST)) == [
        *(b"1 0 0 ", b"2\t0 0", b"2\t0 0", b"3 0 0", b"3 0 0")
    ]
    assert frames(retimed(data, "20", Method.NEAREST)) == [b"1 0 0 ", b"3 0 0"]


@pytest.mark.parametrize("order", ["Z", "ZXY"])
def test_cubic_follows_a_smooth_motion_more_closely(order: str) -> None:
    def angle(time: Floats) -> Floats:
        wave: Floats = 170 + 60 * np.sin(time)
        return wave

    keys = angle(np.arange(0, 12, 0.5))
    rest = " 0 0" if len(order) == 3 else ""
    data = clip([f"{value:.9f}{rest}" for value in keys], order=order)
    wanted = angle(np.arange(0, 11.6, 0.125))
    errors = {
        method: np.abs(read_clip(retimed(data, "120", method)).rows[:, 0] - wanted)[8:-8].max()
        for method in (Method.CUBIC, Method.SLERP)
    }
    assert errors[Method.CUBIC] < 0.1 < 1 < errors[Method.SLERP]


MOVING = b"""HIERARCHY
ROOT a
{
OFFSET 0 0 0
CHANNELS 5 Xposition Yposition Zposition Zrotation Xrotation
JOINT b
{
OFFSET 0 1 0
CHANNELS 3 Zrotation Xrotation Yrotation
End Site
{
OFFSET 0 1 0
}
}
}
MOTION
Frames: 8
Frame Time: 0.04
"""


def test_cubic_takes_positions_and_angles_for_what_they_are() -> None:
    keys = np.arange(8.0)
    times = np.arange(0, 7.1, 1 / 3)
    # Positions jump by more than a turn has degrees; angles wrap, and their joint spins.
    positions = np.stack((900 * np.sin(keys), 300 * keys, -700 * np.cos(3 * keys)), axis=1)
    angles = np.stack((100 * keys + 5 * np.cos(keys), 340 - 90 * keys), axis=1)
    turns = np.stack((20 * keys, 30 * np.sin(keys), 10 * np.cos(keys)), axis=1)
    wrapped = (angles + 180) % 360 - 180
    rows = np.concatenate((positions, wrapped, turns), axis=1)
    data = MOVING + b"".join(
        b"%s\n" % b" ".join(b"%.9f" % number for number in row) for row in rows.tolist()
    )
    found = read_clip(retimed(data, "75", Method.CUBIC)).rows
    np.testing.assert_allclose(found[:, :3], CubicSpline(keys, positions)(times), atol=1e-6)
    off = found[:, 3:5] - CubicSpline(keys, angles)(times)
    np.testing.assert_allclose(off, 360 * np.rint(off / 360), atol=1e-6)
    # No whole turn away from the row before.
    assert np.abs(found[:, 3:5] - wrapped[np.floor(times + 1e-9).astype(int)]).max() <= 180
    spline = RotationSpline(keys, Rotation.from_euler("ZXY", turns, degrees=True))
    new = Rotation.from_euler("ZXY", found[:, 5:], degrees=True)
    assert np.rad2deg((spline(times).inv() * new).magnitude()).max() < 1e-6


@given(made_clips(min_frames=2, max_frames=5))
def test_cubic_goes_through_the_frames(file: GoodFile) -> None:
    data = GoodFile(file.joints, file.rows, b"0.04", file.layout).data
    result = read_clip(retimed(data, "75", Method.CUBIC))
    np.testing.assert_array_equal(result.rows[::3], read_clip(data).rows)


# The filter


def wave(frequency: float, count: int = 480) -> Floats:
    found: Floats = 20 * np.sin(2 * np.pi * frequency * np.arange(count) / 120)
    return found


def filtered(data: bytes, fps: str = "30") -> Clip:
    return read_clip(changed(data, Retime(parse_rate(fps), smooth=True)))


@pytest.mark.parametrize("order", ["Z", "ZXY", "XYZ"])
def test_the_filter_takes_away_what_the_new_rate_cannot_show(order: str) -> None:
    place = order.index("Z")

    def after(values: Floats) -> Floats:
        rows = [["0"] * len(order) for _ in values]
        for row, value in zip(rows, values, strict=True):
            row[place] = f"{value:.6f}"
        result = filtered(clip([" ".join(row) for row in rows], "0.0083333", order))
        found: Floats = result.rows[10:-10, place]
        return found

    slow, fast = wave(3), wave(25)
    # 25 a second would come out as 5 a second at 30 frames a second.
    np.testing.assert_allclose(after(slow), slow[40:-40:4][: len(after(slow))], atol=0.2)
    assert np.abs(after(fast)).max() < 0.2
    np.testing.assert_allclose(after(slow + fast), after(slow), atol=0.3)


def test_the_filter_keeps_a_steady_spin() -> None:
    spin = [f"{(7 * k + 180) % 360 - 180} 0 0" for k in range(240)]
    result = filtered(clip(spin, "0.0083333")).rows[:, 0]
    error = (result - 28 * np.arange(60) + 180) % 360 - 180
    assert np.abs(error).max() < 1e-5


def wrapped_spin(count: int = 120) -> Floats:
    """Angles that go on by up to 155 degrees a frame, from -180 to 180."""
    frame = np.arange(count)
    angles: Floats = 100 * frame + 40 * np.sin(1.3 * frame) + 30 * np.sin(0.2 * frame)
    return (angles + 180) % 360 - 180


def test_rotations_are_filtered_as_their_only_angle_is() -> None:
    angles = wrapped_spin()
    # A joint of one channel, which is filtered as a number, and one of three below it.
    head = MOVING.replace(b"5 Xposition Yposition Zposition Zrotation Xrotation", b"1 Zrotation")
    head = head.replace(b"Frames: 8", b"Frames: %d" % len(angles)).replace(b"0.04", b"0.0083333")
    data = head + b"".join(b"%.9f %.9f 0 0\n" % (angle, angle) for angle in angles.tolist())
    result = read_clip(changed(data, Retime(parse_rate("30"), smooth=True, precision=9))).rows
    off = result[:, 1] - result[:, 0]
    np.testing.assert_allclose(off, 360 * np.rint(off / 360), atol=1e-5)
    np.testing.assert_allclose(result[:, 2:], 0, atol=1e-5)
    # It is the fast part that goes, and whole turns stay those of the row.
    own = angles[::4]
    assert np.abs(result[:, :2] - own[:, np.newaxis]).max() <= 180
    assert 20 < np.abs(result[:, 0] - own).max() < 60


def test_the_filter_goes_straight_on_at_both_ends() -> None:
    ramp = clip([f"{3 * k} {-2 * k}" for k in range(100)], "0.0083333", "ZX")
    wanted = np.arange(0, 100, 4)[:, np.newaxis] * [3, -2]
    np.testing.assert_allclose(filtered(ramp).rows, wanted, atol=1e-5)


@pytest.mark.parametrize("order", ["Z", "ZXY"])
def test_the_filter_reaches_six_new_frames_far(order: str) -> None:
    rest = " 0 0" * (len(order) == 3)
    data = clip([("90" if k == 200 else "0") + rest for k in range(400)], "0.0083333", order)
    changed_frames = np.flatnonzero(filtered(data).rows[:, 0])
    assert (changed_frames.min(), changed_frames.max()) == (44, 56)


def test_many_joints_are_filtered_as_few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Joints are filtered in blocks: here one by one."""
    head = MOVING.replace(b"5 Xposition Yposition Zposition Zrotation Xrotation", b"3 Zrotation")
    head = head.replace(b"3 Zrotation\n", b"3 Zrotation Xrotation Yrotation\n", 1)
    data = head + b"".join(b"%d %d 3 %d 0 5\n" % (k * k, 9 * k, 7 * k) for k in range(8))
    smooth = Retime(parse_rate("12.5"), smooth=True)
    whole = changed(data, smooth)
    monkeypatch.setattr(lowpass, "_BLOCK_NUMBERS", 1)
    assert changed(data, smooth) == whole


def test_the_filter_needs_no_long_clip_and_no_higher_rate() -> None:
    short = clip(["0 0 0", "10 0 0", "20 0 0"], "0.0083333")
    np.testing.assert_allclose(filtered(short, "60").rows[:, 0], [0, 20], atol=1e-6)
    data = clip(["0 0 0", "90 0 0"])
    up = Retime(parse_rate("60"), smooth=True)
    assert changed(data, up) == retimed(data, "60")
    assert "filtered" not in messages(data, up)[0]
    assert "slerp, filtered" in messages(short, Retime(parse_rate("60"), smooth=True))[0]


@pytest.mark.unmeasured
@given(made_clips(FULL, min_frames=2, max_frames=10, max_roots=1))
def test_the_filter_does_not_see_the_order_of_channels(file: GoodFile) -> None:
    from bvhlint.transforms.rotation_order import RotationOrder

    data = GoodFile(file.joints, file.rows, b"0.0083333", file.layout).data
    smooth = Retime(parse_rate("50"), smooth=True, precision=9)
    first = world(read_clip(changed(data, smooth)))
    other = changed(changed(data, RotationOrder("YXZ", 9)), smooth)
    np.testing.assert_allclose(world(read_clip(other)).positions, first.positions, atol=1e-5)
