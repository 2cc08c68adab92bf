"""What the default rules of text and structure find in real files, against a table of what a person
read in each of them: how often a rule speaks in a file, and on which line first.

The files stand in the folder that BVHLINT_CORPUS names and are known by their hash.
"""

from __future__ import annotations

import csv
import hashlib
import os
from pathlib import Path

from bvhlint.document.document import Document
from bvhlint.linter import ActiveRule, check_document
from bvhlint.plugins import builtin_rules

TABLE = Path(__file__).with_name("header_findings.csv")
CORPUS = [Path(folder) for folder in (os.environ.get("BVHLINT_CORPUS"),) if folder]
JUDGED = ("BVH1", "BVH2")

Entry = tuple[str, str, int, int]  # hash, rule, first line, count


def read_table() -> set[Entry]:
    with TABLE.open(encoding="utf-8", newline="") as file:
        return {
            (entry["sha256"], entry["rule"], int(entry["line"]), int(entry["count"]))
            for entry in csv.DictReader(file)
        }


def judge(data: bytes) -> set[Entry]:
    rules = [
        ActiveRule.of(rule)
        for rule in builtin_rules()
        if rule.default and rule.code.startswith(JUDGED)
    ]
    first: dict[str, int] = {}
    counts: dict[str, int] = {}
    for finding in check_document(Document.parse(data), rules).findings:
        first.setdefault(finding.code, finding.region.line)
        counts[finding.code] = counts.get(finding.code, 0) + finding.count
    digest = hashlib.sha256(data).hexdigest()
    return {(digest, code, first[code], counts[code]) for code in first}


def test_the_table_names_known_rules() -> None:
    codes = {rule.code for rule in builtin_rules()}
    assert {code for _, code, _, _ in read_table()} <= codes


def test_real_files_give_what_was_read_in_them() -> None:
    wanted = read_table()
    for folder in CORPUS:
        contents = [path.read_bytes() for path in sorted(folder.glob("*.bvh*"))]
        hashes = {hashlib.sha256(data).hexdigest() for data in contents}
        found = {entry for data in contents for entry in judge(data)}
        assert found == {entry for entry in wanted if entry[0] in hashes}
