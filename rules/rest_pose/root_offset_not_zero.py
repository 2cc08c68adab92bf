"""A root that has position channels should have the OFFSET 0 0 0.

## What it does
Tells a root with position channels whose OFFSET is longer than a hundred-thousandth of the
skeleton's size.

## Why is this bad?
The frame rows say where the root is, so the OFFSET has nothing to say, and readers disagree on
what it means. Blender, Assimp, bvhio and most others let the position replace it; three.js and the
Godot importer add it, and their figure stands beside the one that the others show.

## Example
    ROOT Hips
    {
        OFFSET 0.0 91.6 0.0
        CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation

## Use instead
    ROOT Hips
    {
        OFFSET 0.0 0.0 0.0
        CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation

## Fix safety
`--root-offset zero` writes zeros. It keeps the world pose as the readers see it that replace the
OFFSET; those that add it now agree with them.

## Options
None.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot

from bvhlint.rule import POSITION, Document, Finding, Fix, Options, Severity, facts, rule

NOTHING = 1e-5  # share of the skeleton's size


@rule(
    "BVH701",
    "root-offset-not-zero",
    Severity.WARNING,
    part="rest_pose",
    portability=True,
    fix=("--root-offset zero",),
)
def check(document: Document, options: Options) -> Iterator[Finding]:
    if not facts.size.offsets_are_sound(document):
        return
    root = document.skeleton.joints[0]
    offset, item = root.offset, root.offset_item
    if offset is None or item is None or not root.of_kind(POSITION):
        return
    if hypot(*offset) <= NOTHING * facts.size.skeleton_size(document):
        return
    shown = " ".join(f"{value:.6g}" for value in offset)
    yield Finding(
        item.start,
        item.end,
        f"{facts.names.shown(root)} has the OFFSET {shown} and position channels: three.js and "
        "Godot add it to the position, Blender and most others replace it",
        joint=root.ref,
        help="write OFFSET 0 0 0, as the frame rows say where the root is",
        fix=Fix.by_option("--root-offset zero", "write 0 0 0 as the OFFSET of the root"),
    )
