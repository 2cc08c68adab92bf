"""What stands between two tokens: runs of blanks, line ends, and anything else as it is."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bvhlint.syntax.nodes import Kind, Leaf

_PIECE = re.compile(rb"(?P<BLANK>[ \t]+)|(?P<NEWLINE>\r\n|\r|\n)|(?P<WORD>[^ \t\r\n]+)")


def split_gap(content: bytes, start: int, end: int) -> Iterator[Leaf]:
    """The leaves of ``content[start:end]``, a gap between two tokens."""
    for match in _PIECE.finditer(content, start, end):
        kind = Kind(match.lastgroup or "")
        yield Leaf(kind, match.start(), match.end(), match[0].decode("latin-1"))
