"""Runs one rule's fixtures: ``fixtures/<rule-name>/`` with ``expect.json`` beside the files.

expect.json, written by hand before the rule is:
    {"bad.bvh": {"findings": [{"line": 7, "column": 12, "severity": "error"}, ...],
                 "run": {"expect_fps": "30", "targets": ["secondlife"]},   (optional)
                 "options": {"tolerance": 0.1}},                            (optional)
     "good.bvh": {"also": ["single-frame"]}}     (optional: other rules that may speak here)
Every ``bad*.bvh`` needs an entry; ``severity`` may be left out where it is the rule's own.
``bad*.report.json`` holds the whole report of the default rules and this one.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from bvhlint.document.document import Document
from bvhlint.document.rate import parse_rate
from bvhlint.file_result import file_result
from bvhlint.linter import ActiveRule, Checked, check_document
from bvhlint.plugins import builtin_rules
from bvhlint.reports.json import file_entry
from bvhlint.rule import Rule, RunSettings

FIXTURES = Path(__file__).resolve().parents[2] / "fixtures"


@dataclass(frozen=True)
class Expectation:
    """What expect.json says of one file."""

    findings: tuple[tuple[int, int, str], ...]
    run: RunSettings
    options: dict[str, Any]
    also: frozenset[str]


def expectation(rule: Rule, path: Path) -> Expectation:
    spec = json.loads((path.parent / "expect.json").read_text(encoding="utf-8"))
    entry = spec.get(path.name, {})
    run = entry.get("run", {})
    fps = run.get("expect_fps")
    settings = RunSettings(parse_rate(fps) if fps else None, frozenset(run.get("targets", ())))
    findings = tuple(
        (item["line"], item["column"], item.get("severity", rule.severity.value))
        for item in entry.get("findings", ())
    )
    also = frozenset(entry.get("also", ()))
    return Expectation(findings, settings, entry.get("options", {}), also)


def active_set(rule: Rule, wanted: Expectation) -> list[ActiveRule]:
    """The default rules and ``rule`` with the options that the fixture asks for."""
    result = [
        ActiveRule.of(other, wanted.run)
        for other in builtin_rules()
        if other.default and other is not rule
    ]
    options = rule.options_type(run=wanted.run, **wanted.options)
    return [*result, ActiveRule(rule, options)]


def check_fixture(rule: Rule, path: Path) -> tuple[Document, Checked]:
    document = Document.parse(path.read_bytes(), path.name)
    rules = active_set(rule, expectation(rule, path))
    return document, check_document(document, rules, show_all=True)


def places(checked: Checked, rule: Rule) -> tuple[tuple[int, int, str], ...]:
    return tuple(
        (finding.region.line, finding.region.column, finding.level.value)
        for finding in checked.findings
        if finding.code == rule.code
    )


def report_of(rule: Rule, path: Path) -> str:
    """The whole report of a fixture, folded as a user sees it, as JSON text."""
    document = Document.parse(path.read_bytes(), path.name)
    checked = check_document(document, active_set(rule, expectation(rule, path)))
    result = msgspec.to_builtins(file_entry(file_result(document, path.name, checked)))
    return json.dumps(result, indent=1, ensure_ascii=False) + "\n"
