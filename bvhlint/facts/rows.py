"""Complete rows and what the columns hold over them: the ground of all movement facts."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
import numpy as np
from numpy.typing import NDArray

from bvhlint.document.document import Document
from bvhlint.document.joint import ROTATION, Joint
from bvhlint.document.rotations import Floats
from bvhlint.facts.memo import fact, header_fact

# What changes by no more than this does not move: writers leave noise such as 5e-13.
STILL = 1e-6
_PIECE_VALUES = 1 << 16


class Ranges(msgspec.Struct, frozen=True, eq=False):
    """Least and greatest value of each column over the complete rows, shape (channels,).

    Both are NaN where there is no complete row.
    """

    low: Floats
    high: Floats

    @property
    def spread(self) -> Floats:
        return self.high - self.low

    @property
    def moves(self) -> NDArray[np.bool_]:
        """The columns that change."""
        return self.spread > STILL

    @property
    def largest(self) -> Floats:
        """The greatest absolute value of each column."""
        return np.maximum(np.abs(self.low), np.abs(self.high))


@fact
def complete_rows(document: Document) -> NDArray[np.int64]:
    """The numbers of the rows of the right width whose values are all finite, ascending."""
    return np.flatnonzero(document.motion.complete)


@fact
def all_complete(document: Document) -> bool:
    """Whether no row is damaged."""
    return len(complete_rows(document)) == len(document.motion.table)


@fact
def ranges(document: Document) -> Ranges:
    """What each column holds over the complete rows."""
    table = document.motion.table
    low = np.full(table.channels, np.inf)
    high = np.full(table.channels, -np.inf)
    for block in table.blocks():
        values = table.values[block]
        if not all_complete(document):
            values = values[table.complete[block]]
        if len(values):
            np.minimum(low, values.min(axis=0), out=low)
            np.maximum(high, values.max(axis=0), out=high)
    if not len(complete_rows(document)):
        low[:] = high[:] = np.nan
    return Ranges(low, high)


@header_fact
def rotation_columns(document: Document) -> NDArray[np.int64]:
    """The columns of all rotation channels, ascending."""
    columns = [
        channel.column for joint in document.skeleton.joints for channel in joint.of_kind(ROTATION)
    ]
    return np.array(columns, np.int64)


@header_fact
def turning_joints(document: Document) -> tuple[Joint, ...]:
    """The joints that turn about three different axes, in file order."""
    return tuple(joint for joint in document.skeleton.joints if joint.has_full_rotation)


def spread_rows(document: Document, most: int) -> NDArray[np.int64]:
    """At most ``most`` complete rows, spread evenly over the clip, ascending."""
    rows = complete_rows(document)
    if len(rows) <= most:
        return rows
    return rows[np.linspace(0, len(rows) - 1, most).astype(np.int64)]


def pieces(document: Document, rows: NDArray[np.int64]) -> Iterator[NDArray[np.int64]]:
    """``rows`` by pieces, each with about half a megabyte of values, for work that copies them."""
    size = max(_PIECE_VALUES // max(document.skeleton.channel_count, 1), 1)
    for first in range(0, len(rows), size):
        yield rows[first : first + size]


@fact
def neighbours(document: Document) -> NDArray[np.int64]:
    """The complete rows whose next row is complete too, ascending: where a step begins."""
    complete = document.motion.complete
    return np.flatnonzero(complete[:-1] & complete[1:])
