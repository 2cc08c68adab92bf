"""The hierarchy should have a ROOT.

## What it does
Tells a HIERARCHY without any ROOT, at the word HIERARCHY. It is silent where a misspelt keyword
seems to mean ROOT, and where the file was cut.

## Why is this bad?
ROOT begins the skeleton. Without one most readers find no joint, or fail at the first JOINT.

## Example
    HIERARCHY
    JOINT Hips
    {

## Use instead
    HIERARCHY
    ROOT Hips
    {

## Fix safety
There is no fix: the root and its channels may be what is missing.

## Options
None.
"""

from __future__ import annotations

from collections.abc import Iterator

from bvhlint.rule import (
    Block,
    Document,
    Finding,
    Item,
    Kind,
    Options,
    Severity,
    facts,
    nearest_keyword,
    rule,
)


@rule("BVH219", "no-root", Severity.ERROR, part="structure")
def check(document: Document, options: Options) -> Iterator[Finding]:
    if not facts.clip.holds_clip(document) or facts.clip.ends_in_hierarchy(document):
        return
    hierarchy = None
    for element in document.tree.items():
        if isinstance(element, Item):
            if element.type is Kind.HIERARCHY and hierarchy is None:
                hierarchy = element.keyword
        elif _may_be_root(element):
            return
    if hierarchy is None or _is_meant(document):
        return
    yield Finding(
        hierarchy.start,
        hierarchy.end,
        "the hierarchy has no ROOT: readers find no skeleton",
        help="the skeleton begins with ROOT and the name of its first joint",
    )


def _may_be_root(block: Block) -> bool:
    if block.type is Kind.UNKNOWN and block.keyword:
        return nearest_keyword(block.keyword.text) in (Kind.ROOT, None)
    return block.type is Kind.ROOT


def _is_meant(document: Document) -> bool:
    lines = facts.unknown.unknown_lines(document).lines
    return any(line.meant is Kind.ROOT for line in lines)
