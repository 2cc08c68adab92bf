"""Keywords of two words and keywords with a colon should be written as the format has them.

## What it does
Tells `Frames :`, `Frames` without colon, `Frames:20` without blank, `Frame  Time :`, `FrameTime:`
and `EndSite`: the right letters with other blanks or without the colon.

## Why is this bad?
Readers compare the whole keyword, or cut the line at its blanks and take the second or third word.
Then the frame count, the Frame Time or the End Site is not found.

## Example
    EndSite
    Frames : 2
    FrameTime:0.0333333

## Use instead
    End Site
    Frames: 2
    Frame Time: 0.0333333

## Fix safety
Safe: only blanks and the colon of the keyword change.

## Options
None.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

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

PARTS = {
    Kind.END_SITE: re.compile(r"end(?P<gap>[ \t]*+)site", re.IGNORECASE),
    Kind.FRAMES: re.compile(r"frames(?P<tail>[ \t]*+:?+)", re.IGNORECASE),
    Kind.FRAME_TIME: re.compile(r"frame(?P<gap>[ \t]*+)time(?P<tail>[ \t]*+:?+)", re.IGNORECASE),
}
RIGHT = {"gap": " ", "tail": ":"}
_SIGNS = ":=(;,|"
WORDS = frozenset({Kind.NUMBER, Kind.CHANNEL, Kind.WORD})


@rule(
    "BVH216",
    "keyword-spacing",
    Severity.WARNING,
    part="structure",
    portability=True,
    fix=("safe",),
)
def check(document: Document, options: Options) -> Iterator[Finding]:
    if not facts.clip.holds_clip(document):
        return
    last = facts.clip.last_token(document)
    for line in facts.header.odd_lines(document, _has_slip):
        for leaf, following, edits in _slips(line):
            # A file that ends in the middle of a line was cut.
            if (leaf.start, leaf.end) != last:
                yield _of_keyword(document, leaf, following, edits)


def _has_slip(line: HeaderLine) -> bool:
    return any(True for _ in _slips(line))


def _slips(line: HeaderLine) -> Iterator[tuple[Leaf, Leaf | None, list[Edit]]]:
    """The keywords that are not spaced as they should be, what follows each, and the way back."""
    for index, leaf in enumerate(line.tokens):
        if leaf.type not in PARTS:
            continue
        following = line.tokens[index + 1] if index + 1 < len(line.tokens) else None
        edits = _edits(leaf, following)
        # A word too many is duplicate-section's, and a sign in place of the number is told too.
        if edits and leaf is not line.stray_keyword and not _is_sign(following):
            yield leaf, following, edits


def _is_sign(following: Leaf | None) -> bool:
    return bool(following and following.type is Kind.WORD and following.text[0] in _SIGNS)


def _edits(leaf: Leaf, following: Leaf | None) -> list[Edit]:
    match = PARTS[leaf.type].fullmatch(leaf.text)
    assert match is not None, "the scanner takes nothing else for this keyword"
    edits = []
    for part, found in match.groupdict().items():
        right = RIGHT[part]
        if part == "tail" and following and following.start == leaf.end and following.type in WORDS:
            right += " "
        if found != right:
            start, end = (leaf.start + place for place in match.span(part))
            edits.append(Edit(start, end, right.encode("ascii")))
    return edits


def _of_keyword(
    document: Document, leaf: Leaf, following: Leaf | None, edits: list[Edit]
) -> Finding:
    right = SPELLING[leaf.type]
    seen = facts.words.excerpt(document, leaf.start, leaf.end)
    message = f'"{seen}" should be "{right}": readers that compare the whole keyword miss it'
    if following and following.start == leaf.end and seen == right:
        message = f'no blank stands behind "{right}": readers that cut the line at blanks miss it'
    return Finding(
        leaf.start,
        leaf.end,
        message,
        help=f'write "{right}" and one blank' if right.endswith(":") else f'write "{right}"',
        fix=Fix.safe(f'write "{right}"', *edits),
    )
