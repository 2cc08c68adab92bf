"""Braces that are missing or too many, each once and at the token where it shows."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from enum import StrEnum

import msgspec

from bvhlint.document.document import Document
from bvhlint.facts.clip import ends_in_hierarchy, is_judged, last_token, open_at_end
from bvhlint.facts.lines import Span
from bvhlint.facts.memo import header_fact
from bvhlint.syntax.keywords import nearest_keyword
from bvhlint.syntax.nodes import TRIVIA, Block, Item, Kind, Leaf

_KEYWORD_LENGTH = 64
_EXTRA = frozenset({Kind.EXTRA_CLOSE, Kind.EXTRA_OPEN, Kind.ORPHAN_OPEN})


class Slip(StrEnum):
    """What is wrong with a brace."""

    NEVER_CLOSED = "never closed"
    NEVER_OPENED = "never opened"
    NO_BRACES = "no braces at all"
    EXTRA_CLOSE = "closes nothing"
    EXTRA_OPEN = "opens nothing"


class BraceSlip(msgspec.Struct, frozen=True):
    """A slip at ``[start, end)``.

    ``block`` is the one that lacks a brace, or that an opening brace without keyword makes;
    ``lost`` is the keyword that is missing before such a brace: ROOT, JOINT or END_SITE.
    ``missing_before`` is where the indentation puts a missing closing brace, None where it tells
    nothing more than the place itself does.
    """

    slip: Slip
    start: int
    end: int
    block: Block | None = None
    missing_before: int | None = None
    lost: Kind | None = None


@header_fact
def brace_slips(document: Document) -> tuple[BraceSlip, ...]:
    """All of them in the judged parts, by place. Those of a file cut short are no slips, nor is
    the brace of a root whose line is missing where there is no other (``no-root`` tells it)."""
    if document.tree.is_sound:
        return ()  # the shared header of many a clip, looked through once already
    slips = [slip for slip in _find(document) if is_judged(document, slip.start)]
    slips = [slip for slip in slips if slip.lost is not Kind.ROOT or has_root(document)]
    return tuple(sorted(slips, key=lambda slip: slip.start))


@header_fact
def are_sound(document: Document) -> bool:
    """Whether no brace is missing or too many in the whole file, not even at its end, so that no
    change of its layout can change what belongs to which joint."""
    if any(leaf.type in _EXTRA for leaf in document.tree.tokens):
        return False
    return not any(
        isinstance(element, Block) and (element.open.missing or element.close.missing)
        for element in document.tree.items()
    )


def is_whole_block(document: Document, block: Block) -> bool:
    """Whether what a block lacks is missing in it, and not lost with its braces or cut off with
    the end of the file."""
    if block.start in open_at_end(document):
        return False
    has_items = any(isinstance(child, Item) for child in block.children)
    return has_items or not block.open.missing


def _find(document: Document) -> Iterator[BraceSlip]:
    for leaf in document.tree.tokens:
        if leaf.type is Kind.EXTRA_CLOSE:
            yield BraceSlip(Slip.EXTRA_CLOSE, leaf.start, leaf.end)
        elif leaf.type is Kind.EXTRA_OPEN:
            yield BraceSlip(Slip.EXTRA_OPEN, leaf.start, leaf.end)
    places = _Places(document)
    lost = _lost_keywords(document)
    for element in document.tree.items():
        if isinstance(element, Block):
            slip = _slip_of_block(element, places, lost)
            if slip:
                yield slip


def _lost_keywords(document: Document) -> dict[int, Kind]:
    """The blocks without keyword that are read as joints and End Sites, by their start."""
    found: dict[int, Kind] = {}
    for joint in document.skeleton.joints:
        if joint.block.keyword is None:
            found[joint.block.start] = Kind.ROOT if joint.is_root else Kind.JOINT
        found |= {
            site.block.start: Kind.END_SITE
            for site in joint.end_sites
            if site.block.keyword is None
        }
    return found


@header_fact
def has_root(document: Document) -> bool:
    """Whether a ROOT stands anywhere, or a block whose misspelt keyword may mean it."""
    return any(map(_may_be_root, document.tree.items()))


def _may_be_root(element: Item | Block) -> bool:
    if element.type is Kind.UNKNOWN and element.keyword:
        return nearest_keyword(element.keyword.text[:_KEYWORD_LENGTH]) in (Kind.ROOT, None)
    return element.type is Kind.ROOT


def _slip_of_block(block: Block, places: _Places, lost: dict[int, Kind]) -> BraceSlip | None:
    if block.keyword is None:
        start, end, keyword = block.open.start, block.open.end, lost.get(block.start)
        return BraceSlip(Slip.EXTRA_OPEN, start, end, block, lost=keyword)
    if block.open.missing:
        slip = Slip.NO_BRACES if block.close.missing else Slip.NEVER_OPENED
        return None if places.is_cut(block.open) else BraceSlip(slip, *places.next(block), block)
    if block.close.missing and not places.is_cut(block.close):
        start, end = places.forced(block.close.start)
        before = block.close.start if block.close.start < start else None
        return BraceSlip(Slip.NEVER_CLOSED, start, end, block, before)
    return None


class _Places:
    """Where a missing brace is told."""

    def __init__(self, document: Document) -> None:
        self._tokens = [leaf for leaf in document.tree.tokens if leaf.type not in TRIVIA]
        self._starts = [leaf.start for leaf in self._tokens]
        sections = (Kind.MOTION, Kind.HIERARCHY, Kind.ROWS)
        self._sections = [leaf for leaf in self._tokens if leaf.type in sections]
        self._section_starts = [leaf.start for leaf in self._sections]
        self._end = len(document.content)
        self._is_cut_file = ends_in_hierarchy(document)
        self._last = last_token(document)

    def is_cut(self, brace: Leaf) -> bool:
        """Whether the brace is missing because the file ends before it."""
        return self._is_cut_file and brace.start >= self._last[1]

    def next(self, block: Block) -> Span:
        """The token that stands in the place of an opening brace."""
        index = bisect_left(self._starts, block.open.start)
        return _span(self._tokens[index]) if index < len(self._tokens) else self._last

    def forced(self, offset: int) -> Span:
        """The token before which every block had to be closed."""
        index = bisect_left(self._section_starts, offset)
        return _span(self._sections[index]) if index < len(self._sections) else self._last


def _span(leaf: Leaf) -> Span:
    # The frame rows are one leaf from one end of the clip to the other.
    return (leaf.start, leaf.start) if leaf.type is Kind.ROWS else (leaf.start, leaf.end)
