"""For Second Life a joint must differ between the first two frames to be played.

## What it does
With `--target secondlife`, looks for joints whose values are the same in the first two frames
(within `tolerance`), the root included. A clip of one frame is not judged.

## Why is this bad?
Second Life does not show the first frame: it is a reference, and a joint that does not differ from
it in the second one is, by its manual, left to the avatar's other animations. A hand that is held
still for the whole clip then moves with the walk that plays below it. Where that is what you want,
ignore this rule.

## Example
    Frames: 3
    Frame Time: 0.0333333
    0.00 42.10 0.00 0.00 0.00 0.00 5.00 0.00 0.00
    0.00 42.10 0.00 1.00 0.00 0.00 5.00 0.00 0.00
    0.00 42.10 0.00 2.00 0.00 0.00 5.00 0.00 0.00

## Use instead
A reference frame in front of the clip, in which every joint that is to be played differs from the
frame after it.

    Frames: 4
    Frame Time: 0.0333333
    0.00 42.10 0.00 -1.00 0.00 0.00 0.00 0.00 0.00
    0.00 42.10 0.00 0.00 0.00 0.00 5.00 0.00 0.00
    0.00 42.10 0.00 1.00 0.00 0.00 5.00 0.00 0.00
    0.00 42.10 0.00 2.00 0.00 0.00 5.00 0.00 0.00

## Fix safety
There is no fix: a reference frame is made where the clip is made, and which joints are to be
played is the author's choice.

## Options
- `tolerance` (default 1e-6): how far two values may differ and still count as the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from bvhlint.rule import Document, Finding, Joint, NotNegative, Options, Severity, rule


@dataclass(frozen=True)
class Tolerance(Options):
    tolerance: NotNegative = 1e-6


@rule("SL003", "secondlife-static-joint", Severity.WARNING, part="targets")
def check(document: Document, options: Tolerance) -> Iterator[Finding]:
    if "secondlife" not in options.run.targets or document.motion.complete[:2].sum() != 2:
        return
    values = document.motion.values
    still = np.abs(values[1] - values[0]) <= options.tolerance
    for joint in document.skeleton.joints:
        if not joint.channels or joint.part or not still[joint.columns].all():
            continue
        yield Finding(
            *joint.head,
            f"{joint.name} is the same in the first two frames: "
            + _what_follows(document, joint, options.tolerance),
            joint=joint.ref,
            help="put a reference frame in front in which the joint differs",
        )


def _what_follows(document: Document, joint: Joint, tolerance: float) -> str:
    values = document.motion.values[document.motion.complete, joint.columns]
    if (np.ptp(values, axis=0) <= tolerance).all():
        return "Second Life does not play it, and other animations may move it"
    return "Second Life's manual says that it is not played, though it moves later"
