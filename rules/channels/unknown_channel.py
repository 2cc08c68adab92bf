"""A channel must be one of the nine that the format has.

## What it does
Looks for words in CHANNELS that are not `Xposition`, `Yposition`, `Zposition`, `Xrotation`,
`Yrotation`, `Zrotation` or a scale (`Xscale`, which scale-channel tells). Letter case does not
count here: that is keyword-case's business.

## Why is this bad?
A reader cannot know what the value is. Assimp and Second Life refuse the file; three.js and bvhio
skip the name but not its value, so that all later joints get wrong values.

## Example
    CHANNELS 3 Zrot Xrotation Yrotation

## Use instead
    CHANNELS 3 Zrotation Xrotation Yrotation

## Fix safety
There is no fix: the nearest name is a guess.

## Options
None.
"""

from __future__ import annotations

from collections.abc import Iterator

from bvhlint.rule import Channel, Document, Finding, Joint, Leaf, Options, Severity, facts, rule


@rule("BVH402", "unknown-channel", Severity.ERROR, part="channels", header_only=True)
def check(document: Document, options: Options) -> Iterator[Finding]:
    unknown = (
        (words.joint, channel, channel.leaf)
        for words in facts.channel_words.channel_words(document)
        for channel in words.unknown
        if channel.leaf
    )
    yield from facts.told.told(unknown, _finding)


def _finding(place: tuple[Joint, Channel, Leaf]) -> Finding:
    joint, channel, leaf = place
    meant = facts.channel_words.meant_channel(leaf.text)
    return Finding(
        leaf.start,
        leaf.end,
        f'{facts.names.shown(joint)}: "{facts.names.cut(leaf.text)}" is no channel'
        + (f", it looks like {meant}" if meant else ""),
        joint=joint.ref,
        column_index=channel.column,
        help="name the channel as the format does: an axis and position or rotation, in one word",
    )
