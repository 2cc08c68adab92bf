"""A joint should have either child joints or an End Site.

## What it does
Looks for joints that hold an End Site and a JOINT as well.

## Why is this bad?
An End Site says that the chain ends here, and the JOINT beside it says that it goes on. Readers
that take the End Site for the bone's tail draw the bone away from its child, and some keep an extra
bone that no channel moves.

## Example
    JOINT Chest
    {
        OFFSET 0.00 10.00 0.00
        CHANNELS 3 Zrotation Xrotation Yrotation
        End Site
        {
            OFFSET 0.00 12.00 0.00
        }
        JOINT Head
        {

## Use instead
    JOINT Chest
    {
        OFFSET 0.00 10.00 0.00
        CHANNELS 3 Zrotation Xrotation Yrotation
        JOINT Head
        {

## Fix safety
There is no fix: the End Site may mark a point that somebody needs.

## Options
None.
"""

from __future__ import annotations

from collections.abc import Iterator

from bvhlint.rule import Document, Finding, Options, Severity, facts, rule


@rule(
    "BVH303",
    "end-site-with-children",
    Severity.WARNING,
    part="skeleton",
    portability=True,
    header_only=True,
)
def check(document: Document, options: Options) -> Iterator[Finding]:
    for joint in facts.names.judged_joints(document):
        if not joint.children or not joint.end_sites:
            continue
        line = document.source.line_of(joint.end_sites[0].block.start)
        children = [document.skeleton.joints[index] for index in joint.children]
        yield Finding(
            *joint.head,
            f"{facts.names.shown(joint)} has an End Site (line {line}) and goes on in "
            f"{facts.names.listed(children)}",
            joint=joint.ref,
            help="remove the End Site where the file is made, or make it a joint",
        )
