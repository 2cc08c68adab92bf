"""Skeleton size, bone lengths and the ends of the tree, worked out by hand."""

from __future__ import annotations

import pytest
from clips import Tree, clip

from bvhlint.document.document import Document
from bvhlint.facts.size import (
    bones,
    end_count,
    height,
    offset_bones,
    offset_size,
    offsets_are_sound,
    skeleton_size,
)


def end(*offset: float) -> Tree:
    return ("End", (offset[0], offset[1], offset[2]), "", ())


def figure() -> Tree:
    """A root 500 away from the hips, two legs of 40 + 5, a spine of 60 with a head of 10."""
    legs = [(f"Leg{side}", (x, -40, 0), "XYZ", [end(0, 0, 5)]) for side, x in (("L", 9), ("R", -9))]
    spine = ("Spine", (0, 60, 0), "XYZ", [("Head", (0, 10, 0), "XYZ", [end(0, 2, 0)])])
    return ("Reference", (1, 2, 3), "P", [("Hips", (500, 0, 0), "XYZ", [*legs, spine])])


def test_the_path_turns_at_the_hips() -> None:
    document = clip(figure())
    assert skeleton_size(document) == pytest.approx(72 + 41 + 5)
    assert height(document) == pytest.approx(118 / 1.5)
    assert end_count(document) == 3


def test_a_chain_counts_from_the_root() -> None:
    document = clip(("Hips", (9, 9, 9), "Z", [("Spine", (3, 4, 0), "Z", [end(0, 0, 2)])]))
    assert skeleton_size(document) == pytest.approx(7)
    assert end_count(document) == 1


def test_joints_without_end_site_are_ends() -> None:
    document = clip(
        ("Hips", (0, 0, 0), "Z", [("A", (3, 0, 0), "Z", ()), ("B", (4, 0, 0), "Z", ())])
    )
    assert skeleton_size(document) == pytest.approx(7)
    assert end_count(document) == 2


def test_the_first_complete_row_gives_the_length_of_joints_with_positions() -> None:
    tree = ("Hips", (0, 0, 0), "Z", [("Spine", (0, 10, 0), "P", [end(0, 5, 0)])])
    document = clip(tree, rows=[[0, "nan", 0, 0], [0, 3, 4, 12], [0, 9, 9, 9]])
    assert bones(document).joints.tolist() == [0, 13]
    assert offset_bones(document).joints.tolist() == [0, 10]
    assert skeleton_size(document) == pytest.approx(18)
    assert offset_size(document) == pytest.approx(15)


def test_offset_size_takes_positions_where_all_offsets_are_zero() -> None:
    tree = ("Hips", (0, 0, 0), "Z", [("Spine", (0, 0, 0), "P", [end(0, 0, 0)])])
    assert offset_size(clip(tree, rows=[[0, 3, 4, 0]])) == pytest.approx(5)


def test_several_roots() -> None:
    one = ("A", (0, 0, 0), "Z", [end(0, 3, 0)])
    two = ("B", (0, 0, 0), "Z", [end(0, 4, 0)])
    assert skeleton_size(clip(one, two)) == pytest.approx(4)
    assert not offsets_are_sound(clip(one, two))
    assert offsets_are_sound(clip(one))


@pytest.mark.parametrize("offset", [b"OFFSET 1 2", b"OFFSET 1 2 x", b"OFFSET 1 1e999 0", b""])
def test_offsets_that_are_not_sound(offset: bytes) -> None:
    text = b"HIERARCHY\nROOT A\n{\nOFFSET 0 0 0\nCHANNELS 0\nEnd Site\n{\n%s\n}\n}\n" % offset
    document = Document.parse(text)
    assert not offsets_are_sound(document)
    assert skeleton_size(document) >= 0


def test_nothing() -> None:
    assert skeleton_size(clip()) == 0
    assert offset_size(clip()) == 0
    assert end_count(clip()) == 0
    assert not offsets_are_sound(clip())


def test_very_deep_and_very_wide_trees_take_no_time() -> None:
    count = 2000
    head = b"HIERARCHY\nROOT R\n{\nOFFSET 0 0 0\nCHANNELS 0\n"
    one = b"JOINT J\n{\nOFFSET 0 1 0\nCHANNELS 0\n"
    assert skeleton_size(Document.parse(head + one * count + b"}\n" * (count + 1))) == count
    assert skeleton_size(Document.parse(head + (one + b"}\n") * count + b"}\n")) == 2
