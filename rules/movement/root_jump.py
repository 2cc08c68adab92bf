"""The figure should not leap through the world from one frame to the next.

## What it does
Follows the root, or its child where the root never moves. It tells a step of more than 0.15 of the
skeleton's size that is over 4 times the clip's usual step (the 95th percentile) and over 5 times
the median of the five steps before and after. Needs ten frames and three joints; the step from a
reference frame does not count.

## Why is this bad?
A piece of the capture was lost, a row is shifted or damaged, or two takes were put together. The
figure teleports, and whatever is made of the velocity explodes.

## Example
    0.10 90.0 1.00 ...
    0.11 90.0 1.02 ...
    55.30 90.0 -40.0 ...
    0.13 90.0 1.06 ...

## Use instead
    0.10 90.0 1.00 ...
    0.11 90.0 1.02 ...
    0.12 90.0 1.04 ...
    0.13 90.0 1.06 ...

## Fix safety
There is no fix: the motion that belongs there stands nowhere in the file.

## Options
None.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from bvhlint.rule import (
    POSITION,
    Channel,
    Document,
    Finding,
    Joint,
    Options,
    RowFindings,
    Severity,
    facts,
    rule,
)

LEAST_ROWS, LEAST_JOINTS = 10, 3
LEAST_STEP = 0.15  # of the skeleton's size
OVER_USUAL, OVER_NEAR = 4.0, 5.0
USUAL = 95
NEAR = 5


@rule("BVH807", "root-jump", Severity.INFO, part="movement")
def check(document: Document, options: Options) -> Iterator[RowFindings]:
    if len(document.motion.table) < LEAST_ROWS or len(document.skeleton.joints) < LEAST_JOINTS:
        return
    travel = facts.travel.travel(document)
    least = LEAST_STEP * facts.size.skeleton_size(document)
    if travel is None or not (travel.steps > least).any():
        return
    rows, steps = travel.rows, travel.steps
    if rows[0] == 0 and facts.reference.reference_frame(document):
        rows, steps = rows[1:], steps[1:]
    leaps = _leaps(steps, least)
    sizes = dict(zip((rows[leaps] + 1).tolist(), steps[leaps].tolist(), strict=True))
    if not sizes:
        return
    usual = _usual(steps)

    def make(row: int) -> Finding:
        name, channel = (
            facts.names.shown(travel.joint),
            _widest_channel(document, travel.joint, row),
        )
        return Finding(
            *facts.places.cell_span(document, row, channel.column),
            f"{name} looks like leaping in frame {row}: it goes {sizes[row]:.4g} from the frame "
            f"before, where this clip's steps are up to {usual:.2g}",
            frame=row,
            joint=travel.joint.ref,
            channel=channel.name,
            column_index=channel.column,
            help="look at this frame and the one before it: a damaged row, or a lost piece?",
        )

    yield RowFindings(rows[leaps] + 1, make)


def _widest_channel(document: Document, joint: Joint, row: int) -> Channel:
    """The position channel that changes most from the row before."""
    change = np.abs(np.diff(document.motion.values[row - 1 : row + 1], axis=0))[0]
    return max(joint.of_kind(POSITION), key=lambda channel: float(change[channel.column]))


def _leaps(steps: NDArray[np.float64], least: float) -> NDArray[np.int64]:
    """The places of the steps that are far above the usual and above those around them."""
    if not len(steps):
        return np.empty(0, np.int64)
    high = max(least, OVER_USUAL * _usual(steps))
    found = [
        place
        for place in np.flatnonzero(steps > high).tolist()
        if steps[place] > OVER_NEAR * _median_around(steps, place)
    ]
    return np.array(found, np.int64)


def _usual(steps: NDArray[np.float64]) -> float:
    # Not between two steps: in a short clip the leap itself would be one of them.
    return float(np.percentile(steps, USUAL, method="lower"))


def _median_around(steps: NDArray[np.float64], place: int) -> float:
    before = steps[max(place - NEAR, 0) : place]
    around = np.concatenate((before, steps[place + 1 : place + 1 + NEAR]))
    return float(np.median(around)) if len(around) else 0.0
