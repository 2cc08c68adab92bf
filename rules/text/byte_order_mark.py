"""The file should begin with HIERARCHY and not with a byte-order mark.

## What it does
Tells the three bytes EF BB BF that some editors write before UTF-8 text.

## Why is this bad?
Blender, assimp, bvhio and PyMO compare the first word with `HIERARCHY`, find the mark before it and
do not load the file; UniVRM and AnimatedDrawings want that first line too. Three.js, bvh-python and
ZeroEGGS pass over it.

## Example
    <EF BB BF>HIERARCHY
    ROOT Hips

## Use instead
    HIERARCHY
    ROOT Hips

## Fix safety
Safe: the three bytes are removed.

## Options
None.
"""

from __future__ import annotations

import codecs
from collections.abc import Iterator

from bvhlint.rule import Document, Edit, Finding, Fix, Kind, Options, Severity, facts, rule

MARK_SIZE = len(codecs.BOM_UTF8)


@rule("BVH102", "byte-order-mark", Severity.WARNING, part="text", portability=True, fix=("safe",))
def check(document: Document, options: Options) -> Iterator[Finding]:
    tokens = document.tree.tokens
    if not tokens or tokens[0].type is not Kind.BOM or not facts.clip.holds_clip(document):
        return
    mark = tokens[0]
    count = (mark.end - mark.start) // MARK_SIZE
    marks = "byte-order marks" if count > 1 else "byte-order mark"
    yield Finding(
        mark.start,
        mark.end,
        f"{f'{count} {marks} stand' if count > 1 else f'a {marks} stands'} before HIERARCHY: "
        "Blender, assimp, bvhio and PyMO fail at it",
        help="save the file as UTF-8 without a byte-order mark",
        fix=Fix.safe(f"remove the {marks}", Edit(mark.start, mark.end, b"")),
    )
