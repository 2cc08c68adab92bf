"""The file should hold no comments: the format has none.

## What it does
Tells text from `#` or `//` to the end of a line in the header, and lines that begin so among the
frame rows. A first word that begins with `#`, as in `ROOT #Hips`, is a name.

## Why is this bad?
BVH has no comments. Readers take such a line for a keyword that they do not know, or for a frame,
and fail or go wrong.

## Example
    ROOT Hips
    {
        # measured on 2 April
        OFFSET 0.00 0.00 0.00

## Use instead
    ROOT Hips
    {
        OFFSET 0.00 0.00 0.00

## Fix safety
Unsafe: the comment is removed, and what it says is lost.

## Options
None.
"""

from __future__ import annotations

from collections.abc import Iterator

from bvhlint.rule import Document, Edit, Finding, Fix, Options, Severity, facts, rule


@rule(
    "BVH218",
    "comment",
    Severity.WARNING,
    part="structure",
    portability=True,
    fix=("unsafe",),
)
def check(document: Document, options: Options) -> Iterator[Finding]:
    if not facts.clip.holds_clip(document):
        return

    def mend(span: tuple[int, int]) -> Edit:
        return Edit(*facts.lines.item_line(document.content, *span), b"")

    def make(span: tuple[int, int]) -> Finding:
        seen = facts.words.excerpt(document, *span)
        return Finding(
            *span,
            f'"{seen}" is a comment, and BVH has none: readers take it for an item or a frame',
            help="keep remarks in a file beside the clip",
            fix=Fix.unsafe("remove the comment", mend(span)),
        )

    yield from facts.told.told(facts.text_lines.comments(document), make, mend)
