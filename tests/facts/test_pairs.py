"""Left and right by names and by the tree."""

from __future__ import annotations

import pytest
from clips import Tree, clip

from bvhlint.document.document import Document
from bvhlint.facts.body_parts import hub, lower_joints, upper_joints
from bvhlint.facts.pairs import mirrored, pairs


def joint(name: str, *children: Tree) -> Tree:
    return (name, (0, 1, 0), "XYZ", children)


def named_pairs(document: Document) -> list[tuple[str, str]]:
    names = [joint.name for joint in document.skeleton.joints]
    return [(names[pair.left], names[pair.right]) for pair in pairs(document)]


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("LeftHand", "RightHand"),
        ("mixamorig:LeftHand", "mixamorig:RightHand"),
        ("thighLeft", "thighRight"),
        ("LEFT_ARM", "RIGHT_ARM"),
        ("arm.left", "arm.right"),
        ("Hand_L", "Hand_R"),
        ("L_Hand", "R_Hand"),
        ("upperarm01.l", "upperarm01.r"),
        ("b_l_arm", "b_r_arm"),
        ("Arm_R_02", "Arm_L_02"),
        ("Bip01 L Foot", "Bip01 R Foot"),
        ("lHand", "rHand"),
        ("LHipJoint", "RHipJoint"),
        ("lfemur", "rfemur"),
        ("__lClavicle", "__rClavicle"),
        ("HandL", "HandR"),
    ],
)
def test_the_first_candidate_mirrors_the_mark(name: str, other: str) -> None:
    assert next(mirrored(name))[0] == other
    assert next(mirrored(other))[0] == name
    assert next(mirrored(name))[1] is not next(mirrored(other))[1]


@pytest.mark.parametrize(("name", "other"), [("upright", "upleft"), ("bright", "bleft")])
def test_a_word_inside_a_word_is_no_mark(name: str, other: str) -> None:
    assert other not in dict(mirrored(name))


def test_names_without_a_mark() -> None:
    assert list(mirrored("Hips")) == []
    assert list(mirrored("")) == []
    assert list(mirrored("l1")) == [("r1", True)]


def test_pairs_need_paired_parents_or_the_same() -> None:
    document = clip(
        joint(
            "Hips",
            joint("LeftUpLeg", joint("LeftLeg", joint("LeftToe"))),
            joint("RightUpLeg", joint("RightLeg")),
            joint("LeftArm"),
            joint("Chest", joint("RightArm"), joint("RightToe")),
        )
    )
    assert named_pairs(document) == [("LeftUpLeg", "RightUpLeg"), ("LeftLeg", "RightLeg")]


def test_the_left_one_comes_first_whatever_the_order() -> None:
    document = clip(joint("Hips", joint("rHand"), joint("lHand"), joint("ring1"), joint("lring")))
    assert named_pairs(document) == [("lHand", "rHand")]


def test_a_name_that_occurs_twice_pairs_with_none() -> None:
    document = clip(joint("Hips", joint("Hand_L"), joint("Hand_R"), joint("Hand_R")))
    assert named_pairs(document) == []


def test_a_name_of_nothing_but_marks_takes_no_time() -> None:
    name = "L_" * 100_000
    document = clip(joint("Hips", joint(name), joint(name + "x")))
    assert named_pairs(document) == []


def test_body_parts_are_the_first_class_that_occurs() -> None:
    document = clip(
        joint("ns:Hips", joint("ns:Spine", joint("ns:Neck1"), joint("ns:HeadTop"), joint("head2")))
    )
    assert [joint.name for joint in upper_joints(document)] == ["ns:HeadTop", "head2"]
    assert lower_joints(document) == ()
    legs = clip(joint("spine:Hips", joint("LeftUpLeg", joint("LeftKnee")), joint("RightThigh")))
    assert [joint.name for joint in lower_joints(legs)] == ["LeftKnee"]
    assert upper_joints(legs) == ()


def test_hub() -> None:
    legs = [joint("A"), joint("B")]
    found = hub(clip(joint("Reference", joint("Mover", joint("Hips", *legs)))))
    assert found is not None
    assert found.name == "Hips"
    chain = hub(clip(joint("Root", joint("Next"))))
    assert chain is not None
    assert chain.name == "Root"
    assert hub(clip()) is None
