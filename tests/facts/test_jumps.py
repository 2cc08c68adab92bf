"""Whole turns and pole flips against a slow search with SciPy's rotations."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from clips import Tree, clip
from scipy.spatial.transform import Rotation

from bvhlint.document.document import Document
from bvhlint.document.rotations import Floats
from bvhlint.facts.jumps import RowJumps, jumps
from bvhlint.facts.steps import pose_steps, turns

pytestmark = pytest.mark.unmeasured

Hit = tuple[int, int, int]  # later row, joint, channel


def turn(order: str, before: Floats, after: Floats) -> float:
    first, second = (Rotation.from_euler(order, angles, degrees=True) for angles in (before, after))
    return float(np.rad2deg((first.inv() * second).magnitude()))


def slow_wrap(order: str, before: Floats, after: Floats) -> list[int]:
    """The channels with whole turns, if the joint has a wrap."""
    turned = []
    for channel in range(3):
        change = after[channel] - before[channel]
        whole = round(change / 360)
        if whole:
            turned.append(channel)
            if abs(change - 360 * whole) > 90:
                return []
    return turned if turned and turn(order, before, after) <= 45 else []


def slow_flip(order: str, before: Floats, after: Floats) -> bool:
    for channel in (0, 2):
        change = after[channel] - before[channel]
        if abs(change - 360 * round(change / 360)) <= 90:
            return False
    near = [abs(abs((angle + 180) % 360 - 180) - 90) <= 15 for angle in (before[1], after[1])]
    return any(near) and turn(order, before, after) <= 30


def slow_jumps(document: Document, rows: Floats) -> tuple[list[Hit], list[Hit]]:
    wraps, flips = [], []
    for later, (before, after) in enumerate(pairwise(rows), 1):
        for joint in document.skeleton.joints:
            if not joint.has_full_rotation:
                continue
            a, b, order = before[joint.columns], after[joint.columns], joint.rotation_order
            if not (np.isfinite(before).all() and np.isfinite(after).all()):
                continue
            wraps += [(later, joint.index, channel) for channel in slow_wrap(order, a, b)[:1]]
            flips += [(later, joint.index, 0)] if slow_flip(order, a, b) else []
    return wraps, flips


def shown(document: Document, found: RowJumps) -> list[tuple[int, int, int, int]]:
    """Row, joint, channel, number of others."""
    result = []
    for row in found.rows.tolist():
        joint, column, others = found.at(row)
        result.append((row, joint, column - document.skeleton.joints[joint].columns.start, others))
    return result


def by_row(hits: list[Hit]) -> list[tuple[int, int, int, int]]:
    rows: dict[int, list[Hit]] = {}
    for hit in hits:
        rows.setdefault(hit[0], []).append(hit)
    return [(*found[0], len(found) - 1) for found in rows.values()]


def three_orders() -> Tree:
    inner: Tree = ("C", (0, 1, 0), "YXZ", [("D", (0, 1, 0), "ZX", [("E", (0, 1, 0), "XYZ", ())])])
    return ("A", (0, 0, 0), "ZXY", [("B", (0, 1, 0), "XYZ", [inner])])


@pytest.mark.parametrize("seed", range(4))
def test_random_motion_by_slow_search(seed: int) -> None:
    generator = np.random.default_rng(seed)
    # A drift through everything, with poles, whole turns and the other triple thrown in.
    steps: Floats = generator.normal(0, 8, (400, 14))
    rows: Floats = np.cumsum(steps, axis=0).round(2)
    rows[:, ::3] += 360 * generator.integers(-1, 2, (400, 5))
    middles = np.round(generator.normal(88, 4, 400), 2)
    rows[:, 4] = np.where(generator.random(400) < 0.7, middles, rows[:, 4])
    swung = generator.random(400) < 0.3
    rows[swung, 3] += 180
    rows[swung, 4] = 180 - rows[swung, 4]
    rows[swung, 5] += 180
    rows[50, 7] = rows[51, 2] = rows[200, 13] = np.nan
    document = clip(three_orders(), rows=rows.tolist())
    found = jumps(document)
    wraps, flips = slow_jumps(document, rows)
    assert len(wraps) > 50
    assert len(flips) > 20
    assert shown(document, found.wraps) == by_row(wraps)
    assert shown(document, found.flips) == by_row(flips)


def one_joint(*rows: str) -> Document:
    return clip(("A", (0, 0, 0), "ZXY", ()), rows=[[row] for row in rows])


@pytest.mark.parametrize(
    ("rows", "wrapped", "flipped"),
    [
        (["179 0 0", "-179 0 0"], True, False),
        (["0 0 0", "720 0 0"], True, False),
        (["0 0 0", "450 0 0"], False, False),  # remains 90, but the joint turns 90
        (["0 0 0", "404 0 0"], True, False),
        (["0 0 0", "406 0 0"], False, False),
        (["100 0 0", "-100 0 0"], False, False),
        (["10 89.9 20", "-165 89.9 195"], False, True),
        (["10 60 20", "-170 120 -160"], False, False),  # the other triple, far from the pole
        (["10 89 20", "10 89 20"], False, False),
        (["-170 0 0", "nan 0 0", "170 0 0"], False, False),
        (["-170 0 0"], False, False),
        ([], False, False),
    ],
)
def test_single_steps(rows: list[str], wrapped: bool, flipped: bool) -> None:
    found = jumps(one_joint(*rows))
    assert bool(len(found.wraps.rows)) is wrapped
    assert bool(len(found.flips.rows)) is flipped


def test_the_step_between_two_blocks_is_seen() -> None:
    angles = np.zeros(100_000)
    angles[::2] = 179
    angles[1::2] = -179
    document = clip(("A", (0, 0, 0), "ZXY", ()), rows=[[angle, 0, 0] for angle in angles])
    assert len(list(document.motion.table.blocks())) > 1
    np.testing.assert_array_equal(jumps(document).wraps.rows, np.arange(1, 100_000))


def test_numbers_of_any_size_are_quiet() -> None:
    document = one_joint("1e308 0 0", "-1e308 0 0", "0 0 0", "1e308 1e308 1e308")
    assert len(jumps(document).flips.rows) == 0


def test_turns_and_pose_steps_agree_with_scipy() -> None:
    rows = np.random.default_rng(2).uniform(-180, 180, (6, 14))
    document = clip(three_orders(), rows=rows.tolist())
    found = turns(document, np.array([0, 3]))
    assert found.shape == (2, 4)
    # Group by group: A alone has ZXY, then B and E, then C; D has two axes only.
    joints = [document.skeleton.joints[index] for index in (0, 1, 4, 2)]
    for at, row in enumerate((0, 3)):
        expected = [
            turn(joint.rotation_order, rows[row, joint.columns], rows[row + 1, joint.columns])
            for joint in joints
        ]
        np.testing.assert_allclose(found[at], expected, atol=1e-9)
        mean = np.sqrt(np.mean(np.square(expected)))
        assert pose_steps(document, np.array([row]))[0] == pytest.approx(mean)


def test_a_pose_without_full_rotations_takes_no_step() -> None:
    document = clip(("A", (0, 0, 0), "PZ", ()), rows=[[0, 0, 0, 0], [1, 2, 3, 90]])
    assert pose_steps(document, np.array([0])).tolist() == [0]
