"""Findings of skeleton, channels, frames and Frame Time in real files, counted: what each rule must
find in each file, and why that is right.

The counts come from searches of the text that share nothing with the rules. The files stand in the
folder that BVHLINT_CORPUS names and are known by their hash.
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

TABLE = Path(__file__).with_name("counts.csv")
CORPUS = [Path(folder) for folder in (os.environ.get("BVHLINT_CORPUS"),) if folder]
JUDGED = ("BVH3", "BVH4", "BVH5", "BVH601")

Count = tuple[str, str, int, int]  # file, rule, line of the first finding, findings


def entries() -> list[dict[str, str]]:
    with TABLE.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_each_entry_names_a_rule_and_gives_its_reason() -> None:
    codes = {rule.code for rule in builtin_rules() if rule.code.startswith(JUDGED)}
    for entry in entries():
        assert entry["rule"] in codes
        assert entry["verdict"] == "true"
        assert entry["reason"]


def counted(path: Path, name: str) -> list[Count]:
    rules = [ActiveRule.of(rule) for rule in builtin_rules() if rule.code.startswith(JUDGED)]
    checked = check_document(Document.parse(path.read_bytes()), rules)
    counts: Counter[str] = Counter()
    first: dict[str, int] = {}
    for finding in checked.findings:
        counts[finding.code] += finding.count
        first.setdefault(finding.code, finding.region.line)
    return [(name, code, first[code], counts[code]) for code in counts]


if CORPUS:

    def test_real_files_hold_what_the_table_says() -> None:
        table = entries()
        names = {row["sha256"]: row["file"] for row in table}
        found: list[Count] = []
        for path in sorted(CORPUS[0].glob("*.bvh*")):
            name = names.get(hashlib.sha256(path.read_bytes()).hexdigest(), path.name)
            found += counted(path, name)
        wanted = [
            (row["file"], row["rule"], int(row["first line"]), int(row["count"])) for row in table
        ]
        assert sorted(found) == sorted(wanted)
