"""That a retimed clip shows at each time what the clip before showed: between its frames, on the
way from one to the next."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from bvhlint.document.document import Document
from bvhlint.document.joint import ROTATION, Joint
from bvhlint.document.rotations import quaternions, relative_angles, wrap
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
            owner = after.cell(column)
            name = f"joint {owner[0].name} {owner[1].name}" if owner else f"column {column}"
            raise ProofError(
                f"frame {frames[row]} stands at a frame's own time, but {name} would be "
                f"{found[row, column]:g} instead of {wanted[row, column]:g}"
            )

    def _between(self, after: Document, way: _Way) -> None:
        units = half_unit(self.decimals)
        straight = set(range(way.found.shape[1]))
        for joint in after.skeleton.joints:
            columns = [channel.column for channel in joint.of_kind(ROTATION)]
            if self.method == "linear" or not columns:
                continue
            straight -= set(columns)
            limit = _POLE_NOISE + float(units[columns].sum()) + way.largest(columns) * _LAST_BIT
            if joint.has_full_rotation:
                away = way.off_turn(joint, columns)
            else:
                away = way.off_line(columns, turns=True).max(axis=1)
            _refuse(away, limit, way, f"joint {joint.name}", " degrees")
        columns = sorted(straight)
        if columns:
            off = way.off_line(columns)
            allowed = units[columns] + _LAST_BIT * way.largest(columns)
            column = int(np.argmax((off - allowed).max(axis=0)))
            owner = after.cell(columns[column])
            name = f"joint {owner[0].name} {owner[1].name}" if owner else f"column {column}"
            _refuse(off[:, column], float(allowed[column]), way, name, "")


@dataclass(frozen=True, slots=True, eq=False)
class _Way:
    """New rows ``found`` between the rows ``here`` and ``there``, at ``share`` of the way."""

    here: Floats
    there: Floats
    found: Floats
    share: Floats
    frames: Rows

    def largest(self, columns: list[int]) -> float:
        return float(max(np.abs(rows[:, columns]).max() for rows in (self.here, self.there)))

    def off_line(self, columns: list[int], *, turns: bool = False) -> Floats:
        """How far numbers are from the straight line; angles by the shorter way with ``turns``."""
        here, found = self.here[:, columns], self.found[:, columns]
        step = self.there[:, columns] - here
        if turns:
            step = wrap(step)
        off: Floats = np.abs(found - (here + self.share[:, np.newaxis] * step))
        return off

    def off_turn(self, joint: Joint, columns: list[int]) -> Floats:
        """How far a rotation is from its place on the way, in degrees."""
        here, there, found = (
            quaternions(rows[:, columns], joint.rotation_order)
            for rows in (self.here, self.there, self.found)
        )
        whole = relative_angles(here, there)
        first, second = relative_angles(here, found), relative_angles(found, there)
        off: Floats = np.maximum(
            np.abs(first - self.share * whole), np.abs(second - (1 - self.share) * whole)
        )
        return off


def _refuse(away: Floats, limit: float, way: _Way, name: str, unit: str) -> None:
    # NaN is no agreement.
    broken = np.flatnonzero(~(away <= limit))
    if len(broken):
        place = int(broken[0])
        raise ProofError(
            f"{name} in frame {way.frames[place]} would be {away[place]:.3g}{unit} away from its "
            "way between two frames"
        )
