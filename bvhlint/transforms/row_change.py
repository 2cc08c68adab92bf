"""A change of frame rows with what it promises: the edit, the cells, and how finely they are
written."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from bvhlint.document.document import Document
from bvhlint.document.joint import POSITION, ROTATION
from bvhlint.edits import Edit
from bvhlint.errors import TransformError
from bvhlint.proof import CellsAre, Rounding, half_unit
from bvhlint.transforms.manner import manner_of
from bvhlint.transforms.rows import RowPlan, rewrite_rows


class RowChange(NamedTuple):
    """``edits`` hold the one edit of the rows, none where there is no row; ``cells`` is its
    promise, and ``rounding`` by how much new lengths and angles may miss their values."""

    edits: tuple[Edit, ...]
    cells: CellsAre
    rounding: Rounding


def change_rows(document: Document, plan: RowPlan) -> RowChange:
    """Rewrite the rows of a document by a plan; nothing where it has none.

    Raises TransformError where what stands behind the rows would be read as one of them.
    """
    table = document.motion.table
    if not len(plan.source):
        return RowChange((), CellsAre(plan.source, plan.columns), Rounding())
    if len(plan.columns) != table.channels:
        _refuse_new_frames(document, len(plan.columns))
    decimals = manner_of(document).decimals_for(plan.precision)[plan.columns]
    cells = CellsAre(plan.source, plan.columns, plan.values, decimals, plan.flip, plan.fresh)
    rounding = Rounding()
    if plan.values is not None:
        new = _has_new(document, plan)
        kinds = np.array([_kind(document, column) for column in plan.columns.tolist()])
        missed = np.where(new, half_unit(decimals), 0.0)
        rounding = Rounding(
            float(missed[kinds == POSITION].max(initial=0.0)),
            float(missed[kinds == ROTATION].max(initial=0.0)),
        )
    assert len(table)
    return RowChange((rewrite_rows(document, plan),), cells, rounding)


def _refuse_new_frames(document: Document, width: int) -> None:
    """Raise TransformError where a line behind the last frame would be one with fewer columns."""
    content = document.content
    for start, end in document.motion.table.trailing.tolist():
        words = content[start:end].replace(b"\t", b" ").split(b" ")
        if sum(map(bool, words)) == width:
            line = document.source.line_of(start)
            raise TransformError(
                f"line {line} behind the last frame would become a frame; remove it first"
                " (--unsafe-fixes)"
            )


def _has_new(document: Document, plan: RowPlan) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    """The new columns in which some number is another than before."""
    assert plan.values is not None
    old = document.motion.values
    new = np.array(
        [
            np.any(plan.values[:, place] != old[plan.source, column])
            for place, column in enumerate(plan.columns.tolist())
        ]
    )
    return new if plan.fresh is None else new | plan.fresh


def _kind(document: Document, column: int) -> str:
    owner = document.cell(column)
    return owner[1].kind if owner else ""


def all_rows(document: Document) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    """The numbers of all rows."""
    return np.arange(len(document.motion.table))


def all_columns(document: Document) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    """The numbers of all columns."""
    return np.arange(document.skeleton.channel_count)
