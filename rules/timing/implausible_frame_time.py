"""A Frame Time should be between a thousandth of a second and one second.

## What it does
Looks at the number after `Frame Time:` and tells one above 1 or below 1/1000 second. A Frame Time
of just 1 second is not told. Zero, negative numbers and words are the business of
`bad-frame-time`.

## Why is this bad?
Every reader takes the number for seconds a frame. Where the rate was written instead of its
reciprocal, a clip of 30 frames a second plays one frame each 30 seconds; where milliseconds were
written, one each 33. Where 1 was divided by the number of frames, the whole clip is over in a
second.

## Example
    Frame Time: 30

## Use instead
    Frame Time: 0.0333333

## Fix safety
`--set-fps N` writes the Frame Time of the rate that you name and touches no frame.

## Options
None.
"""

from __future__ import annotations

from collections.abc import Iterator

from bvhlint.rule import Document, Finding, Fix, Options, Severity, facts, rule

LONGEST, SHORTEST = 1.0, 0.001
SURELY_A_RATE = 5.0
FASTEST = 1e5


@rule(
    "BVH602",
    "implausible-frame-time",
    Severity.WARNING,
    part="timing",
    fix=("--set-fps",),
)
def check(document: Document, options: Options) -> Iterator[Finding]:
    motion = document.motion
    time = motion.frame_time
    if time is None or not (LONGEST < time < float("inf") or 0 < time < SHORTEST):
        return
    leaf = motion.frame_time_leaf
    in_unit = facts.frame_time.in_other_unit(leaf.text) if leaf else None
    guess, known = _guess(time, len(motion.table)), ""
    if in_unit:
        unit, rate = in_unit
        guess = f"looks like {unit} at {rate} frames a second, where seconds are asked"
        known = f" {rate}"
    yield Finding(
        *facts.places.frame_time_span(document),
        f"a frame lasts {time:.6g} s: {guess}",
        help=f"find out the rate of the capture and set it with --set-fps{known}",
        fix=Fix.by_option(f"--set-fps{known or ' N'}", "write the Frame Time of the right rate"),
    )


def _guess(time: float, frames: int) -> str:
    if SURELY_A_RATE <= time <= FASTEST:
        return f"looks like a rate, {time:.6g} frames a second, where seconds a frame are asked"
    if abs(1 / time - frames) <= 1e-3 * frames:
        return f"looks like 1 divided by the number of frames, {frames}"
    if time > FASTEST:
        return "looks like a slip, no clip lasts so long"
    speed = "a slide show" if time > LONGEST else "faster than any camera"
    return f"looks like a slip, the clip is {speed}"
