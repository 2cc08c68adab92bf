"""The concrete syntax tree: frozen nodes over byte spans of the content.

A ``Leaf`` is a token or a piece of what stands between two tokens; a ``Node`` groups leaves and
nodes in file order. Joining the bytes of all leaves of a tree gives the content back.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterator
from enum import StrEnum
from functools import cached_property
from typing import TypeAlias, TypeVar, cast

import msgspec


class Kind(StrEnum):
    """What a leaf is. The first group are the grammar's terminals."""

    HIERARCHY = "HIERARCHY"
    ROOT = "ROOT"
    JOINT = "JOINT"
    END_SITE = "END_SITE"
    OFFSET = "OFFSET"
    CHANNELS = "CHANNELS"
    MOTION = "MOTION"
    FRAMES = "FRAMES"
    FRAME_TIME = "FRAME_TIME"
    OPEN = "OPEN"
    CLOSE = "CLOSE"
    EXTRA_CLOSE = "EXTRA_CLOSE"  # a closing brace that closes nothing
    ORPHAN_OPEN = "ORPHAN_OPEN"  # an opening brace that no keyword asked for, closed later
    EXTRA_OPEN = "EXTRA_OPEN"  # the same, and nothing closes it
    NAME = "NAME"
    NUMBER = "NUMBER"
    CHANNEL = "CHANNEL"
    WORD = "WORD"  # any other word after a keyword
    JUNK = "JUNK"  # lines that begin with no keyword: all that follow each other
    UNKNOWN = "UNKNOWN"  # such a line before an opening brace: a misspelt keyword
    ROWS = "ROWS"  # all frame rows, one leaf

    BLANK = "BLANK"
    NEWLINE = "NEWLINE"
    COMMENT = "COMMENT"
    CONFLICT = "CONFLICT"
    BOM = "BOM"


T = TypeVar("T")

TRIVIA = frozenset({Kind.BLANK, Kind.NEWLINE, Kind.COMMENT, Kind.CONFLICT, Kind.BOM})

# All that a header without a slip is made of.
_SOUND = frozenset(
    {
        Kind.HIERARCHY,
        Kind.ROOT,
        Kind.JOINT,
        Kind.END_SITE,
        Kind.OFFSET,
        Kind.CHANNELS,
        Kind.OPEN,
        Kind.CLOSE,
        Kind.NAME,
        Kind.NUMBER,
        Kind.CHANNEL,
        Kind.WORD,
        Kind.COMMENT,
        Kind.BOM,
    }
)
_SHOWN_BYTES = 60


class Leaf(msgspec.Struct, frozen=True, gc=False):
    """A token: its kind and its byte span of the content.

    A brace that is missing in the file is a leaf of no width at the place where it had to be.
    """

    type: Kind  # the name under which Lark's parser asks a token for its terminal
    start: int
    end: int
    content: bytes

    @property
    def raw(self) -> bytes:
        """The bytes as they stand."""
        return self.content[self.start : self.end]

    @property
    def text(self) -> str:
        """The bytes read as Latin-1: a character a byte."""
        return self.raw.decode("latin-1")

    @property
    def missing(self) -> bool:
        return self.start == self.end

    def __repr__(self) -> str:
        return f"Leaf({self.type}, {self.start}, {self.end}, {_shortened(self.raw)})"


class Item(msgspec.Struct, frozen=True, eq=False, gc=False):
    """A keyword and the words after it: OFFSET, CHANNELS, Frames, Frame Time, HIERARCHY or
    MOTION."""

    keyword: Leaf
    values: tuple[Leaf, ...]

    @property
    def type(self) -> Kind:
        return self.keyword.type

    @property
    def start(self) -> int:
        return self.keyword.start

    @property
    def end(self) -> int:
        return self.values[-1].end if self.values else self.keyword.end


class Block(msgspec.Struct, frozen=True, eq=False, gc=False):
    """A brace block: ROOT, JOINT or End Site with what it holds.

    The keyword is of kind UNKNOWN where it is misspelt and None where a brace stands alone.
    ``junk`` is what stands between the name and the brace: lines, or a brace too many. ``open``
    or ``close`` has no width where the brace is missing in the file.
    """

    keyword: Leaf | None
    name: Leaf | None
    junk: tuple[Leaf, ...]
    open: Leaf
    children: tuple[Element, ...]
    close: Leaf

    @property
    def type(self) -> Kind:
        return self.keyword.type if self.keyword else Kind.ORPHAN_OPEN

    @property
    def start(self) -> int:
        return self.keyword.start if self.keyword else self.open.start

    @property
    def end(self) -> int:
        return self.close.end

    @property
    def head_end(self) -> int:
        """Where the keyword's line of interest ends: after the name or the keyword."""
        if self.name:
            return self.name.end
        return self.keyword.end if self.keyword else self.open.end

    def __repr__(self) -> str:
        # Without the children: blocks may be nested to any depth.
        count = len(self.children)
        return f"Block({self.keyword!r}, {self.name!r}, {count} children, {self.end})"


Element: TypeAlias = "Item | Block | Leaf"


class Tree(msgspec.Struct, frozen=True, eq=False, dict=True, weakref=True):
    """The whole file. ``tokens`` are all leaves but blanks and line ends, in file order.

    ``head`` is the tree of what stands before the first MOTION if that was parsed by itself: files
    of one skeleton share it, and the content of its leaves is the head alone.
    """

    elements: tuple[Element, ...]
    tokens: tuple[Leaf, ...]
    content: bytes
    head: Tree | None = None
    _kept: dict[Hashable, object] = msgspec.field(default_factory=dict)

    def keep(self, key: Hashable, make: Callable[[], T]) -> T:
        """``make()``, worked out once for a key and kept as long as the tree is."""
        if key not in self._kept:
            # Of two threads the first wins.
            self._kept.setdefault(key, make())
        return cast("T", self._kept[key])

    @cached_property
    def is_sound(self) -> bool:
        """Whether this is one HIERARCHY with its ROOTs and nothing else, every brace in place."""
        if any(leaf.type not in _SOUND for leaf in self.tokens):
            return False
        if sum(leaf.type is Kind.HIERARCHY for leaf in self.tokens) != 1:
            return False
        first, *roots = self.elements
        return (
            isinstance(first, Item)
            and first.type is Kind.HIERARCHY
            and not first.values
            and len(roots) > 0
            and all(root.type is Kind.ROOT for root in roots)
            and not any(
                element.open.missing or element.close.missing
                for element in self.items()
                if isinstance(element, Block)
            )
        )

    def leaves(self) -> Iterator[Leaf]:
        """Every leaf in file order, blanks and line ends too: together they tile the content."""
        for piece in self._pieces():
            if isinstance(piece, Leaf):
                yield piece
            else:
                yield from split_gap(self.content, *piece)

    def to_content(self) -> bytes:
        """The content, joined from the tokens and what stands between them."""
        return b"".join(
            piece.raw if isinstance(piece, Leaf) else self.content[piece[0] : piece[1]]
            for piece in self._pieces()
        )

    def _pieces(self) -> Iterator[Leaf | tuple[int, int]]:
        """The tokens, and the spans of the gaps between them."""
        position = 0
        for token in self.tokens:
            if token.start > position:
                yield position, token.start
            yield token
            position = token.end
        if position < len(self.content):
            yield position, len(self.content)

    def items(self) -> Iterator[Item | Block]:
        """Items and blocks in file order, a block before what it holds; any depth."""
        return items_of(self.elements)


def items_of(elements: tuple[Element, ...]) -> Iterator[Item | Block]:
    """The items and blocks among some elements, and those in the blocks."""
    stack: list[Element] = list(reversed(elements))
    while stack:
        element = stack.pop()
        if isinstance(element, Leaf):
            continue
        yield element
        if isinstance(element, Block):
            stack.extend(reversed(element.children))


_GAP = re.compile(rb"([ \t]+)|\r\n|\r|\n")


def split_gap(content: bytes, start: int, end: int) -> Iterator[Leaf]:
    """The blanks and line ends of a gap between two tokens: runs of blanks, single line ends."""
    for match in _GAP.finditer(content, start, end):
        kind = Kind.BLANK if match.lastindex else Kind.NEWLINE
        yield Leaf(kind, match.start(), match.end(), content)


def _shortened(raw: bytes) -> str:
    return repr(raw) if len(raw) <= _SHOWN_BYTES else repr(raw[:_SHOWN_BYTES]) + "..."
