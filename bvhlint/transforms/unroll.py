"""``--unroll``: add whole turns so that rotation channels do not jump."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from bvhlint.document.document import Document
from bvhlint.document.joint import ROTATION
from bvhlint.document.rotations import TURN, whole_turns
from bvhlint.proof import HeaderKept, SamePose
from bvhlint.transforms.base import NOTHING, Change, Outcome, Transform
from bvhlint.transforms.columns import Columns
from bvhlint.transforms.refusal import refuse_doubtful
from bvhlint.transforms.wording import counted


@dataclass(frozen=True)
class Unroll(Transform):
    """Each rotation channel follows the row before it within half a turn."""

    option = "--unroll"
    keeps = "every rotation exactly"

    precision: int | None = None

    def apply(self, document: Document) -> Outcome:
        refuse_doubtful(document, self.option)
        channels = [
            channel for joint in document.skeleton.joints for channel in joint.of_kind(ROTATION)
        ]
        old = document.motion.values[:, [channel.column for channel in channels]]
        if len(old) < 2:
            return NOTHING
        turns = np.zeros(old.shape)
        turns[1:] = -np.cumsum(whole_turns(np.diff(old, axis=0)), axis=0)
        moved = np.flatnonzero(np.any(turns != 0, axis=0))
        if not len(moved):
            return NOTHING
        columns = Columns(document)
        new = old[:, moved] + turns[:, moved] * TURN
        columns.set([channels[place] for place in moved.tolist()], new)
        rows = columns.change(self.precision)
        cells = int(np.count_nonzero(turns))
        message = (
            f"added whole turns to {counted(cells, 'value')} of {counted(len(moved), 'channel')}"
        )
        change = Change(self.option, message, cells)
        promises = (HeaderKept(), rows.cells, SamePose(rows.rounding))
        return Outcome(rows.edits, (change,), promises)
