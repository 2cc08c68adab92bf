"""The header line by line: what stands on each, how deep, and how lines are indented."""

from __future__ import annotations

import re
from dataclasses import dataclass

from bvhlint.document.document import Document
from bvhlint.facts.clip import last_word, later_parts
from bvhlint.facts.memo import fact
from bvhlint.syntax.nodes import Kind, Leaf

TAB = b"\t"
_OPENS = frozenset({Kind.OPEN, Kind.ORPHAN_OPEN})
_LONGEST_INDENT = 64
_BLANKS = re.compile(rb"[ \t]*+")


@dataclass(frozen=True, slots=True)
class HeaderLine:
    """The tokens of one line, comments too, and how many blocks are open before the first."""

    tokens: tuple[Leaf, ...]
    depth: int

    @property
    def own_depth(self) -> int:
        """The level the line belongs on: a closing brace stands as its block does."""
        return self.depth - (self.tokens[0].type is Kind.CLOSE and self.depth > 0)


@fact
def header_end(document: Document) -> int:
    """Where the header ends: at the first byte of the block of frame rows, or of a part that is
    not judged."""
    parts, rows = later_parts(document), document.motion.rows
    ends = [part.keyword.start for part in parts[:1]] + ([rows.start] if rows else [])
    return min(ends, default=len(document.content))


@fact
def header_lines(document: Document) -> tuple[HeaderLine, ...]:
    """The lines of the header that hold tokens; a piece of junk counts for its first line."""
    content, stop = document.content, header_end(document)
    lines: list[HeaderLine] = []
    current: list[Leaf] = []
    depth = begun_at = 0
    for leaf in document.tree.tokens:
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


def line_start(content: bytes, offset: int) -> int:
    """Where the line of an offset starts."""
    return max(content.rfind(b"\n", 0, offset), content.rfind(b"\r", 0, offset)) + 1


def line_stop(content: bytes, offset: int) -> int:
    """Where the line of an offset ends, with its line end."""
    newline = content.find(b"\n", offset)
    stop = len(content) if newline < 0 else newline + 1
    carriage = content.find(b"\r", offset, stop)
    if carriage < 0 or carriage + 2 == stop:
        return stop
    return carriage + 1


def indent_of(content: bytes, offset: int) -> bytes:
    """The blanks at the beginning of the line of an offset, up to it."""
    match = _BLANKS.match(content, line_start(content, offset), offset)
    return match[0] if match else b""


def item_line(content: bytes, start: int, end: int) -> tuple[int, int]:
    """What goes when ``content[start:end]`` goes: its lines, if nothing else stands on them, or
    else it and the blanks before it."""
    first, stop = line_start(content, start), line_stop(content, end)
    if first + len(indent_of(content, start)) == start and not content[end:stop].strip(b" \t\r\n"):
        return first, stop
    before = content[max(start - _LONGEST_INDENT, 0) : start]
    return start - (len(before) - len(before.rstrip(b" \t"))), end


def blank_lines_before(content: bytes, offset: int) -> tuple[int, int]:
    """The span of the blank lines right before the line of an offset, empty without any."""
    stop = line_start(content, offset)
    _, word_end = last_word(content, stop)
    return (min(line_stop(content, word_end), stop) if word_end else 0), stop


@fact
def indent_unit(document: Document) -> bytes:
    """What the file puts before a line for each level: the indentation of its first line on the
    first level, or a tab where that has none."""
    for line in header_lines(document):
        if line.own_depth == 1:
            indent = indent_of(document.content, line.tokens[0].start)
            if 0 < len(indent) <= _LONGEST_INDENT:
                return indent
    return TAB
