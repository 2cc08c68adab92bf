"""Each part of the file, and each item of a joint, should stand there once.

## What it does
Tells a second HIERARCHY or MOTION (once for all that follows it: later parts are not judged), a
second `Frames:` or `Frame Time:`, and a second OFFSET or CHANNELS in a block. It is silent between
the marks of an unfinished merge, which `conflict-marker` tells.

## Why is this bad?
Some readers take the first and some the last, and others fail: two files were put together, or one
was written twice.

## Example
    JOINT Spine
    {
        OFFSET 0.00 10.00 0.00
        OFFSET 0.00 12.00 0.00

## Use instead
    JOINT Spine
    {
        OFFSET 0.00 12.00 0.00

## Fix safety
There is no fix: which of the two is right is for a person to say.

## Options
None.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from bvhlint.rule import (
    SPELLING,
    Block,
    Document,
    Finding,
    Item,
    Kind,
    Leaf,
    Options,
    Severity,
    facts,
    header_fact,
    rule,
)

ONCE_IN_FILE = frozenset({Kind.HIERARCHY, Kind.FRAMES, Kind.FRAME_TIME})
ONCE_IN_BLOCK = frozenset({Kind.OFFSET, Kind.CHANNELS})


@rule("BVH220", "duplicate-section", Severity.ERROR, part="structure")
def check(document: Document, options: Options) -> Iterator[Finding]:
    if not facts.clip.holds_clip(document):
        return
    for part in facts.clip.later_parts(document):
        yield _of_part(document, part.keyword)

    def make(pair: tuple[Item, Item]) -> Finding:
        return _of_item(document, *pair)

    yield from facts.told.told(_repeated(document), make)


def _repeated(document: Document) -> Iterator[tuple[Item, Item]]:
    """Items that stand where an earlier one of their kind does, each with that one."""
    rejected = facts.text_lines.rejected_spans(document)
    in_file = _repeats_among(document.tree.elements, ONCE_IN_FILE)
    for first, second in chain(in_file, _repeats_in_blocks(document)):
        if not facts.clip.is_judged(document, second.start):
            continue
        if not any(start <= second.start < end for start, end in rejected):
            yield first, second


@header_fact
def _repeats_in_blocks(document: Document) -> list[tuple[Item, Item]]:
    blocks = (block for block in document.tree.items() if isinstance(block, Block))
    suspect = (block for block in blocks if _has_twice(block))
    return [pair for block in suspect for pair in _repeats_among(block.children, ONCE_IN_BLOCK)]


def _has_twice(block: Block) -> bool:
    kinds = [child.type for child in block.children]
    return any(kinds.count(kind) > 1 for kind in ONCE_IN_BLOCK)


def _repeats_among(
    elements: tuple[Item | Block | Leaf, ...], kinds: frozenset[Kind]
) -> Iterator[tuple[Item, Item]]:
    firsts: dict[Kind, Item] = {}
    for element in elements:
        if isinstance(element, Item) and element.type in kinds:
            first = firsts.setdefault(element.type, element)
            if first is not element:
                yield first, element


def _of_part(document: Document, keyword: Leaf) -> Finding:
    word = SPELLING[keyword.type]
    seen = f"a second {word} begins here: this"
    help_ = "make two files of it, or remove what is there twice"
    earlier = (element.type for element in document.tree.elements if element.start < keyword.start)
    if keyword.type not in earlier:
        seen = f"{word} stands below MOTION: it"
        help_ = f"put {word} and its joints above MOTION"
    return Finding(
        keyword.start,
        keyword.end,
        f"{seen} and what follows is kept, but not judged",
        help=help_,
    )


def _of_item(document: Document, first: Item, second: Item) -> Finding:
    word = SPELLING[second.type].rstrip(":")
    line = document.source.line_of(first.start)
    return Finding(
        second.start,
        second.end,
        f"{word} stands here a second time; the first is on line {line}",
        help="keep the right one and remove the other",
    )
