"""Hostile files of a small size: found sensibly, mended or left, reported within bounds.

``benchmarks/fuzz/bounds.py`` takes them at their full size, with the figures in docs/quality.md.
"""

from __future__ import annotations

import json
import sys

import properties
import pytest
from hostile_files import CASES

from bvhlint.document.document import Document
from bvhlint.file_result import file_result
from bvhlint.fixer import Fixer
from bvhlint.linter import MAX_FINDINGS, Checked
from bvhlint.reports import FORMATS
from bvhlint.severity import Severity

#: Sizes that show what the full ones do and take a moment; 1 where the size says nothing.
SIZES = {name: min(case.full, 3_000) for name, case in CASES.items()} | {
    "digits of a number": 10_000,
    "nested joints": 500,
    "roots": 500,
    "roots of one name": 500,
    "bytes of one line": 100_000,
    "bytes of one word": 100_000,
    "blanks": 1_000_000,
    "nothing but blanks": 1_000_000,
    "nothing but line ends": 100_000,
    "bytes of a name": 100_000,
    "joints at 1e308": 50,
}
#: No report of one file is larger, whatever the file.
MOST_BYTES = 1_500_000


def read(name: str, times: int = 1) -> Document:
    return Document.parse(CASES[name].data(SIZES[name] * times))


def check(document: Document) -> Checked:
    return properties.check_findings(document, properties.default_rules())


@pytest.mark.parametrize("name", CASES)
def test_what_is_wrong_is_said_and_the_rest_is_counted(name: str) -> None:
    document = read(name)
    checked = check(document)
    assert CASES[name].rules <= {finding.name for finding in checked.findings}
    if not CASES[name].rules:
        assert not [found for found in checked.findings if found.level is Severity.ERROR]
    assert len(checked.findings) <= MAX_FINDINGS
    assert max((len(found.message) for found in checked.findings), default=0) < 200_500


@pytest.mark.parametrize("name", CASES)
def test_reports_stay_bounded(name: str) -> None:
    document = read(name)
    result = file_result(document, "file.bvh", check(document))
    for format_name in FORMATS:
        assert len(properties.report(result, format_name)) < MOST_BYTES, format_name
    report = json.loads(properties.report(result, "json"))
    assert report["files"][0]["truncated"] == result.truncated


@pytest.mark.parametrize("name", CASES)
def test_fixes_settle(name: str) -> None:
    document = read(name)
    properties.check_safe_fix(document)
    properties.check_unsafe_fix(document)


def calls(document_of: str, times: int) -> int:
    """How many functions a check and a fix call, of Python and of C: work that can be counted."""
    data = CASES[document_of].data(max(1, SIZES[document_of] * times // 4))
    count = 0

    def see(frame: object, event: str, argument: object) -> None:
        nonlocal count
        del frame, argument
        count += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(see)
    try:
        document = Document.parse(data)
        check(document)
        Fixer(properties.default_rules()).fix(document)
    finally:
        sys.setprofile(before)
    return count


@pytest.mark.parametrize("name", [name for name, case in CASES.items() if case.full > 1])
def test_four_times_the_size_is_no_more_than_four_times_the_work(name: str) -> None:
    calls(name, 2)  # what is read once and kept: rules, the parser
    once = calls(name, 1)
    # Sorting and searching may add a little; quadratic work would be sixteen times as much.
    assert calls(name, 4) < 5.5 * once + 2000
