"""Bytes to tokens: finds the words of the header and, as one leaf, the frame rows.

One pass from left to right. In *item* position (a line's beginning, or after a brace) a keyword
is looked for; in *value* position (after a keyword, on its line) words; after ROOT, JOINT and
End Site the rest of the line is a name.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from bvhlint.source import UTF8_BOM
from bvhlint.syntax.nodes import TRIVIA, Kind, Leaf

_HEADS = frozenset({Kind.ROOT, Kind.JOINT, Kind.END_SITE})
_SECTIONS = frozenset({Kind.MOTION, Kind.FRAMES, Kind.FRAME_TIME})
_ITEMS = _SECTIONS | {Kind.HIERARCHY, Kind.OFFSET, Kind.CHANNELS}
_KEYWORDS = (
    Kind.HIERARCHY,
    Kind.ROOT,
    Kind.JOINT,
    Kind.END_SITE,
    Kind.OFFSET,
    Kind.CHANNELS,
    Kind.MOTION,
    Kind.FRAME_TIME,
    Kind.FRAMES,
    Kind.OPEN,
    Kind.CLOSE,
)
# The order is the order of trying.
_ITEM_KINDS = (*_KEYWORDS, Kind.COMMENT, Kind.CONFLICT, Kind.NUMBER, Kind.CHANNEL, Kind.JUNK)
_VALUE_KINDS = (Kind.COMMENT, *_KEYWORDS, Kind.NUMBER, Kind.CHANNEL, Kind.WORD)
_NAME_KINDS = (Kind.COMMENT, Kind.OPEN, Kind.CLOSE, Kind.NAME)
_WORDS = frozenset({Kind.NUMBER, Kind.CHANNEL, Kind.WORD})
_NO_KEYWORDS = _WORDS | TRIVIA | {Kind.NAME}

# What can begin a frame row although it is no number.
_ROW_WORD = re.compile(rb"[+-]?(?:nan|inf|\.?[0-9])", re.IGNORECASE)
_SECTION_LINE = re.compile(
    rb"(?:(?<=[\r\n])|\A)[ \t]*(?:HIERARCHY|MOTION)(?=[ \t\r\n]|\Z)", re.IGNORECASE
)
# Beyond so many words on one line the rest of it is one piece of junk: a line of 100 MB
# is no item.
MAX_VALUES = 2_000_000


@dataclass(frozen=True, slots=True)
class Patterns:
    """Compiled alternations, made from the grammar's terminals."""

    item: re.Pattern[bytes]
    value: re.Pattern[bytes]
    name: re.Pattern[bytes]
    junk: re.Pattern[bytes]

    @classmethod
    def of(cls, terminals: Mapping[str, str], *, brace_in_words: bool) -> Patterns:
        """``terminals`` maps each terminal to its regular expression.

        ``brace_in_words`` is for files that are not valid UTF-8: there a brace right after a
        byte of 0x80 or more is the second byte of a Shift-JIS character.
        """

        def alternation(gap: str, kinds: tuple[Kind, ...]) -> re.Pattern[bytes]:
            pieces = "|".join(f"(?P<{kind}>{terminals[kind]})" for kind in kinds)
            if brace_in_words:
                for plain in (r"[^ \t\r\n{}]+", r"[^\r\n{}]+"):
                    pieces = pieces.replace(plain, f"(?:{plain[:-1]}|(?<=[\\x80-\\xff])[{{}}])+")
            return re.compile(f"{gap}(?:{pieces})".encode("latin-1"))

        return cls(
            alternation(r"[ \t\r\n]*+", _ITEM_KINDS),
            alternation(r"[ \t]*+", _VALUE_KINDS),
            alternation(r"[ \t]*+", _NAME_KINDS),
            alternation("", (Kind.JUNK,)),
        )


@dataclass(slots=True)
class _Junk:
    """Lines of junk not yet a token: a million of them are one leaf."""

    start: int
    last_line: int
    end: int


class Scanner:
    """Scans one content once."""

    def __init__(self, content: bytes, patterns: Patterns) -> None:
        self._content = content
        self._patterns = patterns
        self._tokens: list[Leaf] = []
        self._keyword: Kind | None = None  # the last token that is no word and no comment
        self._in_motion = False
        self._junk: _Junk | None = None

    def scan(self) -> list[Leaf]:
        """All leaves but blanks and line ends, in file order."""
        position = 0
        if self._content.startswith(UTF8_BOM):
            position = self._add(Kind.BOM, 0, len(UTF8_BOM))
        match_item = self._patterns.item.match
        while match := match_item(self._content, position):
            kind = Kind(match.lastgroup or "")
            start, end = match.span(kind.value)
            if kind in (Kind.NUMBER, Kind.CHANNEL, Kind.JUNK):
                position = self._loose(kind, start)
                continue
            position = self._add(kind, start, end)
            if kind in _HEADS:
                position = self._name(position)
            elif kind in _ITEMS:
                position = self._values(position)
        self._flush_junk(None)
        return self._tokens

    def _add(self, kind: Kind, start: int, end: int) -> int:
        if self._junk:
            self._flush_junk(kind)
        text = self._content[start:end].decode("latin-1")
        self._tokens.append(Leaf(kind, start, end, text))
        if kind not in _NO_KEYWORDS:
            self._keyword = kind
            if kind in _SECTIONS:
                self._in_motion = True
            elif kind in _HEADS or kind is Kind.HIERARCHY:
                self._in_motion = False
        return end

    def _name(self, position: int) -> int:
        """The name after a head, if there is one on its line."""
        match = self._patterns.name.match(self._content, position)
        if match and match.lastgroup == "NAME":
            return self._add(Kind.NAME, *match.span("NAME"))
        return position

    def _values(self, position: int) -> int:
        """The words after a keyword, up to the line's end, a brace or the next keyword."""
        match_value = self._patterns.value.match
        for _ in range(MAX_VALUES):
            match = match_value(self._content, position)
            if match is None:
                return position
            kind = Kind(match.lastgroup or "")
            if kind not in _WORDS:
                return position
            position = self._add(kind, *match.span(kind.value))
        return position

    def _loose(self, kind: Kind, start: int) -> int:
        """A line that begins with no keyword: values that go on, frame rows, or junk."""
        goes_on = (kind is Kind.NUMBER and self._keyword in (Kind.OFFSET, Kind.CHANNELS)) or (
            kind is Kind.CHANNEL and self._keyword is Kind.CHANNELS
        )
        if goes_on and not self._junk:
            return self._values(start)
        if (self._in_motion or self._keyword is Kind.CLOSE) and _ROW_WORD.match(
            self._content, start
        ):
            return self._rows(start)
        return self._junk_line(start)

    def _rows(self, start: int) -> int:
        while start and self._content[start - 1] in b" \t":
            start -= 1
        end = find_section(self._content, start)
        self._flush_junk(None)
        self._tokens.append(Leaf(Kind.ROWS, start, end, ""))
        self._in_motion = False
        return end

    def _junk_line(self, start: int) -> int:
        match = self._patterns.junk.match(self._content, start)
        assert match is not None, "a loose line has a first word"
        end = match.end()
        shown = start + len(self._content[start:end].rstrip(b" \t"))
        if self._junk:
            self._junk.last_line, self._junk.end = start, shown
        else:
            self._junk = _Junk(start, start, shown)
        return end

    def _flush_junk(self, following: Kind | None) -> None:
        """Make tokens of the junk; its last line before a brace is a misspelt keyword."""
        junk, self._junk = self._junk, None
        if junk is None:
            return
        if following is not Kind.OPEN or self._keyword in _HEADS:
            self._tokens.append(Leaf(Kind.JUNK, junk.start, junk.end, ""))
            return
        if junk.last_line > junk.start:
            before = self._content[junk.start : junk.last_line].rstrip(b" \t\r\n")
            self._tokens.append(Leaf(Kind.JUNK, junk.start, junk.start + len(before), ""))
        text = self._content[junk.last_line : junk.end].decode("latin-1")
        self._tokens.append(Leaf(Kind.UNKNOWN, junk.last_line, junk.end, text))


def find_section(content: bytes, start: int) -> int:
    """Where a later HIERARCHY or MOTION line begins after ``start``, or the end of the content."""
    # Rows of numbers hold none of these letters, and looking for a byte is far faster than
    # a regular expression.
    found = [place for letter in b"HhMm" if (place := content.find(letter, start)) >= 0]
    if not found:
        return len(content)
    first = min(found)
    line = max(content.rfind(b"\n", start, first), content.rfind(b"\r", start, first), start - 1)
    match = _SECTION_LINE.search(content, line + 1)
    return match.start() if match else len(content)
