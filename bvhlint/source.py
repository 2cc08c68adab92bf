"""Bytes as read, their encoding, lines and positions.

``data`` is what stands in the file. ``content`` is what the parser reads and every byte offset
counts in: the same bytes, but for UTF-16 and UTF-32 with a byte-order mark, whose text is taken
as UTF-8. A line ends at CR, LF or CRLF and at nothing else.
"""

from __future__ import annotations

import codecs
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bvhlint.finding import Region

UTF8_BOM = codecs.BOM_UTF8
_CHUNK = 1 << 20

# UTF-32 first: its little-endian mark begins with the one of UTF-16.
_WIDE_MARKS = (
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)


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


@dataclass(frozen=True, eq=False)
class Source:
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
    def is_ascii(self) -> bool:
        return self.content.isascii()

    @cached_property
    def has_bom(self) -> bool:
        """Whether the content begins with a UTF-8 byte-order mark."""
        return self.content.startswith(UTF8_BOM)

    @cached_property
    def _line_cache(self) -> dict[str, NDArray[np.int64]]:
        return {}

    def line_starts(self, upto: int | None = None) -> NDArray[np.int64]:
        """Offsets at which lines start, ascending, shape (lines,); at least up to ``upto``."""
        size = len(self.content)
        wanted = size if upto is None else min(upto, size)
        known = self._line_cache.get("starts")
        reach = self._line_cache.get("reach")
        if known is None or reach is None or reach[0] < wanted:
            # Most questions are about the header: a large file is not searched for them.
            reach = np.array([min(size, max(2 * wanted, 1 << 16))])
            known = find_line_starts(self.content, int(reach[0]))
            self._line_cache.update(starts=known, reach=reach)
        return known

    def line_of(self, offset: int) -> int:
        """The 1-based number of the line that holds ``offset``."""
        return int(np.searchsorted(self.line_starts(offset), offset, side="right"))

    def line_span(self, line: int) -> tuple[int, int]:
        """Start and end of a 1-based line, without its line end."""
        starts = self.line_starts()
        start = int(starts[line - 1])
        end = int(starts[line]) if line < len(starts) else len(self.content)
        while end > start and self.content[end - 1] in b"\r\n":
            end -= 1
        return start, end

    def position(self, offset: int) -> Position:
        """Line and column of a byte offset in 0 .. len(content)."""
        line = self.line_of(offset)
        start = int(self.line_starts(offset)[line - 1])
        return Position(line, self._columns(start, offset) + 1)

    def region(self, start: int, end: int) -> Region:
        """The lines and columns of a byte span."""
        first, last = self.position(start), self.position(max(start, end))
        return Region(first.line, first.column, last.line, last.column)

    def _columns(self, start: int, end: int) -> int:
        if start == 0 and self.has_bom:
            start = min(len(UTF8_BOM), end)
        if self.is_ascii or self.encoding is Encoding.EIGHT_BIT:
            return end - start
        # Code points of valid UTF-8 are the bytes that are no continuation.
        piece = np.frombuffer(self.content, np.uint8, end - start, start)
        return int(np.count_nonzero((piece & 0xC0) != 0x80))

    def show(self, start: int, end: int) -> str:
        """The text of a span for showing to a person; never for writing back."""
        return decode_text(self.content[start:end])


def decode_text(raw: bytes) -> str:
    """Decode bytes of unknown encoding for showing: UTF-8, then Shift-JIS, then Latin-1."""
    for encoding in ("utf-8", "cp932"):
        try:
            return raw.decode(encoding)
        except UnicodeDecodeError:
            continue
    return raw.decode("latin-1")


def find_line_starts(content: bytes, upto: int) -> NDArray[np.int64]:
    """Offsets in ``content[:upto]`` at which a line starts, shape (lines,), the first 0."""
    pieces = [np.zeros(1, np.int64)]
    has_cr = content.find(b"\r", 0, upto) >= 0
    for begin in range(0, upto, _CHUNK):
        stop = min(begin + _CHUNK, upto)
        block = np.frombuffer(content, np.uint8, stop - begin, begin)
        ends = np.flatnonzero(block == 10)
        if has_cr:
            after = np.zeros(len(block), np.uint8)
            after[:-1] = block[1:]
            after[-1] = content[stop] if stop < len(content) else 0
            ends = np.sort(np.concatenate((ends, np.flatnonzero((block == 13) & (after != 10)))))
        pieces.append(ends + (begin + 1))
    return np.concatenate(pieces)


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
