"""The lines that begin with no keyword, and what each seems to mean."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from bvhlint.document.document import Document
from bvhlint.document.numbers import NUMBER
from bvhlint.document.reading import junk_lines
from bvhlint.facts.clip import cut_word, is_judged
from bvhlint.facts.lines import last_word
from bvhlint.facts.memo import fact
from bvhlint.facts.words import excerpt_bytes
from bvhlint.syntax.keywords import nearest_keyword
from bvhlint.syntax.nodes import Block, Element, Item, Kind, Leaf

_LONGEST_LINE = 200
MOST_LINES = 1000
"""Lines looked at one by one; a million of them are no million slips of the pen."""


class UnknownLine(msgspec.Struct, frozen=True):
    """One such line: its span without blanks, the keyword that it seems to mean, whether it heads
    a block, and whether it stands outside all blocks."""

    start: int
    end: int
    meant: Kind | None
    heads_block: bool
    outside: bool


class UnknownLines(msgspec.Struct, frozen=True):
    """The first lines, and how many ``more`` there are from the place ``rest`` on."""

    lines: tuple[UnknownLine, ...]
    more: int
    rest: int


@fact
def unknown_lines(document: Document) -> UnknownLines:
    """All lines of the judged parts that begin with no keyword; a word cut off at the file's end
    and the name of a joint on the line after it are none."""
    found: list[UnknownLine] = []
    more, rest = 0, len(document.content)
    for start, end, heads_block, outside in _spans(document):
        if len(found) == MOST_LINES:
            rest = start if not more else rest
            more += 1
            continue
        text = excerpt_bytes(document, start, end).decode("latin-1")
        found.append(UnknownLine(start, end, nearest_keyword(text), heads_block, outside))
    return UnknownLines(tuple(found), more, rest)


def holds_value(document: Document, offset: int) -> bool:
    """Whether an unknown line begins at a place and ends in a number: what stands there is told,
    and may well be what is missing, without its keyword."""
    lines = unknown_lines(document).lines
    line = next((line for line in lines if line.start == offset), None)
    if line is None or line.end - line.start > _LONGEST_LINE:
        return False
    start, end = last_word(document.content, line.end)
    return start > line.start and bool(NUMBER.fullmatch(document.content[start:end]))


def _spans(document: Document) -> Iterator[tuple[int, int, bool, bool]]:
    if document.tree.is_sound:
        return  # a header that files share
    cut = cut_word(document)
    # A shared header is sound: it has none.
    for leaf, heads_block, outside in _loose_leaves(document.elements_behind):
        if not is_judged(document, leaf.start):
            continue
        for start, end in junk_lines(leaf, document.content):
            if (start, end) != cut:
                yield start, end, heads_block, outside


def _loose_leaves(elements: tuple[Element, ...]) -> Iterator[tuple[Leaf, bool, bool]]:
    """The JUNK leaves and the keywords of kind UNKNOWN, in file order."""
    stack: list[tuple[Element, bool]] = [(element, True) for element in reversed(elements)]
    while stack:
        element, outside = stack.pop()
        if isinstance(element, Item):
            continue
        if isinstance(element, Leaf):
            if element.type is Kind.JUNK:
                yield element, False, outside
            continue
        if element.keyword and element.keyword.type is Kind.UNKNOWN:
            yield element.keyword, True, False
        if name_below(element) is None:
            for leaf in element.junk:
                if leaf.type is Kind.JUNK:
                    yield leaf, False, False
        stack.extend((child, False) for child in reversed(element.children))


def name_below(block: Block) -> Leaf | None:
    """What stands between a ROOT or JOINT without a name and its brace: its name, most likely."""
    if block.type not in (Kind.ROOT, Kind.JOINT) or block.name or len(block.junk) != 1:
        return None
    return block.junk[0] if block.junk[0].type is Kind.JUNK else None
