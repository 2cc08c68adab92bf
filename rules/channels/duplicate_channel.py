"""A joint must not name a channel twice.

## What it does
Looks for a channel that stands in the CHANNELS of a joint for the second time.

## Why is this bad?
Two values of each frame claim the same axis, and another axis has none: most likely one of the two
names is a slip. Readers take the last value, or turn about the axis twice.

## Example
    CHANNELS 3 Zrotation Xrotation Xrotation

## Use instead
    CHANNELS 3 Zrotation Xrotation Yrotation

## Fix safety
There is no fix: which of the two names is wrong stands nowhere in the file.

## Options
None.
"""

from __future__ import annotations

from collections.abc import Iterator

from bvhlint.rule import Channel, Document, Finding, Joint, Leaf, Options, Severity, facts, rule


@rule("BVH403", "duplicate-channel", Severity.ERROR, part="channels", header_only=True)
def check(document: Document, options: Options) -> Iterator[Finding]:
    repeated = (
        (words.joint, channel, channel.leaf)
        for words in facts.channel_words.channel_words(document)
        for channel in words.repeated
        if channel.leaf
    )
    yield from facts.told.told(repeated, _finding)


def _finding(place: tuple[Joint, Channel, Leaf]) -> Finding:
    joint, channel, leaf = place
    return Finding(
        leaf.start,
        leaf.end,
        f"{facts.names.shown(joint)} has {channel.name} twice: one of the two must be another "
        "channel",
        joint=joint.ref,
        channel=channel.name,
        column_index=channel.column,
        help="look up in the program that wrote the file which channel is meant",
    )
