"""A Frame Time should have digits enough to keep the clip in time.

## What it does
Finds the rate that the Frame Time was meant for (1/30 s is written as 0.033 or 0.03333, 1/120 s as
0.008333) and tells a number that is further from it than 3 parts in 100,000. A number that is no
rounding of a usual rate, such as 0.032 for 31.25 frames a second, is taken as it stands.

## Why is this bad?
Readers multiply the frame's number by the Frame Time, so that the clip runs away from its sound or
from a video: 0.008333 is 4 ms early after 100 seconds, 0.033 a whole second. Only a reader that
rounds the rate to a whole number is safe from it.

## Example
    Frame Time: 0.033

## Use instead
    Frame Time: 0.0333333

## Fix safety
`--set-fps N` writes the Frame Time of the rate that you name with digits enough, and touches no
frame.

## Options
None.
"""

from __future__ import annotations

from collections.abc import Iterator

from bvhlint.rule import (
    Document,
    Finding,
    Fix,
    Options,
    Rate,
    Severity,
    drift,
    facts,
    frame_time_text,
    rule,
)

MEASURE = 100.0  # seconds over which the drift is told


@rule(
    "BVH603",
    "rounded-frame-time",
    Severity.INFO,
    part="timing",
    portability=True,
    fix=("--set-fps",),
)
def check(document: Document, options: Options) -> Iterator[Finding]:
    leaf = document.motion.frame_time_leaf
    meant = facts.frame_time.coarsely_rounded(document)
    if leaf is None or meant is None:
        return
    exact = frame_time_text(meant)
    yield Finding(
        leaf.start,
        leaf.end,
        f"{leaf.text} looks like 1/{meant} s in too few digits: "
        f"{_drifts(document, leaf.text, meant)}",
        variant=None if meant.exact and not meant.is_ntsc else "fractional",
        help=f"write {exact}, if the capture ran at {meant} frames a second",
        fix=Fix.by_option(f"--set-fps {meant}", f"write the Frame Time as {exact}"),
    )


def _drifts(document: Document, literal: str, meant: Rate) -> str:
    long = drift(literal, meant, MEASURE)
    seconds = max(len(document.motion.table) - 1, 0) / meant.fps
    clip = drift(literal, meant, seconds)
    side = "early" if long < 0 else "late"
    if not seconds:
        return f"{_duration(long)} too {side} after 100 s"
    return f"{_duration(clip)} too {side} at the end of this clip, {_duration(long)} after 100 s"


def _duration(seconds: float) -> str:
    size = abs(seconds)
    return f"{size:.2g} s" if size >= 1 else f"{float(f'{size * 1000:.2g}'):g} ms"
