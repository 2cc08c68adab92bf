"""Every line of the header should begin with a keyword of the format.

## What it does
Tells, once a line, a line of the header that begins with no keyword (with the nearest keyword
where there is one), and words behind `HIERARCHY`, `MOTION` or the number of `Frame Time:`, where
nothing belongs.

## Why is this bad?
Readers fail at such a line or pass over it without a word, and then lack what it says. A block
with a misspelt keyword takes all joints in it along.

## Example
    JOIN Spine
    {
        OFSET 0.00 10.00 0.00

## Use instead
    JOINT Spine
    {
        OFFSET 0.00 10.00 0.00

## Fix safety
There is no fix: the nearest keyword is a guess, and what it changes may be the whole skeleton.

## Options
None.
"""

from __future__ import annotations

from collections.abc import Iterator

from bvhlint.rule import (
    SPELLING,
    Document,
    Finding,
    Item,
    Kind,
    Options,
    Severity,
    facts,
    items_of,
    rule,
)

# How many words belong behind a keyword that takes a fixed number of them.
TAKES = {Kind.HIERARCHY: 0, Kind.MOTION: 0, Kind.FRAME_TIME: 1}

# What readers take differently: which keyword is misspelt. A line that is near none is "line".
_VARIANTS = {
    Kind.HIERARCHY: "hierarchy",
    Kind.ROOT: "joint",
    Kind.JOINT: "joint",
    Kind.OFFSET: "offset",
    Kind.CHANNELS: "channels",
    Kind.END_SITE: "end-site",
    Kind.MOTION: "motion",
    Kind.FRAMES: "frames",
    Kind.FRAME_TIME: "frame-time",
}


@rule("BVH203", "unknown-keyword", Severity.ERROR, part="structure")
def check(document: Document, options: Options) -> Iterator[Finding]:
    if not facts.clip.holds_clip(document):
        return
    unknown = facts.unknown.unknown_lines(document)
    begin = _title_end(document)
    for line in unknown.lines:
        if line.heads_block or line.start >= begin:
            yield _of_line(document, line.start, line.end, line.meant)
    if unknown.more:
        yield Finding(
            unknown.rest,
            unknown.rest,
            "more lines follow that begin with no keyword",
            help=HELP,
            count=unknown.more,
        )
    # What stands in a header that files share takes as many words as it may.
    for element in items_of(document.elements_behind):
        if isinstance(element, Item) and _says_too_much(document, element):
            yield _of_words(document, element)


HELP = "correct the line or remove it"


def _title_end(document: Document) -> int:
    """Where the first keyword stands, if the file does not begin with it: no-hierarchy tells what
    stands before."""
    first = facts.clip.first_token(document)
    if first is None or facts.clip.first_keyword(document, first) is Kind.HIERARCHY:
        return 0
    starts = (leaf.start for leaf in document.tree.tokens if leaf.type in SPELLING)
    return next(starts, 0)


def _of_line(document: Document, start: int, end: int, meant: Kind | None) -> Finding:
    seen = facts.words.excerpt(document, start, end)
    if meant is None:
        message = f'"{seen}" begins with no keyword of BVH'
        return Finding(start, end, message, variant="line", help=HELP)
    return Finding(
        start,
        end,
        f'"{seen}" begins with no keyword of BVH; did you mean {SPELLING[meant]}?',
        variant=_VARIANTS[meant],
        help=f"write {SPELLING[meant]} if that is meant, or remove the line",
    )


def _says_too_much(document: Document, item: Item) -> bool:
    if item.type not in TAKES or len(item.values) <= TAKES[item.type]:
        return False
    if item.type is Kind.FRAME_TIME and item.values[0].type is not Kind.NUMBER:
        return False  # bad-frame-time tells the line
    return facts.clip.is_judged(document, item.start)


def _of_words(document: Document, item: Item) -> Finding:
    first = item.values[TAKES[item.type]]
    seen = facts.words.excerpt(document, first.start, item.end)
    after = "the Frame Time" if item.type is Kind.FRAME_TIME else SPELLING[item.type]
    return Finding(
        first.start,
        item.end,
        f'"{seen}" stands behind {after}, where nothing belongs',
        variant="words",
        help="remove the words, or put what they say on a line of its own",
    )
