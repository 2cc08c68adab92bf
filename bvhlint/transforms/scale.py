"""``--scale`` and ``--units``: multiply all lengths."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from bvhlint.document.document import Document
from bvhlint.document.joint import POSITION
from bvhlint.edits import Edit
from bvhlint.errors import TransformError
from bvhlint.facts.units import METRES, unit_guess
from bvhlint.proof import SamePose
from bvhlint.transforms.base import NOTHING, Change, Outcome, Transform, refuse_doubtful
from bvhlint.transforms.header import offset_edits
from bvhlint.transforms.manner import Manner
from bvhlint.transforms.rows import RowPlan, rewrite_rows


@dataclass(frozen=True)
class Scale(Transform):
    """Multiply OFFSETs and positions by ``factor``."""

    option = "--scale"
    keeps = "rotations to the byte"
    repeatable = False

    factor: float
    precision: int | None = None

    def apply(self, document: Document) -> Outcome:
        refuse_doubtful(document, self.option)
        if self.factor == 1:
            return NOTHING
        skeleton, motion = document.skeleton, document.motion
        edits: list[Edit] = []
        for owner in (*skeleton.joints, *skeleton.end_sites):
            scaled = np.array(owner.offset or (0.0,) * 3) * self.factor
            edits += offset_edits(owner, scaled, self.precision)
        columns = [
            channel.column for joint in skeleton.joints for channel in joint.of_kind(POSITION)
        ]
        decimals = 6 if self.precision is None else self.precision
        if len(motion.table) and columns:
            values = motion.values.copy()
            values[:, columns] *= self.factor
            rows, places = np.arange(len(values)), np.arange(values.shape[1])
            edits.append(rewrite_rows(document, RowPlan(rows, places, values, self.precision)))
            written = Manner.of(motion.table).decimals_for(self.precision)[columns]
            decimals = min(decimals, int(written.min()))
        message = f"multiplied all OFFSETs and positions by {self.factor:g}"
        promise = SamePose(decimals, linear=np.eye(3) * self.factor)
        return Outcome(tuple(edits), (Change(self.option, message),), (promise,))


@dataclass(frozen=True)
class Units(Transform):
    """Convert lengths to a unit, from the one named or the one that the figure looks made in."""

    option = "--units"
    keeps = "rotations to the byte"
    repeatable = False

    to: str
    source: str | None = None
    precision: int | None = None

    def apply(self, document: Document) -> Outcome:
        source = self.source or unit_guess(document)
        if source is None:
            raise TransformError(
                f"{self.option}: the size of the figure does not tell its unit; say --from-units"
            )
        factor = METRES[source] / METRES[self.to]
        outcome = Scale(round(factor, 12), self.precision).apply(document)
        guessed = "" if self.source else ", as its size suggests"
        changes = (Change(self.option, f"{source} to {self.to}{guessed}"), *outcome.changes)
        return Outcome(outcome.edits, changes, outcome.promises) if outcome.edits else NOTHING
