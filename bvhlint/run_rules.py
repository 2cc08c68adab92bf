"""The rules about the run itself: the linter and the configuration find for them.

They have a code, a name and a manual like all others, but nobody can run or switch them off by
loading a module: their check functions find nothing.
"""

from __future__ import annotations

from collections.abc import Iterator

from bvhlint.rule import Document, Finding, Options, Rule
from bvhlint.severity import Severity

_CRASH_MANUAL = """\
A rule must not raise.

## What it does
Says which rule raised which exception on a file. The other rules still run.

## Why is this bad?
What that rule would have found in the file is not known, so the run ends with exit status 2. It
cannot be ignored, and no baseline hides it.

## Example
    def check(document: Document, options: Options) -> Iterator[Finding]:
        first = document.skeleton.joints[0]

## Use instead
    def check(document: Document, options: Options) -> Iterator[Finding]:
        for first in document.skeleton.joints[:1]:

## Fix safety
There is no fix. Report a fault of a built-in rule with the file that shows it; mend a rule of your
own so that it takes any file at all.

## Options
None.
"""

_UNUSED_MANUAL = """\
An entry that ignores findings must still hide one.

## What it does
Looks for entries of `per-file-ignores` and `ignore-findings`, and for lines of the baseline, that
no longer hide a finding of the files that were checked.

## Why is this bad?
The finding is gone, but the entry stays and will hide the next one of its kind without a word.

## Example
    ignore-findings = ["walk.bvh:18:BVH602"]

## Use instead
    ignore-findings = []

## Fix safety
There is no fix: remove the entry, or write the baseline anew with `--update-baseline`.

## Options
None.
"""


def _find_nothing(document: Document, options: Options) -> Iterator[Finding]:
    del document, options
    yield from ()


def _run_rule(code: str, name: str, severity: Severity, manual: str) -> Rule:
    return Rule(
        code, name, severity, "run", True, False, (), Options, manual.strip(), _find_nothing
    )


RULE_CRASH = _run_rule("BVH000", "rule-crash", Severity.ERROR, _CRASH_MANUAL)
UNUSED_SUPPRESSION = _run_rule("BVH001", "unused-suppression", Severity.WARNING, _UNUSED_MANUAL)
RUN_RULES = (RULE_CRASH, UNUSED_SUPPRESSION)
