"""A clip should end with its motion, not with a program's default range.

## What it does
Tells a clip of just 250 frames in which half of them or more stand still in one run: all values
equal within 1e-6 for at least 125 frames.

## Why is this bad?
Blender's timeline ends at frame 250, and its exporter writes the whole range. What follows the
motion is a still figure, which lengthens the clip, spoils loops and teaches a learning program to
stand.

## Example
    Frames: 250

with the same pose from frame 60 on.

## Use instead
    Frames: 60

and the first 60 rows only.

## Fix safety
There is no fix, since a long stand may be meant; `--frames A:B` keeps the frames that you name.

## Options
None.
"""

from __future__ import annotations

from collections.abc import Iterator

from bvhlint.rule import Document, Finding, Options, Severity, facts, rule

DEFAULT_COUNT = 250
STILL_FRAMES = 125


@rule("BVH606", "suspicious-frame-count", Severity.INFO, part="timing")
def check(document: Document, options: Options) -> Iterator[Finding]:
    motion = document.motion
    if motion.declared_frames != DEFAULT_COUNT or len(motion.table) != DEFAULT_COUNT:
        return
    runs = facts.stillness.runs(facts.stillness.nearly_repeats(document)).tolist()
    first, last = max(runs, key=lambda run: run[1] - run[0], default=(0, 0))
    if last - first + 1 < STILL_FRAMES:
        return
    yield Finding(
        *facts.places.frames_span(document),
        f"250 frames looks like Blender's default range: frames {first} to {last} are all the same",
        help=_advice(first, last),
    )


def _advice(first: int, last: int) -> str:
    if last == DEFAULT_COUNT - 1 and first:
        return f"if the motion ends there, fix --frames 0:{first + 1} keeps what moves"
    return "export only the frames that belong to the motion"
