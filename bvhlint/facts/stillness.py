"""Rows that repeat the row before them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from bvhlint.document.document import Document
from bvhlint.facts.memo import fact
from bvhlint.facts.rows import STILL, all_complete, complete_rows, pieces, ranges

_TELLING_COLUMNS = 2


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
    values = document.motion.values
    found = np.ones(max(len(values) - 1, 0), np.bool_)
    # Few rows of a moving clip get past the columns that move most.
    for column in np.argsort(-ranges(document).spread)[:_TELLING_COLUMNS]:
        way = values[:, column].copy()
        found &= way[1:] == way[:-1]
    for rows in pieces(document, np.flatnonzero(found)):
        found[rows] = np.all(values[rows] == values[rows + 1], axis=1)
    return found


def nearly_repeats(document: Document) -> NDArray[np.bool_]:
    """The same for rows that are equal within 1e-6."""
    values = document.motion.values
    found = np.zeros(max(len(values) - 1, 0), np.bool_)
    for rows in pieces(document, np.arange(len(found))):
        found[rows] = np.all(np.abs(values[rows + 1] - values[rows]) <= STILL, axis=1)
    return found


def runs(flags: NDArray[np.bool_]) -> NDArray[np.int64]:
    """First place and place after the last of each run of true flags; shape (runs, 2)."""
    edges = np.diff(np.concatenate(([False], flags, [False])).astype(np.int8))
    return np.stack((np.flatnonzero(edges == 1), np.flatnonzero(edges == -1)), axis=1)
