"""The concrete syntax tree: frozen nodes over byte spans of the content.

A ``Leaf`` is a token or a piece of what stands between two tokens; a ``Node`` groups leaves and
nodes in file order. Joining the bytes of all leaves of a tree gives the content back.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias


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
    JUNK = "JUNK"  # lines that begin with no keyword
    UNKNOWN = "UNKNOWN"  # the same as one line before an opening brace: a misspelt keyword
    ROWS = "ROWS"  # all frame rows, one leaf

    BLANK = "BLANK"
    NEWLINE = "NEWLINE"
    COMMENT = "COMMENT"
    CONFLICT = "CONFLICT"
    BOM = "BOM"


TRIVIA = frozenset({Kind.BLANK, Kind.NEWLINE, Kind.COMMENT, Kind.CONFLICT, Kind.BOM})


@dataclass(frozen=True, slots=True)
class Leaf:
    """A token: its kind, its byte span and (but for ROWS and JUNK) its text read as Latin-1.

    A brace that is missing in the file is a leaf of no width at the place where it had to be.
    """

    type: Kind  # the name under which Lark's parser asks a token for its terminal
    start: int
    end: int
    text: str

    @property
    def missing(self) -> bool:
        return self.start == self.end


@dataclass(frozen=True, slots=True, eq=False)
class Item:
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


@dataclass(frozen=True, slots=True, eq=False)
class Block:
    """A brace block: ROOT, JOINT or End Site with what it holds.

    The keyword is of kind UNKNOWN where it is misspelt and None where a brace stands alone.
    ``junk`` are lines between the name and the brace. ``open`` or ``close`` has no width where
    the brace is missing in the file.
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


Element: TypeAlias = "Item | Block | Leaf"


@dataclass(frozen=True, eq=False)
class Tree:
    """The whole file. ``tokens`` are all leaves but blanks and line ends, in file order."""

    elements: tuple[Element, ...]
    tokens: tuple[Leaf, ...]
    content: bytes

    def leaves(self) -> Iterator[Leaf]:
        """Every leaf in file order, blanks and line ends too: together they tile the content."""
        from bvhlint.syntax.trivia import split_gap

        position = 0
        for token in self.tokens:
            yield from split_gap(self.content, position, token.start)
            yield token
            position = token.end
        yield from split_gap(self.content, position, len(self.content))

    def to_content(self) -> bytes:
        """The content, joined from the leaves."""
        return b"".join(self.content[leaf.start : leaf.end] for leaf in self.leaves())

    def items(self) -> Iterator[Item | Block]:
        """Items and blocks in file order, a block before what it holds; any depth."""
        stack: list[Element] = list(reversed(self.elements))
        while stack:
            element = stack.pop()
            if isinstance(element, Leaf):
                continue
            yield element
            if isinstance(element, Block):
                stack.extend(reversed(element.children))
