"""False alarms, counted: what the default rules of timing, rest pose and movement find in real
files, against a table of what a person found on opening each of them.

The files stand in the folder that BVHLINT_CORPUS names and are known by their hash. A new finding
fails until it is judged; an entry that is found no more fails until it is taken out.
"""

from __future__ import annotations

import csv
import hashlib
import os
from collections import Counter
from pathlib import Path

from bvhlint.document.document import Document
from bvhlint.linter import ActiveRule, check_document
from bvhlint.plugins import builtin_rules

TABLE = Path(__file__).with_name("verdicts.csv")
CORPUS = [Path(folder) for folder in (os.environ.get("BVHLINT_CORPUS"),) if folder]
JUDGED = ("BVH6", "BVH7", "BVH8")
VERDICTS = {"true", "false", "undecidable"}

Place = tuple[str, str, int]  # file, rule, line


def entries() -> list[dict[str, str]]:
    with TABLE.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_each_entry_has_a_known_rule_a_verdict_and_a_reason() -> None:
    codes = {rule.code for rule in builtin_rules()}
    for entry in entries():
        assert entry["rule"] in codes
        assert entry["verdict"] in VERDICTS
        assert entry["reason"]


def test_no_finding_was_judged_false() -> None:
    assert [entry for entry in entries() if entry["verdict"] == "false"] == []


def places_found(folder: Path, names: dict[str, str]) -> Counter[Place]:
    """The places of all findings in the folder's files, by the names that the table has."""
    rules = [
        ActiveRule.of(rule)
        for rule in builtin_rules()
        if rule.default and rule.code.startswith(JUDGED)
    ]
    found: Counter[Place] = Counter()
    for path in sorted(folder.glob("*.bvh*")):
        data = path.read_bytes()
        name = names.get(hashlib.sha256(data).hexdigest(), path.name)
        for finding in check_document(Document.parse(data), rules).findings:
            found[name, finding.code, finding.region.line] += 1
    return found


if CORPUS:

    def test_the_findings_in_real_files_are_those_that_were_judged() -> None:
        table = entries()
        judged = Counter((row["file"], row["rule"], int(row["line"])) for row in table)
        found = places_found(CORPUS[0], {row["sha256"]: row["file"] for row in table})
        assert sorted((found - judged).elements()) == [], "not judged yet"
        assert sorted((judged - found).elements()) == [], "not found any more"
