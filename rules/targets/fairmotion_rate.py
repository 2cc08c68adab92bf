"""For fairmotion a clip must have a whole number of frames a second.

## What it does
With `--target fairmotion`, looks at the rate that the Frame Time stands for.

## Why is this bad?
fairmotion rounds one by the Frame Time to a whole number of frames a second. So a clip of 29.97
frames a second becomes one of 30 and drifts by a second in about 17 minutes; one of 12.5 plays at
12 and takes four per cent longer.

## Example
    Frame Time: 0.0333667

## Use instead
    Frame Time: 0.0333333

## Fix safety
There is no fix of its own: `bvhlint fix --fps 30` gives the clip a whole rate and keeps its time,
`bvhlint fix --set-fps 30` keeps its frames.

## Options
None.
"""

from __future__ import annotations

from collections.abc import Iterator

from bvhlint.rule import Document, Finding, Fix, Options, Severity, rule


@rule("FM001", "fairmotion-rate", Severity.WARNING, part="targets", fix=("--fps",))
def check(document: Document, options: Options) -> Iterator[Finding]:
    rate, leaf = document.motion.rate, document.motion.frame_time_leaf
    if "fairmotion" not in options.run.targets or rate is None or leaf is None:
        return
    if rate.exact is not None and not rate.is_ntsc:
        return
    whole = round(rate.fps)
    yield Finding(
        leaf.start,
        leaf.end,
        f"the clip has {rate} frames a second: fairmotion takes {whole}",
        help="give the clip a whole rate: --fps keeps the time, --set-fps the frames",
        fix=Fix.by_option("--fps N", "resample to a whole rate"),
    )
