"""One cause is told once: which rules of rest pose, movement and timing keep silent for which."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from clips import Tree, clip

from bvhlint.document.document import Document
from bvhlint.document.rate import parse_rate
from bvhlint.linter import ActiveRule, check_document
from bvhlint.plugins import builtin_rules
from bvhlint.rule import Finding, RunSettings

PARTS = ("BVH412", "BVH602", "BVH603", "BVH605", "BVH606", "BVH7", "BVH8")


def findings(document: Document, run: RunSettings | None = None) -> list[Finding]:
    rules = [
        ActiveRule.of(rule, run)
        for rule in builtin_rules()
        if rule.default and rule.code.startswith(PARTS)
    ]
    return list(check_document(document, rules).findings)


def names(document: Document, run: RunSettings | None = None) -> set[str]:
    return {finding.name for finding in findings(document, run)}


def end(*offset: float) -> Tree:
    return ("End", (offset[0], offset[1], offset[2]), "", ())


def folded(length: float) -> Tree:
    """A figure whose bones all go along X; of length 0 it is one point."""
    along = (length, 0, 0)
    legs = [(f"{side}Leg", along, "XYZ", [end(*along)]) for side in ("Left", "Right")]
    spine: Tree = ("Spine", along, "XYZ", [("Head", along, "XYZ", [end(*along)])])
    return ("Hips", (0, 0, 0), "PXYZ", [spine, *legs])


def rows(count: int, joints: int = 5) -> list[Sequence[float | str]]:
    return [[0, 90, 0, *[7 + 3 * row] * (3 * joints)] for row in range(count)]


def test_a_collapsed_skeleton_is_told_alone() -> None:
    assert names(clip(folded(50), rows=rows(3))) == {"rest-pose-collinear"}
    assert names(clip(folded(0), rows=rows(3))) == {"collapsed-skeleton"}


def test_offsets_from_the_origin_have_no_unit() -> None:
    tree: Tree = end(0.1, 3.0, 0)
    for number in range(12, 0, -1):
        tree = (f"S{number}", (0.1, 0.25 * number, 0), "XYZ", [tree])
    tail: Tree = ("Tail", (0, -0.1, 0), "XYZ", [end(0, -0.2, 0)])
    both: Tree = ("Hips", (0, 0, 0), "PXYZ", [tree, tail])
    found = names(clip(both))
    assert "offsets-look-global" in found
    assert "unit-guess" not in found


def test_a_position_that_differs_silences_the_zero_length_at_its_joint_only() -> None:
    inner: Tree = ("Arm", (0, 0, 0), "PXYZ", [("Hand", (0, 0, 0), "XYZ", [end(0, 30, 0)])])
    document = clip(
        ("Hips", (0, 0, 0), "PXYZ", [inner]),
        rows=[[0, 90, 0, 7, 7, 7, 0, 20, 0, 8, 8, 8, 9, 9, row] for row in range(9, 11)],
    )
    told = {(finding.name, finding.joint.name) for finding in findings(document) if finding.joint}
    assert told == {("positions-differ-from-offset", "Arm"), ("zero-length-bone", "Hand")}


def test_nothing_that_moves_is_told_where_nothing_moves() -> None:
    hips: Tree = ("Hips", (0, 50, 0), "XYZ", [("A", (0, 40, 0), "XYZ", ())])
    tree: Tree = ("Ref", (0, 0, 0), "PXYZ", [hips])
    still = [[0, 0, 0, 9, 0, 0, 0, 0, 0, 0, 0, 0]] * 12
    assert names(clip(tree, rows=still)) == {"constant-motion"}


def test_the_default_range_is_told_though_nothing_moves() -> None:
    tree: Tree = ("Hips", (0, 0, 0), "PXYZ", [("A", (0, 40, 0), "XYZ", ())])
    found = names(clip(tree, rows=[[0, 90, 0, 9, 0, 0, 9, 0, 0]] * 250))
    assert found == {"constant-motion", "suspicious-frame-count"}


def leaping(first: Sequence[float]) -> Document:
    spine: Tree = ("A", (0, 60, 0), "XYZ", [("B", (0, 40, 0), "XYZ", ())])
    tree: Tree = ("Hips", (0, 0, 0), "PXYZ", [spine])
    later = [[90 + row, 90, 0, *[40 + row] * 9] for row in range(30)]
    return clip(tree, rows=[first, *later])


def test_the_leap_from_a_reference_is_told_as_such() -> None:
    assert names(leaping([0] * 12)) == {"reference-first-frame"}
    assert names(leaping([0, 0, 0, *[39] * 9])) == {"root-jump"}


def test_a_rate_that_is_expected_is_not_suspicious() -> None:
    tree: Tree = ("Hips", (0, 0, 0), "PXYZ", [("A", (0, 40, 0), "XYZ", ())])
    document = clip(tree, rows=[[0, 90, 0, 9, 8, 7, 6, 8, row] for row in (9, 10)], time="0.041667")
    assert names(document) == {"suspicious-frame-rate"}
    assert names(document, RunSettings(expect_fps=parse_rate("30"))) == set()


def test_a_frame_time_made_of_the_number_of_frames() -> None:
    tree: Tree = ("Hips", (0, 0, 0), "PXYZ", ())
    frames = [[row, 90, 0, row / 9, 8, 7] for row in range(1048)]
    document = clip(tree, rows=frames, time="0.0009541984732824427")
    (finding,) = findings(document)
    assert finding.name == "implausible-frame-time"
    assert "1 divided by the number of frames, 1048" in finding.message


@pytest.mark.parametrize("damage", ["nan", "x"])
def test_stillness_is_not_judged_around_damaged_rows(damage: str) -> None:
    tree: Tree = ("Hips", (0, 0, 0), "PXYZ", [("A", (0, 40, 0), "XYZ", ())])
    angles = [0, 9, 18, 27, 36, 36, 36, 36, 72, 81, 90, 99, 108]
    frames: list[Sequence[float | str]] = [[0, 90, 0, *[angle] * 6] for angle in angles]
    assert names(clip(tree, rows=frames)) == {"frozen-frames"}
    frames[2] = [0, 90, 0, damage, 1, 2, 3, 4, 5]
    assert names(clip(tree, rows=frames)) == set()


def test_several_roots_have_no_rest_pose_to_judge() -> None:
    one = folded(50)
    other: Tree = ("Other", (7, 0, 0), "PXYZ", [("B", (0, 0, 0), "XYZ", [end(0, 0, 0)])])
    frames = [[*row, 0, 9, 0, *[8 + at] * 6] for at, row in enumerate(rows(3))]
    assert not {name for name in names(clip(one, other, rows=frames)) if name.startswith("rest")}
    assert "zero-length-bone" not in names(clip(one, other, rows=frames))


LARGE = b"""HIERARCHY
ROOT Head
{
OFFSET 1e308 1e308 -1e308
CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation
JOINT LeftFoot
{
OFFSET 1e308 -1e308 0
CHANNELS 3 Zrotation Xrotation Yrotation
}
}
MOTION
Frames: 4
Frame Time: 5e-324
1e308 -1e308 1e308 1e308 1e308 1e308 -1e308 1e308 1e308
1e308 -1e308 1e308 1e308 1e308 1e308 -1e308 1e308 1e308
1e308 -1e308 1e308 1e308 1e308 1e308 -1e308 1e308 1e308
-1e308 1e308 -1e308 1e308 -1e308 1e308 -1e308 1e308 1e308
"""
NO_CHANNELS = b"""HIERARCHY
ROOT A
{
OFFSET 0 0 0
CHANNELS 0
}
MOTION
Frames: 2
Frame Time: 0.04

1
"""


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"HIERARCHY",
        b"HIERARCHY\nROOT",
        b"MOTION\nFrames: 3\nFrame Time: 9e99\n1 2 3\n1 2 3\n",
        b"Frame Time: 0.0000000000000000000000000000000000000000000000000001\n",
        LARGE,
        NO_CHANNELS,
    ],
)
def test_rules_run_on_anything(data: bytes) -> None:
    assert names(Document.parse(data)) <= {"implausible-frame-time"}
