"""Every ROOT and JOINT should have a name.

## What it does
Tells a ROOT or JOINT with nothing behind it on its line.

## Why is this bad?
Programs find joints by their names. Many readers take the second word of the line without looking
whether there is one, and fail; Second Life refuses the file.

## Example
    JOINT
    {
        OFFSET 0.00 10.00 0.00

## Use instead
    JOINT Spine
    {
        OFFSET 0.00 10.00 0.00

## Fix safety
There is no fix: the name that is meant stands nowhere in the file.

## Options
None.
"""

from __future__ import annotations

from collections.abc import Iterator

from bvhlint.rule import Document, Finding, Joint, Kind, Options, Severity, facts, rule


@rule("BVH207", "missing-name", Severity.ERROR, part="structure", header_only=True)
def check(document: Document, options: Options) -> Iterator[Finding]:
    # A file that was cut behind the word JOINT lacks more than the name.
    cut_at = facts.clip.last_token(document) if facts.clip.ends_in_hierarchy(document) else None
    for joint in facts.names.judged_joints(document):
        block = joint.block
        if block.name or block.keyword is None or block.keyword.type is Kind.UNKNOWN:
            continue
        if (block.keyword.start, block.keyword.end) != cut_at:
            yield _of_joint(document, joint)


def _of_joint(document: Document, joint: Joint) -> Finding:
    word = "ROOT" if joint.block.type is Kind.ROOT else "JOINT"
    below = facts.unknown.name_below(joint.block)
    start, end = joint.head
    if below:
        seen = facts.words.excerpt(document, below.start, below.end)
        message = f'{word} has no name on its line; "{seen}" on the next seems to be it'
        return Finding(
            start,
            end,
            message,
            joint=joint.ref,
            variant="below",
            help=f"write {word} {seen} on one line",
        )
    parent = ""
    if joint.parent >= 0:
        above = document.skeleton.joints[joint.parent]
        parent = f" (child {above.children.index(joint.index) + 1} of {facts.names.shown(above)})"
    return Finding(
        start,
        end,
        f"{word} has no name{parent}: readers that look for one fail",
        joint=joint.ref,
        variant="nowhere",
        help=f"write a name behind {word}",
    )
