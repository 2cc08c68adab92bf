"""MOTION should be followed by a Frames line.

## What it does
Tells a MOTION part without `Frames:`, at what stands in its place. A file that ends right after
MOTION is told once, here.

## Why is this bad?
Blender loads the file without its first frame. Three.js, assimp, bvhio, bvh-python, PyMO and
ZeroEGGS fail.

## Example
    MOTION
    Frame Time: 0.0333333

## Use instead
    MOTION
    Frames: 120
    Frame Time: 0.0333333

## Fix safety
Unsafe, and only if every frame row is complete: the rows are counted and the line is added.
Nothing tells whether rows are missing at the end.

## Options
None.
"""

from __future__ import annotations

from collections.abc import Iterator

from bvhlint.rule import Document, Edit, Finding, Fix, Kind, Options, Severity, facts, rule


@rule("BVH214", "missing-frames", Severity.ERROR, part="structure", fix=("unsafe",))
def check(document: Document, options: Options) -> Iterator[Finding]:
    motion = document.motion
    if motion.frames_item or not facts.clip.holds_clip(document):
        return
    before = motion.keyword or (motion.frame_time_item and motion.frame_time_item.keyword)
    if before is None or facts.clip.may_be_meant(document, Kind.FRAMES):
        return
    place = before.end if before is motion.keyword else before.start
    found = facts.clip.token_after(document, place)
    if found.is_part:
        return
    message = "there is no Frames: line: readers fail, Blender loses the first frame"
    if found.is_end:
        message = "the file ends after MOTION: it has no frames, and was probably cut"
    yield Finding(
        found.start,
        found.end,
        message,
        help="write the number of frames as the first line below MOTION",
        fix=None if found.is_end else _fix(document, found.start),
    )


def _fix(document: Document, place: int) -> Fix | None:
    motion = document.motion
    rows = len(motion.table)
    if not rows or not document.skeleton.is_trusted or not motion.complete.all():
        return None
    if motion.rows and place > motion.rows.start:
        place = motion.rows.start
    newline = facts.line_ends.line_ends(document).usual
    line = f"Frames: {rows}".encode() + newline
    return Fix.unsafe(f"add Frames: {rows}", Edit(place, place, line))
