"""OFFSET should stand before CHANNELS.

## What it does
Tells a joint whose OFFSET stands below its CHANNELS.

## Why is this bad?
Blender, bvhio, PyMO and UniVRM expect OFFSET first and fail, Second Life refuses the file, and
three.js loads OFFSETs that are no numbers. Assimp, bvh-python and ZeroEGGS take either order.

## Example
    JOINT Spine
    {
        CHANNELS 3 Zrotation Xrotation Yrotation
        OFFSET 0.00 10.00 0.00

## Use instead
    JOINT Spine
    {
        OFFSET 0.00 10.00 0.00
        CHANNELS 3 Zrotation Xrotation Yrotation

## Fix safety
Safe: the two items change places. If something else stands between them, OFFSET moves to right
before CHANNELS, and nothing else moves. There is no fix where a brace is missing or too many: what
belongs to the joint is then unsure.

## Options
None.
"""

from __future__ import annotations

from collections.abc import Iterator

from bvhlint.rule import Document, Edit, Finding, Fix, Item, Options, Severity, facts, rule


@rule(
    "BVH210",
    "offset-after-channels",
    Severity.WARNING,
    part="structure",
    portability=True,
    fix=("safe",),
)
def check(document: Document, options: Options) -> Iterator[Finding]:
    for joint in facts.names.judged_joints(document):
        offset, channels = joint.offset_item, joint.channels_item
        if offset is None or channels is None or offset.start < channels.start:
            continue
        yield Finding(
            offset.start,
            offset.end,
            f"the OFFSET of {facts.names.shown(joint)} stands below its CHANNELS: Blender, bvhio "
            "and PyMO fail, three.js loads an OFFSET that is no number",
            joint=joint.ref,
            help="write OFFSET first",
            fix=_fix(document, offset, channels),
        )


def _fix(document: Document, offset: Item, channels: Item) -> Fix | None:
    if not facts.braces.are_sound(document):
        return None
    return Fix.safe("put OFFSET before CHANNELS", *_edits(document, offset, channels))


def _edits(document: Document, offset: Item, channels: Item) -> list[Edit]:
    content = document.content
    moved = content[offset.start : offset.end]
    if not content[channels.end : offset.start].strip(b" \t\r\n"):
        stays = content[channels.start : channels.end]
        return [
            Edit(channels.start, channels.end, moved),
            Edit(offset.start, offset.end, stays),
        ]
    newline = facts.line_ends.line_ends(document).usual
    indent = facts.lines.indent_of(content, channels.start)
    start, stop = facts.lines.item_line(content, offset.start, offset.end)
    return [
        Edit(channels.start, channels.start, moved + newline + indent),
        Edit(start, stop, b""),
    ]
