"""End Site should have no name.

## What it does
Tells text behind `End Site` on its line.

## Why is this bad?
Assimp and PyMO fail at it, and so does UniVRM, which wants two words on the line. Blender,
three.js, bvhio, bvh-python and ZeroEGGS pass over it, so that the name is lost in any case.

## Example
    End Site Head_end
    {

## Use instead
    End Site
    {

## Fix safety
Unsafe: the text is removed, and with it the name.

## Options
None.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from bvhlint.rule import Document, Edit, Finding, Fix, Kind, Options, Severity, facts, rule


@rule(
    "BVH212",
    "named-end-site",
    Severity.WARNING,
    part="structure",
    portability=True,
    fix=("unsafe",),
    header_only=True,
)
def check(document: Document, options: Options) -> Iterator[Finding]:
    if not facts.clip.holds_clip(document):
        return
    for keyword, name in pairwise(document.tree.tokens):
        if keyword.type is not Kind.END_SITE or name.type is not Kind.NAME:
            continue
        if not facts.clip.is_judged(document, keyword.start):
            continue
        seen = facts.words.excerpt(document, name.start, name.end)
        yield Finding(
            name.start,
            name.end,
            f'"{seen}" stands behind End Site, which takes no name: assimp, PyMO and UniVRM fail',
            help="leave the name out",
            fix=Fix.unsafe("remove the name", Edit(keyword.end, name.end, b"")),
        )
