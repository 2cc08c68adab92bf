"""Transforms that take joints away or re-base the rest pose: the rest stands where it stood."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from bvh_files import GoodFile
from changing import changed, messages, same_pose
from fk import read_clip, world
from hypothesis import assume, given
from hypothesis import strategies as st
from made_clips import Kinds, made_clips
from scipy.spatial.transform import Rotation

from bvhlint.document.document import Document
from bvhlint.errors import TransformError
from bvhlint.transforms.base import NOTHING
from bvhlint.transforms.drop_joint import DropJoint
from bvhlint.transforms.merge_static_root import MergeStaticRoot
from bvhlint.transforms.positions import PositionsRoot
from bvhlint.transforms.rest_pose import RestPose
from bvhlint.transforms.split_roots import split_roots

seeds = st.integers(0, 1 << 32)
POSITIONS = "Xposition Yposition Zposition"
ROTATIONS = "Zrotation Xrotation Yrotation"
SIX = f"{POSITIONS} {ROTATIONS}"


def chain(*channels: str, rows: str, end: str = "0 5 0") -> bytes:
    """Joints a, b, c ... below each other, each 1, 2, 3 up, with these channels."""
    lines = ["HIERARCHY"]
    for depth, names in enumerate(channels):
        tab = "\t" * depth
        lines += [f"{tab}{'JOINT' if depth else 'ROOT'} {'abcdef'[depth]}", f"{tab}{{"]
        lines += [f"{tab}\tOFFSET 0 {depth + 1}.00 0"]
        lines += [f"{tab}\tCHANNELS {len(names.split())} {names}".rstrip()]
    tab = "\t" * len(channels)
    lines += [f"{tab}End Site", f"{tab}{{", f"{tab}\tOFFSET {end}", f"{tab}}}"]
    lines += ["\t" * depth + "}" for depth in reversed(range(len(channels)))]
    lines += ["MOTION", f"Frames: {len(rows.splitlines())}", "Frame Time: 0.1", *rows.splitlines()]
    return "\n".join([*lines, ""]).encode()


# --merge-static-root

STATIC = Kinds(below=("rotations", "all"), roots=("all", "rotations", "none"))


def with_static_root(file: GoodFile, seed: int) -> bytes:
    """The file with its root's values those of the first frame, or zero."""
    random = Random(seed)
    width = len(file.joints[0].channels)
    first = file.rows[0][:width] if file.rows else ()
    if random.randrange(2):
        first = (b"0.00",) * width
    rows = tuple((*first, *row[width:]) for row in file.rows)
    return GoodFile(file.joints, rows, file.frame_time, file.layout).data


@given(made_clips(STATIC, min_frames=2, max_roots=1), seeds)
def test_a_static_root_is_folded_into_its_only_child(file: GoodFile, seed: int) -> None:
    assume(len(file.children(0)) == 1 and len(file.rows[0]) > len(file.joints[0].channels))
    data = with_static_root(file, seed)
    result = changed(data, MergeStaticRoot())
    same_pose(data, result, joints=list(range(1, len(file.joints))))
    clip = read_clip(result)
    assert clip.nodes[0].parent == -1
    if "Xposition" in clip.nodes[0].channels:
        assert not clip.nodes[0].offset.any()
        three_js = world(clip, adding=True).positions[:, 0]
        np.testing.assert_allclose(three_js, world(clip).positions[:, 0])


def test_a_root_at_zero_leaves_every_cell_as_it_is() -> None:
    rows = "0 0 0 0 0 0  1 -0 3 4 5 6  7 8 9 \n0 0 0 0 0 0  .5 1 2 3 4 5\t6 7 8 \n"
    data = chain(SIX, SIX, ROTATIONS, rows=rows)
    result = changed(data, MergeStaticRoot())
    lines = result.splitlines()
    assert lines[:5] == [
        *(b"HIERARCHY", b"\tROOT b", b"\t{", b"\t\tOFFSET 0 0.000000 0"),
        b"\t\tCHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation",
    ]
    assert lines[-2:] == [b"1 -0 3 4 5 6  7 8 9 ", b".5 1 2 3 4 5\t6 7 8 "]
    same_pose(data, result, joints=[1, 2], decimals=12)
    assert messages(data, MergeStaticRoot()) == ["folded a into b"]


def test_a_turned_root_turns_its_child() -> None:
    rows = "1 2 3 0 90 0 1 2 3 4 5 6 7 8 9\n1 2 3 0 90 0 2 2 3 40 5 6 7 8 9\n"
    data = chain(SIX, SIX, ROTATIONS, rows=rows)
    result = read_clip(changed(data, MergeStaticRoot()))
    # A quarter about X takes (1, 2, 3) to (1, -3, 2).
    np.testing.assert_allclose(result.rows[:, :3], [[2, -1, 5], [3, -1, 5]], atol=1e-6)
    wanted = Rotation.from_euler("X", 90, degrees=True) * Rotation.from_euler(
        "ZXY", [[4, 5, 6], [40, 5, 6]], degrees=True
    )
    found = Rotation.from_euler("ZXY", result.rows[:, 3:6], degrees=True)
    assert np.rad2deg((wanted.inv() * found).magnitude()).max() < 2e-6


@pytest.mark.parametrize(
    "data",
    [
        chain(ROTATIONS, ROTATIONS, rows="0 0 0 1 2 3\n0 0 1 1 2 3\n"),
        chain(ROTATIONS, ROTATIONS, rows="0 0 0 1 2 3\n"),
        chain(ROTATIONS, rows="0 0 0\n0 0 0\n"),
    ],
    ids=["moves", "one frame", "no child"],
)
def test_other_roots_stay(data: bytes) -> None:
    assert MergeStaticRoot().apply(Document.parse(data)) is NOTHING


def test_a_turned_root_needs_a_child_that_can_turn_so() -> None:
    data = chain(ROTATIONS, "Zrotation", rows="5 0 0 1\n5 0 0 2\n")
    with pytest.raises(TransformError, match="a is turned, and b has no three rotation channels"):
        changed(data, MergeStaticRoot())


# --drop-joint


@given(made_clips(Kinds(below=("rotations", "all")), max_frames=4), seeds, st.booleans())
def test_the_rest_stands_where_it_stood(file: GoodFile, seed: int, unsafe: bool) -> None:
    below = [at for at, joint in enumerate(file.joints) if joint.parent >= 0]
    assume(below)
    gone = Random(seed).choice(below)
    old = read_clip(file.data)
    try:
        result = changed(file.data, DropJoint(f"joint{gone}", unsafe))
    except TransformError as error:
        if not str(error).startswith("--drop-joint: joint"):
            raise
        return
    new = read_clip(result)
    kept = [at for at in range(len(old.nodes)) if at != gone]
    assert new.names == [old.names[at] for at in kept]
    was, now = world(old), world(new)
    np.testing.assert_allclose(now.positions, was.positions[:, kept], atol=1e-4)
    np.testing.assert_allclose(now.rotations, was.rotations[:, kept], atol=1e-6)
    # End Sites of other joints stay; the joint's own may become its parent's.
    others = [at for at, (parent, _) in enumerate(old.ends) if parent != gone]
    stayed = [at for at, (parent, _) in enumerate(new.ends)]
    if len(stayed) == len(others):
        np.testing.assert_allclose(now.ends, was.ends[:, others], atol=1e-4)


ZERO = Kinds(below=("rotations", "all"), turns=("zero",), positions=("equal", "constant"))


@pytest.mark.unmeasured
@given(made_clips(ZERO, max_roots=1), seeds)
def test_a_joint_that_never_turns_always_goes(file: GoodFile, seed: int) -> None:
    below = [at for at, joint in enumerate(file.joints) if joint.parent >= 0]
    assume(below)
    gone = Random(seed).choice(below)
    result = changed(file.data, DropJoint(f"joint{gone}"))
    same_pose(
        file.data,
        result,
        joints=[at for at in range(len(file.joints)) if at != gone],
        ends=_ends_left(file, gone),
    )


def _ends_left(file: GoodFile, gone: int) -> list[int]:
    """The End Sites, by their number, that there are without a joint."""
    owners = [at for at, joint in enumerate(file.joints) if joint.end_site is not None]
    siblings = file.children(file.joints[gone].parent)
    stays = len(siblings) == 1
    return [at for at, owner in enumerate(owners) if owner != gone or stays]


def test_offsets_are_added_and_rows_lose_the_columns() -> None:
    rows = "1 2 3 4 5 6  0 0.0 -0  7 8 9 \n1 2 3 4 5 6  0 0 0  7 8 9 \n"
    data = chain(SIX, ROTATIONS, ROTATIONS, rows=rows)
    result = changed(data, DropJoint("b"))
    assert result.splitlines()[5:12] == [
        *(b"\t\tJOINT c", b"\t\t{", b"\t\t\tOFFSET 0 5.000000 0"),
        *(b"\t\t\tCHANNELS 3 Zrotation Xrotation Yrotation", b"\t\t\tEnd Site", b"\t\t\t{"),
        b"\t\t\t\tOFFSET 0 5 0",
    ]
    assert result.splitlines()[-2:] == [b"1 2 3 4 5 6  7 8 9 "] * 2
    assert messages(data, DropJoint("b")) == ["removed b, 1 child hangs on a now"]


def test_a_last_joint_leaves_its_end_site() -> None:
    data = chain(ROTATIONS, ROTATIONS, rows="1 2 3 0 0 0\n4 5 6 0 0 0\n")
    result = changed(data, DropJoint("b"))
    assert result.splitlines()[4:9] == [
        *(b"\tCHANNELS 3 Zrotation Xrotation Yrotation", b"\t\tEnd Site", b"\t\t{"),
        *(b"\t\t\tOFFSET 0 7.000000 0", b"\t\t}"),
    ]
    assert messages(data, DropJoint("b")) == ["removed b; its End Site is that of a"]


def test_noise_that_static_joint_takes_for_none_is_no_turn() -> None:
    rows = "0 0 0 0.000001 -0.000001 0.000001 1 2 3\n0 0 0 0 0 0 1 2 3\n"
    data = chain(ROTATIONS, ROTATIONS, ROTATIONS, rows=rows)
    result = changed(data, DropJoint("b"))
    same_pose(data, result, joints=[0, 2], decimals=6)
    assert result.splitlines()[-1] == b"0 0 0 1 2 3"


def test_a_joint_that_turns_is_refused_with_frame_and_value() -> None:
    data = chain(ROTATIONS, ROTATIONS, ROTATIONS, rows="0 0 0 0 0 0 1 2 3\n0 0 0 0 5 0 1 2 3\n")
    with pytest.raises(TransformError, match=r"b turns .Zrotation 0, Xrotation 5, Yrotation 0 in"):
        changed(data, DropJoint("b"))
    # Its child would have to travel in a circle.
    with pytest.raises(TransformError, match="c would have to travel with b, and has no position"):
        changed(data, DropJoint("b", unsafe=True))


def test_a_child_with_positions_takes_the_turns_over() -> None:
    rows = "0 0 0 0 0 0 0 3 0 1 2 3\n0 0 0 90 0 0 0 3 0 1 2 3\n"
    data = chain(ROTATIONS, ROTATIONS, SIX, rows=rows)
    result = changed(data, DropJoint("b", unsafe=True))
    same_pose(data, result, joints=[0, 2])
    np.testing.assert_allclose(
        read_clip(result).rows[:, 3:], [[0, 5, 0, 1, 2, 3], [-3, 2, 0, 91, 2, 3]], atol=1e-6
    )


@pytest.mark.parametrize(
    ("name", "said"),
    [("a", "a is a root; --merge-static-root"), ("x", "no joint is named x")],
)
def test_what_cannot_be_dropped(name: str, said: str) -> None:
    data = chain(ROTATIONS, ROTATIONS, rows="1 2 3 0 0 0\n")
    with pytest.raises(TransformError, match=said):
        changed(data, DropJoint(name))


def test_a_line_behind_the_rows_does_not_become_a_frame() -> None:
    data = chain(ROTATIONS, ROTATIONS, rows="1 2 3 0 0 0\n4 5 6 0 0 0\n")
    with pytest.raises(TransformError, match="line 21 behind the last frame would become a frame"):
        changed(data + b"7 8 9\n", DropJoint("b"))
    assert changed(data + b"7 8\n", DropJoint("b")).endswith(b"\n1 2 3\n4 5 6\n7 8\n")


# --rest-pose


@pytest.mark.unmeasured
@given(made_clips(Kinds(below=("rotations", "all", "none")), min_frames=1), seeds)
def test_positions_stay_and_the_frame_becomes_the_rest(file: GoodFile, seed: int) -> None:
    frame = Random(seed).randrange(len(file.rows))
    result = changed(file.data, RestPose(frame))
    same_pose(file.data, result, turns=False)
    clip = read_clip(result)
    for index, node in enumerate(clip.nodes):
        for channel in node.channels:
            if channel.endswith("rotation"):
                assert clip.values(index, channel)[frame] == 0
    # The OFFSETs alone give the pose, seen from the root.
    pose = world(read_clip(file.data))
    places = np.zeros((len(clip.nodes), 3))
    for index, node in enumerate(clip.nodes):
        if node.parent >= 0:
            places[index] = places[node.parent] + node.offset
            root = index
            while clip.nodes[root].parent >= 0:
                root = clip.nodes[root].parent
            wanted = pose.positions[frame, index] - pose.positions[frame, root]
            np.testing.assert_allclose(places[index], wanted, atol=1e-4)


def test_a_frame_that_is_not_there() -> None:
    data = chain(ROTATIONS, rows="1 2 3\n")
    with pytest.raises(TransformError, match="there is no frame 1 in the 1 frame of the clip"):
        changed(data, RestPose(1))


def test_a_frame_in_which_positions_are_zero_is_no_rest_pose() -> None:
    data = b"HIERARCHY\nROOT a\n{\nOFFSET 0 0 0\nCHANNELS 3 Zrotation Xrotation Yrotation\n"
    data += b"JOINT c\n{\nOFFSET 0 1 0\nCHANNELS 3 Zrotation Xrotation Yrotation\n"
    data += b"JOINT b\n{\nOFFSET 0 4 0\nCHANNELS 3 Xposition Yposition Zposition\n}\n}\n}\n"
    data += b"MOTION\nFrames: 1\nFrame Time: 0.1\n30 0 0 0 0 0 0 0 0\n"
    said = "positions of b are 0 in frame 0, and its OFFSET is not: .* --positions root with"
    with pytest.raises(TransformError, match=said):
        changed(data, RestPose(0))
    result = read_clip(changed(data, PositionsRoot(unsafe=True), RestPose(0)))
    np.testing.assert_allclose(result.nodes[2].offset, [-2, 3.464102, 0], rtol=0, atol=1e-6)


def test_a_pose_without_turns_is_the_rest_already() -> None:
    data = chain(ROTATIONS, ROTATIONS, rows="0 0 0 0 0 0\n1 2 3 4 5 6\n")
    assert RestPose(0).apply(Document.parse(data)) is NOTHING


def test_one_rotation_channel_cannot_be_told_against_another_pose() -> None:
    data = chain(ROTATIONS, "Xrotation", rows="10 0 0 5\n")
    with pytest.raises(TransformError, match="b turns about X only"):
        changed(data, RestPose(0))


# --split-roots


@given(made_clips(max_roots=4, max_joints=9))
def test_each_root_gets_its_own_rows(file: GoodFile) -> None:
    document = Document.parse(file.data)
    old = read_clip(file.data)
    roots = file.children(-1)
    owners: list[int] = []
    for joint in file.joints:
        owners.append(len(owners) if joint.parent < 0 else owners[joint.parent])
    channels = dict.fromkeys(roots, 0)
    for joint, owner in zip(file.joints, owners, strict=True):
        channels[owner] += len(joint.channels)
    if len(roots) > 1 and not all(channels.values()):
        with pytest.raises(TransformError, match="has no channel"):
            list(split_roots(document))
        return
    parts = list(split_roots(document))
    assert [name for name, _ in parts] == [file.joints[root].name.decode() for root in roots]
    was = world(old)
    for root, (_, part) in zip(roots, parts, strict=True):
        new = read_clip(part.to_bytes())
        own = [at for at, owner in enumerate(owners) if owner == root]
        assert new.names == [old.names[at] for at in own]
        np.testing.assert_array_equal(world(new).positions, was.positions[:, own])
        ends = [at for at, (parent, _) in enumerate(old.ends) if owners[parent] == root]
        np.testing.assert_array_equal(world(new).ends, was.ends[:, ends])


def test_rows_are_cut_to_the_byte_and_names_fit_for_files() -> None:
    data = b"HIERARCHY\nROOT a:x\n{\nOFFSET 0 0 0\nCHANNELS 1 Zrotation\n}\n# two\nROOT A_X\n{\n"
    data += b"OFFSET 1 2 3\nCHANNELS 2 Xrotation Yrotation\n}\nMOTION\nFrames: 2\nFrame Time: 0.1\n"
    data += b"1.0\t2  -0 \n4 5 6 \n"
    (first, one), (second, two) = split_roots(Document.parse(data))
    assert (first, second) == ("a_x", "A_X_1")
    assert one.to_bytes() == (
        b"HIERARCHY\nROOT a:x\n{\nOFFSET 0 0 0\nCHANNELS 1 Zrotation\n}\n# two\n"
        b"MOTION\nFrames: 2\nFrame Time: 0.1\n1.0 \n4 \n"
    )
    assert two.to_bytes() == (
        b"HIERARCHY\n# two\nROOT A_X\n{\nOFFSET 1 2 3\nCHANNELS 2 Xrotation Yrotation\n}\n"
        b"MOTION\nFrames: 2\nFrame Time: 0.1\n2  -0 \n5 6 \n"
    )
