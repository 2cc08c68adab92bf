"""Words of the file for messages: short, however long the file has them."""

from __future__ import annotations

from bvhlint.document.document import Document
from bvhlint.syntax.nodes import Block
from bvhlint.visible import ELLIPSIS, visible

_TITLE_LIMIT = 60


def excerpt_bytes(document: Document, start: int, end: int, limit: int = 64) -> bytes:
    """The beginning of a span: at most its first line and ``limit`` bytes."""
    text = document.content[start : min(end, start + limit)]
    return text.replace(b"\r", b"\n").split(b"\n", 1)[0].rstrip(b" \t")


def excerpt(document: Document, start: int, end: int, limit: int = 40) -> str:
    """The beginning of a span's first line for a message, safe to show, with a mark where it was
    cut."""
    content, stop = document.content, min(end, start + 8 * limit)
    while stop < end and content[stop] & 0xC0 == 0x80 and stop > start:
        stop -= 1  # no character of UTF-8 is cut in two
    shown = document.source.show(start, stop)
    line = shown.replace("\r", "\n").split("\n", 1)[0]
    cut = len(line) > limit or (stop < end and len(line) == len(shown))
    return visible(line[:limit].rstrip(" \t")) + (ELLIPSIS if cut else "")


def block_title(document: Document, block: Block) -> str:
    """What opens a block, such as ``JOINT Spine``, and its line."""
    shown = excerpt(document, block.start, block.head_end, _TITLE_LIMIT)
    return f"{shown} (line {document.source.line_of(block.start)})"
