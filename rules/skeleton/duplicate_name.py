"""No two joints may have the same name.

## What it does
Compares the names of all joints, letter by letter and byte by byte. A name that is there for the
second time is told, and each time after that.

## Why is this bad?
Programs find joints by their names. In three.js the tracks of both joints drive one bone, PyMO
merges the two and loses one, every look-up in bvh-python finds the first, Blender and MakeHuman
rename the second. A retargeting table cannot name the one that it means.

## Example
    JOINT Finger
    {
        OFFSET 0.00 10.00 0.00
        CHANNELS 3 Zrotation Xrotation Yrotation
        JOINT Finger
        {

## Use instead
    JOINT Finger
    {
        OFFSET 0.00 10.00 0.00
        CHANNELS 3 Zrotation Xrotation Yrotation
        JOINT Finger_1
        {

## Fix safety
`--rename-duplicates` puts a number behind the second name that no other joint has. Numbers and
hierarchy stay as they are.

## Options
None.
"""

from __future__ import annotations

from collections.abc import Iterator

from bvhlint.rule import Document, Finding, Fix, Joint, Options, Severity, facts, rule


@rule(
    "BVH304",
    "duplicate-name",
    Severity.ERROR,
    part="skeleton",
    fix=("--rename-duplicates",),
    header_only=True,
)
def check(document: Document, options: Options) -> Iterator[Finding]:
    first: dict[bytes, Joint] = {}
    for joint in facts.names.named_joints(document):
        start, end = joint.name_span
        before = first.setdefault(document.content[start:end], joint)
        if before is joint:
            continue
        line = document.source.line_of(before.block.start)
        yield Finding(
            start,
            end,
            f"{facts.names.shown(joint)} is the name of the joint in line {line} already: "
            "readers merge the two, rename one or find only the first",
            joint=joint.ref,
            help="give each joint a name of its own: fix --rename-duplicates",
            fix=Fix.by_option("--rename-duplicates", "put a number behind the second name"),
        )
