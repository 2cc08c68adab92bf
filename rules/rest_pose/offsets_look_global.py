"""An OFFSET should go from the parent to the joint, not from the origin.

## What it does
Compares each OFFSET with the parent's, for joints and End Sites whose parent is not the root (at
least 8). If most of them (55 %) point the same way as the parent's and are at least as long, a
short step beyond it, and all steps together are at most 45 % of all lengths, the OFFSETs read like
positions from the origin.

## Why is this bad?
Converters that write each joint's place in the world as its OFFSET make a figure whose limbs grow
from joint to joint: a hand is an arm's length and a whole body away from its elbow.

## Example
    JOINT Spine
    {
        OFFSET 0.0 100.0 0.0
        ...
        JOINT Neck
        {
            OFFSET 0.0 150.0 0.0

## Use instead
    JOINT Spine
    {
        OFFSET 0.0 10.0 0.0
        ...
        JOINT Neck
        {
            OFFSET 0.0 50.0 0.0

## Fix safety
There is no fix: subtract the parent's position where the file is made.

## Options
None.
"""

from __future__ import annotations

from collections.abc import Iterator

from bvhlint.rule import Document, Finding, Options, Severity, facts, rule


@rule("BVH710", "offsets-look-global", Severity.INFO, part="rest_pose", header_only=True)
def check(document: Document, options: Options) -> Iterator[Finding]:
    if not facts.rest_pose.offsets_look_global(document):
        return
    yield Finding(
        *facts.places.root_span(document),
        "the OFFSETs look like positions from the origin: most go on beyond their parent's, where "
        "readers take them from the parent",
        help="subtract the parent's position from each OFFSET where the file is made",
    )
