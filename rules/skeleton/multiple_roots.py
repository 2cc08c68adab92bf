"""A file should have one ROOT.

## What it does
Looks for a second ROOT in the HIERARCHY, and for each one after it.

## Why is this bad?
The format allows several skeletons in a file, one after another, and hardly any reader does.
Blender loads them all; three.js, Assimp, bvhio, PyMO and both Unity readers fail; bvh-python and
MakeHuman keep one skeleton and drop the others.

## Example
    HIERARCHY
    ROOT Hips
    {
        ...
    }
    ROOT Sword
    {
        ...
    }

## Use instead
One file a skeleton, or one ROOT with the others as joints below it.

## Fix safety
`--split-roots` writes one file a ROOT into the folder of `--output`, each with its own columns of
every frame.

## Options
None.
"""

from __future__ import annotations

from collections.abc import Iterator

from bvhlint.rule import Document, Finding, Fix, Options, Severity, facts, rule


@rule(
    "BVH301",
    "multiple-roots",
    Severity.WARNING,
    part="skeleton",
    portability=True,
    fix=("--split-roots",),
    header_only=True,
)
def check(document: Document, options: Options) -> Iterator[Finding]:
    roots = [joint for joint in facts.names.judged_joints(document) if joint.is_root]
    for place, root in enumerate(roots[1:], start=2):
        yield Finding(
            *root.head,
            f"{facts.names.shown(root)} is ROOT {place} of {len(roots)} in this file: "
            "most readers take one skeleton only",
            joint=root.ref,
            help="write each skeleton into a file of its own: fix --split-roots --output FOLDER",
            fix=Fix.by_option("--split-roots", "write one file for each ROOT"),
        )
