"""Position channels below the root: do they repeat the OFFSET, stay elsewhere, or move?"""

from __future__ import annotations

from enum import StrEnum

import msgspec
import numpy as np

from bvhlint.document.document import Document
from bvhlint.document.joint import Joint, Vector
from bvhlint.document.kinematics import NO_CHANNEL, local_translations
from bvhlint.facts.memo import fact
from bvhlint.facts.names import shown
from bvhlint.facts.rows import complete_rows, ranges
from bvhlint.facts.size import offset_size, skeleton_size
from bvhlint.facts.travel import moving_child_of_static_root

# Shares of the skeleton's size. Rounding reaches 2.3e-5, real differences begin at 1.1e-3.
SAME = 5e-5
APART = 1e-3
# Share of the OFFSET's own length.
APART_OF_OFFSET = 1e-2


class Placing(StrEnum):
    """What the position channels of a joint do over the clip."""

    EQUAL = "equal"  # to the OFFSET
    CONSTANT = "constant"  # elsewhere
    MOVING = "moving"


class Position(msgspec.Struct, frozen=True):
    """How a joint's position compares with its OFFSET, in the file's own unit.

    ``first`` is that of the first complete row, an axis without channel taken from the OFFSET.
    ``spread`` is the length of the vector of the channels' ranges. The distance from the OFFSET
    lies between ``nearest`` and ``farthest`` in every row. ``differs`` says that it stands still
    so far from its OFFSET that readers which replace the OFFSET and readers which add to it
    show two figures.
    """

    placing: Placing
    first: Vector
    spread: float
    nearest: float
    farthest: float
    differs: bool


@fact
def positions_below_root(document: Document) -> dict[int, Position]:
    """The joints below the root that have position channels, by index; none without a row."""
    rows = complete_rows(document)
    columns = document.skeleton.layout.position_columns
    has_channels = (columns != NO_CHANNEL).any(axis=1)
    joints = np.flatnonzero(has_channels & (document.skeleton.parents >= 0))
    if not len(rows) or not len(joints):
        return {}
    first = local_translations(document.skeleton.layout, document.motion.values[rows[:1]])[0]
    # Only the box that the positions keep within is looked at: it is known for every column.
    offsets = document.skeleton.layout.offsets[joints]
    given = columns[joints] != NO_CHANNEL
    low = np.where(given, ranges(document).low[columns[joints]] - offsets, 0.0)
    high = np.where(given, ranges(document).high[columns[joints]] - offsets, 0.0)
    spread = np.linalg.norm(high - low, axis=1)
    farthest = np.linalg.norm(np.maximum(np.abs(low), np.abs(high)), axis=1)
    nearest = np.linalg.norm(np.maximum(0, np.maximum(low, -high)), axis=1)
    same = SAME * skeleton_size(document)
    equal, still = farthest <= same, spread <= same
    apart = APART_OF_OFFSET * np.linalg.norm(offsets, axis=1)
    differs = still & ~equal & (nearest >= np.maximum(apart, APART * offset_size(document)))
    return {
        joint: Position(
            Placing.EQUAL if equal[at] else Placing.CONSTANT if still[at] else Placing.MOVING,
            (float(first[joint, 0]), float(first[joint, 1]), float(first[joint, 2])),
            float(spread[at]),
            float(nearest[at]),
            float(farthest[at]),
            bool(differs[at]),
        )
        for at, joint in enumerate(joints.tolist())
    }


@fact
def moving_joint(document: Document) -> Joint | None:
    """The first joint below the root whose positions move; with one of them no OFFSET can stand
    for the positions of all, and ``--positions root`` leaves the file alone."""
    found = positions_below_root(document)
    moving = (index for index, position in found.items() if position.placing is Placing.MOVING)
    first = next(moving, None)
    return None if first is None else document.skeleton.joints[first]


def way_out(document: Document, moving: Joint) -> str:
    """What can be done about the positions of the other joints."""
    if moving == moving_child_of_static_root(document):
        return (
            f"{shown(moving)} carries the figure below a root that never moves: "
            "fix --merge-static-root makes it the root, and then --positions root goes"
        )
    return (
        f"positions go of all joints or of none, and those of {shown(moving)} move: bake them into "
        "rotations where the file is made"
    )
