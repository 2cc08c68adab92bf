"""A joint that turns should have all three rotation channels.

## What it does
Looks for joints with one or two rotation channels.

## Why is this bad?
The format allows it, for knees and elbows that bend about one axis, and several readers count on
three: Blender and the research loaders fail, PyMO sets the angles to 0, Second Life refuses the
file.

## Example
    CHANNELS 1 Xrotation

## Use instead
    CHANNELS 3 Zrotation Xrotation Yrotation

## Fix safety
There is no fix: each frame needs values for the new channels.

## Options
None.
"""

from __future__ import annotations

from collections.abc import Iterator

from bvhlint.rule import ROTATION, Document, Finding, Joint, Options, Severity, facts, rule


@rule(
    "BVH404",
    "partial-rotation",
    Severity.WARNING,
    part="channels",
    portability=True,
    header_only=True,
)
def check(document: Document, options: Options) -> Iterator[Finding]:
    partial = (
        joint
        for joint in facts.channel_words.sound_joints(document)
        if len(joint.of_kind(ROTATION)) in (1, 2)
    )
    yield from facts.told.told(partial, _finding)


def _finding(joint: Joint) -> Finding:
    names = " and ".join(channel.name for channel in joint.of_kind(ROTATION))
    return Finding(
        *facts.channel_words.line_span(joint),
        f"{facts.names.shown(joint)} turns by {names} only: some readers need three rotations "
        "and stop, or take the angles for 0",
        joint=joint.ref,
        help="export three rotation channels a joint, those not used being 0 in every frame",
    )
