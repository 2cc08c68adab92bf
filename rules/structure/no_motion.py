"""The file should have a MOTION part after its hierarchy.

## What it does
Tells a file that ends before MOTION, at its last word, and says in which block it ends: it was
cut, or it is a skeleton alone. Tells also a file that goes on with `Frames:` or with frame rows
though the line MOTION is missing, where that line should be.

## Why is this bad?
No reader measured loads such a file: Blender, three.js, assimp, bvh-python, PyMO and ZeroEGGS
fail, and bvhio never returns.

## Example
    HIERARCHY
    ROOT Hips
    {
        OFFSET 0.00 0.00 0.00
        CHANNELS 3 Zrotation Xrotation Yrotation
        End Site
        {
            OFFSET 0.00 10.00 0.00
        }
    }

## Use instead
    ...
    }
    MOTION
    Frames: 1
    Frame Time: 0.0333333
    0.00 0.00 0.00

## Fix safety
There is no fix: the frames stand nowhere in the file.

## Options
None.
"""

from __future__ import annotations

from collections.abc import Iterator

from bvhlint.rule import Block, Document, Finding, Kind, Options, Severity, facts, rule


@rule("BVH202", "no-motion", Severity.ERROR, part="structure")
def check(document: Document, options: Options) -> Iterator[Finding]:
    if facts.clip.ends_in_hierarchy(document):
        yield _of_early_end(document)
        return
    motion = document.motion
    if not motion.exists or motion.keyword or not facts.clip.holds_clip(document):
        return
    if Kind.MOTION in facts.clip.motion_meant(document):
        return
    start, end = _first_of_motion(document)
    yield Finding(
        start,
        end,
        "the frames begin here, but there is no MOTION line before them: readers look for it",
        variant="frames" if motion.frames_item else "rows",
        help="write MOTION on a line before this one",
    )


def _of_early_end(document: Document) -> Finding:
    start, end = facts.clip.last_token(document)
    block = _last_open_block(document)
    if block:
        title = facts.words.block_title(document, block)
        return Finding(
            start,
            end,
            f"the file ends inside the block of {title}, before MOTION: it was cut",
            variant="cut",
            help="get the whole file from where it comes, or export it anew",
        )
    return Finding(
        start,
        end,
        "the file ends without MOTION: it has no frames, and readers fail",
        variant="cut",
        help="export the clip with its motion, or get the whole file if it was cut",
    )


def _last_open_block(document: Document) -> Block | None:
    """The innermost block in which the file ends."""
    end, found = len(document.content), None
    for element in document.tree.items():
        if isinstance(element, Block) and element.close.missing and element.close.start == end:
            found = element
    return found


def _first_of_motion(document: Document) -> tuple[int, int]:
    motion = document.motion
    items = [item.keyword for item in (motion.frames_item, motion.frame_time_item) if item]
    if items:
        first = min(items, key=lambda leaf: leaf.start)
        return first.start, first.end
    found = facts.clip.token_after(document, motion.rows.start if motion.rows else 0)
    return found.start, found.end
