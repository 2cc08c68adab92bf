"""A rotation channel should not jump by whole turns where the joint hardly turns.

## What it does
Compares neighbour frames of every joint that turns about three axes. It tells a frame in which a
channel differs by a whole turn from the frame before (what remains is at most 90 degrees) though
the joint itself turns by at most 45 degrees. One finding a frame.

## Why is this bad?
179 and -179 degrees are neighbours, but a program that blends, filters, resamples or draws the
channels as curves goes the long way: the limb spins once around within a frame.

## Example
    179.00 0.00 0.00
    -179.00 0.00 0.00

## Use instead
    179.00 0.00 0.00
    181.00 0.00 0.00

## Fix safety
`--unroll` adds whole turns, so that every rotation stays exactly what it is.

## Options
None.
"""

from __future__ import annotations

from collections.abc import Iterator

from bvhlint.rule import Document, Finding, Fix, Options, RowFindings, Severity, facts, rule


@rule("BVH801", "euler-wrap", Severity.WARNING, part="movement", fix=("--unroll",))
def check(document: Document, options: Options) -> Iterator[RowFindings]:
    wraps = facts.jumps.jumps(document).wraps
    if not len(wraps.rows):
        return

    def make(row: int) -> Finding:
        joint_index, column, others = wraps.at(row)
        joint = document.skeleton.joints[joint_index]
        channel = joint.channels[column - joint.columns.start].name
        before, after = document.motion.values[row - 1 : row + 1, column].tolist()
        turn = facts.wording.turn_text(facts.steps.turn_to(document, joint, row))
        return Finding(
            *facts.places.cell_span(document, row, column),
            f"{facts.names.shown(joint)} {channel} goes from {before:.6g} to {after:.6g} in frame "
            f"{row} though the joint turns only {turn}"
            f"{facts.wording.more_joints(others)}: whoever blends the channels makes it spin",
            frame=row,
            joint=joint.ref,
            channel=channel,
            column_index=column,
            help="fix --unroll adds whole turns and changes no rotation",
        )

    yield RowFindings(wraps.rows, make, Fix.by_option("--unroll", "add whole turns"))
