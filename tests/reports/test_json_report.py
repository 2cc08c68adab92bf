"""JSON version 1: its schema, its stream, and text that does nothing to a terminal."""

from __future__ import annotations

import io
import json
from typing import Any

import jsonschema  # type: ignore[import-untyped]
import msgspec
import pytest

from bvhlint.reports import load_format
from bvhlint.reports.json import FileEntry, ReportEntry
from bvhlint.reports.schema import PUBLISHED, report_schema, schema_text
from bvhlint.results import EditEntry, ErrorEntry, FileInfo, FileResult, FixEntry, Summary
from bvhlint.severity import Severity
from tests.reports.shared_results import (
    CLEAN,
    ERRORS,
    EVIL,
    FILES,
    HOSTILE,
    MANY,
    ONE_ERROR,
    context,
    finding,
    result,
    run,
    written,
)


def _strict() -> dict[str, Any]:
    """The published schema with no member allowed that it does not name."""
    schema: dict[str, Any] = json.loads(PUBLISHED.read_text(encoding="utf-8"))
    for definition in schema["$defs"].values():
        if definition.get("type") == "object":
            definition["additionalProperties"] = False
    return schema


def _validate(report: object) -> None:
    jsonschema.Draft202012Validator(_strict()).validate(report)


def test_the_published_schema_is_the_one_of_the_structures() -> None:
    assert PUBLISHED.read_text(encoding="utf-8") == schema_text()
    jsonschema.Draft202012Validator.check_schema(report_schema())


def test_a_report_keeps_the_schema() -> None:
    _validate(json.loads(run("json")[0]))
    _validate(json.loads(run("json", [], ())[0]))


@pytest.mark.parametrize(
    ("place", "value"),
    [
        (("version",), 2),
        (("files", 1, "findings", 0, "severity"), "fatal"),
        (("files", 1, "findings", 0, "count"), 0),
        (("files", 1, "findings", 0, "location", "line"), 0),
        (("files", 2, "findings", 0, "fix", "safety"), "maybe"),
        (("files", 2, "findings", 0, "fix", "edits", 0), {"start": 1, "end": 2}),
        (("files", 0, "info", "frames"), -1),
        (("summary",), {}),
    ],
)
def test_the_schema_refuses_a_wrong_value(place: tuple[Any, ...], value: object) -> None:
    report = json.loads(run("json")[0])
    target = report
    for key in place[:-1]:
        target = target[key]
    target[place[-1]] = value
    with pytest.raises(jsonschema.ValidationError):
        _validate(report)


def test_members_stand_as_the_interface_names_them() -> None:
    report = json.loads(written("json", [MANY]))
    assert list(report) == ["version", "tool", "files", "summary", "errors"]
    assert report["version"] == 1
    assert report["tool"] == {"name": "bvhlint", "version": "0.1.0"}
    file = report["files"][0]
    assert list(file) == ["path", "info", "findings", "truncated"]
    assert list(file["info"]) == [
        "roots",
        "joints",
        "channels",
        "frames",
        "complete_frames",
        "declared_frames",
        "frame_time",
        "fps",
        "duration",
        "rotation_orders",
    ]
    row = file["findings"][9]
    assert row == {
        "code": "BVH502",
        "name": "row-width",
        "severity": "error",
        "message": "frame 3 (line 412) has 95 values, the channels ask for 96",
        "location": {"line": 412, "column": 640, "end_line": 412, "end_column": 640},
        "frame": 3,
        "joint": {"index": 30, "name": "RightToe"},
        "channel": "Yrotation",
        "column_index": 95,
        "count": 1,
        "help": "a row that is cut or wrapped moves every later value to another channel",
        "breaks": {"blender": "fails", "bvh-python": "fails", "three": "wrong"},
        "fix": {
            "safety": "unsafe",
            "title": "join the wrapped rows",
            "option": None,
            "edits": [{"start": 9000, "end": 9001, "text": " "}],
            "edits_omitted": 99,
        },
    }
    assert report["summary"] == {
        "files": 1,
        "with_findings": 1,
        "errors": 44,
        "warnings": 9,
        "infos": 121,
        "fixable": 122,
    }


def test_header_findings_are_never_folded() -> None:
    findings = json.loads(written("json", [MANY]))["files"][0]["findings"]
    assert sum(entry["code"] == "BVH306" for entry in findings) == 8


def test_clean_files_and_failures_are_named() -> None:
    report = json.loads(run("json", [CLEAN], ERRORS)[0])
    assert [entry["path"] for entry in report["files"]] == ["clean.bvh"]
    assert report["errors"] == [
        {"path": "gone.bvh", "message": "no such file"},
        {"path": "caf\\xe9.bvh", "message": "permission denied"},
    ]


def test_unknown_values_are_null() -> None:
    info = FileInfo(1, 1, 3, 0, 0, None, float("nan"), None, float("inf"), [])
    shown = json.loads(written("json", [result("a.bvh", info=info)]))["files"][0]["info"]
    assert shown["declared_frames"] is None
    assert shown["frame_time"] is None
    assert shown["fps"] is None
    assert shown["duration"] is None


def test_a_count_beyond_64_bits_is_kept() -> None:
    info = FileInfo(1, 1, 3, 0, 0, 99999999999999999999, None, None, None, [])
    shown = json.loads(written("json", [result("a.bvh", info=info)]))["files"][0]["info"]
    assert shown["declared_frames"] == 99999999999999999999


def test_a_replacement_that_is_no_text_comes_in_base64() -> None:
    fix = FixEntry("safe", "cut", None, [EditEntry(0, 1, bytes="gw==")], 0)
    report = json.loads(written("json", [result("a.bvh", (finding("BVH104", "m", fix=fix), None))]))
    assert report["files"][0]["findings"][0]["fix"]["edits"] == [
        {"start": 0, "end": 1, "bytes": "gw=="}
    ]
    _validate(report)


def test_files_are_written_as_they_come() -> None:
    out = io.StringIO()
    report = load_format("json")(out, context())
    report.begin()
    report.file(ONE_ERROR)
    assert '"broken/keyword.bvh"' in out.getvalue()


@pytest.mark.parametrize("name", ["json", "json-lines"])
@pytest.mark.parametrize("encoding", ["utf-8", "ascii", "cp932"])
def test_text_of_strangers_does_nothing_to_a_terminal(name: str, encoding: str) -> None:
    entry = finding("BVH306", f"{EVIL}\x7f\x9b2J\u2028\ufeff😀")
    text = written(name, [HOSTILE, result("a.bvh", (entry, None))], encoding=encoding)
    for char in "\x1b\x7f\x9b\r\u202e\u2028\ufeff":
        assert char not in text
    assert "##[" not in text
    assert "::error" not in [line.strip()[:7] for line in text.split("\n")]
    assert encoding == "utf-8" or text.isascii()
    if name == "json":
        message = json.loads(text)["files"][1]["findings"][0]["message"]
        assert message == f"{EVIL}\x7f\x9b2J\u2028\ufeff😀"


def test_every_line_of_json_lines_is_an_object() -> None:
    lines = run("json-lines")[0].split("\n")
    assert lines.pop() == ""
    entries = [json.loads(line) for line in lines]
    assert [entry["path"] for entry in entries[:-1]] == [item.path for item in FILES]
    whole = json.loads(run("json")[0])
    assert entries[:-1] == whole["files"]
    assert entries[-1] == {key: whole[key] for key in ("version", "tool", "summary", "errors")}


def test_the_structures_read_the_report_back() -> None:
    report = msgspec.json.decode(run("json")[0], type=ReportEntry)
    for entry, item in zip(report.files, FILES, strict=True):
        assert entry == FileEntry(item.path, item.info, item.findings, item.truncated)
    assert report.summary == Summary(6, 5, 46, 11, 122, 122)
    assert report.errors[0] == ErrorEntry("gone.bvh", "no such file")


def test_results_go_through_json_and_back() -> None:
    for item in FILES:
        assert msgspec.json.decode(msgspec.json.encode(item), type=FileResult) == item
        assert msgspec.msgpack.decode(msgspec.msgpack.encode(item), type=FileResult) == item


def test_the_summary_adds_up_counts() -> None:
    summary = Summary().plus(MANY).plus(CLEAN)
    assert summary == Summary(2, 1, 5 + 39, 9, 1 + 120, 2 + 120)
    assert {entry.severity for entry in MANY.findings} == set(Severity)
