"""That a retimed clip shows at each time what the clip before showed: between its frames, on the
way from one to the next."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from bvhlint.document.document import Document
from bvhlint.document.rotations import quaternion_parts, relative_angle_parts, wrap
from bvhlint.errors import ProofError
from bvhlint.proof.promise import Floats, Rows
from bvhlint.proof.written import half_unit

# Of a frame: nearer than the first a time is that of the frame, farther than the second it is not.
_ON_FRAME, _BETWEEN = 1e-8, 1e-5
_BLOCK_NUMBERS = 1 << 17
# Degrees that angles may lose near the pole, and the share that float64 keeps of large ones.
_POLE_NOISE = 1e-6
_LAST_BIT = 2.0**-46


@dataclass(frozen=True, slots=True, eq=False)
class InTime:
    """Frame k of the result shows the clip before at k times its own Frame Time.

    At a frame's own time it has that frame's values. Between two frames, with ``method`` slerp,
    each joint's rotation lies on the shorter way from one to the other, at its share of it, and
    every other number on the straight line; with linear, all numbers. ``decimals`` (channels,) is
    how finely each column is written.
    """

    method: str
    decimals: Rows

    def verify(self, before: Document, after: Document) -> None:
        old, new = before.motion.values, after.motion.values
        if before.motion.rate is None or after.motion.rate is None:
            raise ProofError("the result tells no frame rate")
        step = before.motion.rate.fps / after.motion.rate.fps
        rows = max(_BLOCK_NUMBERS // max(new.shape[1], 1), 1)
        for first in range(0, len(new), rows):
            last = min(first + rows, len(new))
            times = np.minimum(np.arange(first, last) * step, len(old) - 1)
            start = np.minimum(np.floor(times + _ON_FRAME).astype(np.int64), len(old) - 1)
            share = np.maximum(times - start, 0.0)
            block = new[first:last]
            own = np.flatnonzero(share <= _ON_FRAME)
            self._own(after, block[own], old[start[own]], first + own)
            between = np.flatnonzero((share > _BETWEEN) & (share < 1 - _BETWEEN))
            if self.method in ("slerp", "linear") and len(between):
                here, there = old[start[between]], old[start[between] + 1]
                way = _Way(here, there, block[between], share[between], first + between)
                self._between(after, way)

    def _own(self, after: Document, found: Floats, wanted: Floats, frames: Rows) -> None:
        differs = found != wanted
        if differs.any():
            row, column = (int(axis[0]) for axis in np.nonzero(differs))
            raise ProofError(
                f"{_name(after, column)} in frame {frames[row]}, at the very time of an old frame, "
                f"would be {found[row, column]:g} instead of {wanted[row, column]:g}"
            )

    def _between(self, after: Document, way: _Way) -> None:
        units = half_unit(self.decimals)
        straight = np.ones(way.found.shape[1], np.bool_)
        for order, joints, columns in after.skeleton.layout.groups:
            if self.method == "linear":
                continue
            straight[columns.ravel()] = False
            limit = _POLE_NOISE + units[columns].sum(axis=1) + way.largest(columns) * _LAST_BIT
            if sorted(order) == ["X", "Y", "Z"]:
                away = way.off_turn(order, columns)
            else:
                away = way.off_line(columns, turns=True).max(axis=2)
            names = [f"joint {after.skeleton.joints[joint].name}" for joint in joints.tolist()]
            _refuse(away, limit, way, names, " degrees")
        columns = np.flatnonzero(straight)
        if len(columns):
            away = way.off_line(columns)
            limit = units[columns] + _LAST_BIT * way.largest(columns)
            names = [_name(after, column) for column in columns.tolist()]
            _refuse(away, limit, way, names, "")


@dataclass(frozen=True, slots=True, eq=False)
class _Way:
    """New rows ``found`` between the rows ``here`` and ``there``, at ``share`` of the way."""

    here: Floats
    there: Floats
    found: Floats
    share: Floats
    frames: Rows

    def largest(self, columns: Rows) -> float:
        return float(max(np.abs(rows[:, columns]).max() for rows in (self.here, self.there)))

    def off_line(self, columns: Rows, *, turns: bool = False) -> Floats:
        """How far numbers are from the straight line; angles by the shorter way with ``turns``.

        Shape (frames, ...) for columns (...).
        """
        here, found = self.here[:, columns], self.found[:, columns]
        step = self.there[:, columns] - here
        if turns:
            step = wrap(step)
        share = self.share.reshape(-1, *[1] * columns.ndim)
        off: Floats = np.abs(found - (here + share * step))
        return off

    def off_turn(self, order: str, columns: Rows) -> Floats:
        """How far rotations are from their place on the way, in degrees: (frames, joints)."""
        here, there, found = (
            quaternion_parts(rows[:, columns], order)
            for rows in (self.here, self.there, self.found)
        )
        whole, share = relative_angle_parts(here, there), self.share[:, np.newaxis]
        first, second = relative_angle_parts(here, found), relative_angle_parts(found, there)
        off: Floats = np.maximum(
            np.abs(first - share * whole), np.abs(second - (1 - share) * whole)
        )
        return off


def _name(document: Document, column: int) -> str:
    owner = document.cell(column)
    return f"joint {owner[0].name} {owner[1].name}" if owner else f"column {column}"


def _refuse(away: Floats, limit: Floats, way: _Way, names: Sequence[str], unit: str) -> None:
    """Raise ProofError for the first of (frames, things) that is farther away than its limit."""
    # NaN is no agreement.
    broken = ~(away <= limit)
    if broken.any():
        place, thing = (int(axis[0]) for axis in np.nonzero(broken))
        raise ProofError(
            f"{names[thing]} in frame {way.frames[place]} would be {away[place, thing]:.3g}{unit} "
            "away from its way between two frames"
        )
