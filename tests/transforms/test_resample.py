"""``--fps``: what stands between two frames, by each method."""

from __future__ import annotations

import numpy as np
import pytest
from bvh_files import GoodFile
from changing import messages
from fk import Clip, Floats, local_rotation, read_clip
from hypothesis import given
from hypothesis import strategies as st
from made_clips import made_clips
from retiming import FULL, METHODS, MOVING, RATES, clip, frames, retimed
from scipy.interpolate import CubicSpline
from scipy.spatial.transform import Rotation, RotationSpline, Slerp

from bvhlint.document.document import Document
from bvhlint.document.rate import parse_rate
from bvhlint.transforms import resample
from bvhlint.transforms.resample import Method
from bvhlint.transforms.retime import Retime

# What stands between two frames


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
