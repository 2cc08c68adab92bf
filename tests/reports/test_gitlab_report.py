"""GitLab's code quality array: its fields, and fingerprints that keep."""

from __future__ import annotations

import json
from typing import Any

from tests.reports.shared_results import (
    CLEAN,
    ERRORS,
    EVIL,
    finding,
    result,
    run,
    written,
)


def _issues(text: str) -> list[dict[str, Any]]:
    issues = json.loads(text)
    assert isinstance(issues, list)
    return issues


def test_fields() -> None:
    for issue in _issues(run("gitlab")[0]):
        assert list(issue) == ["description", "check_name", "fingerprint", "severity", "location"]
        assert issue["severity"] in {"info", "minor", "major", "critical", "blocker"}
        assert set(issue["location"]) == {"path", "lines"}
        assert set(issue["location"]["lines"]) == {"begin"}
        assert issue["location"]["lines"]["begin"] >= 1


def test_values() -> None:
    issues = _issues(written("gitlab"))
    assert issues[0] == {
        "description": "JIONT is no keyword",
        "check_name": "BVH203",
        "fingerprint": issues[0]["fingerprint"],
        "severity": "critical",
        "location": {"path": "set/broken/keyword.bvh", "lines": {"begin": 7}},
    }
    levels = {issue["check_name"]: issue["severity"] for issue in issues}
    assert levels["BVH306"] == "minor"
    assert levels["BVH603"] == "info"


def test_fingerprints_are_unique() -> None:
    same = [(finding("BVH203", "JIONT is no keyword", line), None) for line in (1, 2, 3)]
    text, _ = run("gitlab", [result("a.bvh", *same), result("b.bvh", *same)], ERRORS + ERRORS)
    marks = [issue["fingerprint"] for issue in _issues(text)]
    assert len(marks) == len(set(marks)) == 6 + 4


def test_fingerprints_know_no_line_and_no_other_file() -> None:
    def mark(line: int, before: int, **place: Any) -> str:
        others = [(finding("BVH104", "m", at + 1), None) for at in range(before)]
        entry = (finding("BVH203", f"line {line}: JIONT is no keyword", line, **place), None)
        items = [result(f"{before}.bvh"), result("a.bvh", *others, entry)]
        issues = _issues(written("gitlab", items))
        return str(next(item for item in issues if item["check_name"] == "BVH203")["fingerprint"])

    assert mark(7, 0) == mark(123, 5)
    assert mark(7, 0, frame=3) == mark(9, 0, frame=3) != mark(7, 0, frame=4)
    assert mark(7, 0, channel="Xrotation") != mark(7, 0, channel="Yrotation")


def test_a_clean_run_is_an_empty_array() -> None:
    assert written("gitlab", [CLEAN]) == "[]\n"


def test_failures_are_blockers() -> None:
    issues = _issues(run("gitlab", [CLEAN], ERRORS)[0])
    assert [issue["severity"] for issue in issues] == ["blocker", "blocker"]
    assert [issue["location"]["path"] for issue in issues] == ["set/gone.bvh", "set/caf\\xe9.bvh"]


def test_control_characters_are_spelled_out() -> None:
    (issue,) = _issues(written("gitlab", [result("a.bvh", (finding("BVH306", EVIL), None))]))
    assert "\\x1b[31m\\u202e" in issue["description"]
