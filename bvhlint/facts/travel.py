"""Where the figure goes: the joint that carries it through the world, and how far it steps."""

from __future__ import annotations

import msgspec
import numpy as np
from numpy.typing import NDArray

from bvhlint.document.document import Document
from bvhlint.document.joint import POSITION, Joint
from bvhlint.document.rotations import Floats
from bvhlint.facts.memo import fact
from bvhlint.facts.rows import STILL, complete_rows, neighbours, ranges


@fact
def moving_child_of_static_root(document: Document) -> Joint | None:
    """The root's only child where it moves in place of the root, which never does."""
    skeleton = document.skeleton
    if len(complete_rows(document)) < 2 or len(skeleton.roots) != 1:
        return None
    root, moves = skeleton.joints[0], ranges(document).moves
    if len(root.children) != 1 or moves[root.columns].any():
        return None
    child = skeleton.joints[root.children[0]]
    columns = [channel.column for channel in child.of_kind(POSITION)]
    return child if moves[columns].any() else None


@fact
def root_is_at_zero(document: Document) -> bool:
    """Whether a root that never moves has a zero in every channel and in its OFFSET."""
    root = document.skeleton.joints[0]
    still = ranges(document).largest[root.columns] <= STILL
    return bool(still.all()) and not any(root.offset or ())


def traveller(document: Document) -> Joint | None:
    """The joint whose position is the figure's: the root, or its child where the root stands."""
    joints = document.skeleton.joints
    root = joints[0] if joints else None
    return moving_child_of_static_root(document) or root


class Travel(msgspec.Struct, frozen=True, eq=False):
    """How far ``joint`` goes from each of ``rows`` to the next row: ``steps``, same shape (n,)."""

    joint: Joint
    rows: NDArray[np.int64]
    steps: Floats


@fact
def travel(document: Document) -> Travel | None:
    """The steps of the figure's way; None where no position channel carries it."""
    joint = traveller(document)
    columns = [channel.column for channel in joint.of_kind(POSITION)] if joint else []
    if joint is None or not columns:
        return None
    rows, values = neighbours(document), document.motion.values
    squares = np.zeros(len(rows))
    for column in columns:
        squares += np.square(np.diff(values[:, column].copy())[rows])
    return Travel(joint, rows, np.sqrt(squares))
