"""JUnit XML through a real reader and a strict parser."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree

import pytest
from junitparser import Error, Failure, JUnitXml, TestSuite

from bvhlint.severity import Severity
from tests.reports.shared_results import (
    CLEAN,
    EVIL,
    FILES,
    NON_ASCII,
    finding,
    result,
    run,
    written,
)

THREE = result(
    "a.bvh",
    (finding("BVH203", "is an error", 3), None),
    (finding("BVH306", "is a warning", 4), None),
    (finding("BVH603", "is an info", 5), None),
)


def _suites(text: str) -> list[TestSuite]:
    return list(JUnitXml.fromstring(text.encode("utf-8")))


def test_a_real_reader_finds_suites_cases_and_kinds() -> None:
    suites = _suites(run("junit")[0])
    names = [item.path for item in FILES] + ["gone.bvh", "caf\\xe9.bvh"]
    assert [suite.name for suite in suites] == names
    walk = list(suites[2])
    assert len(walk) == suites[2].tests == 16
    assert walk[1].name == "BVH306 line 10"
    assert walk[1].classname == "takes/walk cycle.bvh"
    assert suites[2].failures == 6
    (failure,) = walk[9].result
    assert isinstance(failure, Failure)
    assert failure.message == "frame 3 (line 412) has 95 values, the channels ask for 96"
    assert failure.text.split("\n") == [
        "frame 3 (line 412) has 95 values, the channels ask for 96",
        "takes/walk cycle.bvh:412:640 row-width",
        "help: a row that is cut or wrapped moves every later value to another channel",
        "breaks: blender, bvh-python (fails); three (wrong)",
        "fix: join the wrapped rows (bvhlint fix --unsafe-fixes)",
    ]
    (gone,) = list(suites[-2])
    (error,) = gone.result
    assert isinstance(error, Error)
    assert error.message == "no such file"
    assert suites[-2].errors == 1


def test_a_clean_file_is_one_passing_case() -> None:
    (suite,) = _suites(written("junit", [CLEAN]))
    (case,) = list(suite)
    assert case.is_passed
    assert (suite.tests, suite.failures, suite.errors) == (1, 0, 0)


@pytest.mark.parametrize(
    ("fail_on", "failing"),
    [
        (Severity.ERROR, [True, False, False]),
        (Severity.WARNING, [True, True, False]),
        (Severity.INFO, [True, True, True]),
        (None, [False, False, False]),
    ],
)
def test_failures_from_fail_on_upwards(fail_on: Severity | None, failing: list[bool]) -> None:
    (suite,) = _suites(written("junit", [THREE], fail_on=fail_on))
    cases = list(suite)
    assert [not case.is_passed for case in cases] == failing
    assert suite.failures == sum(failing)
    for case, fails in zip(cases, failing, strict=True):
        assert bool(case.system_out) is not fails


def test_below_fail_on_the_words_go_to_system_out() -> None:
    (suite,) = _suites(written("junit", [THREE]))
    assert list(suite)[1].system_out == "warning: is a warning\na.bvh:4:1 name-charset"


def test_what_xml_cannot_carry_is_spelled_out() -> None:
    evil = EVIL + "\x00\x08\x0b\x7f\x85\ufffe\uffff]]>"
    text = written(
        "junit", [result(evil, (finding("BVH306", evil, severity=Severity.ERROR), None))]
    )
    root = ElementTree.fromstring(text.encode("utf-8"))
    failure = root.find("testsuite/testcase/failure")
    assert failure is not None
    shown = EVIL.replace("\x1b", "\\x1b").replace("\u202e", "\\u202e").replace("##[", "\\x23#[")
    assert failure.get("message") == shown + "\\x00\\x08\\x0b\\x7f\\x85\\ufffe\\uffff]]>"
    assert [element.tag for element in root.iter()] == [
        "testsuites",
        "testsuite",
        "testcase",
        "failure",
    ]


def test_other_encodings_get_references() -> None:
    text = written("junit", [NON_ASCII], encoding="cp1252")
    assert text.isascii()
    root = ElementTree.fromstring(text.encode("ascii"))
    suite = root.find("testsuite")
    assert suite is not None
    assert suite.get("name") == "モーション/歩く 100%.bvh"
