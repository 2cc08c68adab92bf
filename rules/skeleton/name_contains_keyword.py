"""A joint's name should not hold a keyword of the format.

## What it does
Looks for `End`, `ROOT`, `JOINT`, `OFFSET`, `CHANNELS`, `MOTION` and `HIERARCHY`, in capitals as
here, in the names of joints.

## Why is this bad?
Simple readers ask whether a line contains a keyword, not whether it begins with it. A joint named
`Toe_End` then passes for an End Site, and the hierarchy is another one.

## Example
    JOINT RightShould_End

## Use instead
    JOINT RightShould_Tip

## Fix safety
There is no fix: renaming is asked for with `--rename OLD=NEW`.

## Options
None.
"""

from __future__ import annotations

from collections.abc import Iterator

from bvhlint.rule import Document, Finding, Options, Severity, facts, rule


@rule(
    "BVH309",
    "name-contains-keyword",
    Severity.INFO,
    part="skeleton",
    portability=True,
    header_only=True,
)
def check(document: Document, options: Options) -> Iterator[Finding]:
    for joint in facts.names.named_joints(document):
        match = facts.names.KEYWORD.search(joint.name)
        if match is None:
            continue
        yield Finding(
            *joint.name_span,
            f"the name {facts.names.shown(joint)} holds the keyword {match[0]}: "
            "readers that look for it anywhere in a line take the joint for something else",
            joint=joint.ref,
            help="rename the joint if a reader stumbles over it",
        )
