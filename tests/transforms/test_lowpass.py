"""``--fps --filter``: what the new rate cannot show is taken away, the rest stays."""

from __future__ import annotations

import numpy as np
import pytest
from bvh_files import GoodFile
from changing import changed, messages
from fk import Clip, Floats, read_clip, world
from hypothesis import given
from made_clips import made_clips
from retiming import FULL, MOVING, clip, retimed

from bvhlint.document.rate import parse_rate
from bvhlint.transforms import lowpass
from bvhlint.transforms.retime import Retime


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
