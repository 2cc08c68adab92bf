"""Reads single pieces of the tree: what a block is, its items, vectors, names and channels."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import islice

from bvhlint.document.joint import Channel, EndSite, Vector
from bvhlint.document.numbers import parse_number
from bvhlint.source import decode_text
from bvhlint.syntax.keywords import nearest_keyword
from bvhlint.syntax.nodes import Block, Element, Item, Kind, Leaf

_CHANNEL = re.compile(rb"([xyz])(position|rotation|scale)", re.IGNORECASE)
MAX_DECLARED = 10_000_000  # a count of channels beyond it is a slip of the pen, not a layout
_LONGEST_COUNT = 12
_LONGEST_CHANNEL = len("Xposition")
_LINE = re.compile(rb"[^\r\n]+")
_SHOWN_LINES = 100  # of one piece of junk; what lies beyond is judged as a whole
_KEYWORD_BYTES = 64  # of a line that can tell a keyword
ONCE = frozenset({Kind.OFFSET, Kind.CHANNELS})
"""The items that a block has once."""
_BLOCK_KINDS = frozenset({Kind.ROOT, Kind.JOINT, Kind.END_SITE})


def junk_lines(leaf: Leaf, content: bytes) -> Iterator[tuple[int, int]]:
    """The spans of the lines of a JUNK leaf, without blanks at their ends."""
    for match in _LINE.finditer(content, leaf.start, leaf.end):
        line = match[0]
        start = match.start() + len(line) - len(line.lstrip(b" \t"))
        end = match.start() + len(line.rstrip(b" \t"))
        if end > start:
            yield start, end


def block_role(block: Block) -> Kind:
    """What a block is: ROOT, JOINT, END_SITE, or ORPHAN_OPEN for braces without keyword.

    A misspelt keyword is read as the one it most looks like, else by what the block holds.
    """
    if block.type is not Kind.UNKNOWN or block.keyword is None:
        return block.type
    nearest = nearest_keyword(line_start(block.keyword.content, *_span(block.keyword)))
    if nearest in _BLOCK_KINDS:
        return nearest
    has_channels = first_item(own_items(block), Kind.CHANNELS) is not None
    has_blocks = any(isinstance(child, Block) for child in block.children)
    return Kind.JOINT if has_channels or has_blocks else Kind.END_SITE


def once_items(block: Block) -> frozenset[Kind]:
    """Which of the items that a block has once stand in it."""
    kinds = {child.type for child in block.children if isinstance(child, Item)}
    return ONCE & kinds


def headless_role(block: Block, held: frozenset[Kind]) -> Kind:
    """What braces without keyword are inside a block that holds the items ``held``.

    If they hold such an item again they are a JOINT or END_SITE that has lost its line.
    """
    own = once_items(block)
    if not own & held:
        return Kind.ORPHAN_OPEN
    has_blocks = any(isinstance(child, Block) for child in block.children)
    return Kind.JOINT if Kind.CHANNELS in own or has_blocks else Kind.END_SITE


def own_items(block: Block) -> Iterator[Item]:
    """The items of a block itself, and of braces inside it that make no block of their own."""
    stack: list[Element] = list(reversed(block.children))
    held = once_items(block)
    while stack:
        element = stack.pop()
        if isinstance(element, Item):
            yield element
        elif isinstance(element, Block) and _is_no_block(element, held):
            stack.extend(reversed(element.children))


def _is_no_block(block: Block, held: frozenset[Kind]) -> bool:
    return block.keyword is None and headless_role(block, held) is Kind.ORPHAN_OPEN


def first_item(items: Iterable[Item], kind: Kind) -> Item | None:
    return next((item for item in items if item.type is kind), None)


def misspelt_keywords(block: Block, content: bytes) -> frozenset[Kind]:
    """The keywords that the unknown lines of a block seem to mean."""
    found: set[Kind] = set()
    for child in block.children:
        if isinstance(child, Leaf) and child.type is Kind.JUNK:
            found |= keywords_meant(child, content)
    return frozenset(found)


def keywords_meant(junk: Leaf, content: bytes) -> set[Kind]:
    """The keywords that the lines of a piece of junk most look like."""
    spans = islice(junk_lines(junk, content), _SHOWN_LINES)
    kinds = (nearest_keyword(line_start(content, start, end)) for start, end in spans)
    return {kind for kind in kinds if kind}


def line_start(content: bytes, start: int, end: int) -> str:
    """As much of a line as can tell a keyword."""
    return content[start : min(end, start + _KEYWORD_BYTES)].decode("latin-1")


def read_offset(item: Item | None) -> Vector | None:
    """The three numbers of an OFFSET, or None if it has not exactly three."""
    if item is None or len(item.values) != 3:
        return None
    x, y, z = [parse_number(leaf.raw) for leaf in item.values]
    return None if x is None or y is None or z is None else (x, y, z)


def read_channels(item: Item | None) -> tuple[tuple[Leaf, ...], int | None]:
    """The names in CHANNELS, and the number that it declares or None."""
    values = item.values if item else ()
    if not values or values[0].type is not Kind.NUMBER:
        return values, None
    raw = values[0].raw if values[0].end - values[0].start <= _LONGEST_COUNT else b""
    declared = int(raw) if raw.isdigit() else None
    return values[1:], declared if declared is None or declared <= MAX_DECLARED else None


def read_end_site(block: Block, parent: int, content: bytes) -> EndSite:
    offset = first_item(own_items(block), Kind.OFFSET)
    return EndSite(parent, block, offset, read_offset(offset), misspelt_keywords(block, content))


def make_channel(column: int, leaf: Leaf | None) -> Channel:
    if leaf is None or leaf.end - leaf.start > _LONGEST_CHANNEL:
        return Channel(column, "", "", leaf)
    return Channel(column, *_channel_of(leaf.raw), leaf)


@lru_cache(maxsize=256)
def _channel_of(raw: bytes) -> tuple[str, str]:
    """The axis and the kind of a channel, both empty for a word that is none."""
    match = _CHANNEL.fullmatch(raw)
    return (match[1].decode().upper(), match[2].decode().lower()) if match else ("", "")


def joint_name(block: Block) -> str:
    """A joint's name for showing; for a misspelt keyword what stands after it."""
    if block.name:
        return decode_text(block.name.raw)
    if block.keyword and block.keyword.type is Kind.UNKNOWN:
        _, _, rest = block.keyword.raw.replace(b"\t", b" ").partition(b" ")
        return decode_text(rest.strip(b" "))
    return ""


def _span(leaf: Leaf) -> tuple[int, int]:
    return leaf.start, leaf.end
