"""What must have been written: cells of the frame rows, and OFFSETs."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bvhlint.document.document import Document
from bvhlint.errors import ProofError
from bvhlint.proof.promise import Floats, Rows

# What the conversion to decimal and back may lose beyond the rounding, as a share of the value.
_LAST_BIT = 2.0**-51


def half_unit(decimals: float | NDArray[np.int64]) -> Floats:
    """By how much a number with so many decimals may miss what it stands for."""
    return np.asarray(0.5 * 10.0 ** -np.asarray(decimals, np.float64))


@dataclass(frozen=True, slots=True, eq=False)
class CellsAre:
    """Row k of the result is made from row ``rows[k]`` of the file before, column c of it from
    column ``columns[c]``; None for all in their order.

    A cell has the value it had, or with ``values`` (rows, columns) that one, to within half a unit
    of the last of its column's ``decimals`` (columns,) where it is another. A column of ``flip``
    has the other sign. One of ``fresh`` is new and has no value before.
    """

    rows: Rows | None = None
    columns: Rows | None = None
    values: Floats | None = None
    decimals: Rows | None = None
    flip: NDArray[np.bool_] | None = None
    fresh: NDArray[np.bool_] | None = None

    def verify(self, before: Document, after: Document) -> None:
        old, new = before.motion.table, after.motion.table
        rows = np.arange(len(old)) if self.rows is None else self.rows
        columns = np.arange(old.channels) if self.columns is None else self.columns
        if new.values.shape != (len(rows), len(columns)):
            raise ProofError(
                f"{len(rows)} frames of {len(columns)} values were promised, the result has "
                f"{len(new)} of {new.channels}"
            )
        for block in new.blocks():
            kept = old.values[rows[block]][:, columns]
            wanted = kept if self.values is None else self.values[block]
            if self.flip is not None:
                wanted = np.where(self.flip, -wanted, wanted)
            found = new.values[block]
            away = np.abs(found - wanted)
            # NaN is no agreement.
            broken = ~(away <= self._allowed(kept, wanted))
            if broken.any():
                row, column = (int(axis[0]) for axis in np.nonzero(broken))
                _refuse_cell(
                    after, block.start + row, column, found[row, column], wanted[row, column]
                )

    def _allowed(self, kept: Floats, wanted: Floats) -> Floats:
        if self.values is None or self.decimals is None:
            return np.zeros(wanted.shape)
        new = wanted != kept
        if self.fresh is not None:
            new |= self.fresh
        return np.where(new, half_unit(self.decimals) + np.abs(wanted) * _LAST_BIT, 0.0)


def _refuse_cell(document: Document, frame: int, column: int, found: float, wanted: float) -> None:
    owner = document.cell(column)
    name = f"joint {owner[0].name} {owner[1].name}" if owner else f"column {column}"
    raise ProofError(
        f"{name} in frame {frame} would be {found:.10g}, {abs(found - wanted):.3g} away from "
        f"{wanted:.10g}"
    )


@dataclass(frozen=True, slots=True, eq=False)
class OffsetsAre:
    """The OFFSETs of joints (joints, 3) and End Sites (ends, 3) of the result, in file order, each
    number to within ``unit``."""

    joints: Floats
    ends: Floats
    unit: float

    def verify(self, before: Document, after: Document) -> None:  # noqa: ARG002
        skeleton = after.skeleton
        for owners, wanted, what in (
            (skeleton.joints, self.joints, "joint"),
            (skeleton.end_sites, self.ends, "the End Site of joint"),
        ):
            if len(owners) != len(wanted):
                raise ProofError(f"the result has {len(owners)} OFFSETs, not {len(wanted)}")
            found = np.array([owner.offset or (np.nan,) * 3 for owner in owners]).reshape(-1, 3)
            away = np.abs(found - wanted)
            broken = ~(away <= self.unit + np.abs(wanted) * _LAST_BIT)
            if broken.any():
                at = int(np.nonzero(broken.any(axis=1))[0][0])
                named = owners[at] if what == "joint" else skeleton.joints[owners[at].parent]
                raise ProofError(
                    f"the OFFSET of {what} {named.name} would be {found[at].tolist()}, "  # type: ignore[union-attr]
                    f"{np.nanmax(away[at]):.3g} away from {wanted[at].tolist()}"
                )


def offsets_of(document: Document) -> tuple[Floats, Floats]:
    """The OFFSETs of all joints and of all End Sites; NaN where one is missing or damaged."""
    joints, ends = document.skeleton.joints, document.skeleton.end_sites
    lost = (np.nan,) * 3
    return (
        np.array([joint.offset or lost for joint in joints]).reshape(-1, 3),
        np.array([end.offset or lost for end in ends]).reshape(-1, 3),
    )
