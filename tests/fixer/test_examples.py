"""Fixes over all fixtures and real files: stable, complete, and nothing else changed.

What must not change is looked at here by plain means, not by those of the fixer.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import SequenceMatcher
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import pytest
from example_files import EXAMPLES, name_of

from bvhlint.document.document import Document
from bvhlint.edits import Edit
from bvhlint.finding import Safety
from bvhlint.fixer import Fixer, FixResult, rounds
from bvhlint.linter import ActiveRule, check_document
from bvhlint.plugins import builtin_rules

# Those that are off by default too: they have safe fixes that meet those of others.
RULES = [ActiveRule.of(rule) for rule in builtin_rules()]
NAME = re.compile(rb"(?i)(?<![^\s{}])(?:ROOT|JOINT)(?![^\s{}])[ \t]*([^\r\n{}]*)")


class Step(NamedTuple):
    """A round: the content before, its edits, the content after."""

    before: bytes
    edits: Sequence[Edit]
    after: bytes


@lru_cache(maxsize=4)
def fixed(path: Path, unsafe: bool) -> tuple[bytes, FixResult, list[Step]]:
    data = path.read_bytes()
    steps: list[Step] = []

    def noting(document: Document, edits: Sequence[Edit]) -> Document:
        changed = edited(document, edits)
        steps.append(Step(document.content, edits, changed.content))
        return changed

    edited = rounds.edited
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(rounds, "edited", noting)
        result = Fixer(RULES, unsafe=unsafe).fix(Document.parse(data))
    return data, result, steps


examples = pytest.mark.parametrize("path", EXAMPLES, ids=name_of)
both = pytest.mark.parametrize("unsafe", [False, True], ids=["safe", "unsafe"])


# One test a file and not one a property: fixing it is what takes the time.
@pytest.mark.unmeasured
@examples
@both
def test_fixes_are_complete_and_change_nothing_else(path: Path, unsafe: bool) -> None:
    no_finding_with_such_a_fix_is_left_and_twice_is_once(path, unsafe)
    only_lines_that_an_edit_touches_differ(path, unsafe)
    if not unsafe:
        safe_fixes_keep_names_and_rows(path)


def no_finding_with_such_a_fix_is_left_and_twice_is_once(path: Path, unsafe: bool) -> None:
    data, result, _ = fixed(path, unsafe)
    again = Document.parse(result.document.to_bytes())
    kinds = {Safety.SAFE, Safety.UNSAFE} if unsafe else {Safety.SAFE}
    left = [
        f"{finding.name} at line {finding.region.line}"
        for finding in check_document(again, RULES, max_findings=1 << 40).findings
        if finding.fix and finding.fix.safety in kinds
    ]
    assert left == []
    assert Fixer(RULES, unsafe=unsafe).fix(again).document is again
    assert bool(result.changes) == (result.document.to_bytes() != data)


def only_lines_that_an_edit_touches_differ(path: Path, unsafe: bool) -> None:
    for step in fixed(path, unsafe)[2]:
        before, after = step.before.split(b"\n"), step.after.split(b"\n")
        touched: set[int] = set()
        for edit in step.edits:
            first, last = (step.before.count(b"\n", 0, at) for at in (edit.start, edit.end))
            touched.update(range(first, last + 1))
        for old in changed_lines(before, after):
            assert touched.intersection(old), f"lines {old} of {path.name}"


def changed_lines(before: Sequence[bytes], after: Sequence[bytes]) -> list[range]:
    """The ranges of lines before that are others after, by difflib; where lines only came in, the
    two between which they stand."""
    start = 0
    while start < min(len(before), len(after)) and before[start] == after[start]:
        start += 1
    end = 0
    while end < min(len(before), len(after)) - start and before[-1 - end] == after[-1 - end]:
        end += 1
    middle = before[start : len(before) - end], after[start : len(after) - end]
    matcher = SequenceMatcher(None, *middle, autojunk=False)
    return [
        range(start + low, start + high) if low < high else range(start + low - 1, start + low + 1)
        for tag, low, high, _, _ in matcher.get_opcodes()
        if tag != "equal"
    ]


def safe_fixes_keep_names_and_rows(path: Path) -> None:
    data, result, _ = fixed(path, False)
    if data[:2] in (b"\xff\xfe", b"\xfe\xff") or b"\0" in data[:16]:
        assert result.document.to_bytes() == data
        return
    after = result.document.to_bytes()
    assert names(after) == names(data)
    assert rows(after) == rows(data)


def names(data: bytes) -> list[bytes]:
    """What stands after ROOT and JOINT, in order."""
    return [name.rstrip(b" \t") for name in NAME.findall(data)]


def rows(data: bytes) -> list[bytes]:
    """All lines below Frame Time with a digit in them, their ends taken off."""
    found = re.search(rb"(?i)frame[ \t]*time[^\r\n]*", data)
    lines = re.split(rb"\r\n|\r|\n", data[found.end() :]) if found else []
    return [line for line in lines if re.search(rb"[^ \t]", line)]
