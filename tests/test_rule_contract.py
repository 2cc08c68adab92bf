"""What a rule may not give is the crash of that rule, told by name; the others go on."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from msgspec.structs import replace
from rule_checks import clip, rules_by_name

from bvhlint.document.document import Document
from bvhlint.finding import Finding
from bvhlint.linter import ActiveRule, check_document

GOOD = clip("0.00 90.00 0.00 30.00 40.00 50.00 10.00 20.00 30.00")


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"start": 1.5, "end": 2.5}, "TypeError: 'float' object"),
        ({"end": 10**6}, "no place in"),
        ({"start": -1}, "no place in"),
        ({"message": 3}, "the message of a finding is a str, not 3"),
        ({"help": 3}, "the help of a finding is a str, not 3"),
        ({"joint": "Hips"}, "the joint of a finding is joint.ref, not 'Hips'"),
        ({"channel": 4}, "the channel of a finding is its name, not 4"),
        ({"column_index": -1}, "the column_index of a finding counts from 0, not -1"),
    ],
    ids=lambda value: next(iter(value)) if isinstance(value, dict) else None,
)
def test_a_wrong_finding_is_a_crash_of_its_rule(given: dict[str, Any], told: str) -> None:
    def check(document: Document, options: object) -> Iterator[Finding]:
        del document, options
        yield Finding(**{"start": 0, "end": 5, "message": "m", **given})

    wrong = replace(rules_by_name()["byte-order-mark"], check=check)
    others = ActiveRule.of(rules_by_name()["single-frame"])
    checked = check_document(Document.parse(GOOD), [ActiveRule.of(wrong), others])
    assert sorted(finding.code for finding in checked.findings) == ["BVH000", "BVH508"]
    message = next(finding.message for finding in checked.findings if finding.code == "BVH000")
    assert "the rule BVH102 byte-order-mark crashed: " in message
    assert told in message
