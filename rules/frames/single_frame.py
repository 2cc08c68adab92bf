"""A file with one frame is a pose and no motion.

## What it does
Looks for clips of exactly one frame.

## Why is this bad?
Nothing is wrong with a pose. Where motion was meant, the export took one frame of the range.

## Example
    MOTION
    Frames: 1
    Frame Time: 0.0333333
    0.00 90.00 0.00 ...

## Use instead
    MOTION
    Frames: 2
    Frame Time: 0.0333333
    0.00 90.00 0.00 ...
    0.00 90.10 0.00 ...

## Fix safety
There is no fix: the other frames stand nowhere in the file.

## Options
None.
"""

from __future__ import annotations

from collections.abc import Iterator

from bvhlint.rule import Document, Finding, Options, Severity, facts, rule


@rule("BVH508", "single-frame", Severity.INFO, part="frames")
def check(document: Document, options: Options) -> Iterator[Finding]:
    item = document.motion.frames_item
    if item is None or document.motion.declared_frames != 1 or not len(document.motion.table):
        return
    if facts.row_shapes.row_shapes(document).frames != 1:
        return
    yield Finding(
        item.values[0].start,
        item.values[0].end,
        "the clip has one frame: a pose, no motion",
        help="if motion was meant, export the whole range of frames",
    )
