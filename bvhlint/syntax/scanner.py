"""Bytes to tokens: finds the words of the header and, as one leaf, the frame rows.

One pass from left to right. In *item* position (a line's beginning, or after a brace) a keyword
is looked for; in *value* position (after a keyword, on its line) words; after ROOT, JOINT and
End Site the rest of the line is a name.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from bvhlint.source import bom_length
from bvhlint.syntax.lines import find_section, last_line
from bvhlint.syntax.nodes import TRIVIA, Kind, Leaf
from bvhlint.syntax.values import WORDS

#: A header of more tokens is no header: what follows them is one leaf of JUNK. It bounds the
#: memory that a file of a hundred megabytes of braces can ask for.
MAX_TOKENS = 1_500_000

_HEADS = frozenset({Kind.ROOT, Kind.JOINT, Kind.END_SITE})
_SECTIONS = frozenset({Kind.MOTION, Kind.FRAMES, Kind.FRAME_TIME})
_ITEMS = _SECTIONS | {Kind.HIERARCHY, Kind.OFFSET, Kind.CHANNELS}
_LOOSE = frozenset({Kind.NUMBER, Kind.CHANNEL, Kind.JUNK})

# The order is the order of trying: the commonest first, words that may be anything last.
_KEYWORDS = (
    Kind.CHANNELS,
    Kind.JOINT,
    Kind.OFFSET,
    Kind.END_SITE,
    Kind.ROOT,
    Kind.MOTION,
    Kind.FRAMES,
    Kind.FRAME_TIME,
    Kind.HIERARCHY,
)
_ITEM_KINDS = (
    Kind.OPEN,
    Kind.CLOSE,
    *_KEYWORDS,
    Kind.COMMENT,
    Kind.CONFLICT,
    Kind.NUMBER,
    Kind.CHANNEL,
    Kind.JUNK,
)
_VALUE_KINDS = (
    Kind.NUMBER,
    Kind.CHANNEL,
    Kind.OPEN,
    Kind.CLOSE,
    Kind.COMMENT,
    *_KEYWORDS,
    Kind.WORD,
)

_NUMBER = rb"[+-]?(?:[0-9]++\.?[0-9]*+|\.[0-9]++)(?:[eE][+-]?[0-9]++)?"
# What begins a frame row: a number or what stands for one.
_ROW = re.compile(rb"[+-]?(?:\.?[0-9]|(?:nan|inf(?:inity)?)(?![a-z]))", re.IGNORECASE)
# Behind the Frame Time any other word too, if two numbers follow it.
_DAMAGED_ROW = re.compile(
    rb"[^ \t\r\n{}]++(?:[ \t]++" + _NUMBER + rb"(?=[ \t\r\n]|\Z)){2}", re.IGNORECASE
)


class Alternation:
    """One compiled pattern that tells which of some kinds stands at a place."""

    def __init__(self, gap: str, kinds: tuple[Kind, ...], expressions: Mapping[str, str]) -> None:
        pieces = "|".join(f"({expressions[kind]})" for kind in kinds)
        self.match = re.compile(f"{gap}(?:{pieces})".encode("latin-1")).match
        self.kinds: tuple[Kind, ...] = (Kind.JUNK, *kinds)  # by the number of the group


class Patterns:
    """What can stand at the three positions, made from the grammar's terminals."""

    def __init__(self, terminals: Mapping[str, str], *, brace_in_words: bool) -> None:
        """``terminals`` maps each terminal to its regular expression, one without groups.

        ``brace_in_words`` is for files that are not valid UTF-8: there a brace right after a
        byte of 0x80 or more is the second byte of a Shift-JIS character.
        """
        expressions = dict(terminals)
        if brace_in_words:
            for kind in (Kind.WORD, Kind.NAME, Kind.JUNK):
                # Lark hands out the characters that the grammar's escapes stand for.
                for plain in ("[^ \t\r\n{}]++", "[^\r\n{}]++"):
                    wide = rf"{plain}(?:(?<=[\x80-\xff])[{{}}]{plain[:-2]}*+)*+"
                    expressions[kind] = expressions[kind].replace(plain, wide)
        self.item = Alternation(r"[ \t\r\n]*+", _ITEM_KINDS, expressions)
        self.value = Alternation(r"[ \t]*+", _VALUE_KINDS, expressions)
        self.name = Alternation(r"[ \t]*+", (Kind.NAME,), expressions)
        self.junk = Alternation("", (Kind.JUNK,), expressions)


class Scanner:
    """Scans one content once."""

    def __init__(self, content: bytes, patterns: Patterns) -> None:
        self._content = content
        self._patterns = patterns
        self._tokens: list[Leaf] = []
        self._item: Kind | None = None  # the item that words belong to
        self._head_waits = False  # a ROOT, JOINT or End Site has no brace yet
        self._depth = 0
        self._may_be_rows = False
        self._has_frame_time = False
        self._junk: tuple[int, int] | None = None  # lines of junk that are no leaf yet

    def scan(self, position: int = 0) -> list[Leaf]:
        """All leaves but blanks and line ends, in file order, from the line at ``position`` on."""
        content, kinds, match_item = (
            self._content,
            self._patterns.item.kinds,
            self._patterns.item.match,
        )
        if position == 0 and (position := bom_length(content)):
            self._tokens.append(Leaf(Kind.BOM, 0, position, content))
        while match := match_item(content, position):
            group = match.lastindex or 0
            kind = kinds[group]
            start, end = match.span(group)
            if len(self._tokens) >= MAX_TOKENS:
                self._junk = (self._junk[0] if self._junk else start, len(content))
                break
            if kind in _LOOSE:
                position = self._loose(kind, position, start)
            elif kind in TRIVIA:
                self._flush_junk()
                self._tokens.append(Leaf(kind, start, end, content))
                position = end
            else:
                position = self._keyword(kind, start, end)
        self._flush_junk()
        return self._tokens

    def _keyword(self, kind: Kind, start: int, end: int) -> int:
        """A keyword or brace, with the words or the name after it."""
        self._flush_junk()
        if kind is Kind.OPEN:
            if not self._head_waits:
                self._tell_unknown()
            self._depth += 1
        elif kind is Kind.CLOSE:
            self._depth -= 1
        self._tokens.append(Leaf(kind, start, end, self._content))
        self._head_waits = kind in _HEADS
        if kind in _HEADS:
            self._item = None
            self._may_be_rows = False
            return self._name(end)
        if kind not in _ITEMS:
            self._item = None
            # Rows may follow the last brace though MOTION is missing.
            self._may_be_rows = kind is Kind.CLOSE and self._depth <= 0
            return end
        if kind in (Kind.MOTION, Kind.HIERARCHY):
            self._depth = 0
        self._item = kind
        self._may_be_rows = kind in _SECTIONS
        self._has_frame_time = kind is Kind.FRAME_TIME or (
            self._has_frame_time and kind is Kind.FRAMES
        )
        return self._values(end)

    def _name(self, position: int) -> int:
        """The name after a head, if there is one on its line."""
        match = self._patterns.name.match(self._content, position)
        if match is None:
            return position
        start, end = match.span(match.lastindex or 0)
        self._tokens.append(Leaf(Kind.NAME, start, end, self._content))
        return end

    def _values(self, position: int) -> int:
        """The words after a keyword, up to the line's end, a brace or the next keyword."""
        content, tokens = self._content, self._tokens
        kinds, match_value = self._patterns.value.kinds, self._patterns.value.match
        while len(tokens) < MAX_TOKENS and (match := match_value(content, position)):
            group = match.lastindex or 0
            kind = kinds[group]
            if kind not in WORDS:
                break
            start, position = match.span(group)
            tokens.append(Leaf(kind, start, position, content))
        return position

    def _loose(self, kind: Kind, before: int, start: int) -> int:
        """A line that begins with no keyword: values that go on, frame rows, or junk."""
        if self._junk is None and (
            (kind is Kind.NUMBER and self._item in (Kind.OFFSET, Kind.CHANNELS))
            or (kind is Kind.CHANNEL and self._item is Kind.CHANNELS)
        ):
            return self._values(start)
        if self._may_be_rows and (
            _ROW.match(self._content, start)
            or (self._has_frame_time and _DAMAGED_ROW.match(self._content, start))
        ):
            return self._rows(before, start)
        self._item = None
        match = self._patterns.junk.match(self._content, start)
        assert match is not None, "a loose line has a first word"
        self._junk = (self._junk[0] if self._junk else start, match.end())
        return match.end()

    def _rows(self, before: int, start: int) -> int:
        self._flush_junk()
        start -= _blanks_at_end(self._content, before, start)
        end = find_section(self._content, start)
        self._tokens.append(Leaf(Kind.ROWS, start, end, self._content))
        self._item = None
        self._may_be_rows = False
        return end

    def _flush_junk(self) -> None:
        """Make a leaf of the junk lines seen: a million of them are one."""
        if self._junk is None:
            return
        start, end = self._junk
        end -= _blanks_at_end(self._content, start, end)
        self._tokens.append(Leaf(Kind.JUNK, start, end, self._content))
        self._junk = None

    def _tell_unknown(self) -> None:
        """Before a brace that no head asked for: the line of junk before it is a misspelt head."""
        index = len(self._tokens) - 1
        while index >= 0 and self._tokens[index].type in TRIVIA:
            index -= 1
        if index < 0 or self._tokens[index].type is not Kind.JUNK:
            return
        junk = self._tokens[index]
        line, before = last_line(self._content, junk.start, junk.end)
        unknown = Leaf(Kind.UNKNOWN, line, junk.end, self._content)
        pieces = [Leaf(Kind.JUNK, junk.start, before, self._content)] if line > junk.start else []
        self._tokens[index : index + 1] = [*pieces, unknown]


def _blanks_at_end(content: bytes, start: int, end: int) -> int:
    """How many blanks stand at the end of ``content[start:end]``."""
    if end == start or content[end - 1] not in b" \t":
        return 0
    return end - start - len(content[start:end].rstrip(b" \t"))
