"""Every joint and every End Site should have an OFFSET.

## What it does
Tells a ROOT, JOINT or End Site without OFFSET, at its keyword. It is silent where a line of the
block seems to be a misspelt OFFSET, where the block has no braces, and where the file was cut.

## Why is this bad?
OFFSET says where the joint stands from its parent. Without it a reader fails (Second Life says so
outright), or leaves the joint at the place of its parent.

## Example
    JOINT Spine
    {
        CHANNELS 3 Zrotation Xrotation Yrotation

## Use instead
    JOINT Spine
    {
        OFFSET 0.00 10.00 0.00
        CHANNELS 3 Zrotation Xrotation Yrotation

## Fix safety
There is no fix: an OFFSET of zero would invent a place for the joint.

## Options
None.
"""

from __future__ import annotations

from collections.abc import Iterator

from bvhlint.rule import Document, EndSite, Finding, Joint, Kind, Options, Severity, facts, rule

HELP = "write the OFFSET from the parent, as the program that made the file has it"


@rule("BVH208", "missing-offset", Severity.ERROR, part="structure", header_only=True)
def check(document: Document, options: Options) -> Iterator[Finding]:
    for joint in facts.names.judged_joints(document):
        if _lacks_offset(document, joint):
            message = f"{facts.names.shown(joint)} has no OFFSET: its place is unknown"
            yield Finding(*joint.head, message, joint=joint.ref, variant="joint", help=HELP)
        for site in joint.end_sites:
            if _lacks_offset(document, site):
                block = site.block
                message = f"the End Site of {facts.names.shown(joint)} has no OFFSET"
                yield Finding(
                    block.start,
                    block.head_end,
                    message,
                    joint=joint.ref,
                    variant="end-site",
                    help=HELP,
                )


def _lacks_offset(document: Document, owner: Joint | EndSite) -> bool:
    if owner.offset_item or Kind.OFFSET in owner.misspelt:
        return False
    return facts.braces.is_whole_block(document, owner.block)
