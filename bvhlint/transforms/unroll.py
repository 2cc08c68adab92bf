"""``--unroll``: add whole turns so that rotation channels do not jump."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from bvhlint.document.document import Document
from bvhlint.document.joint import ROTATION
from bvhlint.document.rotations import TURN
from bvhlint.proof import SamePose
from bvhlint.transforms.base import NOTHING, Change, Outcome, Transform, refuse_doubtful
from bvhlint.transforms.manner import Manner
from bvhlint.transforms.rows import RowPlan, rewrite_rows


@dataclass(frozen=True)
class Unroll(Transform):
    """Each rotation channel follows the row before it within half a turn."""

    option = "--unroll"
    keeps = "every rotation exactly"

    precision: int | None = None

    def apply(self, document: Document) -> Outcome:
        refuse_doubtful(document, self.option)
        columns = [
            channel.column
            for joint in document.skeleton.joints
            for channel in joint.of_kind(ROTATION)
        ]
        old = document.motion.values
        if len(old) < 2 or not columns:
            return NOTHING
        turns = np.zeros((len(old), len(columns)))
        steps = np.diff(old[:, columns], axis=0)
        turns[1:] = -np.cumsum(np.rint(steps / TURN), axis=0)
        moved = np.any(turns != 0, axis=0)
        if not moved.any():
            return NOTHING
        values = old.copy()
        values[:, columns] += turns * TURN
        rows, places = np.arange(len(old)), np.arange(old.shape[1])
        plan = RowPlan(rows, places, values, self.precision)
        decimals = Manner.of(document.motion.table).decimals_for(self.precision)
        cells = int(np.count_nonzero(turns))
        message = f"added whole turns to {cells} values of {int(moved.sum())} channels"
        change = Change(self.option, message, cells)
        promise = SamePose(int(decimals[columns].min()))
        return Outcome((rewrite_rows(document, plan),), (change,), (promise,))
