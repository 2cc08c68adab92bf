"""What people met in their files: each case must give its findings, at its places, and no alarm
beyond them."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest
from installed import CHECKOUT

from bvhlint import readers
from bvhlint.document.document import Document
from bvhlint.linter import active_rules, check_document
from bvhlint.plugins import builtin_rules
from bvhlint.rule import RunSettings
from bvhlint.severity import Severity

CASES = sorted((CHECKOUT / "fixtures" / "cases").glob("*.bvh"))


def test_all_cases_are_here() -> None:
    assert len(CASES) == 53


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_case(path: Path) -> None:
    wanted = json.loads(path.with_suffix(".expect.json").read_text(encoding="utf-8"))
    options = wanted.get("options", [])
    assert options[:1] in ([], ["--target"])
    run = RunSettings(targets=readers.resolve_targets(options[1]) if options else frozenset())
    document = Document.parse(path.read_bytes())
    findings = check_document(document, active_rules(builtin_rules(), run)).findings
    found = Counter((f.name, f.region.line, f.level.value) for f in findings)
    expected = Counter((f["rule"], f["line"], f["severity"]) for f in wanted["findings"])
    assert not expected - found, "a finding is missing"
    beyond = [key for key in (found - expected) if key[2] != Severity.INFO]
    assert beyond == []
    places = {(f.name, f.region.line, f.region.column) for f in findings}
    for finding in wanted["findings"]:
        if "column" in finding:
            assert (finding["rule"], finding["line"], finding["column"]) in places
