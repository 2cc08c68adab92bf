"""``--filter``: takes away what is too fast for a lower frame rate, without shifting in time."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from bvhlint.document.document import Document
from bvhlint.document.joint import ROTATION
from bvhlint.document.rotations import nearest_triples, quaternions, triples

Floats = NDArray[np.float64]
_ORDER = 4
# Of half the new rate: a little below what it can show.
_CUTOFF = 0.9
_TURN = 2 * np.pi


def low_pass(document: Document, ratio: float) -> Floats:
    """All values of the clip, smoothed for a frame rate ``ratio`` times as low (above 1).

    Rotations are smoothed as rotation vectors about their mean, so that the order of the channels
    plays no part; angles stay next to those of their own row.
    """
    old = document.motion.values
    values = _smooth(old, ratio)
    for joint in document.skeleton.joints:
        if not joint.has_full_rotation:
            continue
        columns = [channel.column for channel in joint.of_kind(ROTATION)]
        order = joint.rotation_order
        turned = _smooth_rotations(quaternions(old[:, columns], order), ratio)
        values[:, columns] = nearest_triples(triples(turned, order), old[:, columns], order)
    return values


def _smooth(values: Floats, ratio: float) -> Floats:
    from scipy.signal import butter, sosfiltfilt

    sections = butter(_ORDER, _CUTOFF / ratio, output="sos")
    # As much of the clip as there is stands for what is before and after it.
    padding = min(3 * (2 * len(sections) + 1), len(values) - 1)
    smooth: Floats = sosfiltfilt(sections, values, axis=0, padlen=padding)
    return smooth


def _smooth_rotations(turns: Floats, ratio: float) -> Floats:
    from scipy.spatial.transform import Rotation

    rotations = Rotation.from_quat(turns)
    mean = rotations.mean()
    vectors = _continuous((mean.inv() * rotations).as_rotvec())
    smooth: Floats = (mean * Rotation.from_rotvec(_smooth(vectors, ratio))).as_quat()
    return smooth


def _continuous(vectors: Floats) -> Floats:
    """Rotation vectors, each with the whole turns that bring it next to the one before it."""
    length = np.linalg.norm(vectors, axis=1)
    axis = vectors / np.where(length > 0, length, 1.0)[:, np.newaxis]
    result = vectors.copy()
    for row in range(1, len(vectors)):
        turns = np.rint((result[row - 1] @ axis[row] - length[row]) / _TURN)
        result[row] += turns * _TURN * axis[row]
    return result
