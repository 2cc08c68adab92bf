"""What a change promised, measured on its result.

A promise is made by a transform and looks at the document before and the one read again from the
new bytes; it raises ProofError, naming joint, frame and distance, where the result is another.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from bvhlint.document.document import Document
from bvhlint.document.kinematics import Layout, world_positions
from bvhlint.document.rate import Rate, same_rate
from bvhlint.errors import ProofError

Floats = NDArray[np.float64]
Rows = NDArray[np.int64]
_BLOCK_NUMBERS = 1 << 17
# What float64 itself loses over a long chain of joints, as a share of the figure's reach.
_FLOAT_NOISE = 1e-9


class Promise(Protocol):
    """Something that must hold between a document and what was made of it."""

    def verify(self, before: Document, after: Document) -> None:
        """Raise ProofError where it does not hold."""


@dataclass(frozen=True, slots=True, eq=False)
class RowsKept:
    """Row k of the result is row ``rows[k]`` of the file before to the byte (all, if None)."""

    rows: Rows | None = None

    def verify(self, before: Document, after: Document) -> None:
        old, new = before.motion.table, after.motion.table
        rows = np.arange(len(old)) if self.rows is None else self.rows
        if len(new) != len(rows):
            raise ProofError(f"{len(rows)} frame rows were to stay, the result has {len(new)}")
        if np.any((old.row_ends - old.row_starts)[rows] != new.row_ends - new.row_starts):
            raise ProofError("a frame row that was to stay has changed its length")
        spans = zip(old.row_starts[rows], old.row_ends[rows], new.row_starts, strict=True)
        for frame, (start, end, there) in enumerate(spans):
            if old.content[start:end] != new.content[there : there + end - start]:
                raise ProofError(f"frame {frame} was to stay and has changed")


@dataclass(frozen=True, slots=True)
class FrameCount:
    """The result has so many frame rows and says so."""

    frames: int

    def verify(self, before: Document, after: Document) -> None:  # noqa: ARG002
        rows, declared = len(after.motion.table), after.motion.declared_frames
        if rows != self.frames or declared != self.frames:
            raise ProofError(
                f"{self.frames} frames were promised, the result has {rows} and says {declared}"
            )


@dataclass(frozen=True, slots=True)
class FrameRate:
    """The Frame Time of the result stands for this rate."""

    rate: Rate

    def verify(self, before: Document, after: Document) -> None:  # noqa: ARG002
        rate = after.motion.rate
        if rate is None or not same_rate(rate, self.rate):
            raise ProofError(f"{self.rate} frames a second were promised, the result has {rate}")


@dataclass(frozen=True, slots=True, eq=False)
class SamePose:
    """Every joint that stays stands where it stood: at ``linear`` times its old world position.

    ``decimals`` is how finely new numbers were written. Row k of the result shows row ``rows[k]``
    of the file before, joint j is joint ``joints[j]`` there (-1: a new one, not compared); None
    stands for all in their order. The positions are those of readers that replace OFFSET.
    """

    decimals: float
    rows: Rows | None = None
    joints: Rows | None = None
    linear: Floats | None = None

    def verify(self, before: Document, after: Document) -> None:
        old, new = before.skeleton.layout, after.skeleton.layout
        joints = np.arange(len(old.parents)) if self.joints is None else self.joints
        rows = np.arange(len(before.motion.table)) if self.rows is None else self.rows
        linear = np.eye(3) if self.linear is None else self.linear
        if len(new.parents) != len(joints):
            raise ProofError(f"{len(joints)} joints promised, the result has {len(new.parents)}")
        kept = np.flatnonzero(joints >= 0)

        def expected(block: slice) -> Floats:
            positions, _ = world_positions(old, before.motion.values, rows[block])
            return positions[:, joints[kept]] @ linear.T

        _compare(expected, kept, len(rows), after, self.decimals)


@dataclass(frozen=True, slots=True, eq=False)
class PoseEquals:
    """Every joint stands where ``expected`` says: rows of a block to positions, shape
    (rows of the block, joints, 3)."""

    expected: Callable[[slice], Floats]
    frames: int
    decimals: float

    def verify(self, before: Document, after: Document) -> None:  # noqa: ARG002
        every = np.arange(len(after.skeleton.joints))
        _compare(self.expected, every, self.frames, after, self.decimals)


def _compare(
    expected: Callable[[slice], Floats], joints: Rows, frames: int, after: Document, decimals: float
) -> None:
    values, layout = after.motion.values, after.skeleton.layout
    if len(values) != frames:
        raise ProofError(f"{frames} frames were promised, the result has {len(values)}")
    for block in _blocks(frames, len(layout.parents)):
        positions, _ = world_positions(layout, values[block])
        wanted = expected(block)
        distance = np.linalg.norm(positions[:, joints] - wanted, axis=2)
        # NaN is no agreement.
        broken = ~(distance <= tolerance(layout, wanted, decimals))
        if broken.any():
            frame, joint = (int(axis[0]) for axis in np.nonzero(broken))
            name = after.skeleton.joints[int(joints[joint])].name
            raise ProofError(
                f"joint {name} in frame {block.start + frame} would stand "
                f"{distance[frame, joint]:.3g} away from where it must"
            )


def tolerance(layout: Layout, positions: Floats, decimals: float) -> float:
    """How far a joint may be off because numbers are written with so many decimals.

    Each joint of a chain adds half a unit of the last decimal in each of three lengths, and turns
    all that hangs on it by as much in each of three angles.
    """
    unit: float = 0.5 * 10.0**-decimals
    depth = len(layout.levels)
    reach = float(np.abs(positions - positions[:, :1]).max(initial=0.0)) * 3
    size = float(np.abs(positions).max(initial=1.0))
    return depth * 3 * unit * (1 + math.radians(1) * reach) + _FLOAT_NOISE * (size + 1)


def _blocks(frames: int, joints: int) -> Iterator[slice]:
    step = max(_BLOCK_NUMBERS // max(joints, 1), 1)
    for first in range(0, frames, step):
        yield slice(first, min(first + step, frames))
