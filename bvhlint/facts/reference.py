"""A first row that is no part of the motion: a T-pose that other programs calibrate by."""

from __future__ import annotations

import msgspec
import numpy as np

from bvhlint.document.document import Document
from bvhlint.facts.memo import fact
from bvhlint.facts.rows import STILL, complete_rows, neighbours, ranges, rotation_columns
from bvhlint.facts.steps import pose_steps, turns

ZERO_SHARE = 0.75
LEAP = 3.5
LEAST_TURN = 10.0
USUAL = 95  # the percentile that stands for the clip's usual step
# Steps looked at; a longer clip gives a sample that is spread evenly.
_MOST_STEPS = 600


class Reference(msgspec.Struct, frozen=True):
    """The first row leaps by ``step`` degrees (root mean square over joints), the clip by
    ``usual``; ``turn`` is the largest turn of one joint."""

    step: float
    usual: float
    turn: float


@fact
def reference_frame(document: Document) -> Reference | None:
    """The first row as a reference pose, or None if it belongs to the motion."""
    rows, steps = complete_rows(document), neighbours(document)
    if len(rows) < 3 or not len(steps) or steps[0] != 0 or not _is_mostly_zero(document):
        return None
    later = steps[1:]
    if len(later) > _MOST_STEPS:
        later = later[np.linspace(0, len(later) - 1, _MOST_STEPS).astype(np.int64)]
    leap = float(pose_steps(document, steps[:1])[0])
    turn = float(turns(document, steps[:1]).max(initial=0))
    if turn < LEAST_TURN or not len(later):
        return None
    usual = float(np.percentile(pose_steps(document, later), USUAL))
    return Reference(leap, usual, turn) if leap >= LEAP * usual else None


def _is_mostly_zero(document: Document) -> bool:
    """Whether the first row is zero in most of the rotation channels that the clip uses."""
    columns = rotation_columns(document)
    used = columns[ranges(document).largest[columns] > STILL]
    zero = np.abs(document.motion.values[0, used]) <= STILL
    return len(used) > 0 and bool(zero.mean() >= ZERO_SHARE)
