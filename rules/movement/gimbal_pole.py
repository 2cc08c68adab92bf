"""A joint should not flip its first and third angle at the pole.

## What it does
Tells a frame in which the first and the third angle of a joint both change by more than 90
degrees, whole turns taken off, though the joint turns by at most 30 degrees and its middle angle
is within 15 degrees of 90 or -90. Merely being near the pole is not told. One finding a frame.

## Why is this bad?
With the middle angle at 90 degrees the other two turn about the same axis, and only their sum
counts. A small turn then swings both far over; a program that blends or filters the channels makes
the limb flail between the two frames.

## Example
    10.00 89.90 20.00
    -165.00 89.90 195.00

## Use instead
    10.00 89.90 20.00
    15.00 89.90 15.00

## Fix safety
`--rotation-order XYZ` writes all joints in another order, whose pole may lie where the joint never
gets: the world pose of every joint stays.

## Options
None.
"""

from __future__ import annotations

from collections.abc import Iterator

from bvhlint.rule import (
    ROTATION,
    Document,
    Finding,
    Fix,
    Options,
    RowFindings,
    Severity,
    facts,
    rule,
)


@rule("BVH802", "gimbal-pole", Severity.INFO, part="movement", fix=("--rotation-order",))
def check(document: Document, options: Options) -> Iterator[RowFindings]:
    flips = facts.jumps.jumps(document).flips
    if not len(flips.rows):
        return

    def make(row: int) -> Finding:
        joint_index, column, others = flips.at(row)
        joint = document.skeleton.joints[joint_index]
        columns = [channel.column for channel in joint.of_kind(ROTATION)]
        before, after = document.motion.values[row - 1 : row + 1, columns].tolist()
        turn = facts.wording.turn_text(facts.steps.turn_to(document, joint, row))
        return Finding(
            *facts.places.cell_span(document, row, column),
            f"{facts.names.shown(joint)} looks like flipping at the pole in frame {row}: its "
            f"angles {_triple(before)} become {_triple(after)} though it turns only {turn}"
            f"{facts.wording.more_joints(others)}",
            frame=row,
            joint=joint.ref,
            channel=joint.channels[column - joint.columns.start].name,
            column_index=column,
            help="another order of rotations (fix --rotation-order) may keep away from the pole",
        )

    fix = Fix.by_option("--rotation-order XYZ", "write the rotations in another order")
    yield RowFindings(flips.rows, make, fix)


def _triple(angles: list[float]) -> str:
    return "(" + ", ".join(f"{angle:.6g}" for angle in angles) + ")"
