"""The root should be the joint that moves through the world.

## What it does
Tells a file whose root has no channel that changes, while its only child is a joint whose position
channels do. Needs two frames.

## Why is this bad?
Programs look for the figure's way at the root. Loaders that take positions from the root alone
show a figure that walks on the spot, and the child's position channels are below the root, where
three.js adds the OFFSET to them and others do not.

## Example
    ROOT Reference
    {
        OFFSET 0.0 0.0 0.0
        CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation
        JOINT Hips
        {
            OFFSET 0.0 90.0 0.0
            CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation

with one and the same value in each column of Reference.

## Use instead
    ROOT Hips
    {
        OFFSET 0.0 0.0 0.0
        CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation

## Fix safety
`--merge-static-root` folds the root into its child and keeps the world pose.

## Options
None.
"""

from __future__ import annotations

from collections.abc import Iterator

from bvhlint.rule import Document, Finding, Fix, Options, Severity, facts, rule


@rule(
    "BVH806",
    "static-root-moving-child",
    Severity.INFO,
    part="movement",
    fix=("--merge-static-root",),
)
def check(document: Document, options: Options) -> Iterator[Finding]:
    child = facts.travel.moving_child_of_static_root(document)
    if child is None:
        return
    root = document.skeleton.joints[0]
    if facts.travel.root_is_at_zero(document):
        how = "the root stays at zero, so that merging the two is exact"
    else:
        how = "the root stays at one pose, which merging has to work in"
    yield Finding(
        *child.head,
        f"{facts.names.shown(child)} moves in place of the root {facts.names.shown(root)}, which "
        f"never does; {how}",
        joint=child.ref,
        help="fix --merge-static-root makes one joint of the two",
        fix=Fix.by_option("--merge-static-root", "fold the root into its child"),
    )
