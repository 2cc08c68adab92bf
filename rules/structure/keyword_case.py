"""Keywords and channel names should be spelt with the format's capitals.

## What it does
Tells, once a line, keywords and channel names that are right but for the case of their letters.

## Why is this bad?
`End site` makes assimp fail, and ZeroEGGS takes the OFFSET of the End Site for the joint's own.
Other keywords in the wrong case stop assimp, bvhio, bvh-python, PyMO and UniVRM. A channel such as
`xposition` is unknown to three.js and bvhio, which then take no value for it, so that all values
after it shift.

## Example
    End site
    {
        OFFSET 0.00 10.00 0.00
    }

## Use instead
    End Site
    {
        OFFSET 0.00 10.00 0.00
    }

## Fix safety
Safe: only the case of letters in keywords and channel names changes.

## Options
None.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from bvhlint.rule import (
    SPELLING,
    Document,
    Edit,
    Finding,
    Fix,
    HeaderLine,
    Kind,
    Leaf,
    Options,
    Severity,
    facts,
    rule,
)

LETTERS = re.compile("[A-Za-z]+")
SPELLED = frozenset({Kind.CHANNEL, *SPELLING})
_LONGEST_KEPT = 40


@rule(
    "BVH204",
    "keyword-case",
    Severity.WARNING,
    part="structure",
    portability=True,
    fix=("safe",),
)
def check(document: Document, options: Options) -> Iterator[Finding]:
    if not facts.clip.holds_clip(document):
        return
    for line in facts.header.odd_lines(document, _has_misspelt):
        yield _of_line(document, _misspelt(line))


def _has_misspelt(line: HeaderLine) -> bool:
    return bool(_misspelt(line))


def _misspelt(line: HeaderLine) -> list[Leaf]:
    wrong = [leaf for leaf in line.tokens if _is_misspelt(leaf.type, leaf.raw)]
    # A word too many: duplicate-section tells it.
    return [leaf for leaf in wrong if leaf is not line.stray_keyword] if wrong else wrong


def _wanted(leaf: Leaf) -> str:
    """The letters of a keyword or channel name as they should be; what stands between is not
    judged here."""
    if leaf.type is Kind.CHANNEL:
        return leaf.text[0].upper() + leaf.text[1:].lower()
    return "".join(LETTERS.findall(SPELLING[leaf.type]))


def _is_misspelt(kind: Kind, raw: bytes) -> bool:
    if kind not in SPELLED:
        return False
    # The same few words stand at every joint. One with a mile of blanks in it is not kept.
    return (_is_known_wrong if len(raw) <= _LONGEST_KEPT else _has_wrong_letters)(kind, raw)


@lru_cache(maxsize=1024)
def _is_known_wrong(kind: Kind, raw: bytes) -> bool:
    return _has_wrong_letters(kind, raw)


def _has_wrong_letters(kind: Kind, raw: bytes) -> bool:
    leaf = Leaf(kind, 0, len(raw), raw)
    return "".join(LETTERS.findall(leaf.text)) != _wanted(leaf)


def _of_line(document: Document, wrong: list[Leaf]) -> Finding:
    first = wrong[0]
    right = _wanted(first) if first.type is Kind.CHANNEL else SPELLING[first.type].rstrip(":")
    seen = facts.words.excerpt(document, first.start, first.end).rstrip(" \t:")
    more = f", and {len(wrong) - 1} more on this line" if len(wrong) > 1 else ""
    return Finding(
        first.start,
        first.end,
        f'"{seen}" should be "{right}"{more}: readers that compare letter by letter do not know it',
        variant=_variant(wrong),
        help="keywords and channel names have fixed capitals",
        fix=Fix.safe("correct the capitals", *(edit for leaf in wrong for edit in _edits(leaf))),
    )


def _edits(leaf: Leaf) -> Iterator[Edit]:
    """One for each word of the keyword that differs, so that its blanks are left to other rules."""
    wanted, taken = _wanted(leaf), 0
    for match in LETTERS.finditer(leaf.text):
        right = wanted[taken : taken + len(match[0])]
        taken += len(match[0])
        if right != match[0]:
            yield Edit(leaf.start + match.start(), leaf.start + match.end(), right.encode("ascii"))


def _variant(wrong: list[Leaf]) -> str | None:
    """What readers do with it: None, the worst of all, where the line holds several kinds."""
    names = {Kind.CHANNEL: "channel", Kind.END_SITE: "end-site"}
    found = {names.get(leaf.type, "keyword") for leaf in wrong}
    return found.pop() if len(found) == 1 else None
