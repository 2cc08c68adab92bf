"""Position channels below the root: equal to the OFFSET, constant, or moving."""

from __future__ import annotations

import pytest
from clips import clip

from bvhlint.document.document import Document
from bvhlint.facts.positions import Placing, Position, positions_below_root


def one_joint(*rows: str, offset: tuple[float, float, float] = (0, 10, 0)) -> Document:
    """Hips with a shoulder that has three position channels and an arm of 90: S is 100."""
    end = ("End", (90, 0, 0), "", ())
    tree = ("Hips", (0, 0, 0), "Z", [("Shoulder", offset, "P", [end])])
    return clip(tree, rows=[["0", row] for row in rows])


def position(*rows: str, offset: tuple[float, float, float] = (0, 10, 0)) -> Position:
    return positions_below_root(one_joint(*rows, offset=offset))[1]


@pytest.mark.parametrize(
    ("rows", "placing"),
    [
        (["0 10 0", "0 10 0"], Placing.EQUAL),
        (["0 10.002 0", "0.003 9.999 0"], Placing.EQUAL),
        (["0 10 0.1", "0 10 0.1"], Placing.CONSTANT),
        (["8 12 0", "8.003 12 0"], Placing.CONSTANT),
        (["8 12 0", "8.1 12 0"], Placing.MOVING),
        (["0 10 0", "0 10 0.02"], Placing.MOVING),
    ],
)
def test_placing(rows: list[str], placing: Placing) -> None:
    assert position(*rows).placing is placing


def test_figures() -> None:
    found = position("3 14 0", "3 14 0", "0 14 0")
    assert found.first == (3.0, 14.0, 0.0)
    assert found.spread == pytest.approx(3)
    assert found.nearest == pytest.approx(4)
    assert found.farthest == pytest.approx(5)


@pytest.mark.parametrize(
    ("row", "offset", "differs"),
    [
        ("8 12 0", (0, 10, 0), True),
        ("0 10.05 0", (0, 10, 0), False),
        ("0 10.12 0", (0, 10, 0), True),
        ("0 10 0", (0, 10, 0), False),
        ("0 50.3 0", (0, 50, 0), False),
        ("0 50.6 0", (0, 50, 0), True),
    ],
)
def test_differing_from_the_offset(
    row: str, offset: tuple[float, float, float], differs: bool
) -> None:
    assert position(row, row, offset=offset).differs is differs


def test_what_moves_does_not_differ() -> None:
    assert not position("8 12 0", "9 12 0").differs


def test_an_axis_without_channel_is_at_the_offset() -> None:
    text = b"""HIERARCHY
ROOT Hips
{
OFFSET 0 0 0
CHANNELS 1 Zrotation
JOINT Arm
{
OFFSET 1 2 3
CHANNELS 1 Yposition
}
}
MOTION
Frames: 1
Frame Time: 0.04
0 7
"""
    found = positions_below_root(Document.parse(text))[1]
    assert found.first == (1.0, 7.0, 3.0)
    assert found.nearest == found.farthest == 5


def test_damaged_rows_do_not_count() -> None:
    found = position("8 12 0", "nan 0 0", "999 0 0 1", "8 12 0")
    assert found.placing is Placing.CONSTANT


def test_no_rows_no_joints() -> None:
    assert positions_below_root(one_joint()) == {}
    assert positions_below_root(one_joint("nan 0 0")) == {}
    assert positions_below_root(clip(("Hips", (0, 0, 0), "PZ", ()), rows=[[0, 0, 0, 0]])) == {}
    assert positions_below_root(clip()) == {}
