"""Where the joints must stand: forward kinematics of the result against that of the file before.

How far a joint may be off follows from how finely new numbers are written. Let each newly written
length miss its value by at most ``e`` and each angle by at most ``a`` (radians). A link's
translation is then off by at most sqrt(3) e, and a joint's own rotation by at most 3 a. A rotation
that is off by an angle moves what hangs on it by at most that angle times its distance, which is
at most the length of the chain between. So joint j may be off by

    sqrt(3) e (links from the root to j) + 3 a (sum over all joints above j of the chain to j)

and its world rotation by 3 a times the joints from the root to j. No smaller bound holds for every
file, and no rounding can exceed it; to it comes what float64 and angles at the pole lose.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from msgspec.structs import replace

from bvhlint.document.document import Document
from bvhlint.document.kinematics import NO_CHANNEL, Layout, Poses, world_poses
from bvhlint.document.rotations import inverse, multiply, relative_angles
from bvhlint.errors import ProofError
from bvhlint.proof.promise import Floats, Rows

_BLOCK_NUMBERS = 1 << 17
# Radians that a rotation may lose on its way through Euler angles (see rotations.POLE), and the
# share of a length that float64 may lose over a long chain.
_POLE_NOISE = 4e-9
_FLOAT_NOISE = 1e-12
_LAST_BIT = 2.0**-50
# Signs of a rotation matrix's diagonal in the squares of its quaternion's parts.
_SIGNS = ((1, -1, -1), (-1, 1, -1), (-1, -1, 1), (1, 1, 1))


@dataclass(frozen=True, slots=True)
class Rounding:
    """By how much a number newly written may miss its value: a length, an angle in degrees."""

    length: float = 0.0
    angle: float = 0.0


@dataclass(frozen=True, slots=True, eq=False)
class Tolerance:
    """How far joints (joints,) and End Sites (ends,) may be off, and their rotations (joints,) in
    degrees."""

    joints: Floats
    ends: Floats
    angles: Floats

    @classmethod
    def of(
        cls, layout: Layout, values: Floats, rounding: Rounding, largest: float = 0.0
    ) -> Tolerance:
        """For a clip of a skeleton, by the longest that each link becomes in it.

        ``largest`` is the largest angle in degrees: of thousands of turns float64 keeps fewer
        digits.
        """
        lengths = _link_lengths(layout, values)
        links = np.zeros(len(lengths))
        chains = np.zeros(len(lengths))
        for joint, parent in enumerate(layout.parents.tolist()):
            links[joint] = 1.0
            if parent >= 0:
                links[joint] += links[parent]
                chains[joint] = chains[parent] + links[parent] * lengths[joint]
        parents = layout.end_parents
        reach = np.linalg.norm(layout.end_offsets, axis=1)
        turn = 3 * math.radians(rounding.angle + largest * _LAST_BIT) + _POLE_NOISE
        shift = math.sqrt(3) * rounding.length
        far = float(lengths.sum()) + float(reach.max(initial=0.0))
        return cls(
            shift * links + turn * chains + _FLOAT_NOISE * far,
            shift * (links[parents] + 1)
            + turn * (chains[parents] + links[parents] * reach)
            + _FLOAT_NOISE * far,
            np.rad2deg(turn * links),
        )


def _link_lengths(layout: Layout, values: Floats) -> Floats:
    """The longest translation of each joint over the rows, shape (joints,)."""
    longest = np.abs(layout.offsets)
    joints, axes = np.nonzero(layout.position_columns != NO_CHANNEL)
    if len(joints) and len(values):
        columns = layout.position_columns[joints, axes]
        low, high = values.min(axis=0)[columns], values.max(axis=0)[columns]
        longest[joints, axes] = np.maximum(np.abs(low), np.abs(high))
    lengths: Floats = np.linalg.norm(longest, axis=1)
    return lengths


@dataclass(frozen=True, slots=True, eq=False)
class SamePose:
    """Every joint and End Site that stays stands and turns in the world as it did.

    Row k of the result shows row ``rows[k]`` of the file before; joint j is joint ``joints[j]``
    there and End Site e is ``ends[e]`` (-1: a new one, not compared); None stands for all in their
    order. With ``linear``, a rotation times a factor, the world is turned and scaled by that.
    ``turns`` is False where only places are kept. Positions are those of readers that replace
    the OFFSET; but those of the joints ``at_offset``, by number before, do not count.
    """

    rounding: Rounding
    rows: Rows | None = None
    joints: Rows | None = None
    ends: Rows | None = None
    linear: Floats | None = None
    turns: bool = True
    at_offset: Sequence[int] = ()

    def verify(self, before: Document, after: Document) -> None:
        old, new = before.skeleton.layout, after.skeleton.layout
        if self.at_offset:
            columns = old.position_columns.copy()
            columns[list(self.at_offset)] = NO_CHANNEL
            old = replace(old, position_columns=columns)
        rows = np.arange(len(before.motion.table)) if self.rows is None else self.rows
        joints = np.arange(len(old.parents)) if self.joints is None else self.joints
        ends = np.arange(len(old.end_parents)) if self.ends is None else self.ends
        _refuse_other_counts(after, len(rows), len(joints), len(ends))
        world = _World(np.eye(3) if self.linear is None else self.linear)
        largest = max(_largest(before.motion.values), _largest(after.motion.values))
        tolerance = Tolerance.of(new, after.motion.values, self.rounding, largest)
        kept, ending = np.flatnonzero(joints >= 0), np.flatnonzero(ends >= 0)
        named = after.skeleton.joints
        names = [f"joint {named[joint].name}" for joint in kept.tolist()]
        tips = [
            f"the End Site of joint {named[joint].name}"
            for joint in new.end_parents[ending].tolist()
        ]
        for block in _blocks(len(rows), old, new):
            wanted = world.moved(next(world_poses(old, before.motion.values, rows[block])))
            found = next(world_poses(new, after.motion.values[block]))
            noise = _FLOAT_NOISE * np.abs(wanted.positions).max(initial=0.0)
            away = _distances(found.positions[:, kept], wanted.positions[:, joints[kept]])
            _refuse_far(away, tolerance.joints[kept] + noise, names, block, "stand {:.3g}")
            away = _distances(found.ends[:, ending], wanted.ends[:, ends[ending]])
            _refuse_far(away, tolerance.ends[ending] + noise, tips, block, "stand {:.3g}")
            if self.turns:
                away = relative_angles(found.rotations[:, kept], wanted.rotations[:, joints[kept]])
                limit = tolerance.angles[kept]
                _refuse_far(away, limit, names, block, "be turned {:.3g} degrees")


def _largest(values: Floats) -> float:
    return max(float(values.max(initial=0.0)), -float(values.min(initial=0.0)))


class _World:
    """Turns and scales poses as a whole."""

    def __init__(self, linear: Floats) -> None:
        factor = float(np.cbrt(np.linalg.det(linear)))
        self._linear = linear
        self._turn = _quaternion(linear / factor)

    def moved(self, poses: Poses) -> Poses:
        turned = multiply(multiply(self._turn, poses.rotations), inverse(self._turn))
        places, ends = poses.positions @ self._linear.T, poses.ends @ self._linear.T
        return Poses(poses.first, places, ends, turned)


def _quaternion(matrix: Floats) -> Floats:
    """A rotation matrix of quarter turns as a unit quaternion: the largest part first."""
    sizes = np.sqrt(np.maximum(1 + np.array(_SIGNS) @ np.diag(matrix), 0)) / 2
    largest = int(np.argmax(sizes))
    x, y, z = (
        matrix[(i + 2) % 3, (i + 1) % 3] - matrix[(i + 1) % 3, (i + 2) % 3] for i in range(3)
    )
    result = np.empty(4)
    if largest == 3:
        result[:] = x, y, z, 4 * sizes[3] ** 2
    else:
        result[:3] = matrix[largest] + matrix[:, largest]
        result[largest] = 4 * sizes[largest] ** 2
        result[3] = (x, y, z)[largest]
    return result / np.linalg.norm(result)


def _refuse_other_counts(after: Document, rows: int, joints: int, ends: int) -> None:
    layout = after.skeleton.layout
    for promised, found, what in (
        (rows, len(after.motion.table), "frames"),
        (joints, len(layout.parents), "joints"),
        (ends, len(layout.end_parents), "End Sites"),
    ):
        if promised != found:
            raise ProofError(f"{promised} {what} were promised, the result has {found}")


def _blocks(rows: int, *layouts: Layout) -> Iterator[slice]:
    """Slices of rows for each of which ``world_poses`` makes one block."""
    width = max(1, *(len(layout.parents) + len(layout.end_parents) for layout in layouts))
    step = max(_BLOCK_NUMBERS // width, 1)
    for first in range(0, rows, step):
        yield slice(first, min(first + step, rows))


def _distances(found: Floats, wanted: Floats) -> Floats:
    away: Floats = np.linalg.norm(found - wanted, axis=2)
    return away


def _refuse_far(away: Floats, limit: Floats, names: Sequence[str], block: slice, how: str) -> None:
    """Raise ProofError for the first of (frames, joints) that is farther away than its limit."""
    # NaN is no agreement.
    broken = ~(away <= limit)
    if broken.any():
        frame, joint = (int(axis[0]) for axis in np.nonzero(broken))
        far = how.format(away[frame, joint])
        raise ProofError(
            f"{names[joint]} in frame {block.start + frame} would {far} away from where it must; "
            f"rounding explains {limit[joint]:.3g}"
        )
