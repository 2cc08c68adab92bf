"""Frame Time must be a number of seconds above zero.

## What it does
Looks for a Frame Time that is zero, negative, infinite, no number, or missing behind its keyword. A
decimal comma is told by decimal-comma alone.

## Why is this bad?
Without it nobody knows how fast the clip runs. three.js puts all frames at the start, Assimp
takes an infinite rate, Blender plays at the rate of the scene, BVHView at 60.

## Example
    Frame Time: 0

## Use instead
    Frame Time: 0.0333333

## Fix safety
`--set-fps N` writes the Frame Time of the rate that you name and touches no frame.

## Options
None.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from bvhlint.rule import Document, Finding, Fix, Flaw, Leaf, Options, Severity, facts, rule


@rule("BVH601", "bad-frame-time", Severity.ERROR, part="timing", fix=("--set-fps",))
def check(document: Document, options: Options) -> Iterator[Finding]:
    item = document.motion.frame_time_item
    if item is None or not facts.clip.holds_clip(document):
        return
    if not item.values:
        yield _without_number(document, item.keyword)
        return
    leaf = item.values[0]
    time, text = document.motion.frame_time, facts.names.cut(leaf.text)
    flaw = facts.flaws.flaw_of(leaf, document)
    if flaw is Flaw.COMMA:
        return
    if time is None or not math.isfinite(time):
        # What C runtimes print, as 1.#INF or nan(ind), is a word like any other to readers.
        is_word = flaw is not Flaw.NOT_FINITE or "#" in text or "(" in text
        variant = "not-a-number" if is_word else "not-finite"
        yield _finding(leaf, f'has "{text}", which is no finite number', variant)
    elif time == 0:
        yield _finding(leaf, f"is {text}: all frames at once", "zero")
    elif time < 0:
        yield _finding(leaf, f"is {text}: time would run backwards", "negative")


def _without_number(document: Document, keyword: Leaf) -> Finding:
    below = facts.frame_time.value_below(document)
    if below is None:
        return _finding(keyword, "has no number", "not-a-number")
    return Finding(
        keyword.start,
        keyword.end,
        "the Frame Time has no number on its line, and "
        f"{facts.names.cut(below.text)} on the next one is taken for a frame",
        variant="not-a-number",
        help="write the number behind Frame Time:",
    )


def _finding(leaf: Leaf, what: str, variant: str) -> Finding:
    return Finding(
        leaf.start,
        leaf.end,
        f"the Frame Time {what}",
        variant=variant,
        help="write the seconds that a frame lasts: fix --set-fps N",
        fix=Fix.by_option("--set-fps N", "write the Frame Time of a rate"),
    )
