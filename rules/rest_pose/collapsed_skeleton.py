"""A skeleton should have bones of some length.

## What it does
Tells a skeleton of two or more joints in which every OFFSET below the root is zero, End Sites
included, and no position channel gives a joint a length.

## Why is this bad?
All joints stand in one point in every frame: there is no figure to show, to scale or to retarget.
Such files come from a converter that lost the bone lengths.

## Example
    JOINT Spine
    {
        OFFSET 0.0 0.0 0.0

for every joint.

## Use instead
    JOINT Spine
    {
        OFFSET 0.0 21.3 0.0

## Fix safety
There is no fix: the lengths stand nowhere in the file.

## Options
None.
"""

from __future__ import annotations

from collections.abc import Iterator

from bvhlint.rule import Document, Finding, Options, Severity, facts, rule


@rule("BVH709", "collapsed-skeleton", Severity.WARNING, part="rest_pose")
def check(document: Document, options: Options) -> Iterator[Finding]:
    if not facts.rest_pose.is_collapsed(document):
        return
    yield Finding(
        *facts.places.root_span(document),
        f"all {len(document.skeleton.joints)} joints stand in one point: every OFFSET below the "
        "root is zero, and no position channel gives a bone a length",
        help="export the file again with the bone lengths",
    )
