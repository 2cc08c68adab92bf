"""Giving joints other rotations and translations, frame by frame."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bvhlint.document.document import Document
from bvhlint.document.joint import POSITION, ROTATION, Joint
from bvhlint.document.kinematics import local_rotations, local_translations
from bvhlint.document.rotations import Floats, follow_triples, triples
from bvhlint.facts.rows import STILL
from bvhlint.transforms.columns import Columns

# A quaternion whose vector is so short stands for no rotation: three channels of a millionth of a
# degree each make no more than two.
_NO_TURN = np.deg2rad(2 * STILL) / 2


@dataclass(frozen=True, eq=False)
class Locals:
    """Each joint's own translation (frames, joints, 3) and rotation (frames, joints, 4)."""

    translations: Floats
    rotations: Floats

    @classmethod
    def of(cls, document: Document) -> Locals:
        layout, values = document.skeleton.layout, document.motion.values
        return cls(local_translations(layout, values), local_rotations(layout, values))


def turns(quaternions: Floats) -> NDArray[np.bool_]:
    """Which rotations, (..., 4), are any at all."""
    turning: NDArray[np.bool_] = np.linalg.norm(quaternions[..., :3], axis=-1) > _NO_TURN
    return turning


def spread(vectors: Floats) -> float:
    """The largest range of a coordinate over the frames, (frames, 3)."""
    return float(np.ptp(vectors, axis=0).max(initial=0.0)) if len(vectors) else 0.0


def set_rotation(
    columns: Columns, joint: Joint, quaternions: Floats, zero_at: int | None = None
) -> None:
    """Give a joint that turns about three axes rotations, (frames, 4).

    Each row follows the one before it; with ``zero_at`` that frame's angles are zero, and the
    others follow it on both sides.
    """
    order = joint.rotation_order
    angles = triples(quaternions, order)[:, np.newaxis]
    if zero_at is None:
        angles = follow_triples(angles, order)
    else:
        angles[zero_at] = 0.0
        angles[zero_at:] = follow_triples(angles[zero_at:], order)
        angles[zero_at::-1] = follow_triples(angles[zero_at::-1], order)
    columns.set(joint.of_kind(ROTATION), angles[:, 0])


def set_positions(columns: Columns, joint: Joint, translations: Floats) -> None:
    """Give the position channels that a joint has its translations, (frames, 3)."""
    channels = joint.of_kind(POSITION)
    axes = ["XYZ".index(channel.axis) for channel in channels]
    columns.set(channels, translations[:, axes])


def position_axes(joint: Joint) -> NDArray[np.bool_]:
    """Which of X, Y and Z have a position channel."""
    given = {channel.axis for channel in joint.of_kind(POSITION)}
    return np.array([axis in given for axis in "XYZ"])


def without(total: int, gone: Sequence[int]) -> NDArray[np.int64]:
    """The numbers up to ``total`` but for some: what is left in its order."""
    return np.setdiff1d(np.arange(total), gone)
