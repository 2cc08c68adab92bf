"""The header line by line: what stands on each, how deep, and how lines are indented."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache

import msgspec

from bvhlint.document.document import Document
from bvhlint.facts.clip import later_parts
from bvhlint.facts.lines import indent_of
from bvhlint.facts.memo import fact, header_fact
from bvhlint.syntax.nodes import Kind, Leaf

TAB = b"\t"
_OPENS = frozenset({Kind.OPEN, Kind.ORPHAN_OPEN})
_VALUES = frozenset({Kind.NUMBER, Kind.CHANNEL, Kind.WORD})
_WITH_VALUES = frozenset({Kind.OFFSET, Kind.CHANNELS, Kind.FRAMES, Kind.FRAME_TIME})
_LONGEST_INDENT = 64
_NUMBER = rb"[0-9.eE+-]++"
_CHANNEL = rb"[XYZ](?:position|rotation)"
_PLAIN = re.compile(
    rb"HIERARCHY[ \t]*+\r?\n(?:[ \t]*+(?:[{}]|End Site|(?:ROOT|JOINT) [A-Za-z0-9_:.-]++"
    rb"|OFFSET(?: " + _NUMBER + rb"){3}|CHANNELS [0-9](?: " + _CHANNEL + rb")*+)[ \t]*+\r?\n)*+"
)


class HeaderLine(msgspec.Struct, frozen=True):
    """The tokens of one line, comments too, and how many blocks are open before the first."""

    tokens: tuple[Leaf, ...]
    depth: int

    @property
    def own_depth(self) -> int:
        """The level the line belongs on: a closing brace stands as its block does."""
        return self.depth - (self.tokens[0].type is Kind.CLOSE and self.depth > 0)

    @property
    def stray_keyword(self) -> Leaf | None:
        """A keyword with nothing behind it that ends the line of an item: a word too many, which
        readers pass over."""
        last = self.tokens[-1]
        is_behind = len(self.tokens) > 2 and self.tokens[-2].type in _VALUES
        return last if is_behind and last.type in _WITH_VALUES else None


@fact
def header_end(document: Document) -> int:
    """Where the header ends: at the first byte of the block of frame rows, or of a part that is
    not judged."""
    ends = [part.keyword.start for part in later_parts(document)[:1]]
    # Rows behind a keyword out of place belong to no MOTION part, and are rows all the same.
    rows = (element for element in document.tree.elements if element.type is Kind.ROWS)
    ends += [leaf.start for leaf in rows]
    return min(ends, default=len(document.content))


@fact
def header_lines(document: Document) -> tuple[HeaderLine, ...]:
    """The lines of the header, up to the frame rows, that hold tokens; a piece of junk counts for
    its first line."""
    shared = document.header
    above = header_lines(shared) if shared else ()
    return above + _lines_behind(document)


def odd_lines(document: Document, is_odd: Callable[[HeaderLine], bool]) -> tuple[HeaderLine, ...]:
    """The header's lines of a kind that no line is of which is written as most programs do.

    A header that files share is looked through once, and not at all if all of it is so written.
    """
    shared = document.header
    above = shared.fact(_odd_above(is_odd)) if shared else ()
    return above + tuple(filter(is_odd, _lines_behind(document)))


@cache
def _odd_above(
    is_odd: Callable[[HeaderLine], bool],
) -> Callable[[Document], tuple[HeaderLine, ...]]:
    """The same function for the same question: the fact's key."""

    def find(header: Document) -> tuple[HeaderLine, ...]:
        return () if _is_plain(header) else tuple(filter(is_odd, header_lines(header)))

    return find


@fact
def _is_plain(header: Document) -> bool:
    """Whether each line holds a brace or an item, in fixed capitals and with single spaces."""
    return _PLAIN.fullmatch(header.content) is not None


@fact
def _lines_behind(document: Document) -> tuple[HeaderLine, ...]:
    """The lines behind a header that files share; it ends with a line, and all blocks closed."""
    shared = document.header
    return _lines(document, document.tree.tokens[len(shared.tree.tokens) if shared else 0 :])


def _lines(document: Document, tokens: tuple[Leaf, ...]) -> tuple[HeaderLine, ...]:
    content, stop = document.content, header_end(document)
    lines: list[HeaderLine] = []
    current: list[Leaf] = []
    depth = begun_at = 0
    for leaf in tokens:
        if leaf.start >= stop:
            break
        if leaf.type is Kind.BOM:
            continue
        if current and _apart(content, current[-1].start, leaf.start):
            lines.append(HeaderLine(tuple(current), begun_at))
            current = []
        if not current:
            begun_at = depth
        current.append(leaf)
        depth = depth_after(leaf, depth)
    if current:
        lines.append(HeaderLine(tuple(current), begun_at))
    return tuple(lines)


def depth_after(leaf: Leaf, depth: int) -> int:
    """How many blocks are open after a token, if ``depth`` are before it."""
    if leaf.type in _OPENS:
        return depth + 1
    return max(depth - 1, 0) if leaf.type is Kind.CLOSE else depth


def _apart(content: bytes, start: int, stop: int) -> bool:
    """Whether a line ends in ``content[start:stop]``."""
    return content.find(b"\n", start, stop) >= 0 or content.find(b"\r", start, stop) >= 0


@header_fact
def indent_unit(document: Document) -> bytes:
    """What the file puts before a line for each level: the indentation of its first line on the
    first level, or a tab where that has none."""
    for line in header_lines(document):
        if line.own_depth == 1:
            indent = indent_of(document.content, line.tokens[0].start)
            if 0 < len(indent) <= _LONGEST_INDENT:
                return indent
    return TAB
