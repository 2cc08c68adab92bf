"""Make a failing input smaller: leave out lines, then words, then bytes while it still fails."""

from __future__ import annotations

import re
import time
from collections.abc import Callable

_PIECES = (rb"[^\r\n]*(?:\r\n|\r|\n)?", rb"[^ \t\r\n]+|[ \t\r\n]+", rb"(?s:.)")
_SECONDS = 60


def smaller(data: bytes, fails: Callable[[bytes], bool]) -> bytes:
    """The smallest part of ``data`` found within a minute for which ``fails`` holds."""
    end = time.monotonic() + _SECONDS
    for pattern in _PIECES:
        pieces = [piece for piece in re.findall(pattern, data) if piece]
        size = max(1, len(pieces) // 2)
        while size:
            place = 0
            while place < len(pieces) and time.monotonic() < end:
                rest = pieces[:place] + pieces[place + size :]
                if fails(b"".join(rest)):
                    pieces = rest
                else:
                    place += size
            size //= 2
        data = b"".join(pieces)
    return data
