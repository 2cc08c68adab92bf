"""OFFSET should have exactly three numbers.

## What it does
Tells an OFFSET with fewer or more than three values, and one with a word that is no number. Decimal
commas, and values such as nan, are told by `decimal-comma` and `not-finite`.

## Why is this bad?
OFFSET is a place in space. Readers take the second to the fourth word of the line for numbers, and
fail or put the joint somewhere else.

## Example
    OFFSET 0.00 10.00

## Use instead
    OFFSET 0.00 10.00 0.00

## Fix safety
There is no fix: the number that is meant stands nowhere in the file.

## Options
None.
"""

from __future__ import annotations

from collections.abc import Iterator

from bvhlint.rule import (
    Document,
    EndSite,
    Finding,
    Item,
    Joint,
    Leaf,
    Options,
    Severity,
    facts,
    rule,
)

SIZE = 3
TOLD_ELSEWHERE = ("COMMA", "NOT_FINITE")  # decimal-comma, not-finite
HELP = "write the three numbers that the program which made the file has"


@rule("BVH211", "bad-offset", Severity.ERROR, part="structure", header_only=True)
def check(document: Document, options: Options) -> Iterator[Finding]:
    for joint in facts.names.judged_joints(document):
        owners: list[Joint | EndSite] = [joint, *joint.end_sites]
        for owner in owners:
            item = owner.offset_item
            if item is None or owner.offset or facts.clip.is_cut_item(document, item):
                continue
            whose = facts.names.shown(joint)
            if isinstance(owner, EndSite):
                whose = f"the End Site of {whose}"
            place = _place(document, item)
            if place:
                start, end, seen, variant = place
                message = f"the OFFSET of {whose} {seen}"
                yield Finding(start, end, message, joint=joint.ref, variant=variant, help=HELP)


def _place(document: Document, item: Item) -> tuple[int, int, str, str] | None:
    """Where something is wrong with an OFFSET, what, and the variant."""
    wrong = next((leaf for leaf in item.values[:SIZE] if _is_no_number(document, leaf)), None)
    if wrong:
        seen = facts.words.excerpt(document, wrong.start, wrong.end)
        return wrong.start, wrong.end, f'has "{seen}" in it, which is no number', "word"
    count = len(item.values)
    if count > SIZE:
        extra = item.values[SIZE]
        return extra.start, item.end, f"has {count} values instead of three", "many"
    if count < SIZE:
        amount = ("no value", "only one value", "only two values")[count]
        return item.start, item.end, f"has {amount} instead of three", "few"
    return None


def _is_no_number(document: Document, leaf: Leaf) -> bool:
    flaw = facts.flaws.flaw_of(leaf, document)
    return flaw is not None and flaw.name not in TOLD_ELSEWHERE
