"""All joints of a file should turn in the same order.

## What it does
Compares the order of the rotation channels (such as ZXY) of all joints that have three of them. The
order that most joints have is the file's; where two are equally common it is the root's. Each other
order is told once, with the joints that have it.

## Why is this bad?
ZeroEGGS and the loaders made after it take the order of the first joint for all, and the other
joints turn wrongly. Programs that go by each joint's own order show the file as it is.

## Example
    ROOT Hips
    {
        OFFSET 0.00 0.00 0.00
        CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation
        JOINT Spine
        {
            OFFSET 0.00 10.00 0.00
            CHANNELS 3 Zrotation Yrotation Xrotation

## Use instead
    JOINT Spine
    {
        OFFSET 0.00 10.00 0.00
        CHANNELS 3 Zrotation Xrotation Yrotation

## Fix safety
`--rotation-order ZXY` works all angles out anew, so that every joint stands where it stood in every
frame.

## Options
None.
"""

from __future__ import annotations

from collections.abc import Iterator

from bvhlint.rule import Document, Finding, Fix, Joint, Options, Severity, facts, rule


@rule(
    "BVH407",
    "mixed-rotation-order",
    Severity.WARNING,
    part="channels",
    portability=True,
    fix=("--rotation-order",),
    header_only=True,
)
def check(document: Document, options: Options) -> Iterator[Finding]:
    groups: dict[str, list[Joint]] = {}
    for joint in facts.channel_words.sound_joints(document):
        if joint.has_full_rotation:
            groups.setdefault(joint.rotation_order, []).append(joint)
    if len(groups) < 2:
        return
    # The groups are in the order of their first joints, and max takes the first of equals: the
    # root's comes first, if the root has three rotations.
    common = max(groups, key=lambda order: len(groups[order]))
    by_root = _root_order(document)
    for order, joints in groups.items():
        if order == common:
            continue
        place = joints[0]
        if order == by_root:
            place = next(group[0] for other, group in groups.items() if other != by_root)
        yield _finding(place, order, joints, common, len(groups[common]))


def _root_order(document: Document) -> str:
    root = document.skeleton.joints[0]
    return root.rotation_order if root.has_full_rotation else ""


def _finding(place: Joint, order: str, joints: list[Joint], common: str, others: int) -> Finding:
    turns = "turns" if len(joints) == 1 else "turn"
    have = f"{others} joint{' has' if others == 1 else 's have'}"
    return Finding(
        *facts.channel_words.line_span(place),
        f"{facts.names.listed(joints)} {turns} in the order {order}, while {have} {common}: "
        "some readers take one order for all",
        joint=place.ref,
        help=f"write all joints in one order: fix --rotation-order {common}",
        fix=Fix.by_option(f"--rotation-order {common}", f"turn all joints in the order {common}"),
    )
