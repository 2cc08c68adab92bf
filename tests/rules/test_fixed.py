"""The fixes of every rule against what they must make of its fixtures, written by hand.

``fixed*.bvh`` is what the safe fixes make of the ``bad*.bvh`` of the same suffix, and
``unsafe-fixed*.bvh`` what all fixes make with ``--unsafe-fixes``. The fix of the rule alone makes
the same, unless ``alone-fixed*.bvh`` says what it leaves to others.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
import rule_fixtures as harness

from bvhlint.document.document import Document
from bvhlint.finding import Safety
from bvhlint.fixer import Fixer
from bvhlint.linter import ActiveRule, check_document
from bvhlint.plugins import builtin_rules
from bvhlint.rule import Rule

RULES = builtin_rules()
KINDS = {Safety.SAFE: "fixed", Safety.UNSAFE: "unsafe-fixed"}


def _beside(bad: Path, *kinds: str) -> bytes:
    """The fixture of the first of these kinds that stands beside a bad one."""
    paths = [bad.with_name(bad.name.replace("bad", kind, 1)) for kind in kinds]
    return next((path for path in paths if path.exists()), paths[-1]).read_bytes()


def _rule_alone(rule: Rule, path: Path) -> ActiveRule:
    wanted = harness.expectation(rule, path)
    return ActiveRule(rule, rule.options_type(run=wanted.run, **wanted.options))


def _mended(path: Path, safety: Safety) -> Iterator[tuple[Rule, Path]]:
    """The rule of a bad fixture if it has such a fix for it."""
    for rule in RULES:
        if rule.name == path.parent.name and safety.value in rule.fix:
            document = Document.parse(path.read_bytes())
            found = check_document(document, [_rule_alone(rule, path)], max_findings=1 << 30)
            if any(finding.fix and finding.fix.safety is safety for finding in found.findings):
                yield rule, path


def _cases(safety: Safety) -> list[object]:
    return [
        pytest.param(rule, path, id=f"{rule.name}-{path.stem}")
        for bad in sorted(harness.FIXTURES.glob("*/bad*.bvh"))
        for rule, path in _mended(bad, safety)
    ]


@pytest.mark.parametrize("safety", KINDS)
@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)
def test_a_rule_with_a_fix_has_a_fixed_fixture(rule: Rule, safety: Safety) -> None:
    files = list((harness.FIXTURES / rule.name).glob(f"{KINDS[safety]}*.bvh"))
    assert bool(files) == (safety.value in rule.fix)


FIXED = [
    path
    for kind in ("fixed", "unsafe-fixed", "alone-fixed", "alone-unsafe-fixed")
    for path in sorted(harness.FIXTURES.glob(f"*/{kind}*.bvh"))
]


@pytest.mark.parametrize("path", FIXED, ids=str)
def test_a_fixed_fixture_belongs_to_a_bad_one(path: Path) -> None:
    suffix = path.name.partition("fixed")[2]
    assert path.with_name(f"bad{suffix}").exists()


@pytest.mark.parametrize(("rule", "path"), _cases(Safety.SAFE))
def test_the_safe_fix_alone_makes_what_was_written_down(rule: Rule, path: Path) -> None:
    document = Document.parse(path.read_bytes())
    result = Fixer([_rule_alone(rule, path)]).fix(document)
    assert result.document.to_bytes() == _beside(path, "alone-fixed", "fixed")


@pytest.mark.parametrize(("rule", "path"), _cases(Safety.SAFE))
def test_all_safe_fixes_make_what_was_written_down(rule: Rule, path: Path) -> None:
    rules = harness.active_set(rule, harness.expectation(rule, path))
    result = Fixer(rules).fix(Document.parse(path.read_bytes()))
    assert result.document.to_bytes() == _beside(path, "fixed")


@pytest.mark.parametrize(("rule", "path"), _cases(Safety.UNSAFE))
def test_the_unsafe_fix_alone_makes_what_was_written_down(rule: Rule, path: Path) -> None:
    document = Document.parse(path.read_bytes())
    safely = Fixer([_rule_alone(rule, path)]).fix(document)
    result = Fixer([_rule_alone(rule, path)], unsafe=True).fix(document)
    assert result.document.to_bytes() == _beside(path, "alone-unsafe-fixed", "unsafe-fixed")
    assert safely.document.to_bytes() != result.document.to_bytes()


@pytest.mark.parametrize(("rule", "path"), _cases(Safety.UNSAFE))
def test_all_fixes_make_what_was_written_down(rule: Rule, path: Path) -> None:
    rules = harness.active_set(rule, harness.expectation(rule, path))
    result = Fixer(rules, unsafe=True).fix(Document.parse(path.read_bytes()))
    assert result.document.to_bytes() == _beside(path, "unsafe-fixed")
