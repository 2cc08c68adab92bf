"""The file should begin with HIERARCHY.

## What it does
Tells a file whose first word is not HIERARCHY: an empty or binary file, text of another kind, a
path written in place of the clip, or a clip whose first line is missing or stands below a title.
Where nothing of a BVH file is found, this is the only finding.

## Why is this bad?
HIERARCHY is how programs tell a BVH file. UniVRM and AnimatedDrawings want a first line that is
this word and nothing else, and Second Life looks for it in the first line.

## Example
    ROOT Hips
    {

## Use instead
    HIERARCHY
    ROOT Hips
    {

## Fix safety
There is no fix: it may be that more than the first line is missing.

## Options
None.
"""

from __future__ import annotations

from collections.abc import Iterator

from bvhlint.rule import Document, Finding, Kind, Leaf, Options, Severity, facts, rule


@rule("BVH201", "no-hierarchy", Severity.ERROR, part="structure")
def check(document: Document, options: Options) -> Iterator[Finding]:
    first = facts.clip.first_token(document)
    if facts.clip.holds_clip(document):
        if first is None or facts.clip.first_keyword(document, first) is Kind.HIERARCHY:
            return
    elif facts.clip.is_pointer(document) or facts.wide_text.narrowed(document):
        return
    start, end = (first.start, min(first.end, _line_end(document, first))) if first else (0, 0)
    yield Finding(start, end, _message(document, first), help=_help(document, first))


def _line_end(document: Document, first: Leaf) -> int:
    content = document.content
    found = [at for end in (b"\n", b"\r") if (at := content.find(end, first.start)) >= 0]
    return min(found, default=len(content))


def _message(document: Document, first: Leaf | None) -> str:
    if not document.content:
        return "the file is empty"
    if first is None:
        return "the file holds no word of a BVH file"
    seen = facts.words.excerpt(document, first.start, first.end)
    if facts.clip.holds_clip(document):
        return f'the file begins with "{seen}" and not with HIERARCHY'
    if b"\0" in document.content:
        return "the file is no text: nothing of a BVH file is in it"
    return f'the file begins with "{seen}": nothing of a BVH file is in it'


def _help(document: Document, first: Leaf | None) -> str:
    if not facts.clip.holds_clip(document):
        return "export the clip anew; this is another kind of file"
    if any(leaf.type is Kind.HIERARCHY for leaf in document.tree.tokens):
        if first and facts.clip.first_keyword(document, first) is Kind.MOTION:
            return "put HIERARCHY and its joints above MOTION"
        return "remove what stands before HIERARCHY"
    return "write HIERARCHY as the first line, and see that nothing else is missing"
