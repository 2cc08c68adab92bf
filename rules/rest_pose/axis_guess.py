"""The Y axis should point up, as most programs take it.

## What it does
Tells a clip that looks as if Z pointed up: the vector from feet to head points along +Z in most
frames, and the rest pose or the height of the hips agrees. Without frames the rest pose alone
decides. Head or trunk and feet or legs are known by the joints' names. Needs three joints and two
ends.

## Why is this bad?
BVH names no up axis. Blender takes Y for up unless its import option says otherwise, and so do
game engines and retargeting tools: the figure lies on its back.

## Example
    OFFSET 0.0 0.0 42.0

for a spine that goes up.

## Use instead
    OFFSET 0.0 42.0 0.0

## Fix safety
`--up y` turns OFFSETs and positions and each local rotation: the shape of the motion stays. It
does harm done twice.

## Options
None.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from bvhlint.rule import Document, Finding, Fix, Options, Severity, facts, rule

LEAST_ENDS, LEAST_JOINTS = 2, 3
AGREED, CLEAR = 0.5, 0.9
LEAST_LEG, MOST_LEG, MOST_RANGE = 0.5, 1.6, 0.5


@rule("BVH706", "axis-guess", Severity.INFO, part="rest_pose", fix=("--up",))
def check(document: Document, options: Options) -> Iterator[Finding]:
    if not facts.size.offsets_are_sound(document) or facts.rest_pose.is_collapsed(document):
        return
    if facts.size.end_count(document) < LEAST_ENDS:
        return
    up = facts.up.up(document)
    if len(document.skeleton.joints) < LEAST_JOINTS or up is None or not _is_z_up(up):
        return
    if up.frames:
        seen = f"the head is above the feet along +Z in {up.shares['+Z']:.0%} of the frames"
    else:
        seen = "the rest pose has the head above the feet along +Z"
    yield Finding(
        *facts.places.root_span(document),
        f"looks like Z is up: {seen}; Blender and most programs take Y for up, and the figure lies",
        help="fix --up y turns it, or choose Z up where the file is read",
        fix=Fix.by_option("--up y", "turn the up axis from Z to Y"),
    )


def _is_z_up(up: facts.up.Up) -> bool:
    if not up.frames:
        return up.rest == "+Z"
    share = up.shares["+Z"]
    if up.main != "+Z":
        return False
    if share >= AGREED and up.rest == "+Z":
        return True
    return share >= CLEAR and up.leg > 0 and (_stands_on_floor(up) or _stays_level(up))


def _stands_on_floor(up: facts.up.Up) -> bool:
    """Whether the hips are as high along Z as legs need, and not along Y."""
    height = float(np.median(up.hub[:, 2]))
    return height >= LEAST_LEG * up.leg and abs(float(np.median(up.hub[:, 1]))) < height / 2


def _stays_level(up: facts.up.Up) -> bool:
    """Whether the hips keep one leg's height along Z, under a rest pose that is not along Y."""
    low, middle, high = np.percentile(up.hub[:, 2], (5, 50, 95)) / up.leg
    level = LEAST_LEG <= middle <= MOST_LEG and high - low <= MOST_RANGE
    return bool(level and up.rest not in ("+Y", "-Y"))
