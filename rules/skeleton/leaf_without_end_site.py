"""A joint without child joints should have an End Site.

## What it does
Looks for joints that hold neither a JOINT nor an End Site.

## Why is this bad?
The End Site says how long the last bone is. Without it a reader has to invent a length or draws
none: heads, hands and feet are points. All readers that were looked at load such a file.

## Example
    JOINT Head
    {
        OFFSET 0.00 10.00 0.00
        CHANNELS 3 Zrotation Xrotation Yrotation
    }

## Use instead
    JOINT Head
    {
        OFFSET 0.00 10.00 0.00
        CHANNELS 3 Zrotation Xrotation Yrotation
        End Site
        {
            OFFSET 0.00 8.00 0.00
        }
    }

## Fix safety
There is no fix: how long the bone is stands nowhere in the file.

## Options
None.
"""

from __future__ import annotations

from collections.abc import Iterator

from bvhlint.rule import Document, Finding, Kind, Options, Severity, facts, rule


@rule(
    "BVH302",
    "leaf-without-end-site",
    Severity.WARNING,
    part="skeleton",
    portability=True,
    header_only=True,
)
def check(document: Document, options: Options) -> Iterator[Finding]:
    for joint in facts.names.judged_joints(document):
        if joint.children or joint.end_sites or Kind.END_SITE in joint.misspelt:
            continue
        if not facts.braces.is_whole_block(document, joint.block):
            continue
        yield Finding(
            *joint.head,
            f"{facts.names.shown(joint)} is the last joint of its chain and has no End Site: "
            "its bone has no length",
            joint=joint.ref,
            help="add an End Site with the bone's length where the file is made",
        )
