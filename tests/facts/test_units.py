"""Which unit a skeleton's size tells, and which axis it stands on."""

from __future__ import annotations

import pytest
from clips import Tree, clip

from bvhlint.facts.units import METRES, unit_guess
from bvhlint.facts.up import up_axis


def person(size: float, *, names: tuple[str, str] = ("Head", "Foot"), axis: int = 1) -> Tree:
    """A figure whose longest path from end to end is ``size``."""

    def along(share: float) -> tuple[float, float, float]:
        offset = [0.0, 0.0, 0.0]
        offset[axis] = share * size
        return (offset[0], offset[1], offset[2])

    high, low = names
    head: Tree = (high, along(0.3), "XYZ", [("End", along(0.1), "", ())])
    foot: Tree = (low, along(-0.5), "XYZ", [("End", along(-0.1), "", ())])
    return ("Hips", (0, 0, 0), "PXYZ", [head, foot])


@pytest.mark.parametrize(
    ("size", "unit"),
    [
        *((1.4, None), (1.6, "m"), (3.9, "m"), (4.2, None), (40, None), (84, None), (86, "in")),
        *((129, "in"), (140, None), (151, "cm"), (399, "cm"), (1000, None), (2500, "mm")),
    ],
)
def test_the_unit_by_the_size(size: float, unit: str | None) -> None:
    assert unit_guess(clip(person(size))) == unit


def test_inches_need_a_person() -> None:
    assert unit_guess(clip(person(100, names=("A", "B")))) is None
    assert unit_guess(clip(person(200, names=("A", "B")))) == "cm"


def test_a_single_chain_has_no_size() -> None:
    chain: Tree = ("A", (0, 0, 0), "PXYZ", [("B", (0, 1, 0), "XYZ", [("C", (0, 1, 0), "XYZ", ())])])
    assert unit_guess(clip(chain)) is None


def test_inches_are_what_they_are() -> None:
    assert METRES["in"] / METRES["cm"] == pytest.approx(2.54, rel=1e-15)


@pytest.mark.parametrize(("axis", "up"), [(1, "Y"), (2, "Z"), (0, None)])
def test_the_axis_of_the_rest_pose(axis: int, up: str | None) -> None:
    assert up_axis(clip(person(160, axis=axis))) == up


def test_the_axis_of_the_frames() -> None:
    still = "0 0 0 0 0 0"
    # The rest pose is along Y, the root turns it to Z: hips a leg high along Z.
    lying = clip(person(160), rows=[["0 0 90 90 0 0", still]] * 4)
    assert up_axis(lying) == "Z"
    upright = clip(person(160), rows=[["0 90 0 0 0 0", still]] * 4)
    assert up_axis(upright) == "Y"


def test_a_figure_without_known_parts_stands_on_no_axis() -> None:
    assert up_axis(clip(person(160, names=("A", "B")))) is None
