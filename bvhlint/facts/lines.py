"""Lines and blanks around an offset, in time that grows with the distance alone."""

from __future__ import annotations

import re

Span = tuple[int, int]

BLANKS = b" \t"
SPACING = b" \t\r\n"
_FIRST_WINDOW = 256
_LINE_END = re.compile(rb"\r\n|\r|\n")
_BLANK_RUN = re.compile(rb"[ \t]*+")


def line_start(content: bytes, offset: int) -> int:
    """Where the line of an offset starts."""
    return _last_of(content, b"\r\n", offset) + 1


def line_stop(content: bytes, offset: int) -> int:
    """Where the line of an offset ends, with its line end."""
    if content[offset - 1 : offset + 1] == b"\r\n":
        return offset + 1
    match = _LINE_END.search(content, offset)
    return match.end() if match else len(content)


def strip_end(content: bytes, stop: int, what: bytes = SPACING) -> int:
    """Where ``content[:stop]`` ends once the bytes of ``what`` at its end are left out."""
    window = _FIRST_WINDOW
    while stop:
        piece = content[max(stop - window, 0) : stop]
        kept = len(piece.rstrip(what))
        stop -= len(piece) - kept
        if kept:
            break
        window *= 2
    return stop


def last_word(content: bytes, stop: int) -> Span:
    """The last run of bytes between blanks and line ends before ``stop``; (0, 0) without one."""
    end = strip_end(content, stop)
    return _last_of(content, SPACING, end) + 1 if end else 0, end


def indent_of(content: bytes, offset: int) -> bytes:
    """The blanks at the beginning of the line of an offset, up to it."""
    match = _BLANK_RUN.match(content, line_start(content, offset), offset)
    return match[0] if match else b""


def item_line(content: bytes, start: int, end: int) -> Span:
    """What goes when ``content[start:end]`` goes: its lines, if nothing else stands on them, or
    else it and the blanks before it."""
    first, stop = line_start(content, start), line_stop(content, end)
    begin = strip_end(content, start, BLANKS)
    if begin <= first and not content[end:stop].strip(SPACING):
        return first, stop
    return begin, end


def blank_lines_before(content: bytes, offset: int) -> Span:
    """The span of the blank lines right before the line of an offset, empty without any."""
    stop = line_start(content, offset)
    word_end = strip_end(content, stop)
    return (min(line_stop(content, word_end), stop) if word_end else 0), stop


def _last_of(content: bytes, wanted: bytes, offset: int) -> int:
    """Where the last of some bytes stands before an offset; -1 without any."""
    window = _FIRST_WINDOW
    while offset > 0:
        begin = max(offset - window, 0)
        found = max(content.rfind(bytes((byte,)), begin, offset) for byte in wanted)
        if found >= 0:
            return found
        offset = begin
        window *= 2
    return -1
