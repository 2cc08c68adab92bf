"""End Site should have no CHANNELS.

## What it does
Tells a CHANNELS line in an End Site, at its keyword.

## Why is this bad?
An End Site is the end of a bone and never turns. Readers that count the channels of all CHANNELS
lines then expect more values in a frame row than those that pass over it, and one of the two reads
shifted values.

## Example
    End Site
    {
        OFFSET 0.00 10.00 0.00
        CHANNELS 3 Zrotation Xrotation Yrotation
    }

## Use instead
    End Site
    {
        OFFSET 0.00 10.00 0.00
    }

## Fix safety
There is no fix: the frame rows may hold values for these channels.

## Options
None.
"""

from __future__ import annotations

from collections.abc import Iterator

from bvhlint.rule import Block, Document, Finding, Item, Kind, Options, Severity, facts, rule


@rule("BVH213", "channels-on-end-site", Severity.ERROR, part="structure", header_only=True)
def check(document: Document, options: Options) -> Iterator[Finding]:
    for joint in facts.names.judged_joints(document):
        for site in joint.end_sites:
            item = _channels(site.block)
            if item:
                yield Finding(
                    item.start,
                    item.end,
                    f"the End Site of {facts.names.shown(joint)} has CHANNELS: an end does not "
                    "move, and readers disagree on the columns of a frame",
                    joint=joint.ref,
                    help="make it a JOINT with an End Site of its own, or remove the line",
                )


def _channels(block: Block) -> Item | None:
    if block.type is not Kind.END_SITE:
        return None  # its keyword is misspelt: a JOINT may be meant
    items = (child for child in block.children if isinstance(child, Item))
    return next((item for item in items if item.type is Kind.CHANNELS), None)
