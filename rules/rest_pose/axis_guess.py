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

from bvhlint.rule import Document, Finding, Fix, Options, Severity, facts, rule


@rule("BVH706", "axis-guess", Severity.INFO, part="rest_pose", fix=("--up",))
def check(document: Document, options: Options) -> Iterator[Finding]:
    up = facts.up.up(document)
    if up is None or facts.up.up_axis(document) != "Z":
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
