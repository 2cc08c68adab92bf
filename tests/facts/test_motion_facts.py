"""Columns over the rows, stillness, the first frame, and the figure's way."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
import pytest
from clips import Tree, clip

from bvhlint.document.document import Document
from bvhlint.facts.frame_time import rate_meant
from bvhlint.facts.reference import reference_frame
from bvhlint.facts.rows import complete_rows, neighbours, ranges, spread_rows
from bvhlint.facts.stillness import nearly_repeats, nothing_moves, repeats, runs
from bvhlint.facts.travel import (
    moving_child_of_static_root,
    root_is_at_zero,
    travel,
    traveller,
)

BASE: Tree = ("A", (0, 0, 0), "ZXY", ())


def turning(*rows: Sequence[float | str]) -> Document:
    return clip(BASE, rows=rows)


def test_ranges_over_complete_rows() -> None:
    document = turning([1, -5, 0], [3, "nan", 9], [2, 4, 0, 7], [2, 6, 5e-7])
    assert complete_rows(document).tolist() == [0, 3]
    found = ranges(document)
    assert found.low.tolist() == [1, -5, 0]
    assert found.high.tolist() == [2, 6, 5e-7]
    assert found.moves.tolist() == [True, True, False]
    assert found.largest.tolist() == [2, 6, 5e-7]
    assert neighbours(document).tolist() == []
    assert np.isnan(ranges(turning(["x", 0, 0])).low).all()


def test_ranges_over_several_blocks() -> None:
    rows = [[row, -row, 1] for row in range(60_000)]
    found = ranges(clip(BASE, rows=rows))
    assert found.high.tolist() == [59_999, 0, 1]
    assert found.low.tolist() == [0, -59_999, 1]


def test_spread_rows() -> None:
    document = turning(*[[row, 0, 0] for row in range(10)])
    assert spread_rows(document, 4).tolist() == [0, 3, 6, 9]
    assert spread_rows(document, 10).tolist() == list(range(10))


def test_repeats_and_runs() -> None:
    document = turning([1, 0, 0], [1, 0, 0], [1, 0, 5e-7], [2, 0, 0], [2, "nan", 0], [2, "nan", 0])
    assert repeats(document).tolist() == [True, False, False, False, False]
    assert nearly_repeats(document).tolist() == [True, True, False, False, False]
    assert repeats(turning([1, 0, 0])).tolist() == []
    assert repeats(turning()).tolist() == []
    flags = np.array([True, False, True, True, True, False, True])
    assert runs(flags).tolist() == [[0, 1], [2, 5], [6, 7]]
    assert runs(np.zeros(0, np.bool_)).tolist() == []


def test_repeats_by_slow_search() -> None:
    generator = np.random.default_rng(4)
    rows = generator.integers(0, 2, (5000, 3)).tolist()
    expected = [a == b for a, b in pairwise(rows)]
    assert repeats(turning(*rows)).tolist() == expected


@pytest.mark.parametrize(
    ("rows", "still"),
    [
        ([[1, 0, 0]] * 3, True),
        ([[1, 0, 0], [1, 5e-7, 0], [1, 0, 0]], True),
        ([[1, 0, 0]] * 2, False),
        ([[1, 0, 0], [1, 0, 0], [1, 0, 1e-5]], False),
        ([[1, 0, 0], [1, 0, 0], [1, 0, 0], [1, 0]], False),
    ],
)
def test_nothing_moves(rows: list[list[float]], still: bool) -> None:
    assert nothing_moves(turning(*rows)) is still


def after_reference(first: str, *, steps: float = 1, leap: float = 40) -> Document:
    """Two joints that swing by ``steps`` degrees a frame after a first row."""
    tree: Tree = ("A", (0, 0, 0), "ZXY", [("B", (0, 1, 0), "ZXY", ())])
    rows = [[leap + steps * frame, 0, 0, leap, 5, 0] for frame in range(20)]
    return clip(tree, rows=[[first], *rows])


def test_a_reference_frame() -> None:
    found = reference_frame(after_reference("0 0 0 0 0 0"))
    assert found is not None
    # One joint swings a degree a frame, the other does not: 1 / sqrt(2).
    assert found.usual == pytest.approx(np.sqrt(0.5))
    assert found.turn == pytest.approx(40.3, abs=0.1)
    assert found.step == pytest.approx(40.2, abs=0.1)


@pytest.mark.parametrize(
    "document",
    [
        after_reference("40 0 0 0 5 0"),  # one of three channels in use is zero
        after_reference("0 0 0 0 0 0", leap=8),  # no joint turns ten degrees
        after_reference("0 0 0 0 0 0", steps=20),  # the clip leaps as far as that
        after_reference("nan 0 0 0 0 0"),
        after_reference("0 0 0"),
        clip(BASE, rows=[[0, 0, 0], [40, 0, 0]]),
        clip(BASE, rows=[[0, 0, 0]] * 5),
        clip(BASE),
        clip(),
    ],
)
def test_no_reference_frame(document: Document) -> None:
    assert reference_frame(document) is None


def test_a_reference_before_a_pose_that_stands() -> None:
    found = reference_frame(turning([0, 0, 0], [40, 0, 0], [40, 0, 0]))
    assert found is not None
    assert found.usual == pytest.approx(0, abs=1e-9)


def carried(root: str, child: str, *rows: Sequence[float | str]) -> Document:
    return clip(("Ref", (0, 0, 0), root, [("Hips", (0, 9, 0), child, ())]), rows=rows)


def test_the_child_of_a_static_root_carries_the_figure() -> None:
    document = carried(
        "PZ", "P", [0, 0, 0, 0, 1, 2, 3], [0, 0, 0, 0, 1, 2, 7], [0, 0, 0, 0, 4, 2, 3]
    )
    child = moving_child_of_static_root(document)
    assert child is not None
    assert child.name == "Hips"
    assert root_is_at_zero(document)
    way = travel(document)
    assert way is not None
    assert way.joint is child
    assert way.steps.tolist() == [4, 5]


def test_a_root_that_stays_elsewhere_is_not_at_zero() -> None:
    document = carried("PZ", "P", [0, 5, 0, 0, 1, 2, 3], [0, 5, 0, 0, 1, 2, 7])
    assert moving_child_of_static_root(document) is not None
    assert not root_is_at_zero(document)


@pytest.mark.parametrize(
    "document",
    [
        carried("PZ", "P", [0, 0, 0, 0, 1, 2, 3], [0, 0, 0, 1, 1, 2, 7]),  # the root turns
        carried("PZ", "P", [0, 0, 0, 0, 1, 2, 3], [0, 0, 0, 0, 1, 2, 3]),  # nothing moves
        carried("PZ", "Z", [0, 0, 0, 0, 1], [0, 0, 0, 0, 2]),  # the child only turns
        carried("PZ", "P", [0, 0, 0, 0, 1, 2, 3]),
        clip(BASE, rows=[[0, 0, 0], [1, 0, 0]]),
    ],
)
def test_no_moving_child(document: Document) -> None:
    assert moving_child_of_static_root(document) is None
    root = traveller(document)
    assert root is not None
    assert root.is_root


def test_travel_passes_over_damaged_rows() -> None:
    document = carried(
        "P", "Z", [0, 0, 0, 0], [3, 4, 0, 0], ["nan", 9, 9, 0], [0, 0, 0, 0], [0, 0, 2, 0]
    )
    way = travel(document)
    assert way is not None
    assert way.rows.tolist() == [0, 3]
    assert way.steps.tolist() == [5, 2]


def test_no_travel_without_positions() -> None:
    assert travel(turning([1, 2, 3], [4, 5, 6])) is None
    assert travel(clip()) is None


@pytest.mark.parametrize(
    ("literal", "rate"),
    [
        ("0.0333333", "30"),
        ("0.033", "30"),
        ("0.03", "30"),
        ("0.0083", "120"),
        ("0.008342", "119.88"),
        ("0.0333667", "29.97"),
        ("0.08", "12.5"),
        ("0.017", "60"),
        ("0.04", "25"),
        ("0.032", None),
        ("0.018752", None),
        ("0.02127226", None),
        ("0.3", None),
        ("0", None),
        ("x", None),
    ],
)
def test_the_rate_that_was_meant(literal: str, rate: str | None) -> None:
    found = rate_meant(literal)
    assert (None if found is None else str(found)) == rate
