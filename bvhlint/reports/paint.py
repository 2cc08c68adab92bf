"""Terminal colours and links, written by hand: nothing need be imported for sixteen colours."""

from __future__ import annotations

import msgspec

from bvhlint.severity import Severity

_CODES = {
    Severity.ERROR: "1;31",
    Severity.WARNING: "1;33",
    Severity.INFO: "1;36",
    "bold": "1",
    "dim": "2",
    "gutter": "1;34",
    "good": "32",
}


class Painter(msgspec.Struct, frozen=True):
    """Puts a style or a link around text that is already visible, or leaves it plain."""

    color: bool = False
    hyperlinks: bool = False

    def __call__(self, text: str, style: str) -> str:
        if not self.color or not text:
            return text
        return f"\x1b[{_CODES[style]}m{text}\x1b[0m"

    def link(self, text: str, url: str) -> str:
        """``text`` as an OSC 8 hyperlink; plain for an address that is not printable ASCII."""
        if not self.hyperlinks or not (url.isascii() and url.isprintable() and url):
            return text
        return f"\x1b]8;;{url}\x1b\\{text}\x1b]8;;\x1b\\"
