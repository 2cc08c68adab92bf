"""For Second Life a clip must not last longer than 60 seconds.

## What it does
With `--target secondlife`, looks at the time from the first frame to the last.

## Why is this bad?
Second Life uploads no animation that lasts longer than 60 seconds.

## Example
    Frames: 2400
    Frame Time: 0.0333333

## Use instead
    Frames: 1800
    Frame Time: 0.0333333

## Fix safety
There is no fix of its own: what can be left out is the author's choice. `bvhlint fix --frames A:B`
cuts the clip; `--fps` does not help, for it keeps the time.

## Options
None.
"""

from __future__ import annotations

from collections.abc import Iterator

from bvhlint.rule import Document, Finding, Options, Severity, rule

MOST_SECONDS = 60


@rule("SL002", "secondlife-duration", Severity.WARNING, part="targets")
def check(document: Document, options: Options) -> Iterator[Finding]:
    motion = document.motion
    # Second Life takes the Frame Time as it is written, not the rate that it stands for.
    if "secondlife" not in options.run.targets or motion.rate is None or not motion.frame_time:
        return
    item = motion.frames_item or motion.frame_time_item
    seconds = (len(motion.table) - 1) * motion.frame_time
    if item is None or seconds <= MOST_SECONDS:
        return
    place = item.values[0] if item.values else item.keyword
    yield Finding(
        place.start,
        place.end,
        f"the clip lasts {seconds:.6g} seconds: Second Life takes at most {MOST_SECONDS}",
        help="cut it (--frames A:B) or upload it in parts",
    )
