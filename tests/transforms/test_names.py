"""Transforms of names change name tokens and nothing else; a clash is refused."""

from __future__ import annotations

import re

import pytest
from bvh_files import ODD_NAMES, GoodFile, good_files
from changing import changed, messages
from hypothesis import given

from bvhlint.document.document import Document
from bvhlint.errors import ConfigError, TransformError
from bvhlint.transforms.base import NOTHING
from bvhlint.transforms.rename import Rename, parse_pair, parse_pairs
from bvhlint.transforms.rename_duplicates import RenameDuplicates
from bvhlint.transforms.strip_namespace import StripNamespace


def tree(*names: str, nested: bool = True) -> bytes:
    """Joints below each other, or beside each other below the first."""
    lines = ["HIERARCHY", f"ROOT {names[0]}", "{", "OFFSET 0 0 0", "CHANNELS 1 Zrotation"]
    for name in names[1:]:
        lines += [f"  JOINT  {name} ", "{", "OFFSET 0 1 0", "CHANNELS 0"]
        lines += [] if nested else ["}"]
    lines += ["}"] * (len(names) - 1 if nested else 0) + ["}"]
    lines += ["MOTION", "Frames: 1", "Frame Time: 0.1", " 1.50 "]
    return "\r\n".join(lines).encode()


def names(data: bytes) -> list[str]:
    found = re.findall(rb"(?:ROOT|JOINT) +([^\r\n]*?) *\r\n", data)
    return [name.decode() for name in found]


def test_namespaces_go_up_to_the_last_colon() -> None:
    data = tree("mixamorig:Hips", "a:b:Spine", "Head")
    result = changed(data, StripNamespace())
    assert result == data.replace(b"mixamorig:", b"").replace(b"a:b:", b"")
    assert messages(data, StripNamespace()) == [
        "renamed mixamorig:Hips to Hips, a:b:Spine to Spine"
    ]
    assert StripNamespace().apply(Document.parse(result)) is NOTHING


@pytest.mark.parametrize(
    ("joints", "said"),
    [
        (("a:Spine", "b:Spine"), "a:Spine and b:Spine would both be Spine"),
        (("Spine", "b:Spine"), "Spine and b:Spine would both be Spine"),
        (("Hips", "rig:"), "nothing would be left of rig:"),
    ],
)
def test_a_clash_is_refused(joints: tuple[str, ...], said: str) -> None:
    with pytest.raises(TransformError, match=said):
        changed(tree(*joints), StripNamespace())


def test_two_joints_of_one_name_may_stay_so() -> None:
    data = tree("a:Hips", "a:Arm", "a:Arm", nested=False)
    assert names(changed(data, StripNamespace())) == ["Hips", "Arm", "Arm"]


def test_single_names() -> None:
    data = tree("Hips", "Left Leg", "Foot")
    result = changed(data, Rename((("Left Leg", "LeftLeg"), ("Hips", "Hüfte"))))
    assert result == data.replace(b"Left Leg", b"LeftLeg").replace(b"Hips", "Hüfte".encode())


def test_names_may_be_swapped() -> None:
    data = tree("Hips", "L", "R", nested=False)
    assert names(changed(data, Rename((("L", "R"), ("R", "L"))))) == ["Hips", "R", "L"]


def test_a_path_names_one_of_two() -> None:
    data = tree("Hips", "Arm", "Hand", "Arm")
    result = changed(data, Rename((("Hand/Arm", "Finger"),)))
    assert names(result) == ["Hips", "Arm", "Hand", "Finger"]
    result = changed(data, Rename((("Hips/Arm", "Shoulder"),)))
    assert names(result) == ["Hips", "Shoulder", "Hand", "Arm"]
    with pytest.raises(TransformError, match="2 joints are named Arm; say which by its parent"):
        changed(data, Rename((("Arm", "x"),)))


@pytest.mark.parametrize(
    ("pairs", "said"),
    [
        ((("Hip", "x"),), "no joint is named Hip.*Hips"),
        ((("Hips", "Spine"),), "Hips and Spine would both be Spine"),
        ((("Hips", "x"), ("Hips", "y")), "Hips is renamed twice"),
        ((("Hips", "a{b"),), "is no name that a BVH file can hold"),
        ((("Hips", "a#b"),), "is no name that a BVH file can hold"),
        ((("Hips", "a // b"),), "is no name that a BVH file can hold"),
        ((("Hips", " a"),), "is no name that a BVH file can hold"),
        ((("Hips", "a\nb"),), "is no name that a BVH file can hold"),
        ((("Hips", "a\udce4"),), "is no name that a BVH file can hold"),
    ],
)
def test_what_cannot_be_renamed(pairs: tuple[tuple[str, str], ...], said: str) -> None:
    with pytest.raises(TransformError, match=said):
        changed(tree("Hips", "Spine"), Rename(pairs))


def test_an_8_bit_file_takes_ascii_names_only() -> None:
    data = tree("Hips", "Spine").replace(b"Spine", "Rücken".encode("latin-1"))
    assert names(changed(data, Rename((("Rücken", "Spine"),)))) == ["Hips", "Spine"]
    with pytest.raises(TransformError, match="letters that this 8-bit file cannot hold"):
        changed(data, Rename((("Rücken", "Hüfte"),)))


def test_duplicates_get_numbers_that_are_free() -> None:
    data = tree("Arm", "Arm", "Arm_1", "Arm", "Arm_1")
    result = changed(data, RenameDuplicates())
    assert names(result) == ["Arm", "Arm_2", "Arm_1", "Arm_3", "Arm_1_1"]
    assert RenameDuplicates().apply(Document.parse(result)) is NOTHING


@given(good_files(names=ODD_NAMES))
def test_odd_names_are_taken_to_the_byte(file: GoodFile) -> None:
    document = Document.parse(file.data)
    old = document.skeleton.joints[0].name
    if sum(joint.name == old for joint in document.skeleton.joints) == 1:
        result = changed(file.data, Rename(((old, "new_name"),)))
        raw = file.joints[0].name.strip(b" \t")
        head, _, tail = file.data.partition(b"ROOT " + raw)
        assert result == head + b"ROOT new_name" + tail


def test_pairs() -> None:
    assert parse_pair("Left Leg = LeftLeg") == ("Left Leg", "LeftLeg")
    assert parse_pairs(["# names\n", "\n", "a=b\r\n", "c = d=e\n"], "f") == (
        ("a", "b"),
        ("c", "d=e"),
    )
    for text in ("ab", "=b", "a=", " = "):
        with pytest.raises(ConfigError, match="is no OLD=NEW"):
            parse_pair(text)
    with pytest.raises(ConfigError, match=r"^names\.txt:2: 'x' is no OLD=NEW"):
        parse_pairs(["a=b", "x"], "names.txt")
