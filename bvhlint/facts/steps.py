"""Steps between neighbour rows: how far joints and whole poses turn, never by channels."""

from __future__ import annotations

import msgspec
import numpy as np
from numpy.typing import NDArray

from bvhlint.document.document import Document
from bvhlint.document.joint import ROTATION, Joint
from bvhlint.document.rotations import Floats, Parts, quaternion_parts, relative_angle_parts
from bvhlint.facts.memo import header_fact
from bvhlint.facts.rows import pieces, turning_joints


class TurningGroup(msgspec.Struct, frozen=True, eq=False):
    """The joints of one rotation order: ``joints`` (n,) and their ``columns`` (n, 3)."""

    order: str
    joints: NDArray[np.int64]
    columns: NDArray[np.int64]


@header_fact
def turning_groups(document: Document) -> tuple[TurningGroup, ...]:
    """The joints with three different rotation axes by their order."""
    found: dict[str, list[tuple[int, list[int]]]] = {}
    for joint in turning_joints(document):
        columns = [channel.column for channel in joint.of_kind(ROTATION)]
        found.setdefault(joint.rotation_order, []).append((joint.index, columns))
    return tuple(
        TurningGroup(
            order,
            np.array([joint for joint, _ in members]),
            np.array([columns for _, columns in members]),
        )
        for order, members in found.items()
    )


def turns(document: Document, rows: NDArray[np.int64]) -> Floats:
    """The angle in degrees that each joint turns from each of ``rows`` to the row after it.

    Shape (rows, turning joints), the joints group by group; 0 to 180.
    """
    values = document.motion.values
    found = [
        relative_angle_parts(_parts(values, rows, group), _parts(values, rows + 1, group))
        for group in turning_groups(document)
    ]
    return np.concatenate([np.empty((len(rows), 0)), *found], axis=1)


def pose_steps(document: Document, rows: NDArray[np.int64]) -> Floats:
    """The root mean square over joints of the same angles: how far the whole pose turns; (rows,).

    Zero where no joint turns about three axes.
    """
    joints = max(len(turning_joints(document)), 1)
    sums = [np.square(turns(document, piece)).sum(axis=1) for piece in pieces(document, rows)]
    steps: Floats = np.sqrt(np.concatenate([np.empty(0), *sums]) / joints)
    return steps


def turn_to(document: Document, joint: Joint, row: int) -> float:
    """The angle in degrees that one joint turns from the row before ``row`` to it."""
    columns = [channel.column for channel in joint.of_kind(ROTATION)]
    before, after = document.motion.values[row - 1 : row + 1, columns]
    order = joint.rotation_order
    turned = relative_angle_parts(quaternion_parts(before, order), quaternion_parts(after, order))
    return float(turned)


def _parts(values: Floats, rows: NDArray[np.int64], group: TurningGroup) -> Parts:
    return quaternion_parts(values[rows[:, np.newaxis, np.newaxis], group.columns], group.order)
