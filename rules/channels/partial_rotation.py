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
`--rotation-order ORDER` gives every joint that turns three rotation channels and writes their
angles into the frame rows: each joint stands as before in every frame.

## Options
None.
"""

from __future__ import annotations

from collections.abc import Iterator

from bvhlint.rule import ROTATION, Document, Finding, Fix, Joint, Options, Severity, facts, rule


@rule(
    "BVH404",
    "partial-rotation",
    Severity.WARNING,
    part="channels",
    portability=True,
    fix=("--rotation-order",),
    header_only=True,
)
def check(document: Document, options: Options) -> Iterator[Finding]:
    partial = (
        joint
        for joint in facts.channel_words.sound_joints(document)
        if len(joint.of_kind(ROTATION)) in (1, 2)
    )
    order = facts.orders.majority_order(document) or facts.orders.USUAL_ORDER
    yield from facts.told.told(partial, lambda joint: _finding(joint, order))


def _finding(joint: Joint, order: str) -> Finding:
    option = f"--rotation-order {order}"
    names = " and ".join(channel.name for channel in joint.of_kind(ROTATION))
    return Finding(
        *facts.channel_words.line_span(joint),
        f"{facts.names.shown(joint)} turns by {names} only: some readers need three rotations "
        "and stop, or take the angles for 0",
        joint=joint.ref,
        help=f"export three rotation channels a joint, or write them: fix {option}",
        fix=Fix.by_option(option, f"give every joint that turns the order {order}"),
    )
