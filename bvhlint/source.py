"""Bytes as read, their encoding, lines and positions.

``data`` is what stands in the file. ``content`` is what the parser reads and every byte offset
counts in: the same bytes, but for UTF-16 and UTF-32 with a byte-order mark, whose text is taken
as UTF-8. A line ends at CR, LF or CRLF and at nothing else.
"""

from __future__ import annotations

import codecs
import re
from enum import StrEnum
from functools import cached_property
from typing import NamedTuple

import msgspec

from bvhlint.finding import Region
from bvhlint.line_index import LineIndex

_UTF8_MARKS = re.compile(b"(?:%b)*+" % codecs.BOM_UTF8)
_CHUNK = 1 << 20
_BLOCK = 1 << 14
_CONTINUATIONS = bytes(range(0x80, 0xC0))

# UTF-32 first: its little-endian mark begins with the one of UTF-16.
_WIDE_MARKS = (
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)


# Where the NULs stand in a unit that holds an ASCII character, and the share of such units: only
# names and comments hold others.
_MOSTLY = 0.75
_WIDE_PATTERNS = (
    (4, (False, True, True, True), "utf-32-le"),
    (4, (True, True, True, False), "utf-32-be"),
    (2, (False, True), "utf-16-le"),
    (2, (True, False), "utf-16-be"),
)
_LOOKED_AT = 1024


class Encoding(StrEnum):
    """How the bytes are read as text; EIGHT_BIT is anything that is not valid UTF-8."""

    UTF8 = "utf-8"
    UTF16_LE = "utf-16-le"
    UTF16_BE = "utf-16-be"
    UTF32_LE = "utf-32-le"
    UTF32_BE = "utf-32-be"
    EIGHT_BIT = "8-bit"

    @property
    def is_wide(self) -> bool:
        return self.value.startswith(("utf-16", "utf-32"))


class Position(NamedTuple):
    """A place for people: 1-based line and column in code points."""

    line: int
    column: int


def bom_length(content: bytes) -> int:
    """The size of the UTF-8 byte-order marks at the start: several, where programs added theirs."""
    found = _UTF8_MARKS.match(content)
    return found.end() if found else 0


class Source(msgspec.Struct, frozen=True, eq=False, dict=True):
    """The bytes of one file. Make it with ``Source.of``."""

    data: bytes
    content: bytes
    encoding: Encoding

    @classmethod
    def of(cls, data: bytes) -> Source:
        """Detect the encoding of ``data``, which may be any bytes at all."""
        for mark, name in _WIDE_MARKS:
            if data.startswith(mark):
                text = _decode_wide(data[len(mark) :], name)
                if text is not None:
                    return cls(data, text, Encoding(name))
        encoding = Encoding.UTF8 if _is_utf8(data) else Encoding.EIGHT_BIT
        return cls(data, data, encoding)

    def encode(self, content: bytes) -> bytes:
        """The file's bytes for ``content``: the way back from ``content`` to ``data``."""
        if not self.encoding.is_wide:
            return content
        mark = next(mark for mark, name in _WIDE_MARKS if name == self.encoding.value)
        text = content.decode("utf-8", "surrogatepass")
        return mark + text.encode(self.encoding.value, "surrogatepass")

    @cached_property
    def is_wide(self) -> bool:
        """Whether the bytes are UTF-16 or UTF-32: decoded, or, without a mark or damaged, not."""
        return self.encoding.is_wide or guess_wide(self.data)[1] is not None

    @cached_property
    def is_ascii(self) -> bool:
        return self.content.isascii()

    @cached_property
    def bom_length(self) -> int:
        """How many bytes of UTF-8 byte-order marks the content begins with."""
        return bom_length(self.content)

    @cached_property
    def lines(self) -> LineIndex:
        """Where the content's lines start and end."""
        return LineIndex(self.content)

    @cached_property
    def _points(self) -> CodePoints:
        return CodePoints(self.content)

    def line_of(self, offset: int) -> int:
        """The 1-based number of the line that holds ``offset``."""
        return self.lines.number(offset)

    def position(self, offset: int) -> Position:
        """Line and column of a byte offset in 0 .. len(content)."""
        start = self.lines.start(offset)
        return Position(self.lines.number(offset), self._columns(start, offset) + 1)

    def region(self, start: int, end: int) -> Region:
        """The lines and columns of a byte span."""
        first, last = self.position(start), self.position(max(start, end))
        return Region(first.line, first.column, last.line, last.column)

    def _columns(self, start: int, end: int) -> int:
        if start == 0:
            start = min(self.bom_length, end)
        if self.is_ascii or self.encoding is Encoding.EIGHT_BIT:
            return end - start
        return self._points.count(end) - self._points.count(start)

    def show(self, start: int, end: int) -> str:
        """The text of a span for showing to a person; never for writing back."""
        if self.encoding is Encoding.EIGHT_BIT:
            return decode_text(self.content[start:end])
        # Of a character that the span's ends cut nothing is shown.
        return self.content[start:end].decode("utf-8", "ignore")


# Two-byte characters of Shift-JIS mostly begin with a byte that is no letter in Latin-1; letters
# of Latin-1 mostly stand between letters of ASCII.
_SHIFT_JIS = re.compile(rb"[\x81-\x9f]|[\xa1-\xdf]{2}")
_PRIVATE_USE = re.compile("[\ue000-\uf8ff]")


def decode_text(raw: bytes) -> str:
    """Decode bytes of unknown encoding for showing: UTF-8, then Shift-JIS, then Latin-1."""
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError:
        pass
    if _SHIFT_JIS.search(raw):
        try:
            text = raw.decode("cp932")
            if not _PRIVATE_USE.search(text):
                return text
        except UnicodeDecodeError:
            pass
    return raw.decode("latin-1")


class CodePoints:
    """Counts code points of valid UTF-8 by blocks: one long line costs no more than many."""

    def __init__(self, content: bytes) -> None:
        self._content = content
        self._before = [0]  # code points before each block that has been counted

    def count(self, offset: int) -> int:
        """How many code points begin before ``offset``."""
        block = offset // _BLOCK
        while len(self._before) <= block:
            start = (len(self._before) - 1) * _BLOCK
            self._before.append(self._before[-1] + self._begin(start, start + _BLOCK))
        return self._before[block] + self._begin(block * _BLOCK, offset)

    def _begin(self, start: int, stop: int) -> int:
        # They are the bytes that continue none.
        return len(self._content[start:stop].translate(None, _CONTINUATIONS))


def guess_wide(data: bytes) -> tuple[bytes, str | None]:
    """The byte-order mark of UTF-16 or UTF-32, and which of them the bytes look like, if any."""
    for mark, encoding in _WIDE_MARKS:
        if data.startswith(mark):
            return mark, encoding
    sample = data[:_LOOKED_AT]
    if b"\0" not in sample:
        return b"", None
    for unit, nulls, encoding in _WIDE_PATTERNS:
        whole = len(sample) // unit * unit
        if whole and all(
            (sample[place:whole:unit].count(0) >= _MOSTLY * (whole // unit)) is is_null
            for place, is_null in enumerate(nulls)
        ):
            return b"", encoding
    return b"", None


def _is_utf8(data: bytes) -> bool:
    if data.isascii():
        return True
    # By pieces: a whole copy of a large file as str would double the memory.
    decoder = codecs.getincrementaldecoder("utf-8")()
    try:
        for begin in range(0, len(data), _CHUNK):
            decoder.decode(data[begin : begin + _CHUNK])
        decoder.decode(b"", final=True)
    except UnicodeDecodeError:
        return False
    return True


def _decode_wide(raw: bytes, encoding: str) -> bytes | None:
    """The UTF-8 content of wide text, or None where it would not come back to the byte."""
    try:
        text = raw.decode(encoding, "surrogatepass")
        content = text.encode("utf-8", "surrogatepass")
        if content.decode("utf-8", "surrogatepass").encode(encoding, "surrogatepass") == raw:
            return content
    except UnicodeError:
        pass
    return None
