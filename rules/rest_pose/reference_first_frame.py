"""The first frame should belong to the motion.

## What it does
Tells a first frame in which at least 75 % of the rotation channels in use are zero and from which
the figure leaps: the step to the second frame is at least 3.5 times the clip's usual step (the
95th percentile of the later steps, each the root mean square of the joints' relative rotations),
and a joint turns at least 10 degrees in it. Needs three frames.

## Why is this bad?
Many exporters put a T-pose in front for calibration. Second Life takes the first frame for a
reference and never shows it; every other program plays it, so that the figure flashes up in a
T-pose, and a learning program takes the leap for motion.

## Example
    0 90 0   0 0 0   0 0 0
    25 90 3  80 20 -30  40 10 5
    25 90 3  80 20 -30  41 10 5

## Use instead
    25 90 3  80 20 -30  40 10 5
    25 90 3  80 20 -30  41 10 5

## Fix safety
`--drop-reference-frame` removes the row and keeps the others to the byte. Keep the row for Second
Life, which needs it.

## Options
None.
"""

from __future__ import annotations

from collections.abc import Iterator

from bvhlint.rule import Document, Finding, Fix, Options, Severity, facts, rule


@rule(
    "BVH704",
    "reference-first-frame",
    Severity.INFO,
    part="rest_pose",
    fix=("--drop-reference-frame",),
)
def check(document: Document, options: Options) -> Iterator[Finding]:
    reference = facts.reference.reference_frame(document)
    if reference is None:
        return
    turn = facts.wording.turn_text(reference.step)
    usual = facts.wording.angle_text(reference.usual)
    yield Finding(
        *facts.places.row_span(document, 0),
        f"frame 0 looks like a reference pose: it is mostly zero, and the pose turns "
        f"{turn} to frame 1 where this clip's steps are up to {usual}; "
        "Second Life never shows this frame, others do",
        frame=0,
        help="fix --drop-reference-frame removes the row, if the clip is not for Second Life",
        fix=Fix.by_option("--drop-reference-frame", "remove frame 0"),
    )
