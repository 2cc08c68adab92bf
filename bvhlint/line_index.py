"""Which line an offset stands on, found without a table of all lines.

A line ends at CR, LF or CRLF. Line ends are counted by blocks of the content and a block is
looked into only when asked for, so that a file of nothing but line ends costs no more memory than
any other.
"""

from __future__ import annotations

import re
from bisect import bisect_left

_BLOCK = 1 << 14
_LINE_END = re.compile(rb"[\r\n]")


class LineIndex:
    """The lines of one content."""

    def __init__(self, content: bytes) -> None:
        self._content = content
        self._before = [0]  # line ends before each block that has been counted

    def number(self, offset: int) -> int:
        """The 1-based number of the line that holds ``offset``, 0 to the content's length.

        A line end belongs to the line that it ends.
        """
        block = offset // _BLOCK
        while len(self._before) <= block:
            start = (len(self._before) - 1) * _BLOCK
            self._before.append(self._before[-1] + self._count(start, start + _BLOCK))
        return self._before[block] + self._count(block * _BLOCK, offset) + 1

    def start(self, offset: int) -> int:
        """Where the line that holds ``offset`` starts."""
        content = self._content
        if offset and content[offset - 1 : offset + 1] == b"\r\n":
            offset -= 1
        begin = offset // _BLOCK * _BLOCK
        if self.number(offset) == self._before[offset // _BLOCK] + 1:
            # Not in this block: in the last one before that has any.
            block = bisect_left(self._before, self._before[offset // _BLOCK]) - 1
            if block < 0:
                return 0
            begin, offset = block * _BLOCK, (block + 1) * _BLOCK
        last = max(content.rfind(b"\n", begin, offset), content.rfind(b"\r", begin, offset))
        return last + 1

    def end(self, offset: int, limit: int | None = None) -> int:
        """Where the line that holds ``offset`` ends: before its line end, or at ``limit``."""
        content = self._content
        if content[offset : offset + 1] == b"\n" and content[offset - 1 : offset] == b"\r":
            return offset - 1
        stop = len(content) if limit is None else min(limit, len(content))
        match = _LINE_END.search(content, offset, stop)
        return match.start() if match else stop

    def _count(self, start: int, stop: int) -> int:
        """How many lines end in ``content[start:stop]``; CRLF ends where its LF stands."""
        count = self._content.count
        ends = count(b"\n", start, stop)
        returns = count(b"\r", start, stop)
        return ends + returns - count(b"\r\n", start, stop + 1) if returns else ends
