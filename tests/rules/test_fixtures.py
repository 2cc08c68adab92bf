"""Every rule against its fixtures. Set BVHLINT_UPDATE_REPORTS=1 to write the reports anew, then
read them."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
import rule_fixtures as harness

from bvhlint.plugins import builtin_rules
from bvhlint.rule import Rule, Severity

RULES = builtin_rules()
SECTIONS = (
    "What it does",
    "Why is this bad?",
    "Example",
    "Use instead",
    "Fix safety",
    "Options",
)


def _files(pattern: str) -> list[object]:
    return [
        pytest.param(rule, path, id=f"{rule.name}-{path.stem}")
        for rule in RULES
        for path in sorted((harness.FIXTURES / rule.name).glob(pattern))
    ]


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)
def test_manual_has_every_section(rule: Rule) -> None:
    found = re.findall(r"^## (.+)$", rule.manual, re.MULTILINE)
    assert tuple(found) == SECTIONS
    assert re.fullmatch(r"[A-Z`].*\.", rule.summary), "the first line is one sentence"


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)
def test_has_bad_and_good(rule: Rule) -> None:
    folder = harness.FIXTURES / rule.name
    bad = sorted(folder.glob("bad*.bvh"))
    assert bad, f"{folder.name} has no bad fixture"
    assert list(folder.glob("good*.bvh")), f"{folder.name} has no good fixture"
    for path in bad:
        assert harness.expectation(rule, path).findings, f"{path.name}: nothing is expected"


@pytest.mark.unmeasured
@pytest.mark.parametrize(("rule", "path"), _files("bad*.bvh"))
def test_fires_on_bad_at_the_place_written_down(rule: Rule, path: Path) -> None:
    _, checked = harness.check_fixture(rule, path)
    assert harness.places(checked, rule) == harness.expectation(rule, path).findings


@pytest.mark.unmeasured
@pytest.mark.parametrize(("rule", "path"), _files("good*.bvh"))
def test_silent_on_good(rule: Rule, path: Path) -> None:
    wanted = harness.expectation(rule, path)
    _, checked = harness.check_fixture(rule, path)
    assert harness.places(checked, rule) == ()
    others = {
        finding.name
        for finding in checked.findings
        if finding.level is not Severity.INFO and finding.name not in wanted.also
    }
    assert others == set(), "a good fixture is good in other respects too"


@pytest.mark.parametrize(("rule", "path"), _files("bad*.bvh"))
def test_report_is_the_one_beside_it(rule: Rule, path: Path) -> None:
    beside = path.with_suffix(".report.json")
    text = harness.report_of(rule, path)
    if os.environ.get("BVHLINT_UPDATE_REPORTS"):
        beside.write_text(text, encoding="utf-8")
    assert beside.read_text(encoding="utf-8") == text
