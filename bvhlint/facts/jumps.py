"""Rotation channels that jump though the rotation hardly turns: whole turns and pole flips.

Both, and true fast turns, look alike in a channel. They are told apart by the relative rotation,
worked out only for the joints and rows where a channel differs by more than 90 degrees.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bvhlint.document.document import Document
from bvhlint.document.rotations import Floats, quaternions, relative_angles, whole_turns, wrap
from bvhlint.facts.memo import fact
from bvhlint.facts.steps import TurningGroup, turning_groups

JUMP = 90.0
MOST_WRAP_TURN = 45.0
MOST_FLIP_TURN = 30.0
POLE_DISTANCE = 15.0

Indexes = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class RowJumps:
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


def more_joints(others: int) -> str:
    """How a message counts the other joints of a row."""
    return f" (and {others} more joint{'s' * (others > 1)})" if others else ""


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
        return relative_angles(quaternions(self.before, order), quaternions(self.after, order))


@fact
def jumps(document: Document) -> JumpFacts:
    """All whole turns and pole flips between neighbour rows."""
    table, groups = document.motion.table, turning_groups(document)
    limits = np.full(table.channels, np.inf)
    for group in groups:
        limits[group.columns] = JUMP
    wraps: list[_Hits] = []
    flips: list[_Hits] = []
    for block in table.blocks() if groups else ():
        # With the first row of the next block, for the step between the two.
        change = np.diff(table.values[block.start : block.stop + 1], axis=0)
        mask = np.abs(change, out=change) > limits
        if not mask.any():
            continue
        rows, columns = np.nonzero(mask)
        rows += block.start
        good = table.complete[rows] & table.complete[rows + 1]
        for group in groups:
            steps = _steps_of(table.values, group, rows[good], columns[good])
            wraps.append(_wraps(steps, group))
            flips.append(_flips(steps, group))
    return JumpFacts(_by_row(wraps), _by_row(flips))


def _steps_of(values: Floats, group: TurningGroup, rows: Indexes, columns: Indexes) -> _Steps:
    """The steps of a group's joints that have a jump, one a row and joint."""
    size = len(group.joints)
    members = np.full(values.shape[1], -1)
    members[group.columns] = np.arange(size)[:, np.newaxis]
    member = members[columns]
    keys = np.unique(rows[member >= 0] * size + member[member >= 0])
    rows, member = keys // size, keys % size
    own = group.columns[member]
    return _Steps(
        rows, member, values[rows[:, np.newaxis], own], values[rows[:, np.newaxis] + 1, own]
    )


def _wraps(steps: _Steps, group: TurningGroup) -> _Hits:
    change = steps.after - steps.before
    turned = whole_turns(change) != 0
    small = np.abs(wrap(change)) <= JUMP
    kept = turned.any(axis=1) & (small | ~turned).all(axis=1)
    steps, turned = steps.only(kept), turned[kept]
    still = steps.turn(group.order) <= MOST_WRAP_TURN
    return _hits(steps.only(still), group, turned[still].argmax(axis=1))


def _flips(steps: _Steps, group: TurningGroup) -> _Hits:
    change = np.abs(wrap(steps.after - steps.before))
    middle = np.stack((steps.before[:, 1], steps.after[:, 1]))
    near_pole = np.abs(np.cos(np.deg2rad(middle))) <= np.sin(np.deg2rad(POLE_DISTANCE))
    steps = steps.only((change[:, 0] > JUMP) & (change[:, 2] > JUMP) & near_pole.any(axis=0))
    steps = steps.only(steps.turn(group.order) <= MOST_FLIP_TURN)
    return _hits(steps, group, np.zeros(len(steps.rows), np.int64))


def _hits(steps: _Steps, group: TurningGroup, channel: Indexes) -> _Hits:
    return _Hits(steps.rows + 1, group.joints[steps.members], group.columns[steps.members, channel])


def _by_row(found: list[_Hits]) -> RowJumps:
    empty = np.empty(0, np.int64)
    hits = [np.concatenate([empty, *parts]) for parts in zip(*found, strict=True)] or [empty] * 3
    order = np.lexsort((hits[1], hits[0]))
    rows, first, count = np.unique(hits[0][order], return_index=True, return_counts=True)
    return RowJumps(rows, hits[1][order][first], hits[2][order][first], count - 1)
