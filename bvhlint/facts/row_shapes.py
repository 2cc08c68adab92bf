"""How frame rows of the wrong width come about: wrapped, joined, cut off, or just short or long.

Rows are taken as wide as they are once glued numbers are split, so that a glued pair, which is told
by itself, is not told again as a missing value.
"""

from __future__ import annotations

from enum import IntEnum

import msgspec
import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from bvhlint.document.document import Document
from bvhlint.facts.flaws import row_flaws
from bvhlint.facts.memo import fact

Numbers = NDArray[np.int64]


class Shape(IntEnum):
    """What happened to a row of the wrong width."""

    SHORT = 0
    LONG = 1
    CUT = 2  # short, the last one, after a row that is right
    WRAPPED = 3  # of several lines that hold whole frames together
    JOINED = 4  # one line of several whole frames


class RowShapes(msgspec.Struct, frozen=True, eq=False):
    """The rows of the wrong width, ascending, and what happened to each; all arrays (n,).

    ``firsts`` and ``lasts`` are the rows that hold whole frames together with a row, ``held`` how
    many. ``frames`` is the number of frames in the block if such rows are wrapped anew, and
    ``can_wrap`` whether that leaves only rows of the right width.
    """

    rows: Numbers
    shapes: NDArray[np.uint8]
    firsts: Numbers
    lasts: Numbers
    held: Numbers
    frames: int
    can_wrap: bool

    @classmethod
    def plain(cls, widths: Numbers, wrong: Numbers, channels: int) -> RowShapes:
        """Each row for itself: too short or too long."""
        shapes = np.where(widths[wrong] < channels, Shape.SHORT, Shape.LONG).astype(np.uint8)
        held = np.ones(len(wrong), np.int64)
        return cls(wrong, shapes, wrong, wrong, held, len(widths), can_wrap=False)

    def of(self, wanted: tuple[Shape, ...]) -> Numbers:
        """The rows of some shapes, ascending."""
        return self.rows[np.isin(self.shapes, wanted)]


@fact
def are_judged(document: Document) -> bool:
    """Whether it is known how many values a row must have; not where a second HIERARCHY stands
    above the rows."""
    joints = document.skeleton.joints
    # Parts are counted upwards.
    return bool(joints) and document.skeleton.is_trusted and not joints[-1].part


@fact
def row_shapes(document: Document) -> RowShapes:
    """The rows of the wrong width; none where it is not known how wide a row must be."""
    channels = document.motion.table.channels
    widths = split_widths(document)
    wrong = np.flatnonzero(widths != channels) if are_judged(document) else np.empty(0, np.int64)
    plain = RowShapes.plain(widths, wrong, channels)
    if not len(wrong) or not channels:
        return plain
    declared = document.motion.declared_frames
    found = _by_segments(plain, widths, channels)
    if found.frames != len(widths) == declared:
        # Frames says that each line is a frame.
        found = plain
    elif not found.can_wrap and declared not in (None, len(widths)):
        found = _as_one(found, widths, declared or 0, channels)
    if len(document.motion.table.trailing):
        return found  # nothing was cut off: something follows
    return _with_cut(found, len(widths))


@fact
def split_widths(document: Document) -> Numbers:
    """The width of each row, (rows,); of one that does not fit, as it is with glued ones split."""
    table = document.motion.table
    widths = table.widths.astype(np.int64)
    flaws = row_flaws(document)
    wrong = widths[flaws.glued_rows] != table.channels
    widths[flaws.glued_rows[wrong]] += flaws.glued_extra[wrong]
    return widths


def _by_segments(plain: RowShapes, widths: Numbers, channels: int) -> RowShapes:
    """Neighbouring rows of wrong width, cut into segments that hold whole frames."""
    wrong = plain.rows
    mine = widths[wrong]
    is_run = np.ones(len(wrong), np.bool_)
    is_run[1:] = np.diff(wrong) > 1
    so_far = np.cumsum(mine)
    runs = np.diff(np.flatnonzero(is_run), append=len(wrong))
    fits = (so_far - np.repeat((so_far - mine)[is_run], runs)) % channels == 0
    is_first = is_run.copy()
    is_first[1:] |= fits[:-1]
    firsts = np.flatnonzero(is_first)
    lines = np.diff(firsts, append=len(wrong))
    held = np.add.reduceat(mine, firsts) // channels
    # Many lines may add up by chance: they hold one frame, or as many as there are lines.
    is_whole = fits[firsts + lines - 1] & ((lines == 1) | (held == 1) | (held == lines))
    explained = np.where(lines == 1, Shape.JOINED, Shape.WRAPPED)
    return replace(
        plain,
        shapes=np.where(np.repeat(is_whole, lines), np.repeat(explained, lines), plain.shapes),
        firsts=np.repeat(wrong[firsts], lines),
        lasts=np.repeat(wrong[firsts + lines - 1], lines),
        held=np.repeat(held, lines),
        frames=len(widths) + int((held - lines)[is_whole].sum()),
        can_wrap=bool(is_whole.all()),
    )


def _as_one(found: RowShapes, widths: Numbers, declared: int, channels: int) -> RowShapes:
    """Lines wrapped without regard to frames: only the number of values gives it away."""
    if int(widths.sum()) != declared * channels:
        return found
    rows, every = found.rows, np.ones_like(found.rows)
    return replace(
        found,
        shapes=np.full(len(rows), Shape.WRAPPED, np.uint8),
        firsts=every * rows[0],
        lasts=every * rows[-1],
        held=every * (int(widths[rows[0] : rows[-1] + 1].sum()) // channels),
        frames=declared,
        can_wrap=True,
    )


def _with_cut(found: RowShapes, count: int) -> RowShapes:
    """Tell the last row of the block as cut if it is short and the row before it is not."""
    rows, shapes = found.rows, found.shapes
    if rows[-1] != count - 1 or count < 2 or shapes[-1] != Shape.SHORT:
        return found
    if len(rows) > 1 and rows[-2] == rows[-1] - 1 and shapes[-2] < Shape.CUT:
        return found
    shapes = shapes.copy()
    shapes[-1] = Shape.CUT
    return replace(found, shapes=shapes)
