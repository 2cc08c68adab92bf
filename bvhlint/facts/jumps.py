"""Rotation channels that jump though the rotation hardly turns: whole turns and pole flips.

Both, and true fast turns, look alike in a channel. They are told apart by the relative rotation,
worked out only for the joints and rows where a channel differs by more than 90 degrees.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from bvhlint.document.document import Document
from bvhlint.document.rotations import (
    TURN,
    Floats,
    quaternion_parts,
    relative_angle_parts,
    whole_turns,
    wrap,
)
from bvhlint.facts.memo import fact
from bvhlint.facts.rows import ranges
from bvhlint.facts.steps import TurningGroup, turning_groups

JUMP = 90.0
MOST_WRAP_TURN = 45.0
MOST_FLIP_TURN = 30.0
POLE_DISTANCE = 15.0
_NEAR_POLE = np.sin(np.deg2rad(POLE_DISTANCE))
_MOST_PENDING = 1 << 15

Indexes = NDArray[np.int64]


class RowJumps(msgspec.Struct, frozen=True, eq=False):
    """One entry a row, ascending: the later row of the step, the first joint that jumps in it and
    its column at fault, and how many ``others`` jump too; all of shape (n,)."""

    rows: Indexes
    joints: Indexes
    columns: Indexes
    others: Indexes

    def at(self, row: int) -> tuple[int, int, int]:
        """Joint, column and the number of other joints of one of ``rows``."""
        place = int(np.searchsorted(self.rows, row))
        return int(self.joints[place]), int(self.columns[place]), int(self.others[place])


class JumpFacts(NamedTuple):
    """``wraps``: whole turns that the rotation does not make; ``flips``: both outer angles change
    over at the pole."""

    wraps: RowJumps
    flips: RowJumps


class _Hits(NamedTuple):
    rows: Indexes
    joints: Indexes
    columns: Indexes


class _Steps(NamedTuple):
    """Some joints of one group from a row to the next: places in the group, and triples."""

    rows: Indexes
    members: Indexes
    before: Floats
    after: Floats

    def only(self, kept: NDArray[np.bool_]) -> _Steps:
        return _Steps(self.rows[kept], self.members[kept], self.before[kept], self.after[kept])

    def turn(self, order: str) -> Floats:
        before = quaternion_parts(self.before, order)
        return relative_angle_parts(before, quaternion_parts(self.after, order))


@fact
def jumps(document: Document) -> JumpFacts:
    """All whole turns and pole flips between neighbour rows."""
    wraps: list[_Hits] = []
    flips: list[_Hits] = []
    for group in turning_groups(document):
        for steps in _candidates(document, group):
            wraps.append(_wraps(steps, group))
            flips.append(_flips(steps, group))
    return JumpFacts(_by_row(wraps), _by_row(flips))


def _candidates(document: Document, group: TurningGroup) -> Iterator[_Steps]:
    """The steps in which a channel changes by over half a turn, or both outer ones by a quarter."""
    table = document.motion.table
    spread = ranges(document).spread[group.columns]
    active = np.flatnonzero(
        (spread > TURN / 2).any(axis=1) | ((spread[:, 0] > JUMP) & (spread[:, 2] > JUMP))
    )
    pending: list[tuple[Indexes, Indexes]] = []
    count = 0
    for block in table.blocks() if len(active) else ():
        # With the first row of the next block, for the step between the two.
        values = table.values[block.start : block.stop + 1]
        jumping = _jumping(values, group.columns[active])
        if jumping.any():
            rows, places = np.nonzero(jumping)
            pending.append((rows + block.start, active[places]))
            count += len(rows)
        if count > _MOST_PENDING:
            yield _steps_of(document, group, pending)
            pending, count = [], 0
    if pending:
        yield _steps_of(document, group, pending)


def _jumping(values: Floats, columns: Indexes) -> NDArray[np.bool_]:
    """For each row but the last and each joint (columns (n, 3)) whether it may jump."""
    first, middle, last = (
        np.abs(np.diff(values.take(columns[:, channel], axis=1), axis=0)) for channel in range(3)
    )
    outer = (first > JUMP) & (last > JUMP)
    return outer | (first > TURN / 2) | (middle > TURN / 2) | (last > TURN / 2)


def _steps_of(
    document: Document, group: TurningGroup, pending: list[tuple[Indexes, Indexes]]
) -> _Steps:
    """The steps of complete rows among those found."""
    rows, members = (np.concatenate(parts) for parts in zip(*pending, strict=True))
    table = document.motion.table
    good = table.complete[rows] & table.complete[rows + 1]
    rows, members = rows[good], members[good]
    columns = group.columns[members]
    before = table.values[rows[:, np.newaxis], columns]
    return _Steps(rows, members, before, table.values[rows[:, np.newaxis] + 1, columns])


def _wraps(steps: _Steps, group: TurningGroup) -> _Hits:
    change = steps.after - steps.before
    turned = whole_turns(change) != 0
    far = turned & (np.abs(wrap(change)) > JUMP)
    kept = _any(turned) & ~_any(far)
    steps, turned = steps.only(kept), turned[kept]
    still = steps.turn(group.order) <= MOST_WRAP_TURN
    return _hits(steps.only(still), group, turned[still].argmax(axis=1))


def _flips(steps: _Steps, group: TurningGroup) -> _Hits:
    outer = np.abs(wrap(steps.after[:, ::2] - steps.before[:, ::2])) > JUMP
    steps = steps.only(outer[:, 0] & outer[:, 1])
    near_pole = _is_near_pole(steps.before[:, 1]) | _is_near_pole(steps.after[:, 1])
    steps = steps.only(near_pole)
    steps = steps.only(steps.turn(group.order) <= MOST_FLIP_TURN)
    return _hits(steps, group, np.zeros(len(steps.rows), np.int64))


def _is_near_pole(middle: Floats) -> NDArray[np.bool_]:
    near: NDArray[np.bool_] = np.abs(np.cos(np.deg2rad(middle))) <= _NEAR_POLE
    return near


def _any(flags: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Over the three channels; quicker than NumPy's own on so short an axis."""
    return flags[:, 0] | flags[:, 1] | flags[:, 2]


def _hits(steps: _Steps, group: TurningGroup, channel: Indexes) -> _Hits:
    return _Hits(steps.rows + 1, group.joints[steps.members], group.columns[steps.members, channel])


def _by_row(found: list[_Hits]) -> RowJumps:
    empty = np.empty(0, np.int64)
    hits = [np.concatenate([empty, *parts]) for parts in zip(*found, strict=True)] or [empty] * 3
    order = np.lexsort((hits[1], hits[0]))
    rows, first, count = np.unique(hits[0][order], return_index=True, return_counts=True)
    return RowJumps(rows, hits[1][order][first], hits[2][order][first], count - 1)
