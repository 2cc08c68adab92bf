"""Tokens that are no finite number: of which kind, in which frame rows, and where they would split.

Rows are looked at in pieces of about a megabyte, and only those that the scan has marked; what is
common (decimal commas, nan) is told apart for all tokens of a piece at once.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bvhlint.document.decode import decode_tokens
from bvhlint.document.document import Document
from bvhlint.document.frames import FrameTable, RowFlag
from bvhlint.document.numbers import NUMBER, Flaw, classify, split_glued
from bvhlint.document.tokens import PAD, find_tokens, padded
from bvhlint.facts.clip import holds_clip
from bvhlint.facts.memo import fact
from bvhlint.facts.names import judged_joints, shown
from bvhlint.finding import JointRef
from bvhlint.syntax.nodes import Item, Leaf

Numbers = NDArray[np.int64]

_PIECE_BYTES = 1 << 20
_WORD = 8
_REMEMBERED = 1 << 16
_SEPARATED = re.compile(rb"[,;]")
_FLAWS = tuple(Flaw)


class FlawedRows(NamedTuple):
    """Frame rows with a flaw, ascending, and the number of the first token in each that has it."""

    rows: Numbers
    columns: Numbers


class OffsetItem(NamedTuple):
    """An OFFSET, the joint that it or its End Site belongs to, and how messages call it."""

    item: Item
    joint: JointRef
    title: str


@dataclass(frozen=True, eq=False)
class RowFlaws:
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


def split_token(raw: bytes) -> list[bytes]:
    """The numbers that a token is made of, ``[raw]`` if it does not fall into numbers.

    Besides glued numbers (``0.00-7.50``) these are numbers with commas or semicolons between them.
    """
    flaw = classify(raw)
    if flaw is not Flaw.BAD:
        return split_glued(raw)
    parts = _SEPARATED.split(raw)
    return parts if all(map(NUMBER.fullmatch, parts)) else [raw]


def flaw_of(leaf: Leaf, document: Document) -> Flaw | None:
    """What is wrong with a word of the header as a number; None for a finite number."""
    raw = document.content[leaf.start : leaf.end]
    if NUMBER.fullmatch(raw) and np.isfinite(float(raw)):
        return None
    return classify(raw)


@fact
def offset_items(document: Document) -> tuple[OffsetItem, ...]:
    """The OFFSETs of joints and End Sites that are judged."""
    found = []
    for joint in judged_joints(document):
        if joint.offset_item:
            title = f"the OFFSET of {shown(joint)}"
            found.append(OffsetItem(joint.offset_item, joint.ref, title))
        for site in joint.end_sites:
            if site.offset_item:
                title = f"the OFFSET of the End Site of {shown(joint)}"
                found.append(OffsetItem(site.offset_item, joint.ref, title))
    return tuple(found)


@fact
def has_commas_only(document: Document) -> bool:
    """Whether no number of the file has a point, and each that is no number a decimal comma."""
    motion = document.motion
    words = [leaf for offset in offset_items(document) for leaf in offset.item.values]
    words += motion.frame_time_item.values[:1] if motion.frame_time_item else ()
    if any("." in leaf.text for leaf in words):
        return False
    if any(flaw_of(leaf, document) not in (None, Flaw.COMMA) for leaf in words):
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
    found = _Found()
    odd = table.rows_with(RowFlag.ODD) if holds_clip(document) else np.empty(0, np.int64)
    for rows in _pieces(table, odd):
        found.add(_look_at(table, rows, found.known))
    return found.finish()


@dataclass(slots=True)
class _Piece:
    """The odd tokens of some rows: row, number in the row, flaw and parts of each."""

    rows: Numbers
    columns: Numbers
    flaws: NDArray[np.uint8]
    parts: Numbers


@dataclass(slots=True)
class _Found:
    """Gathers pieces. ``known`` remembers what texts are: those of odd tokens tend to repeat."""

    known: dict[bytes, tuple[int, int]] = field(default_factory=dict)
    rows: dict[Flaw, list[Numbers]] = field(default_factory=lambda: {flaw: [] for flaw in Flaw})
    columns: dict[Flaw, list[Numbers]] = field(default_factory=lambda: {flaw: [] for flaw in Flaw})
    glued: list[Numbers] = field(default_factory=list)
    extra: list[Numbers] = field(default_factory=list)

    def add(self, piece: _Piece) -> None:
        for code, flaw in enumerate(_FLAWS):
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


def _look_at(table: FrameTable, odd: Numbers, known: dict[bytes, tuple[int, int]]) -> _Piece:
    begin, stop = int(table.row_starts[odd[0]]), int(table.row_ends[odd[-1]])
    buffer = padded(table.content, begin, stop)
    starts, ends = find_tokens(buffer)
    shift = begin - PAD
    row = odd[0] + np.searchsorted(table.row_starts[odd[0] : odd[-1] + 1], starts + shift, "right")
    row -= 1
    # Lines of text may stand between the rows; their tokens are nobody's.
    kept = starts + shift < table.row_ends[row]
    if len(odd) <= odd[-1] - odd[0]:
        kept &= np.isin(row, odd, assume_unique=False)
    starts, ends, row = starts[kept], ends[kept], row[kept]
    values = np.empty(len(starts))
    decode_tokens(buffer, starts, ends, values)
    bad = np.flatnonzero(~np.isfinite(values))
    column = bad - np.searchsorted(row, row[bad])
    flaws, parts = _tell_apart(buffer, starts[bad], ends[bad], known)
    return _Piece(row[bad], column, flaws, parts)


def _tell_apart(
    buffer: NDArray[np.uint8], starts: Numbers, ends: Numbers, known: dict[bytes, tuple[int, int]]
) -> tuple[NDArray[np.uint8], Numbers]:
    """The flaw (its place in ``Flaw``) of each token, and how many numbers it is made of."""
    flaws = np.empty(len(starts), np.uint8)
    parts = np.ones(len(starts), np.int64)
    comma = _are_commas(buffer, starts, ends)
    flaws[comma] = _FLAWS.index(Flaw.COMMA)
    short = ~comma & (ends - starts <= _WORD)
    words, places = np.unique(_words(buffer, starts[short], ends[short]), return_inverse=True)
    texts = [word.tobytes().rstrip(b"\0") for word in words]
    told = np.array([_tell(text, known) for text in texts], np.int64).reshape(-1, 2)
    flaws[short], parts[short] = told[places, 0], told[places, 1]
    text = buffer.tobytes()
    for index in np.flatnonzero(~comma & ~short).tolist():
        flaws[index], parts[index] = _tell(text[starts[index] : ends[index]], known)
    return flaws, parts


def _tell(raw: bytes, known: dict[bytes, tuple[int, int]]) -> tuple[int, int]:
    if raw not in known:
        if len(known) > _REMEMBERED:
            known.clear()
        parts = len(split_token(raw))
        known[raw] = _FLAWS.index(classify(raw) if parts == 1 else Flaw.GLUED), parts
    return known[raw]


def _are_commas(buffer: NDArray[np.uint8], starts: Numbers, ends: Numbers) -> NDArray[np.bool_]:
    """Which tokens are numbers once their comma is a point.

    Few odd ones are told one by one: here is only what pays for many.
    """
    commas = np.flatnonzero(buffer == ord(","))
    if len(commas) <= _WORD:
        return np.zeros(len(starts), np.bool_)
    pointed = buffer.copy()
    pointed[commas] = ord(".")
    values = np.empty(len(starts))
    decode_tokens(pointed, starts, ends, values)
    # A digit must follow the comma: "1," is no decimal comma.
    after = commas[np.minimum(np.searchsorted(commas, starts), len(commas) - 1)] + 1
    digit = buffer[after] - np.uint8(ord("0")) < 10
    found: NDArray[np.bool_] = np.isfinite(values) & digit
    return found


def _words(buffer: NDArray[np.uint8], starts: Numbers, ends: Numbers) -> NDArray[np.uint64]:
    """Tokens of at most eight bytes as one integer each, shape (tokens,)."""
    places = np.arange(_WORD)
    letters = buffer[starts[:, None] + places]
    letters[places >= (ends - starts)[:, None]] = 0
    words: NDArray[np.uint64] = letters.view(np.uint64).reshape(len(starts))
    return words
