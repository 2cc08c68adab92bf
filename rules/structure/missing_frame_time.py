"""The Frames line should be followed by a Frame Time line.

## What it does
Tells a MOTION part without `Frame Time:`, at what stands in its place. It is silent where the file
ends right after MOTION: `missing-frames` tells that.

## Why is this bad?
Nothing then says how fast the clip is. Readers take the first frame for the missing line and fail,
or lose that frame; Second Life refuses the file.

## Example
    MOTION
    Frames: 2
    0.00 90.00 0.00 30.00 40.00 50.00

## Use instead
    MOTION
    Frames: 2
    Frame Time: 0.0333333
    0.00 90.00 0.00 30.00 40.00 50.00

## Fix safety
Only you know the rate: `bvhlint fix --set-fps N` writes the line for N frames a second.

## Options
None.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from bvhlint.rule import Document, Finding, Fix, Item, Kind, Leaf, Options, Severity, facts, rule

Following = facts.clip.Following

_ELSEWHERE = re.compile(rb"[\r\n][ \t]*(Frame[ \t]+Time[ \t]*:)", re.IGNORECASE)


@rule("BVH215", "missing-frame-time", Severity.ERROR, part="structure", fix=("--set-fps",))
def check(document: Document, options: Options) -> Iterator[Finding]:
    motion = document.motion
    if motion.frame_time_item or not facts.clip.holds_clip(document):
        return
    before = motion.frames_item or motion.keyword
    if before is None or facts.clip.may_be_meant(document, Kind.FRAME_TIME):
        return
    if not motion.frames_item and not motion.rows:
        return
    found = facts.clip.token_after(document, before.end)
    if found.is_part or facts.unknown.holds_value(document, found.start):
        return
    if found.is_end and motion.frames_item and not motion.frames_item.values:
        return  # the file ends in the Frames line: bad-number tells that
    elsewhere = _ELSEWHERE.search(document.content, found.start)
    if elsewhere is None or not facts.clip.is_judged(document, elsewhere.start(1)):
        yield _missing(document, found, before)
    elif motion.frames_item is None or motion.frames_item.values:
        # Else what stands between is the number of Frames, which bad-number tells to be missing.
        yield _misplaced(document, found, elsewhere.start(1))


def _misplaced(document: Document, found: Following, place: int) -> Finding:
    """Told where a Frame Time stands further down in the same clip."""
    line = document.source.line_of(place)
    message = f"Frame Time: stands at line {line} and not behind Frames:, where readers look"
    return Finding(found.start, found.end, message, help=f"put line {line} behind Frames:")


def _missing(document: Document, found: Following, before: Item | Leaf) -> Finding:
    message = "there is no Frame Time: line: nothing says how fast the clip is"
    if found.is_end:
        message = "the file ends after Frames:, before Frame Time: it was probably cut"
    way = "say the rate with --set-fps, or write Frame Time: and the seconds a frame"
    fix: Fix | None = Fix.by_option("--set-fps N", "write the Frame Time of N frames a second")
    if any(line.start > before.end for line in facts.unknown.unknown_lines(document).lines):
        # A Frame Time written above them would make frame rows of them.
        way = (
            "mend the lines that begin with no keyword, and write Frame Time: and the seconds a "
            "frame"
        )
        fix = None
    return Finding(found.start, found.end, message, help=way, fix=fix)
