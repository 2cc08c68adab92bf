"""A rate of 24 frames a second should be the capture's own, not a program's default.

## What it does
Tells a clip of two or more frames whose Frame Time stands for just 24 frames a second (not
23.976). With `--expect-fps` this rule is silent, since the rate is then checked.

## Why is this bad?
Blender's scenes start at 24 frames a second, and its exporter writes that rate whatever the rate
of the capture was. Then the clip plays at the wrong speed. A file alone cannot tell whether 24 is
meant, so this is a question and no more.

## Example
    Frame Time: 0.041667

## Use instead
    Frame Time: 0.0333333

## Fix safety
There is no fix. If the rate is wrong, `--set-fps N` sets it; `--fps N` would resample the motion.

## Options
None. Name the rate with `--expect-fps` to silence the rule.
"""

from __future__ import annotations

from collections.abc import Iterator

from bvhlint.rule import Document, Finding, Options, Severity, facts, rule

DEFAULT_RATE = 24


@rule("BVH605", "suspicious-frame-rate", Severity.INFO, part="timing")
def check(document: Document, options: Options) -> Iterator[Finding]:
    rate = document.motion.rate
    if rate is None or rate.exact != DEFAULT_RATE or options.run.expect_fps:
        return
    if len(document.motion.table) < 2:
        return
    yield Finding(
        *facts.places.frame_time_span(document),
        "24 frames a second looks like Blender's default: if the capture ran at another rate, the "
        "clip plays at the wrong speed",
        help="if 24 is right say so with --expect-fps 24, else set the rate with fix --set-fps",
    )
