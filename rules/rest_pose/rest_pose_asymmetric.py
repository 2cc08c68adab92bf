"""Left and right limbs should have the same length.

## What it does
Compares the limbs of each pair of joints that have the same parent and mirrored names: the longest
chain of paired joints below them, without the first bone and without End Sites, which exporters
make up. It tells a pair whose longer limb is over a tenth of the skeleton's size if they differ by
more than 7 % of it.

## Why is this bad?
A solved or modelled skeleton is symmetric to about 4 %. An estimate from cameras often is not: the
figure limps, and a retargeted one slides with a foot. Sometimes it is just a slip of the pen in
one OFFSET.

## Example
    JOINT LeftLeg
    {
        OFFSET 0.0 -42.0 0.0
    ...
    JOINT RightLeg
    {
        OFFSET 0.0 -36.0 0.0

## Use instead
    JOINT RightLeg
    {
        OFFSET 0.0 -42.0 0.0

## Fix safety
There is no fix: nobody knows which side is right.

## Options
None.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from bvhlint.rule import Document, Finding, Joint, Options, Severity, facts, rule

LEAST_SIZE = 0.1  # of the skeleton's
MOST_DIFFERENCE = 0.07  # of the longer limb


class _Limbs(msgspec.Struct, frozen=True):
    left: Joint
    right: Joint
    lengths: tuple[float, float]

    @property
    def difference(self) -> float:
        return abs(self.lengths[0] - self.lengths[1]) / max(self.lengths)


@rule("BVH708", "rest-pose-asymmetric", Severity.INFO, part="rest_pose")
def check(document: Document, options: Options) -> Iterator[Finding]:
    if not facts.size.offsets_are_sound(document):
        return
    limbs = sorted(_unequal_limbs(document), key=lambda found: -found.difference)
    if not limbs:
        return
    worst, others = limbs[0], len(limbs) - 1
    more = f" (and {others} more pair{'s' * (others > 1)} of limbs)" if others else ""
    left, right = worst.lengths
    yield Finding(
        *facts.places.root_span(document),
        f"looks like two halves of different figures: the limb below "
        f"{facts.names.shown(worst.left)} is "
        f"{left:.4g} long, below {facts.names.shown(worst.right)} {right:.4g}{more}",
        help="look at the OFFSETs of these limbs; skeletons from cameras often differ so",
    )


def _unequal_limbs(document: Document) -> Iterator[_Limbs]:
    joints = document.skeleton.joints
    lengths = _limb_lengths(document)
    least = LEAST_SIZE * facts.size.skeleton_size(document)
    for pair in facts.pairs.pairs(document):
        left, right = joints[pair.left], joints[pair.right]
        if left.parent != right.parent:
            continue
        limbs = _Limbs(left, right, (lengths[pair.left], lengths[pair.right]))
        if max(limbs.lengths) > least and limbs.difference > MOST_DIFFERENCE:
            yield limbs


def _limb_lengths(document: Document) -> list[float]:
    """For each joint the longest chain of paired joints below it, its own bone excluded."""
    joints = document.skeleton.joints
    own = facts.size.bones(document).joints.tolist()
    paired = {side for pair in facts.pairs.pairs(document) for side in (pair.left, pair.right)}
    below = [0.0] * len(joints)
    for joint in reversed(joints):
        if joint.index in paired and joint.parent >= 0:
            chain = own[joint.index] + below[joint.index]
            below[joint.parent] = max(below[joint.parent], chain)
    return below
