"""Transforms that keep the world pose do, by the tests' own kinematics; twice is once."""

from __future__ import annotations

import numpy as np
import pytest
from bvh_files import GoodFile
from changing import changed, same_pose
from fk import read_clip, world
from hypothesis import given
from hypothesis import strategies as st
from made_clips import ORDERS, Kinds, made_clips
from scipy.spatial.transform import Rotation

from bvhlint.document.document import Document
from bvhlint.errors import TransformError
from bvhlint.transforms.merge_static_root import MergeStaticRoot
from bvhlint.transforms.positions import PositionsRoot
from bvhlint.transforms.root_offset import RootOffsetZero
from bvhlint.transforms.rotation_order import RotationOrder
from bvhlint.transforms.scale import Scale
from bvhlint.transforms.unroll import Unroll
from bvhlint.transforms.up_axis import UpAxis

pytestmark = pytest.mark.unmeasured

orders = st.sampled_from(ORDERS)
FULL = Kinds(below=("rotations", "all", "none"))


@given(made_clips(), orders)
def test_rotation_order(file: GoodFile, order: str) -> None:
    result = changed(file.data, RotationOrder(order))
    same_pose(file.data, result)
    for node in read_clip(result).nodes:
        turning = [channel[0] for channel in node.channels if channel.endswith("rotation")]
        assert "".join(turning) in ("", order)
    assert changed(result, RotationOrder(order)) == result


@given(made_clips(min_frames=2))
def test_unroll(file: GoodFile) -> None:
    result = changed(file.data, Unroll())
    same_pose(file.data, result, decimals=9)
    clip = read_clip(result)
    for index, node in enumerate(clip.nodes):
        for channel in node.channels:
            if channel.endswith("rotation"):
                steps = np.abs(np.diff(clip.values(index, channel)))
                assert steps.max(initial=0) <= 180 + 1e-9
    assert changed(result, Unroll()) == result


@given(made_clips(), st.sampled_from([("Y", "Z"), ("Z", "Y")]))
def test_up_axis(file: GoodFile, way: tuple[str, str]) -> None:
    source, to = way
    result = changed(file.data, UpAxis(to, source))
    quarter = Rotation.from_euler("X", 90 if to == "Z" else -90, degrees=True).as_matrix()
    same_pose(file.data, result, decimals=11, linear=np.round(quarter))
    # Turned back, every digit is where it was; zeros and plus signs have no sign to turn.
    assert changed(result, UpAxis(source, to)) == file.data


@given(made_clips(), st.sampled_from([2.54, 0.01, 100.0, 0.3937]))
def test_scale(file: GoodFile, factor: float) -> None:
    result = changed(file.data, Scale(factor))
    same_pose(file.data, result, linear=np.eye(3) * factor)
    before, after = read_clip(file.data), read_clip(result)
    for old, new in zip(before.nodes, after.nodes, strict=True):
        np.testing.assert_allclose(new.offset, old.offset * factor, rtol=0, atol=5.1e-7)
        assert old.channels == new.channels


@given(made_clips())
def test_root_offset(file: GoodFile) -> None:
    result = changed(file.data, RootOffsetZero())
    same_pose(file.data, result, decimals=12)
    clip = read_clip(result)
    for node in clip.nodes:
        if node.parent < 0 and "Xposition" in node.channels:
            assert not node.offset.any()
    assert changed(result, RootOffsetZero()) == result


STILL = Kinds(below=("rotations", "all", "none"), positions=("equal", "constant"))


@given(made_clips(STILL, max_roots=1))
def test_positions_that_stand_still_become_offsets(file: GoodFile) -> None:
    result = changed(file.data, PositionsRoot())
    same_pose(file.data, result, decimals=12)
    clip = read_clip(result)
    for node in clip.nodes:
        if node.parent >= 0 and clip.nodes[node.parent].channels[:1] != []:
            carries = node.parent == 0 and "Xposition" not in clip.nodes[0].channels
            assert carries or "Xposition" not in node.channels
    assert changed(result, PositionsRoot()) == result


def test_an_order_of_a_turned_root_agrees_with_scipy() -> None:
    data = b"HIERARCHY\nROOT a\n{\nOFFSET 0 0 0\nCHANNELS 3 Zrotation Xrotation Yrotation\n}\n"
    data += b"MOTION\nFrames: 1\nFrame Time: 0.1\n20 35 -50\n"
    wanted = Rotation.from_euler("ZXY", [20, 35, -50], degrees=True)
    for order in ORDERS:
        clip = read_clip(changed(data, RotationOrder(order)))
        assert clip.nodes[0].channels == [f"{axis}rotation" for axis in order]
        expected = wanted.as_euler(order, degrees=True)  # type: ignore[call-overload]
        np.testing.assert_allclose(clip.rows[0], expected, rtol=0, atol=5.0001e-7)


def test_moving_positions_are_refused_with_joint_and_frame() -> None:
    data = b"HIERARCHY\nROOT a\n{\nOFFSET 0 0 0\nCHANNELS 3 Xposition Yposition Zposition\n"
    data += b"JOINT b\n{\nOFFSET 0 1.00 0\nCHANNELS 3 Xposition Yposition Zposition\n}\n"
    data += b"JOINT c\n{\nOFFSET 0 2.00 0\nCHANNELS 3 Xposition Yposition Zposition\n}\n}\n"
    data += (
        b"MOTION\nFrames: 2\nFrame Time: 0.1\n0 0 0 0 1.00 0 0 2.00 0\n0 0 0 0 1.00 0 0 2.50 0\n"
    )
    with pytest.raises(
        TransformError,
        match=r"Yposition of c moves by 0\.5: 2\.50 in frame 1, 2\.00 in frame 0; the bone changes",
    ):
        PositionsRoot().apply(Document.parse(data))


BELOW = b"HIERARCHY\nROOT a\n{\nOFFSET 0 0 0\nCHANNELS 3 Xposition Yposition Zposition\n"
BELOW += b"JOINT b\n{\nOFFSET 0 100.000000 0\nCHANNELS 3 Xposition Yposition Zposition\n}\n"
BELOW += b"JOINT c\n{\nOFFSET 0 -2.000000 0\nCHANNELS 3 Xposition Yposition Zposition\n}\n}\n"
BELOW += b"MOTION\nFrames: 3\nFrame Time: 0.1\n"
KEPT = BELOW.replace(b"0\nCHANNELS 3 Xposition Yposition Zposition\n}", b"0\nCHANNELS 0\n}")


def test_the_joint_that_moves_most_is_named_and_how_many_move() -> None:
    data = BELOW + b"0 0 0 0 100 0 0 -2 0\n1 0 0 0 101 0 0 -5 0\n2 0 0 0 100 0 0 -4 0\n"
    said = (
        r"Yposition of c moves by 3: -5 in frame 1, -2 in frame 0, and 1 other joint too; the bone"
    )
    with pytest.raises(TransformError, match=said):
        PositionsRoot().apply(Document.parse(data))


def test_what_moves_no_more_than_rounding_goes_when_fewer_decimals_are_asked_for() -> None:
    # 46 units of the last decimal, but less than a millionth of the bone.
    data = BELOW + b"0 0 0 0 100.000046 0 0 -2 0\n1 0 0 0 100.000000 0 0 -2 0\n"
    data += b"2 0 0 0 100.000020 0 0 -2 0\n"
    said = (
        r"Yposition of b moves by 4\.6e-05: 100\.000000 in frame 1, 100\.000046 in frame 0; no "
        r"more than rounding reaches for this skeleton: --precision 4 takes it"
    )
    for precision in (None, 5, 6):
        with pytest.raises(TransformError, match=said):
            PositionsRoot(precision).apply(Document.parse(data))
    result = changed(data, PositionsRoot(4))
    assert result == KEPT + b"0 0 0\n1 0 0\n2 0 0\n"
    same_pose(data, result, decimals=6)
    # What really moves does not stand still for any number of decimals.
    moving = data.replace(b"100.000046", b"100.040000")
    with pytest.raises(TransformError, match=r"moves by 0\.04: .*; the bone changes its length"):
        PositionsRoot(0).apply(Document.parse(moving))


def test_the_child_of_a_static_root_is_to_become_the_root() -> None:
    data = BELOW.replace(b"JOINT c", b"JOINT d\n{\nOFFSET 0 1 0\nCHANNELS 0\n}\nJOINT c")
    data = data.replace(b"}\nJOINT d", b"JOINT d").replace(b"}\n}\nMOTION", b"}\n}\n}\nMOTION")
    data += b"0 0 0 0 100 0 0 -2 0\n0 0 0 5 100 0 0 -2 0\n0 0 0 6 100 0 0 -2 0\n"
    said = "Xposition of b moves by 6: .*below a, which never moves: --merge-static-root makes it"
    with pytest.raises(TransformError, match=said):
        PositionsRoot().apply(Document.parse(data))
    result = changed(data, MergeStaticRoot(), PositionsRoot())
    assert read_clip(result).names == [b"b", b"d", b"c"]
    same_pose(data, result, joints=[1, 2, 3])


BELOW_BARE_ROOT = BELOW.replace(b"CHANNELS 3 Xposition Yposition Zposition", b"CHANNELS 0", 1)
BELOW_BARE_ROOT = BELOW_BARE_ROOT.replace(
    b"CHANNELS 3 Xposition Yposition Zposition\n}\n}",
    b"CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation\n}\n}",
)


def test_below_a_root_without_position_what_repeats_its_offset_goes() -> None:
    data = BELOW_BARE_ROOT + b"0 100 0 0 -2 0 5 6 7\n" * 3
    result = changed(data, PositionsRoot())
    assert b"position" not in result
    same_pose(data, result, decimals=12)


def test_below_a_root_without_position_what_carries_the_figure_stays_with_all_beside_it() -> None:
    data = BELOW_BARE_ROOT + b"0 100 0 0 -2 0 5 6 7\n5 100 0 0 -2 0 5 6 7\n" * 2
    data = data.replace(b"Frames: 3", b"Frames: 4")
    assert changed(data, PositionsRoot()) == data


BARE = BELOW + b"1 2 3 0 0 0 0 0.001000 0\n" * 2 + b"1 2 4 0 0 0 0 0.001000 0\n"


def test_positions_of_zero_against_an_offset_are_refused_with_the_way_out() -> None:
    said = (
        r"the positions of b stay about 0, and its OFFSET is 0 100\.000000 0, and so do those of 1 "
        r"other joint: .*--unsafe-fixes drops the positions"
    )
    with pytest.raises(TransformError, match=said):
        PositionsRoot().apply(Document.parse(BARE))


def test_unsafe_positions_of_zero_go_and_the_offset_stays_as_adding_readers_see_it() -> None:
    result = changed(BARE, PositionsRoot(unsafe=True))
    assert result == KEPT + b"1 2 3\n" * 2 + b"1 2 4\n"
    was, now = world(read_clip(BARE), adding=True), world(read_clip(result), adding=False)
    # The root's OFFSET is 0 in the file: it reads alike. Of c a two-thousandth of its bone goes.
    np.testing.assert_allclose(now.positions[:, :2], was.positions[:, :2], rtol=0, atol=0)
    np.testing.assert_allclose(now.positions[:, 2], was.positions[:, 2], rtol=0, atol=1.0001e-3)
    # One that stands elsewhere still becomes the OFFSET, one that moves is still refused.
    other = BARE.replace(b"0 0.001000 0\n", b"3.5 4.5 0\n")
    assert b"JOINT c\n{\nOFFSET 3.5 4.5 0\n" in changed(other, PositionsRoot(unsafe=True))
    with pytest.raises(TransformError, match="moves"):
        PositionsRoot(unsafe=True).apply(
            Document.parse(BARE.replace(b"4 0 0 0 0 0", b"4 0 0 7 0 0"))
        )


def test_the_joint_below_a_root_without_channels_keeps_its_positions() -> None:
    data = b"HIERARCHY\nROOT a\n{\nOFFSET 0 0 0\nCHANNELS 0\n"
    data += b"JOINT b\n{\nOFFSET 0 1 0\nCHANNELS 3 Xposition Yposition Zposition\n"
    data += b"JOINT c\n{\nOFFSET 0 2 0\nCHANNELS 3 Xposition Yposition Zposition\n}\n}\n}\n"
    data += b"MOTION\nFrames: 2\nFrame Time: 0.1\n5 1 0 0 2 0\n6 1 0 0 2 0\n"
    result = changed(data, PositionsRoot())
    assert result == data.replace(
        b"OFFSET 0 2 0\nCHANNELS 3 Xposition Yposition Zposition", b"OFFSET 0 2 0\nCHANNELS 0"
    ).replace(b"5 1 0 0 2 0\n6 1 0 0 2 0", b"5 1 0\n6 1 0")


def test_equal_is_judged_by_the_written_digits() -> None:
    head = b"HIERARCHY\nROOT a\n{\nOFFSET 0 0 0\nCHANNELS 3 Xposition Yposition Zposition\n"
    head += b"JOINT b\n{\nOFFSET 0 520.12 0\nCHANNELS 3 Xposition Yposition Zposition\n}\n}\n"
    head += b"MOTION\nFrames: 2\nFrame Time: 0.1\n"
    result = changed(head + b"0 0 0 0 520.123456 0\n1 0 0 0 520.117 0\n", PositionsRoot())
    assert b"OFFSET 0 520.12 0\nCHANNELS 0\n" in result
    assert result.endswith(b"Frame Time: 0.1\n0 0 0\n1 0 0\n")
    result = changed(head + b"0 0 0 0 520.14000 0\n1 0 0 0 520.14000 0\n", PositionsRoot())
    assert b"OFFSET 0 520.14000 0\nCHANNELS 0\n" in result


def test_three_js_agrees_once_the_root_offset_is_zero() -> None:
    data = b"HIERARCHY\nROOT a\n{\nOFFSET 1 20 3\nCHANNELS 3 Xposition Yposition Zposition\n}\n"
    data += b"MOTION\nFrames: 1\nFrame Time: 0.1\n0 90 0\n"
    result = changed(data, RootOffsetZero())
    assert result == data.replace(b"OFFSET 1 20 3", b"OFFSET 0 0 0")
    np.testing.assert_array_equal(world(read_clip(result), adding=True).positions[0, 0], [0, 90, 0])
