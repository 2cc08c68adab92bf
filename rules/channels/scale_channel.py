"""A joint should have position and rotation channels only.

## What it does
Looks for `Xscale`, `Yscale` and `Zscale`. A joint is told once, at its first scale.

## Why is this bad?
Few programs write scales and hardly any reads them. three.js and bvhio do not know the channel and
take no value for it, so that every joint after it gets the values of its neighbour; Assimp refuses
the file.

## Example
    CHANNELS 6 Zrotation Xrotation Yrotation Xscale Yscale Zscale

## Use instead
    CHANNELS 3 Zrotation Xrotation Yrotation

## Fix safety
There is no fix: to drop the channel would lose the scaling.

## Options
None.
"""

from __future__ import annotations

from collections.abc import Iterator

from bvhlint.rule import SCALE, Channel, Document, Finding, Joint, Options, Severity, facts, rule


@rule(
    "BVH413", "scale-channel", Severity.WARNING, part="channels", portability=True, header_only=True
)
def check(document: Document, options: Options) -> Iterator[Finding]:
    scaled = (
        (words.joint, channel)
        for words in facts.channel_words.channel_words(document)
        for channel in [next((found for found in words.channels if found.kind == SCALE), None)]
        if channel
    )
    yield from facts.told.told(scaled, _finding)


def _finding(place: tuple[Joint, Channel]) -> Finding:
    joint, channel = place
    start, end = facts.channel_words.line_span(joint)
    if channel.leaf:
        start, end = channel.leaf.start, channel.leaf.end
    return Finding(
        start,
        end,
        f"{facts.names.shown(joint)} has {channel.name}: readers that do not know scales give "
        "its value to the next channel",
        joint=joint.ref,
        channel=channel.name,
        column_index=channel.column,
        help="export the clip without scales",
    )
