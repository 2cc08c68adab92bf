"""The clip must run at the rate that the project asks for.

## What it does
With `--expect-fps N`, compares the rate that the Frame Time stands for with N. `0.008333` and
`.0083333` both stand for 120 frames a second, `0.0333667` for 29.97.

## Why is this bad?
A clip at another rate plays at another speed where the program does not look at Frame Time, and is
resampled where it does.

## Example
    Frame Time: 0.0333333

with `--expect-fps 60`.

## Use instead
    Frame Time: 0.0166667

## Fix safety
Two things may be meant. `--fps N` makes new frames at the rate N and keeps the motion in time;
`--set-fps N` writes the number alone and touches no frame, where the frames are right and the
number is not.

## Options
None.
"""

from __future__ import annotations

from collections.abc import Iterator

from bvhlint.rule import Document, Finding, Fix, Options, Severity, facts, rule, same_rate


@rule("BVH604", "fps-not-as-expected", Severity.ERROR, part="timing", fix=("--set-fps", "--fps"))
def check(document: Document, options: Options) -> Iterator[Finding]:
    wanted, rate = options.run.expect_fps, document.motion.rate
    leaf = document.motion.frame_time_leaf
    if wanted is None or rate is None or leaf is None or same_rate(rate, wanted):
        return
    yield Finding(
        leaf.start,
        leaf.end,
        f"{facts.names.cut(leaf.text)} is {facts.wording.rate_text(rate)}, {wanted} "
        f"{'is' if str(wanted) == '1' else 'are'} expected",
        help=f"fix --fps {wanted} makes frames at this rate; fix --set-fps {wanted} changes the "
        "number alone",
        fix=Fix.by_option(f"--set-fps {wanted}", f"write the Frame Time of {wanted} a second"),
    )
