"""A moving clip should not stand still for some frames and go on.

## What it does
Looks for three or more frames in a row that are equal in every value, neither at the beginning nor
at the end of a clip of ten or more frames, where the poses before and after move at least half as
fast as the clip usually does. It is silent where a row is damaged.

## Why is this bad?
A capture that lost the figure repeats its last pose and then jumps to catch up. Played, it
stutters; a program that learns from it learns to freeze. Where every pose stands for some frames,
the capture ran at a lower rate than the file says.

## Example
    ... 10.1 20.4
    ... 10.9 21.0
    ... 10.9 21.0
    ... 10.9 21.0
    ... 13.2 22.8

## Use instead
    ... 10.1 20.4
    ... 10.9 21.0
    ... 11.7 21.6
    ... 12.4 22.2
    ... 13.2 22.8

## Fix safety
There is no fix: the motion that belongs there stands nowhere in the file.

## Options
None.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from bvhlint.rule import Document, Finding, Options, RowFindings, Severity, facts, rule

LEAST_ROWS = 10
LEAST_STEPS = 5
SHARE_OF_USUAL = 0.5
LOW_RATE_SHARE = 1 / 3
# Steps looked at for the usual one; a longer clip gives a sample that is spread evenly.
MOST_STEPS = 400


@rule("BVH808", "frozen-frames", Severity.INFO, part="movement")
def check(document: Document, options: Options) -> Iterator[Finding | RowFindings]:
    count = len(document.motion.table)
    if count < LEAST_ROWS or not facts.rows.all_complete(document):
        return
    runs = _frozen(document)
    if not len(runs):
        return
    still = facts.stillness.repeats(document)
    if still.mean() > LOW_RATE_SHARE:
        stands = count / (count - np.count_nonzero(still))
        first = int(runs[0, 0])
        yield _finding(
            document,
            first,
            f"every pose stands for about {stands:.2g} frames, from frame {first} on: looks like "
            "a capture at a lower rate than written",
        )
        return
    ends = dict(runs.tolist())

    def make(row: int) -> Finding:
        return _finding(
            document,
            row - 1,
            f"frames {row - 1} to {ends[row - 1]} are equal while the clip moves before and after: "
            "looks like lost frames",
        )

    yield RowFindings(runs[:, 0] + 1, make)


def _finding(document: Document, first: int, message: str) -> Finding:
    """At the second row of a run, the first that is too many."""
    return Finding(
        *facts.places.row_span(document, first + 1),
        message,
        frame=first + 1,
        help="look at the capture: was the figure lost here, or the rate lower?",
    )


def _frozen(document: Document) -> NDArray[np.int64]:
    """First and last row of each run that the motion around it does not explain; (runs, 2)."""
    still = facts.stillness.repeats(document)
    runs = facts.stillness.runs(still)
    inside = (runs[:, 0] > 0) & (runs[:, 1] < len(still)) & (runs[:, 1] - runs[:, 0] >= 2)
    runs = runs[inside]
    if len(runs) and runs[0, 0] == 1 and facts.reference.reference_frame(document):
        runs = runs[1:]
    if not len(runs):
        return runs
    steps = facts.steps.pose_steps(document, _sample(np.flatnonzero(~still)))
    steps = steps[steps > 0]
    if len(steps) < LEAST_STEPS:
        return runs[:0]
    least = SHARE_OF_USUAL * float(np.median(steps))
    into = facts.steps.pose_steps(document, runs[:, 0] - 1)
    out = facts.steps.pose_steps(document, runs[:, 1])
    return runs[(into >= least) & (out >= least)]


def _sample(places: NDArray[np.int64]) -> NDArray[np.int64]:
    if len(places) <= MOST_STEPS:
        return places
    return places[np.linspace(0, len(places) - 1, MOST_STEPS).astype(np.int64)]
