"""``--scale`` and ``--units``: multiply all lengths."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from bvhlint.document.document import Document
from bvhlint.document.joint import POSITION
from bvhlint.edits import Edit
from bvhlint.errors import TransformError
from bvhlint.facts.units import METRES, unit_guess
from bvhlint.proof import HeaderKept, OffsetsAre, Rounding, RowsKept, SamePose, offsets_of
from bvhlint.transforms.base import NOTHING, Change, Outcome, Transform
from bvhlint.transforms.columns import Columns
from bvhlint.transforms.header import offset_edits, offset_unit
from bvhlint.transforms.refusal import (
    LARGEST,
    SMALLEST,
    offset_owners,
    refuse_doubtful,
    refuse_offsets,
)


@dataclass(frozen=True)
class Scale(Transform):
    """Multiply OFFSETs and positions by ``factor``, which is above 0."""

    option = "--scale"
    keeps = "rotations to the byte"
    repeatable = False

    factor: float
    precision: int | None = None

    def apply(self, document: Document) -> Outcome:
        return _scaled(document, self.factor, self.precision, self.option)


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
        outcome = _scaled(document, _factor(source, self.to), self.precision, self.option)
        if not outcome.edits:
            return NOTHING
        guessed = "" if self.source else ", as its size suggests"
        changes = (Change(self.option, f"{source} to {self.to}{guessed}"), *outcome.changes)
        return Outcome(outcome.edits, changes, outcome.promises)


def _factor(source: str, to: str) -> float:
    """By what lengths are multiplied: the float64 nearest to the exact ratio."""
    return float(Fraction(str(METRES[source])) / Fraction(str(METRES[to])))


def _scaled(document: Document, factor: float, precision: int | None, option: str) -> Outcome:
    """The outcome of multiplying all lengths, as ``option`` asks for it."""
    refuse_doubtful(document, option)
    if factor == 1:
        return NOTHING
    refuse_offsets(document, option)
    skeleton = document.skeleton
    channels = [channel for joint in skeleton.joints for channel in joint.of_kind(POSITION)]
    positions = document.motion.values[:, [channel.column for channel in channels]]
    joints, ends = offsets_of(document)
    largest = max(np.abs(lengths).max(initial=0.0) for lengths in (positions, joints, ends))
    if not largest * factor <= LARGEST:
        raise TransformError(f"{option}: lengths would become too large to write")
    if 0 < largest * factor < SMALLEST or factor < SMALLEST:
        raise TransformError(f"{option}: lengths would become too small to write")
    joints, ends = joints * factor, ends * factor
    edits: list[Edit] = []
    for owner, vector in zip(offset_owners(document), (*joints, *ends), strict=True):
        edits += offset_edits(owner, vector, precision)
    columns = Columns(document)
    columns.set(channels, positions * factor)
    rows = columns.change(precision) if channels else None
    unit = offset_unit(document, precision)
    length = max(unit, rows.rounding.length) if rows else unit
    message = f"multiplied all OFFSETs and positions by {factor:g}"
    return Outcome(
        (*edits, *(rows.edits if rows else ())),
        (Change(option, message),),
        (
            HeaderKept(offsets=False),
            OffsetsAre(joints, ends, unit),
            *((rows.cells,) if rows else (RowsKept(),)),
            SamePose(Rounding(length), linear=np.eye(3) * factor),
        ),
    )
