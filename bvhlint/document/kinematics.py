"""Forward kinematics: where every joint and End Site stands in the world, frame by frame.

A joint's local transform is T(OFFSET or position) R1 R2 R3 with R1 the first rotation channel,
column vectors, degrees. Position channels replace the OFFSET, or add to it as three.js has it.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

import msgspec
import numpy as np
from numpy.typing import NDArray

from bvhlint.document.rotations import (
    Floats,
    Parts,
    matrices,
    multiply_parts,
    quaternion_parts,
    rotate_parts,
)

NO_CHANNEL = -1
# Numbers held for one block of frames in each working array: about a megabyte.
_BLOCK_NUMBERS = 1 << 17


class Layout(msgspec.Struct, frozen=True, eq=False, dict=True):
    """Which columns of a frame row move which joint.

    ``parents``, shape (joints,): the index of each joint's parent, which comes before it, or -1.
    ``offsets``, shape (joints, 3). ``position_columns``, shape (joints, 3): the column that holds
    X, Y and Z, or -1. ``rotation_columns`` and ``orders``: for each joint its rotation columns
    as the file names them and the letters of their axes, of equal length.
    ``end_parents``, shape (ends,), and ``end_offsets``, shape (ends, 3): the End Sites.
    """

    parents: NDArray[np.int64]
    offsets: Floats
    position_columns: NDArray[np.int64]
    rotation_columns: tuple[tuple[int, ...], ...]
    orders: tuple[str, ...]
    end_parents: NDArray[np.int64]
    end_offsets: Floats

    @cached_property
    def levels(self) -> tuple[NDArray[np.int64], ...]:
        """The joints of each depth, roots first."""
        depth = np.zeros(len(self.parents), dtype=np.int64)
        for joint, parent in enumerate(self.parents.tolist()):
            depth[joint] = depth[parent] + 1 if parent >= 0 else 0
        order = np.argsort(depth, kind="stable")
        cuts = np.flatnonzero(np.diff(depth[order])) + 1
        return tuple(np.split(order, cuts)) if len(order) else ()

    @cached_property
    def groups(self) -> tuple[tuple[str, NDArray[np.int64], NDArray[np.int64]], ...]:
        """Joints of one rotation order: the order, joints (n,), columns (n, letters)."""
        found: dict[str, list[int]] = {}
        for joint, order in enumerate(self.orders):
            if order:
                found.setdefault(order, []).append(joint)
        return tuple(
            (order, np.array(joints), np.array([self.rotation_columns[j] for j in joints]))
            for order, joints in found.items()
        )

    def part(self, joints: NDArray[np.int64]) -> Layout:
        """The layout of some joints, ascending, each with its parent among them; the columns stay
        those of the whole row."""
        place = np.full(len(self.parents) + 1, -1)
        place[joints] = np.arange(len(joints))
        ends = place[self.end_parents] >= 0
        return Layout(
            # The last place, which a root's parent -1 means, stays -1.
            place[self.parents[joints]],
            self.offsets[joints],
            self.position_columns[joints],
            tuple(self.rotation_columns[joint] for joint in joints.tolist()),
            tuple(self.orders[joint] for joint in joints.tolist()),
            place[self.end_parents[ends]],
            self.end_offsets[ends],
        )


class Poses(msgspec.Struct, frozen=True, eq=False):
    """World poses of a run of frames.

    ``positions`` (frames, joints, 3), ``ends`` (frames, ends, 3) and ``rotations``
    (frames, joints, 4), unit quaternions ``(x, y, z, w)``. ``first`` is the index of the run's
    first row among the rows that were asked for.
    """

    first: int
    positions: Floats
    ends: Floats
    rotations: Floats

    @property
    def matrices(self) -> Floats:
        """The world rotations as matrices, shape (frames, joints, 3, 3)."""
        return matrices(self.rotations)


def world_poses(
    layout: Layout,
    values: Floats,
    rows: NDArray[np.int64] | None = None,
    *,
    adding: bool = False,
) -> Iterator[Poses]:
    """World poses of the frame rows in ``values``, shape (frames, channels), block by block.

    ``rows`` picks rows by number; all by default. ``adding`` adds positions to the OFFSET.
    A NaN in a row spreads to what hangs on its joint. The memory is bounded whatever the number
    of frames.
    """
    count = len(values) if rows is None else len(rows)
    width = max(1, len(layout.parents) + len(layout.end_parents))
    step = max(1, _BLOCK_NUMBERS // width)
    for first in range(0, count, step):
        last = min(first + step, count)
        block = values[first:last] if rows is None else values[rows[first:last]]
        yield _poses(layout, block, first, adding)


def world_positions(
    layout: Layout,
    values: Floats,
    rows: NDArray[np.int64] | None = None,
    *,
    adding: bool = False,
) -> tuple[Floats, Floats]:
    """All world positions at once: joints (frames, joints, 3) and End Sites (frames, ends, 3)."""
    blocks = list(world_poses(layout, values, rows, adding=adding))
    if not blocks:
        joints, ends = len(layout.parents), len(layout.end_parents)
        return np.empty((0, joints, 3)), np.empty((0, ends, 3))
    return (
        np.concatenate([block.positions for block in blocks]),
        np.concatenate([block.ends for block in blocks]),
    )


def local_rotations(layout: Layout, values: Floats) -> Floats:
    """Each joint's own rotation, shape (frames, joints, 4), unit quaternions (x, y, z, w)."""
    return np.stack(_local_rotations(layout, values), axis=-1)


def local_translations(layout: Layout, values: Floats, *, adding: bool = False) -> Floats:
    """Each joint's place in its parent's frame, shape (frames, joints, 3)."""
    result = np.broadcast_to(layout.offsets, (len(values), *layout.offsets.shape)).copy()
    joints, axes = np.nonzero(layout.position_columns != NO_CHANNEL)
    given = values[:, layout.position_columns[joints, axes]]
    if adding:
        result[:, joints, axes] += given
    else:
        result[:, joints, axes] = given
    return result


def _local_rotations(layout: Layout, values: Floats) -> Parts:
    shape = (len(values), len(layout.parents))
    x, y, z, w = np.zeros(shape), np.zeros(shape), np.zeros(shape), np.ones(shape)
    for order, joints, columns in layout.groups:
        parts = quaternion_parts(values[:, columns], order)
        for whole, part in zip((x, y, z, w), parts, strict=True):
            whole[:, joints] = part
    return x, y, z, w


def _poses(layout: Layout, values: Floats, first: int, adding: bool) -> Poses:
    local = local_translations(layout, values, adding=adding)
    # The arrays are turned into world values in place, a level after the one it hangs on.
    rotations = _local_rotations(layout, values)
    x, y, z = (np.ascontiguousarray(local[..., axis]) for axis in range(3))
    for joints in layout.levels[1:]:
        parents = layout.parents[joints]
        above = _take(rotations, parents)
        moved = rotate_parts(above, x[:, joints], y[:, joints], z[:, joints])
        for whole, part in zip((x, y, z), moved, strict=True):
            whole[:, joints] = whole[:, parents] + part
        for whole, part in zip(
            rotations, multiply_parts(above, _take(rotations, joints)), strict=True
        ):
            whole[:, joints] = part
    parents = layout.end_parents
    ends = rotate_parts(_take(rotations, parents), *layout.end_offsets.T)
    at = (x[:, parents], y[:, parents], z[:, parents])
    return Poses(
        first,
        np.stack((x, y, z), axis=-1),
        np.stack([start + part for start, part in zip(at, ends, strict=True)], axis=-1),
        np.stack(rotations, axis=-1),
    )


def _take(rotations: Parts, joints: NDArray[np.int64]) -> Parts:
    x, y, z, w = rotations
    return x[:, joints], y[:, joints], z[:, joints], w[:, joints]
