"""Forward kinematics against matrices multiplied out joint by joint with SciPy's rotations."""

from __future__ import annotations

import time

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from bvhlint.document.kinematics import (
    Layout,
    local_rotations,
    local_translations,
    world_poses,
    world_positions,
)
from bvhlint.document.rotations import Floats


def layout(
    parents: list[int],
    offsets: list[list[float]],
    positions: list[list[int]],
    rotations: list[tuple[int, ...]],
    orders: list[str],
    ends: list[tuple[int, list[float]]] | None = None,
) -> Layout:
    ends = ends or []
    return Layout(
        np.array(parents, dtype=np.int64),
        np.array(offsets, dtype=np.float64).reshape(-1, 3),
        np.array(positions, dtype=np.int64).reshape(-1, 3),
        tuple(rotations),
        tuple(orders),
        np.array([parent for parent, _ in ends], dtype=np.int64),
        np.array([offset for _, offset in ends], dtype=np.float64).reshape(-1, 3),
    )


NONE = [-1, -1, -1]


def test_the_worked_example() -> None:
    # link2 stands at T(3,2,1) Rx(30) Ry(20) Rz(10) T(1,0,0) Rz(40) Rx(50) Ry(60) (0,1,0).
    chain = layout(
        [-1, 0, 1],
        [[0, 0, 0], [1, 0, 0], [0, 1, 0]],
        [[0, 1, 2], NONE, NONE],
        [(3, 4, 5), (6, 7, 8), (9, 10, 11)],
        ["XYZ", "ZXY", "ZXY"],
    )
    values = np.array([[3.0, 2, 1, 30, 20, 10, 40, 50, 60, 0, 0, 0]])
    positions, ends = world_positions(chain, values)

    root = Rotation.from_euler("XYZ", [30, 20, 10], degrees=True)
    link1 = Rotation.from_euler("ZXY", [40, 50, 60], degrees=True)
    first = np.array([3.0, 2, 1])
    second: Floats = first + root.apply([1, 0, 0])
    third: Floats = second + (root * link1).apply([0, 1, 0])
    np.testing.assert_allclose(positions[0], np.stack((first, second, third)), atol=1e-14)
    by_hand = [[3.0, 2, 1], [3.9254166, 2.3187958, 0.7951259], [3.7247109, 2.2324874, 1.7709681]]
    np.testing.assert_allclose(positions[0], by_hand, atol=1e-7)
    assert ends.shape == (1, 0, 3)


def random_layout(joints: int, seed: int) -> tuple[Layout, int]:
    """A tree with joints of every kind of channels, End Sites and two roots."""
    generator = np.random.default_rng(seed)
    parents = [-1, *(int(generator.integers(-1 if j == 3 else 0, j)) for j in range(1, joints))]
    choices = ["", "Z", "ZX", "ZXY", "XYZ", "YXY"]
    orders = [choices[generator.integers(len(choices))] for _ in range(joints)]
    column = 0
    positions, rotations = [], []
    for order in orders:
        given = generator.random(3) < generator.choice([0.0, 0.5, 1.0])
        row = []
        for has in given:
            row.append(column if has else -1)
            column += int(has)
        positions.append(row)
        rotations.append(tuple(range(column, column + len(order))))
        column += len(order)
    offsets = generator.normal(0, 10, (joints, 3)).tolist()
    ends = [(int(j), generator.normal(0, 5, 3).tolist()) for j in generator.integers(0, joints, 4)]
    return layout(parents, offsets, positions, rotations, orders, ends), column


def slow_pose(tree: Layout, row: Floats, adding: bool) -> tuple[list[Floats], list[Floats]]:
    """World matrices of the joints, then End Site positions, of one row."""
    world: list[Floats] = []
    for joint, parent in enumerate(tree.parents):
        local = np.eye(4)
        for axis in range(3):
            column = tree.position_columns[joint, axis]
            offset = tree.offsets[joint, axis]
            local[axis, 3] = offset if column < 0 else row[column] + (offset if adding else 0)
        if tree.orders[joint]:
            angles = row[list(tree.rotation_columns[joint])]
            for letter, angle in zip(tree.orders[joint], angles, strict=True):
                one = Rotation.from_euler(letter, angle, degrees=True).as_matrix()
                local[:3, :3] = local[:3, :3] @ one
        world.append(local if parent < 0 else world[parent] @ local)
    ends = [
        (world[parent] @ np.append(offset, 1))[:3]
        for parent, offset in zip(tree.end_parents, tree.end_offsets, strict=True)
    ]
    return world, ends


@pytest.mark.parametrize("adding", [False, True])
@pytest.mark.parametrize("seed", range(6))
def test_random_trees_agree_with_matrices(seed: int, adding: bool) -> None:
    tree, width = random_layout(25, seed)
    values = np.random.default_rng(seed).uniform(-200, 200, (4, width))
    (poses,) = world_poses(tree, values, adding=adding)
    for frame, row in enumerate(values):
        world, ends = slow_pose(tree, row, adding)
        np.testing.assert_allclose(
            poses.positions[frame], [matrix[:3, 3] for matrix in world], atol=1e-10
        )
        np.testing.assert_allclose(
            poses.matrices[frame], [matrix[:3, :3] for matrix in world], atol=1e-12
        )
        np.testing.assert_allclose(poses.ends[frame], ends, atol=1e-10)


def test_positions_replace_the_offset_or_add_to_it() -> None:
    tree = layout([-1, 0], [[1, 2, 3], [0, 5, 0]], [[0, -1, 1], NONE], [(), ()], ["", ""])
    values = np.array([[10.0, 30.0]])
    replaced, _ = world_positions(tree, values)
    added, _ = world_positions(tree, values, adding=True)
    # The root has no Y channel: its OFFSET counts there.
    np.testing.assert_array_equal(replaced[0], [[10, 2, 30], [10, 7, 30]])
    np.testing.assert_array_equal(added[0], [[11, 2, 33], [11, 7, 33]])
    np.testing.assert_array_equal(local_translations(tree, values)[0], [[10, 2, 30], [0, 5, 0]])


def test_blocks_are_parts_of_the_whole() -> None:
    tree, width = random_layout(40, 1)
    values = np.random.default_rng(1).uniform(-90, 90, (7000, width))
    blocks = list(world_poses(tree, values))
    assert len(blocks) > 1
    assert [block.first for block in blocks] == np.cumsum(
        [0, *(len(block.positions) for block in blocks[:-1])]
    ).tolist()
    positions, ends = world_positions(tree, values)
    assert positions.shape == (7000, 40, 3)
    assert ends.shape == (7000, 4, 3)
    picked = np.array([6999, 5, 5000])
    some, some_ends = world_positions(tree, values, picked)
    np.testing.assert_array_equal(some, positions[picked])
    np.testing.assert_array_equal(some_ends, ends[picked])


@pytest.mark.parametrize("seed", range(4))
def test_a_part_with_its_ancestors_stands_where_it_stands_in_the_whole(seed: int) -> None:
    tree, channels = random_layout(12, seed)
    values = np.random.default_rng(seed).uniform(-90, 90, (5, channels))
    kept = {11}
    while min(kept) > 0:
        kept.add(int(tree.parents[min(kept)]))
    joints = np.array(sorted(kept))
    whole, ends = world_positions(tree, values)
    part, part_ends = world_positions(tree.part(joints), values)
    np.testing.assert_array_equal(part, whole[:, joints])
    np.testing.assert_array_equal(part_ends, ends[:, np.isin(tree.end_parents, joints)])


def test_local_rotations() -> None:
    tree, width = random_layout(12, 4)
    values = np.random.default_rng(4).uniform(-90, 90, (3, width))
    found = local_rotations(tree, values)
    assert found.shape == (3, 12, 4)
    for joint, order in enumerate(tree.orders):
        if not order:
            np.testing.assert_array_equal(found[:, joint], [[0, 0, 0, 1]] * 3)
        elif order == "ZXY":
            angles = values[:, list(tree.rotation_columns[joint])]
            expected = Rotation.from_euler(order, angles, degrees=True)
            back = expected.inv() * Rotation.from_quat(found[:, joint])
            np.testing.assert_allclose(back.magnitude(), 0, atol=1e-7)


def test_a_damaged_number_spreads_only_below_its_joint() -> None:
    tree = layout(
        [-1, 0, 1, 0],
        [[0, 0, 0], [1, 0, 0], [1, 0, 0], [0, 1, 0]],
        [NONE] * 4,
        [(), (0,), (), ()],
        ["", "Z", "", ""],
    )
    positions, _ = world_positions(tree, np.array([[np.nan], [0.0]]))
    np.testing.assert_array_equal(
        np.isnan(positions).all(axis=2), [[False, False, True, False], [False] * 4]
    )


def test_no_frames_and_no_joints() -> None:
    tree, width = random_layout(5, 2)
    positions, ends = world_positions(tree, np.empty((0, width)))
    assert positions.shape == (0, 5, 3)
    assert ends.shape == (0, 4, 3)
    nothing = layout([], [], [], [], [])
    positions, ends = world_positions(nothing, np.empty((3, 0)))
    assert positions.shape == (3, 0, 3)


def test_a_very_deep_chain() -> None:
    count = 5000
    chain = layout(
        [*range(-1, count - 1)],
        [[1, 0, 0]] * count,
        [NONE] * count,
        [(joint,) for joint in range(count)],
        ["Z"] * count,
    )
    begin = time.process_time()
    positions, _ = world_positions(chain, np.full((20, count), 0.01))
    assert time.process_time() - begin < 10
    # Each link turns a hundredth of a degree more than the one before it.
    turned = np.deg2rad(0.01 * np.arange(1, count))
    np.testing.assert_allclose(positions[3, -1, 0], 1 + np.cos(turned).sum(), rtol=1e-9)
