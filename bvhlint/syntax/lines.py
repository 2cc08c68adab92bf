"""Looks for places of the content by line, in time that grows with the distance alone."""

from __future__ import annotations

import re

_FIRST_WINDOW = 1 << 10
_TAB = 8
_BLANKS = re.compile(rb"[ \t]*+")
_LINE_END = re.compile(rb"\r\n|\r|\n")
_SECTION = rb"[ \t]*+(?:HIERARCHY|MOTION)(?=[ \t\r\n{}]|\Z)"
_SECTION_LINE = re.compile(_SECTION, re.IGNORECASE)
_NEXT_SECTION_LINE = re.compile(rb"[\r\n]" + _SECTION, re.IGNORECASE)


def find_section(content: bytes, start: int) -> int:
    """Where the first HIERARCHY or MOTION line from ``start`` on begins, or the content's end.

    ``start`` is a line's start.
    """
    size = len(content)
    window = _FIRST_WINDOW
    while start < size:
        line_end = _LINE_END.search(content, min(start + window, size))
        stop = line_end.end() if line_end else size
        # Rows of numbers hold none of these letters, and looking for a byte is far faster than
        # a regular expression.
        if any(content.find(letter, start, stop) >= 0 for letter in (b"H", b"M", b"h", b"m")):
            if _SECTION_LINE.match(content, start, stop):
                return start
            match = _NEXT_SECTION_LINE.search(content, start, stop)
            if match:
                return match.start() + 1
        start = stop
        window *= 2
    return size


def last_line(content: bytes, start: int, end: int) -> tuple[int, int]:
    """Where the last line of ``content[start:end]`` begins, and where what stands before it ends.

    Blanks before the line and blank lines are neither's.
    """
    line = max(content.rfind(b"\n", start, end), content.rfind(b"\r", start, end)) + 1
    if line == 0:
        return start, start
    before = start + len(content[start:line].rstrip(b" \t\r\n"))
    return end - len(content[line:end].lstrip(b" \t")), before


def line_indent(content: bytes, start: int, end: int) -> int | None:
    """The width of the blanks of the last line that begins in ``content[start:end]``, or None.

    Tabs reach to the next multiple of eight.
    """
    line = max(content.rfind(b"\n", start, end), content.rfind(b"\r", start, end)) + 1
    if line == 0:
        return None
    blanks = _BLANKS.match(content, line)
    return len(blanks[0].expandtabs(_TAB)) if blanks else 0
