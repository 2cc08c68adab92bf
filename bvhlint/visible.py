"""Text from strangers made safe to show: what is hidden or moves the cursor is spelled out.

A joint name may hold escape sequences, line ends, bidirectional overrides or blanks that nobody
sees. ``visible`` writes each of them as a backslash escape, so that a terminal, a log and a
page show what the file holds and do nothing else. What it returns is for people: never write
it back.
"""

from __future__ import annotations

import re
from unicodedata import category, east_asian_width

# Controls, format characters, blanks that are no space, fillers and variation selectors that
# show nothing, lone surrogates and non-characters.
_HIDDEN = (
    "\x00-\x1f\x7f-\xa0\xad\u034f\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2"
    "\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180f\u2000-\u200f\u2028-\u202f\u205f-\u206f"
    "\u2800\u3000\u3164\ud800-\udfff\ufdd0-\ufdef\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb"
    "\ufffe\uffff\U000110bd\U000110cd\U00013430-\U0001343f\U0001bca0-\U0001bca3"
    "\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
)
# A build log takes "##[command" anywhere in a line for an order.
_LOG_COMMAND = r"#(?=#[A-Za-z]*\[)"
_UNSEEN = re.compile(f"[{_HIDDEN}]|{_LOG_COMMAND}")
_NAMED = {"\t": "\\t", "\n": "\\n", "\r": "\\r"}
ELLIPSIS = "…"


def visible(text: str, limit: int | None = None) -> str:
    """``text`` with everything hidden spelled out, cut after ``limit`` characters."""
    if limit is not None and len(text) > limit:
        text = text[:limit] + ELLIPSIS
    return _UNSEEN.sub(_spell, text)


def visible_cells(text: str) -> list[str]:
    """``visible(text)`` in pieces: one for each character of ``text``."""
    cells = list(text)
    for match in _UNSEEN.finditer(text):
        cells[match.start()] = _spell(match)
    return cells


def fit_encoding(text: str, encoding: str) -> str:
    """``text`` with what ``encoding`` cannot write as backslash escapes."""
    if text.isascii():
        return text
    return text.encode(encoding, "backslashreplace").decode(encoding)


def display_width(text: str) -> int:
    """The columns that visible text takes on a terminal: East Asian wide characters take two."""
    if text.isascii():
        return len(text)
    return sum(map(_char_width, text))


def _char_width(char: str) -> int:
    if category(char) in ("Mn", "Me"):
        return 0
    return 2 if east_asian_width(char) in "WF" else 1


def _spell(match: re.Match[str]) -> str:
    char = match.group()
    code = ord(char)
    if 0xDC80 <= code <= 0xDCFF:  # a byte of a path that is not text
        code -= 0xDC00
    if code < 0x100:
        return _NAMED.get(char, f"\\x{code:02x}")
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"
