"""The header should be indented by one tab a level.

## What it does
Tells each line of the header whose indentation is not one tab for each block around it. The rule is
off by default, and silent where braces are missing or too many.

## Why is this bad?
No reader measured looks at the indentation. One tab a level is what the description of the format
asks for and what most programs write; a uniform header is easier to compare.

## Example
    ROOT Hips
    {
      OFFSET 0.00 0.00 0.00

## Use instead
    ROOT Hips
    {
    <TAB>OFFSET 0.00 0.00 0.00

## Fix safety
Safe: only blanks before the first item of a header line change.

## Options
None.
"""

from __future__ import annotations

from collections.abc import Iterator

from bvhlint.rule import Document, Edit, Finding, Fix, Kind, Options, Severity, facts, rule

# Not at home at any depth, or the rest of what stands on an earlier line.
UNPLACED = frozenset(
    {Kind.COMMENT, Kind.CONFLICT, Kind.NUMBER, Kind.CHANNEL, Kind.WORD, Kind.JUNK, Kind.NAME}
)
# Deeper down, tabs would take far more bytes than the file has.
DEEPEST = 1000


@rule(
    "BVH108",
    "indentation",
    Severity.INFO,
    part="text",
    default=False,
    portability=True,
    fix=("safe",),
)
def check(document: Document, options: Options) -> Iterator[Finding]:
    if not facts.clip.holds_clip(document) or not facts.braces.are_sound(document):
        return
    content = document.content
    for line in facts.header.header_lines(document):
        first, depth = line.tokens[0], line.own_depth
        if first.type in UNPLACED or depth > DEEPEST:
            continue
        start = facts.lines.line_start(content, first.start)
        if first.start - start == depth == content.count(b"\t", start, first.start):
            continue
        if content[start : first.start].strip(b" \t"):
            continue
        levels = "1 level" if depth == 1 else f"{depth} levels"
        wanted = f"{depth} tab{'s' if depth != 1 else ''}" if depth else "no blank"
        yield Finding(
            start,
            first.start,
            f"the line is {levels} deep and should begin with {wanted}",
            help="indent the header by one tab a level",
            fix=Fix.safe("indent by tabs", Edit(start, first.start, b"\t" * depth)),
        )
