"""How far a program puts joints from where bvhlint's own kinematics have them, in heights."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks.interop.variants import Motion
from bvhlint.document.document import Document
from bvhlint.document.kinematics import world_positions
from bvhlint.facts.size import height

Floats = NDArray[np.float64]
Rows = NDArray[np.int64]
TOLERANCE = 1e-3  # of the height
_MOST_FRAMES = 30


def frames_to_compare(document: Document) -> Rows:
    """Evenly spread rows, the first and the last among them, of those that are whole and that
    ``Frames:`` counts."""
    declared = document.motion.declared_frames
    rows = np.flatnonzero(document.motion.complete[:declared])
    if len(rows) <= _MOST_FRAMES:
        return rows
    return rows[np.linspace(0, len(rows) - 1, _MOST_FRAMES).round().astype(np.int64)]


@dataclass(frozen=True)
class Distances:
    """The largest distances as shares of the height: from the file's own kinematics, and from the
    original's motion where the option promises that (None: it does not)."""

    own: float
    motion: float | None

    @property
    def largest(self) -> float:
        return max(self.own, self.motion or 0.0)


def distances(
    result: Mapping[str, Any],
    document: Document,
    frames: Rows,
    original: Document,
    motion: Motion | None,
    *,
    adds: bool,
) -> Distances:
    """Compare the positions that a program gave for ``frames`` of ``document``.

    ``adds``: the program adds positions to the OFFSET, and so are ours worked out. Raises
    ValueError where it has other joints, or positions that are no numbers.
    """
    size = height(document) or 1.0  # a single joint has none
    layout = document.skeleton.layout
    joints, ends = world_positions(layout, document.motion.values, frames, adding=adds)
    found = _array(result["joints"], joints.shape)
    own = _largest(found, joints)
    if "ends" in result:
        by_parent = np.argsort(result["parents"], kind="stable")
        found_ends = _array(result["ends"], ends.shape)[:, by_parent]
        own = max(own, _largest(found_ends, ends))
    return Distances(own / size, _from_motion(found, frames, original, motion, size, adds=adds))


def _from_motion(
    found: Floats,
    frames: Rows,
    original: Document,
    motion: Motion | None,
    size: float,
    *,
    adds: bool,
) -> float | None:
    adding = motion.adding if motion and adds else False
    if motion is None or adding is None:
        return None
    _, places, at = np.intersect1d(frames, motion.at, return_indices=True)
    rows = motion.rows[at]
    joints, _ = world_positions(
        original.skeleton.layout, original.motion.values, rows, adding=adding
    )
    return _largest(found[places], joints @ motion.linear.T) / size


def _array(numbers: Sequence[Sequence[Any]], shape: tuple[int, ...]) -> Floats:
    counts = {len(pose) for pose in numbers}
    if counts != {shape[1]}:
        raise ValueError(f"it has {counts} joints or End Sites, not {shape[1]}")
    array = np.array(numbers, np.float64).reshape(shape)
    if not np.isfinite(array).all():
        raise ValueError("some of its positions are no finite numbers")
    return array


def _largest(found: Floats, wanted: Floats) -> float:
    return float(np.linalg.norm(found - wanted, axis=-1).max(initial=0.0))
