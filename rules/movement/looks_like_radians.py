"""Rotations should be in degrees.

## What it does
Looks at clips of two or more frames whose largest angle is between 0.7 and 2 pi. It tells one in
which a fifth of the angles are multiples of pi/4, or in which five or more joints turn, the
largest angle is between 1.5 and pi, and at least 15 % of the rotation channels exceed 0.5
somewhere.

## Why is this bad?
Every reader takes the angles for degrees. Radians make a figure that stands nearly still in its
rest pose.

## Example
    0 90 0  1.5708 0 0.7854

## Use instead
    0 90 0  90 0 45

## Fix safety
There is no fix: multiply the rotations by 180 / pi where the file is made.

## Options
None.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import pi

import numpy as np
from numpy.typing import NDArray

from bvhlint.rule import ROTATION, Document, Finding, Options, Severity, facts, rule

LEAST, MOST = 0.7, 2 * pi + 0.01
NOT_ZERO, MULTIPLE, MULTIPLES_SHARE = 1e-4, 2e-4, 0.2
LEAST_PEAK, MOST_PEAK = 1.5, pi + 0.002
LEAST_TURNING, FAR, FAR_SHARE = 5, 0.5, 0.15


@rule("BVH804", "looks-like-radians", Severity.WARNING, part="movement")
def check(document: Document, options: Options) -> Iterator[Finding]:
    columns = facts.rows.rotation_columns(document)
    if len(facts.rows.complete_rows(document)) < 2 or not len(columns):
        return
    peaks = facts.rows.ranges(document).largest[columns]
    peak = float(peaks.max())
    if not LEAST <= peak <= MOST:
        return
    if not (_fills_radians(document, peaks) or _has_multiples(document, columns)):
        return
    joint, channel = document.cell(int(columns[peaks.argmax()])) or (None, None)
    owner = f" ({facts.names.shown(joint)} {channel.name})" if joint and channel else ""
    yield Finding(
        *facts.places.motion_span(document),
        f"looks like radians: the largest angle is {peak:.6g}{owner}, and every reader takes "
        "degrees",
        joint=joint.ref if joint else None,
        channel=channel.name if channel else None,
        help="multiply the rotations by 180 / pi where the file is made",
    )


def _fills_radians(document: Document, peaks: NDArray[np.float64]) -> bool:
    """Whether many joints turn and the angles fill the range that radians have."""
    if not LEAST_PEAK <= peaks.max() <= MOST_PEAK or np.mean(peaks > FAR) < FAR_SHARE:
        return False
    moves = facts.rows.ranges(document).moves
    turning = sum(
        any(moves[channel.column] for channel in joint.of_kind(ROTATION))
        for joint in document.skeleton.joints
    )
    return turning >= LEAST_TURNING


def _has_multiples(document: Document, columns: NDArray[np.int64]) -> bool:
    """Whether many angles are multiples of an eighth of a turn."""
    used = multiples = 0
    table = document.motion.table
    for block in table.blocks():
        angles = np.abs(table.values[block][table.complete[block]][:, columns])
        angles = angles[angles > NOT_ZERO]
        used += len(angles)
        off = np.abs(angles - np.rint(angles / (pi / 4)) * (pi / 4))
        multiples += int(np.count_nonzero((off <= MULTIPLE) & (angles > FAR)))
    return used > 0 and multiples >= MULTIPLES_SHARE * used
