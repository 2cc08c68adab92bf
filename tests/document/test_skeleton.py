"""The skeleton view: joints, parents, offsets, channels and End Sites."""

from __future__ import annotations

import math

import numpy as np
import pytest
from bvh_files import ODD_NAMES, GoodFile, good_files
from hypothesis import given

from bvhlint.document.document import Document
from bvhlint.document.joint import POSITION, ROTATION, SCALE
from bvhlint.document.kinematics import NO_CHANNEL
from bvhlint.document.skeleton import Skeleton
from bvhlint.syntax.nodes import Kind

pytestmark = pytest.mark.unmeasured


def skeleton_of(text: str) -> Skeleton:
    return Document.parse(text.encode()).skeleton


@given(good_files(names=ODD_NAMES, max_roots=3))
def test_the_skeleton_of_a_good_file(file: GoodFile) -> None:
    skeleton = Document.parse(file.data).skeleton
    assert skeleton.is_trusted
    assert len(skeleton.joints) == len(file.joints)
    for index, (joint, model) in enumerate(zip(skeleton.joints, file.joints, strict=True)):
        assert joint.index == index
        assert joint.block.name is not None
        assert joint.block.name.raw == model.name
        assert joint.parent == model.parent
        assert joint.depth == file.depth(index)
        assert joint.part == 0
        assert joint.children == tuple(file.children(index))
        assert joint.offset == tuple(float(word) for word in model.offset)
        assert joint.declared_channels == len(model.channels)
        assert [channel.name.encode() for channel in joint.channels] == list(model.channels)
        sites = [site.offset for site in joint.end_sites]
        expected = [tuple(map(float, model.end_site))] if model.end_site else []
        assert sites == expected
        assert joint.misspelt == frozenset()
    assert skeleton.channel_count == len(file.columns)
    for column, (owner, name) in enumerate(file.columns):
        found = skeleton.owner(column)
        assert found is not None
        joint, channel = found
        assert (joint.index, channel.column, channel.name.encode()) == (owner, column, name)
        assert joint.columns.start <= column < joint.columns.stop
    assert skeleton.owner(len(file.columns)) is None
    assert skeleton.owner(-1) is None


@given(good_files(max_roots=2))
def test_the_layout_of_a_good_file(file: GoodFile) -> None:
    skeleton = Document.parse(file.data).skeleton
    layout = skeleton.layout
    places = {place: column for column, place in enumerate(file.columns)}
    assert layout.parents.tolist() == [joint.parent for joint in file.joints]
    offsets = [[float(word) for word in joint.offset] for joint in file.joints]
    assert layout.offsets.tolist() == offsets
    for index, joint in enumerate(file.joints):
        columns = [places.get((index, f"{axis}position".encode()), NO_CHANNEL) for axis in "XYZ"]
        assert layout.position_columns[index].tolist() == columns
        turns = [name for name in joint.channels if name.endswith(b"rotation")]
        assert layout.rotation_columns[index] == tuple(places[index, name] for name in turns)
        assert layout.orders[index] == "".join(chr(name[0]) for name in turns)
    ends = [index for index, joint in enumerate(file.joints) if joint.end_site]
    assert layout.end_parents.tolist() == ends


TWO_ROOTS = """HIERARCHY
ROOT a
{
    OFFSET 1 2 3
    CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation
    JOINT b
    {
        OFFSET 4 5 6
        CHANNELS 3 yrotation ZROTATION Xscale
    }
    End Site
    {
        OFFSET 0 0 7
    }
}
ROOT c
{
    OFFSET 8 9
    CHANNELS 2 Yposition Yrotation
}
MOTION
Frames: 0
Frame Time: 0.1
"""


def test_two_roots_share_one_row() -> None:
    skeleton = skeleton_of(TWO_ROOTS)
    first, below, second = skeleton.joints
    assert [joint.name for joint in skeleton.roots] == ["a", "c"]
    assert (below.parent, below.depth, second.parent, second.depth) == (0, 1, -1, 0)
    assert (first.columns, below.columns, second.columns) == (
        slice(0, 6),
        slice(6, 9),
        slice(9, 11),
    )
    assert skeleton.channel_count == 11
    assert [channel.name for channel in below.channels] == ["Yrotation", "Zrotation", "Xscale"]
    assert [channel.name for channel in below.of_kind(SCALE)] == ["Xscale"]
    assert [channel.column for channel in first.of_kind(POSITION)] == [0, 1, 2]
    assert [channel.column for channel in first.of_kind(ROTATION)] == [3, 4, 5]
    assert (first.rotation_order, below.rotation_order, second.rotation_order) == ("ZXY", "YZ", "Y")
    assert skeleton.rotation_orders == ("ZXY",)
    assert [site.offset for site in skeleton.end_sites] == [(0.0, 0.0, 7.0)]
    assert second.offset is None
    assert np.isnan(skeleton.offsets[2]).all()
    assert skeleton.offsets[1].tolist() == [4, 5, 6]
    assert skeleton.layout.offsets[2].tolist() == [0, 0, 0]
    assert skeleton.layout.position_columns.tolist() == [[0, 1, 2], [-1, -1, -1], [-1, 9, -1]]


@pytest.mark.parametrize(
    ("words", "offset"),
    [
        ("1 2 3", (1, 2, 3)),
        ("-.5 +1e1 3.", (-0.5, 10, 3)),
        ("1 2\n3", (1, 2, 3)),
        ("1 2 # then\n3", (1, 2, 3)),
        ("1e400 0 0", (math.inf, 0, 0)),
        ("1 2", None),
        ("1 2 3 4", None),
        ("1 2 x", None),
        ("1,5 2 3", None),
        ("1 2 nan", None),
        ("", None),
    ],
)
def test_offsets(words: str, offset: tuple[float, ...] | None) -> None:
    skeleton = skeleton_of(f"HIERARCHY\nROOT a\n{{\nOFFSET {words}\nCHANNELS 0\n}}\n")
    assert skeleton.joints[0].offset == offset


@pytest.mark.parametrize(
    ("words", "declared", "names"),
    [
        ("3 Xrotation Yrotation Zrotation", 3, ["Xrotation", "Yrotation", "Zrotation"]),
        ("3 Xrotation\n Yrotation Zrotation", 3, ["Xrotation", "Yrotation", "Zrotation"]),
        ("3\nXrotation Yrotation Zrotation", 3, ["Xrotation", "Yrotation", "Zrotation"]),
        ("Xrotation Yrotation", None, ["Xrotation", "Yrotation"]),
        ("2 Xrotation Yrot", 2, ["Xrotation", "Yrot"]),
        ("0", 0, []),
        ("", None, []),
        ("3.0 Xrotation", None, ["Xrotation"]),
        ("-1 Xrotation", None, ["Xrotation"]),
        ("99999999999999", None, []),
        ("007 Xrotation", 7, ["Xrotation"]),
    ],
)
def test_channels_by_their_names(words: str, declared: int | None, names: list[str]) -> None:
    text = f"HIERARCHY\nROOT a\n{{\nOFFSET 0 0 0\nCHANNELS {words}\n}}\nMOTION\nFrames: 0\n"
    joint = skeleton_of(text).joints[0]
    assert joint.declared_channels == declared
    assert [channel.name for channel in joint.channels] == names


def count_and_names(row: str) -> Skeleton:
    return skeleton_of(
        "HIERARCHY\nROOT a\n{\nOFFSET 0 0 0\nCHANNELS 6 Xrotation Yrotation Zrotation\n"
        "JOINT b\n{\nOFFSET 0 0 0\nCHANNELS 3 Xrotation Yrotation Zrotation\n}\n}\n"
        f"MOTION\nFrames: 1\nFrame Time: 0.1\n{row}\n"
    )


def test_rows_settle_whether_the_count_or_the_names_are_right() -> None:
    by_names = count_and_names("1 2 3 4 5 6")
    assert by_names.is_trusted
    assert by_names.channel_count == 6
    assert by_names.joints[1].columns == slice(3, 6)

    by_count = count_and_names("1 2 3 4 5 6 7 8 9")
    assert by_count.is_trusted
    assert by_count.channel_count == 9
    assert by_count.joints[1].columns == slice(6, 9)
    assert [channel.name for channel in by_count.joints[0].channels][3:] == ["", "", ""]

    by_neither = count_and_names("1 2 3 4")
    assert not by_neither.is_trusted
    assert by_neither.channel_count == 6


def test_channels_of_a_later_part_are_not_of_the_layout() -> None:
    text = TWO_ROOTS + TWO_ROOTS.replace("ROOT a", "ROOT later")
    skeleton = skeleton_of(text)
    assert skeleton.channel_count == 11
    assert [joint.name for joint in skeleton.joints] == ["a", "b", "c"]


def test_a_second_hierarchy_before_motion_counts_as_a_part() -> None:
    part = TWO_ROOTS.split("MOTION", maxsplit=1)[0]
    skeleton = skeleton_of(part + part + "MOTION\n")
    assert [joint.part for joint in skeleton.joints] == [0, 0, 0, 1, 1, 1]
    assert skeleton.channel_count == 22


@pytest.mark.parametrize(
    ("raw", "name"),
    [
        ("ボーン".encode("cp932"), "ボーン"),
        ("マ".encode("cp932"), "マ"),
        ("表".encode("cp932"), "表"),
        ("ボーン".encode(), "ボーン"),
        (b"a\x85b", "a\x85b"),
        (b"\xa0a", "\xa0a"),
        (b"a\x0cb", "a\x0cb"),
        (b"Left  Arm", "Left  Arm"),
    ],
)
def test_names_in_other_alphabets(raw: bytes, name: str) -> None:
    data = b"HIERARCHY\nROOT " + raw + b"\n{\n\tOFFSET 0 0 0\n\tCHANNELS 0\n}\n"
    joint = Document.parse(data).skeleton.joints[0]
    assert joint.name == name
    assert joint.block.name is not None
    assert joint.block.name.raw == raw
    start, end = joint.name_span
    assert data[start:end] == raw
    assert joint.head == (10, end)
    assert not joint.block.open.missing
    assert not joint.block.close.missing


def test_a_joint_without_a_name_is_placed_at_its_keyword() -> None:
    joint = skeleton_of("HIERARCHY\nROOT\n{\nOFFSET 0 0 0\nCHANNELS 0\n}\n").joints[0]
    assert joint.name == ""
    assert joint.name_span == (10, 14)


def test_a_joint_beside_its_root_hangs_on_it() -> None:
    # The root's brace came too early: its joint is not a second root.
    skeleton = skeleton_of(
        "HIERARCHY\nROOT a\n{\nOFFSET 0 0 0\nCHANNELS 0\n}\n"
        "JOINT b\n{\nOFFSET 0 0 0\nCHANNELS 0\n}\n}\nMOTION\n"
    )
    assert [joint.parent for joint in skeleton.joints] == [-1, 0]
    assert skeleton.joints[0].children == (1,)


def test_braces_without_a_keyword_belong_to_the_joint_around_them() -> None:
    skeleton = skeleton_of(
        "HIERARCHY\nROOT a\n{\n{\nOFFSET 1 2 3\n}\nCHANNELS 1 Xrotation\n"
        "{\nJOINT b\n{\nOFFSET 0 0 0\nCHANNELS 0\n}\n}\n}\nMOTION\n"
    )
    first, below = skeleton.joints
    assert first.offset == (1.0, 2.0, 3.0)
    assert below.parent == 0
    assert Kind.ORPHAN_OPEN in {child.type for child in first.block.children}


def test_no_skeleton() -> None:
    skeleton = skeleton_of("")
    assert (skeleton.joints, skeleton.roots, skeleton.end_sites) == ((), (), ())
    assert skeleton.channel_count == 0
    assert skeleton.offsets.shape == (0, 3)
    assert skeleton.parents.shape == (0,)
    assert skeleton.layout.position_columns.shape == (0, 3)
    assert skeleton.owner(0) is None
