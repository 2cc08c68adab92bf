"""Every joint should have a CHANNELS line.

## What it does
Tells a ROOT or JOINT without CHANNELS, at its keyword. It is silent where a line of the block seems
to be a misspelt CHANNELS, where the block has no braces, and where the file was cut.

## Why is this bad?
CHANNELS says how many values of a frame row belong to the joint. Most readers expect it right below
OFFSET and fail; a joint that is not to move has three rotations that stay zero.

## Example
    JOINT Spine
    {
        OFFSET 0.00 10.00 0.00
        JOINT Head

## Use instead
    JOINT Spine
    {
        OFFSET 0.00 10.00 0.00
        CHANNELS 3 Zrotation Xrotation Yrotation
        JOINT Head

## Fix safety
There is no fix: channels need columns in every frame row.

## Options
None.
"""

from __future__ import annotations

from collections.abc import Iterator

from bvhlint.rule import Document, Finding, Kind, Options, Severity, facts, rule


@rule("BVH209", "missing-channels", Severity.ERROR, part="structure", header_only=True)
def check(document: Document, options: Options) -> Iterator[Finding]:
    for joint in facts.names.judged_joints(document):
        if joint.channels_item or Kind.CHANNELS in joint.misspelt:
            continue
        if facts.braces.is_whole_block(document, joint.block):
            yield Finding(
                *joint.head,
                f"{facts.names.shown(joint)} has no CHANNELS: which values of a frame are its own "
                "is unknown",
                joint=joint.ref,
                help="write its CHANNELS line, or make the joint an End Site",
            )
