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
    Document,
    Finding,
    Kind,
    Options,
    Severity,
    facts,
    rule,
)


@rule("BVH219", "no-root", Severity.ERROR, part="structure", header_only=True)
def check(document: Document, options: Options) -> Iterator[Finding]:
    if not facts.clip.holds_clip(document) or facts.clip.ends_in_hierarchy(document):
        return
    if facts.braces.has_root(document) or _is_meant(document):
        return
    hierarchy = next(
        (leaf for leaf in document.tree.tokens if leaf.type is Kind.HIERARCHY),
        None,
    )
    if hierarchy is None:
        return
    message = "the hierarchy has no ROOT: readers find no skeleton"
    joints = document.skeleton.joints
    if joints and joints[0].block.keyword is None:
        line = document.source.line_of(joints[0].block.start)
        message += f"; its line seems to be missing before the brace on line {line}"
    yield Finding(
        hierarchy.start,
        hierarchy.end,
        message,
        help="the skeleton begins with ROOT and the name of its first joint",
    )


def _is_meant(document: Document) -> bool:
    lines = facts.unknown.unknown_lines(document).lines
    return any(line.meant is Kind.ROOT for line in lines)
