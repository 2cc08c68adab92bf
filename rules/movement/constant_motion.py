"""A clip of several frames should move.

## What it does
Tells three or more frames that are all equal within 1e-6. It is silent where any row is damaged.

## Why is this bad?
The clip is one pose, written many times: an export that lost its motion, or a pose that one frame
would hold.

## Example
    0 90 0  0 0 0
    0 90 0  0 0 0
    0 90 0  0 0 0

## Use instead
    0 90 0  0 0 0

or export the motion again.

## Fix safety
There is no fix; if a pose is meant, `--frames 0:1` keeps the first frame.

## Options
None.
"""

from __future__ import annotations

from collections.abc import Iterator

from bvhlint.rule import Document, Finding, Options, Severity, facts, rule


@rule("BVH803", "constant-motion", Severity.WARNING, part="movement")
def check(document: Document, options: Options) -> Iterator[Finding]:
    if not facts.stillness.nothing_moves(document):
        return
    yield Finding(
        *facts.places.motion_span(document),
        f"all {len(document.motion.table)} frames are the same pose: nothing moves",
        help="export the motion again, or keep one frame if a pose is meant (fix --frames 0:1)",
    )
