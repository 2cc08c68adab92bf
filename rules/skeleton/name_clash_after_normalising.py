"""No two names should become one where a reader cuts or replaces characters.

## What it does
Writes each name as readers and converters do that cannot have a blank, a `:` or a `.` in it: blanks
become `_`; a namespace is cut off; `:` and `.` become `_`; all three are left out. Different names
that are then equal are told at the second, once for all that become the same. Names that are equal
from the start are duplicate-name's business; that some readers keep no more of `Bip01 Spine` than
its first word is told by name-whitespace.

## Why is this bad?
Two joints become one: a reader merges them, renames one, or finds the first for both, and one of
them stands still.

## Example
    JOINT Arm 1
    ...
    JOINT Arm_1

## Use instead
    JOINT Arm_1
    ...
    JOINT Arm_2

## Fix safety
There is no fix: any other name would be a guess.

## Options
None.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterator

from bvhlint.rule import Document, Finding, Joint, Options, Severity, facts, rule

_MARKS = re.compile(r"[ \t:.]")


def _joined(name: str) -> str:
    return "_".join(facts.names.words(name))


def _bare(name: str) -> str:
    return name.rpartition(":")[2]


def _replaced(name: str) -> str:
    return _MARKS.sub("_", name)


def _left_out(name: str) -> str:
    return _MARKS.sub("", name)


_WAYS: tuple[tuple[str, str, str, Callable[[str], str]], ...] = (
    ("blank-joined", " \t", "once blanks become _", _joined),
    ("other", ":", "once namespaces are cut off", _bare),
    ("other", ":.", "once : and . become _", _replaced),
    ("other", " \t:.", "once blanks, : and . are left out", _left_out),
)


@rule(
    "BVH308",
    "name-clash-after-normalising",
    Severity.WARNING,
    part="skeleton",
    portability=True,
    header_only=True,
)
def check(document: Document, options: Options) -> Iterator[Finding]:
    joints = facts.names.named_joints(document)
    told: set[int] = set()
    for variant, marks, way, change in _WAYS:
        if not any(mark in joint.name for joint in joints for mark in marks):
            continue
        groups: dict[str, list[Joint]] = defaultdict(list)
        for joint in joints:
            groups[change(joint.name)].append(joint)
        for key, group in groups.items():
            clash = [joint for joint in group if joint.name != group[0].name]
            if not key or not clash or clash[0].index in told:
                continue
            told.update(joint.index for joint in clash)
            yield _finding(group[0], clash, key, variant, way)


def _finding(first: Joint, clash: list[Joint], key: str, variant: str, way: str) -> Finding:
    names = facts.names.listed([first, *clash])
    both = "both" if len(clash) == 1 else "all"
    return Finding(
        *clash[0].name_span,
        f'{names} are {both} "{facts.names.cut(key)}" {way}',
        joint=clash[0].ref,
        variant=variant,
        help="give them names that differ in letters, digits or _",
    )
