"""Rows that repeat the row before them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from bvhlint.document.document import Document
from bvhlint.facts.memo import fact
from bvhlint.facts.rows import STILL, all_complete, complete_rows, ranges


@fact
def nothing_moves(document: Document) -> bool:
    """Whether three or more rows, none of them damaged, are all equal within 1e-6."""
    if len(complete_rows(document)) < 3 or not all_complete(document):
        return False
    return not ranges(document).moves.any()


@fact
def repeats(document: Document) -> NDArray[np.bool_]:
    """For each row but the last, whether the next row is equal to it in every value; (rows - 1,).

    Rows that hold a NaN equal none.
    """
    table = document.motion.table
    found = np.zeros(max(len(table) - 1, 0), np.bool_)
    for block in table.blocks():
        values = table.values[block.start : block.stop + 1]
        equal: NDArray[np.bool_] = np.all(values[1:] == values[:-1], axis=1)
        found[block.start : block.start + len(equal)] = equal
    return found


def nearly_repeats(document: Document) -> NDArray[np.bool_]:
    """The same for rows that are equal within 1e-6."""
    change = np.diff(document.motion.values, axis=0)
    near: NDArray[np.bool_] = np.all(np.abs(change) <= STILL, axis=1)
    return near


def runs(flags: NDArray[np.bool_]) -> NDArray[np.int64]:
    """First place and place after the last of each run of true flags; shape (runs, 2)."""
    edges = np.diff(np.concatenate(([False], flags, [False])).astype(np.int8))
    return np.stack((np.flatnonzero(edges == 1), np.flatnonzero(edges == -1)), axis=1)
