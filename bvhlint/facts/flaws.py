"""Numbers of OFFSET, Frame Time and the frame rows that are no finite numbers, and of which kind.

Of the frame rows only those are looked at that the scan has marked, in pieces of about a megabyte.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from bvhlint.document.document import Document
from bvhlint.document.frames import FrameTable, RowFlag
from bvhlint.document.joint import EndSite, Joint, Vector
from bvhlint.document.numbers import Flaw, classify
from bvhlint.document.pool import map_in_order, threads_for
from bvhlint.document.tokens import PAD, find_tokens, padded
from bvhlint.facts.clip import holds_clip
from bvhlint.facts.memo import fact, header_fact
from bvhlint.facts.names import judged_joints, shown
from bvhlint.facts.odd_tokens import FLAWS, Teller, numbers_between, split_token
from bvhlint.syntax.nodes import Item, Kind, Leaf

__all__ = [
    "FlawedRows",
    "OffsetItem",
    "RowFlaws",
    "flaw_of",
    "has_commas_only",
    "numbers_between",
    "offset_items",
    "row_flaws",
    "split_token",
]

Numbers = NDArray[np.int64]

_PIECE_BYTES = 1 << 20


class FlawedRows(NamedTuple):
    """Frame rows with a flaw, ascending, and the number of the first token in each that has it."""

    rows: Numbers
    columns: Numbers


class OffsetItem(msgspec.Struct, frozen=True, eq=False):
    """The OFFSET of a joint, or of an End Site of it, and its words that are no finite number.

    ``vector`` is None where it is not three finite numbers.
    """

    item: Item
    joint: Joint
    is_end: bool
    vector: Vector | None
    flawed: tuple[tuple[Leaf, Flaw], ...]

    @property
    def title(self) -> str:
        """How messages call it."""
        return f"the OFFSET of {'the End Site of ' if self.is_end else ''}{shown(self.joint)}"

    def first(self, flaw: Flaw) -> Leaf | None:
        """The first word with a flaw."""
        return next((leaf for leaf, found in self.flawed if found is flaw), None)


class RowFlaws(msgspec.Struct, frozen=True, eq=False):
    """What is wrong with the tokens of frame rows.

    Every token that ``split_token`` splits counts as GLUED here. ``glued_rows`` are the rows with
    such tokens, and ``glued_extra`` how many more tokens each has once they are split.
    """

    by_flaw: dict[Flaw, FlawedRows]
    glued_rows: Numbers
    glued_extra: Numbers

    def first(self, *flaws: Flaw) -> FlawedRows:
        """The rows that have any of the flaws, and the first token with one of them."""
        found = [self.by_flaw[flaw] for flaw in flaws]
        rows = np.concatenate([part.rows for part in found])
        columns = np.concatenate([part.columns for part in found])
        order = np.lexsort((columns, rows))
        rows, columns = rows[order], columns[order]
        is_first = np.ones(len(rows), np.bool_)
        is_first[1:] = rows[1:] != rows[:-1]
        return FlawedRows(rows[is_first], columns[is_first])


def flaw_of(leaf: Leaf, document: Document) -> Flaw | None:
    """What is wrong with a word of the header as a number; None for a finite number."""
    raw = document.content[leaf.start : leaf.end]
    if leaf.type is Kind.NUMBER and math.isfinite(float(raw)):
        return None
    return classify(raw)


@header_fact
def offset_items(document: Document) -> tuple[OffsetItem, ...]:
    """The OFFSETs of joints and End Sites that are judged."""
    return tuple(
        _read_offset(document, owner, owner.offset_item, joint)
        for joint in judged_joints(document)
        for owner in _owners(joint)
        if owner.offset_item
    )


def _owners(joint: Joint) -> tuple[Joint | EndSite, ...]:
    return (joint, *joint.end_sites)


def _read_offset(
    document: Document, owner: Joint | EndSite, item: Item, joint: Joint
) -> OffsetItem:
    is_end = owner is not joint
    if owner.offset and all(map(math.isfinite, owner.offset)):
        return OffsetItem(item, joint, is_end, owner.offset, ())
    flaws = ((leaf, flaw_of(leaf, document)) for leaf in item.values)
    return OffsetItem(
        item, joint, is_end, None, tuple((leaf, flaw) for leaf, flaw in flaws if flaw)
    )


@fact
def has_commas_only(document: Document) -> bool:
    """Whether no number of the file has a point, and each that is no number a decimal comma."""
    motion, offsets = document.motion, offset_items(document)
    words = [leaf for offset in offsets for leaf in offset.item.values]
    words += motion.frame_time_item.values[:1] if motion.frame_time_item else ()
    if any(b"." in leaf.raw or flaw_of(leaf, document) not in (None, Flaw.COMMA) for leaf in words):
        return False
    rows, flaws = motion.rows, row_flaws(document)
    if rows is None:
        return True
    others = flaws.first(Flaw.GLUED, Flaw.BAD)
    return not len(others.rows) and document.content.find(b".", rows.start, rows.end) < 0


@fact
def row_flaws(document: Document) -> RowFlaws:
    """What is wrong with the tokens of all frame rows."""
    table = document.motion.table
    found, teller = _Found(), Teller()
    odd = table.rows_with(RowFlag.ODD) if holds_clip(document) else np.empty(0, np.int64)
    pieces = list(_pieces(table, odd))
    threads = threads_for(len(pieces))
    for piece in map_in_order(lambda rows: _look_at(table, rows, teller), pieces, threads):
        found.add(piece)
    return found.finish()


class _Piece(msgspec.Struct):
    """The odd tokens of some rows: row, number in the row, flaw and parts of each."""

    rows: Numbers
    columns: Numbers
    flaws: NDArray[np.uint8]
    parts: Numbers


def _none_yet() -> dict[Flaw, list[Numbers]]:
    return {flaw: [] for flaw in Flaw}


class _Found(msgspec.Struct):
    """Gathers pieces."""

    rows: dict[Flaw, list[Numbers]] = msgspec.field(default_factory=_none_yet)
    columns: dict[Flaw, list[Numbers]] = msgspec.field(default_factory=_none_yet)
    glued: list[Numbers] = msgspec.field(default_factory=list)
    extra: list[Numbers] = msgspec.field(default_factory=list)

    def add(self, piece: _Piece) -> None:
        for code, flaw in enumerate(FLAWS):
            chosen = np.flatnonzero(piece.flaws == code)
            if len(chosen):
                rows, firsts = np.unique(piece.rows[chosen], return_index=True)
                self.rows[flaw].append(rows)
                self.columns[flaw].append(piece.columns[chosen[firsts]])
        chosen = np.flatnonzero(piece.parts > 1)
        if len(chosen):
            rows, firsts = np.unique(piece.rows[chosen], return_index=True)
            self.glued.append(rows)
            self.extra.append(np.add.reduceat(piece.parts[chosen] - 1, firsts))

    def finish(self) -> RowFlaws:
        by_flaw = {
            flaw: FlawedRows(_joined(self.rows[flaw]), _joined(self.columns[flaw])) for flaw in Flaw
        }
        return RowFlaws(by_flaw, _joined(self.glued), _joined(self.extra))


def _joined(pieces: list[Numbers]) -> Numbers:
    return np.concatenate([np.empty(0, np.int64), *pieces])


def _pieces(table: FrameTable, odd: Numbers) -> Iterator[Numbers]:
    """The odd rows by pieces of the block, so that each piece is read as a whole."""
    if not len(odd):
        return
    places = table.row_starts[odd] // _PIECE_BYTES
    yield from np.split(odd, np.flatnonzero(np.diff(places)) + 1)


def _look_at(table: FrameTable, odd: Numbers, teller: Teller) -> _Piece:
    begin, stop = int(table.row_starts[odd[0]]), int(table.row_ends[odd[-1]])
    buffer = padded(table.content, begin, stop)
    starts, ends = find_tokens(buffer)
    shift = begin - PAD
    row = odd[0] + np.searchsorted(table.row_starts[odd[0] : odd[-1] + 1], starts + shift, "right")
    row -= 1
    # Lines of text may stand between the rows; their tokens are nobody's.
    kept = starts + shift < table.row_ends[row]
    if len(odd) <= odd[-1] - odd[0]:
        kept &= np.isin(row, odd)
    starts, ends, row = starts[kept], ends[kept], row[kept]
    found = teller.tell(buffer, starts, ends)
    rows = row[found.places]
    return _Piece(rows, found.places - np.searchsorted(row, rows), found.flaws, found.parts)
