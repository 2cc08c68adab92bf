"""Every brace and every keyword should have a line of its own.

## What it does
Tells, once a line, a brace that shares its line with a keyword, a name or another brace, and a
keyword that does not begin its line.

## Why is this bad?
Blender, three.js, bvhio and bvh-python read line by line and fail at `ROOT Hips {`; Second Life and
UniVRM refuse it too. Assimp and ZeroEGGS take it.

## Example
    JOINT Spine {
        OFFSET 0.00 10.00 0.00 CHANNELS 3 Zrotation Xrotation Yrotation
        End Site { OFFSET 0.00 10.00 0.00 } }

## Use instead
    JOINT Spine
    {
        OFFSET 0.00 10.00 0.00
        CHANNELS 3 Zrotation Xrotation Yrotation
        End Site
        {
            OFFSET 0.00 10.00 0.00
        }
    }

## Fix safety
Safe: line ends and the file's own indentation are put in place of the blanks between the items;
nothing else changes. There is no fix where a brace is missing or too many: the layout then tells
where it belongs.

## Options
None.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import msgspec

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
    Safety,
    Severity,
    facts,
    rule,
)

BRACES = frozenset({Kind.OPEN, Kind.CLOSE, Kind.EXTRA_CLOSE, Kind.ORPHAN_OPEN, Kind.EXTRA_OPEN})
FIRST_WORDS = frozenset(SPELLING) | {Kind.UNKNOWN}
# Deeper down the indentation stays: a line of a million braces must not become a square of blanks.
DEEPEST = 64


class Break(msgspec.Struct, frozen=True):
    """A line has to end between two tokens; ``level`` is that of the second, counted from the
    first token of the line."""

    before: Leaf
    after: Leaf
    level: int


@rule(
    "BVH206",
    "brace-not-on-own-line",
    Severity.WARNING,
    part="structure",
    portability=True,
    fix=("safe",),
)
def check(document: Document, options: Options) -> Iterator[Finding]:
    if not facts.clip.holds_clip(document):
        return
    for line in facts.header.odd_lines(document, _has_breaks):
        yield _of_line(document, line)


def _has_breaks(line: HeaderLine) -> bool:
    return bool(_breaks(line))


def _breaks(line: HeaderLine) -> list[Break]:
    tokens = line.tokens
    if len(tokens) < 2:
        return []
    found = []
    depth = facts.header.depth_after(tokens[0], 1 << 30)
    start = depth if tokens[0].type is Kind.CLOSE else 1 << 30
    for before, after in pairwise(tokens):
        level = depth - (after.type is Kind.CLOSE) - start
        depth = facts.header.depth_after(after, depth)
        # A word too many is duplicate-section's: on a line of its own it would do more harm.
        if _must_part(before, after) and after is not line.stray_keyword:
            found.append(Break(before, after, level))
    return found


def _must_part(before: Leaf, after: Leaf) -> bool:
    if after.type in BRACES or after.type in FIRST_WORDS:
        return True
    return before.type in BRACES and after.type is not Kind.COMMENT


def _of_line(document: Document, line: HeaderLine) -> Finding:
    breaks = _breaks(line)
    fix = None
    if facts.braces.are_sound(document):
        fix = Fix(Safety.SAFE, "break the line", make=lambda: _edits(document, breaks))
    first = breaks[0]
    token = first.after
    before = facts.words.excerpt(document, first.before.start, first.before.end, 24)
    seen = facts.words.excerpt(document, token.start, token.end, 24)
    more = f", and {len(breaks) - 1} more on this line" if len(breaks) > 1 else ""
    return Finding(
        token.start,
        token.end,
        f"{seen} stands behind {before} on one line{more}: readers that go line by line fail here",
        help="give each brace and each item its own line",
        fix=fix,
    )


def _edits(document: Document, breaks: list[Break]) -> list[Edit]:
    newline = facts.line_ends.line_ends(document).usual
    indent = facts.lines.indent_of(document.content, breaks[0].before.start)
    unit = facts.header.indent_unit(document)
    edits = []
    for place in breaks:
        level = max(min(place.level, DEEPEST), -DEEPEST)
        blanks = indent + unit * level if level >= 0 else indent[: level * len(unit)]
        edits.append(Edit(place.before.end, place.after.start, newline + blanks))
    return edits
