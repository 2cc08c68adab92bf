"""A clip should have at least one frame.

## What it does
Looks for `Frames: 0` with no frame row after it. Where `Frames:` promises rows that are not there,
frame-count-mismatch tells it.

## Why is this bad?
The file is a skeleton alone. Blender, three.js and PyMO fail at it; Assimp takes a duration of
billions of frames.

## Example
    MOTION
    Frames: 0
    Frame Time: 0.0333333

## Use instead
    MOTION
    Frames: 1
    Frame Time: 0.0333333
    0.00 90.00 0.00 ...

## Fix safety
There is no fix: no pose stands in the file.

## Options
None.
"""

from __future__ import annotations

from collections.abc import Iterator

from bvhlint.rule import Document, Finding, Options, Severity, facts, rule


@rule("BVH507", "no-frames", Severity.WARNING, part="frames")
def check(document: Document, options: Options) -> Iterator[Finding]:
    item = document.motion.frames_item
    if item is None or document.motion.declared_frames != 0 or len(document.motion.table):
        return
    if not facts.clip.holds_clip(document):
        return
    yield Finding(
        item.values[0].start,
        item.values[0].end,
        "the clip has no frames: it is a skeleton alone, and some readers fail at it",
        help="export the clip with one frame at least",
    )
