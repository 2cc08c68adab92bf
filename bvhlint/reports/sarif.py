"""SARIF 2.1.0, for code scanning: the worst results first, within what its readers take."""

from __future__ import annotations

import base64
import zlib
from collections.abc import Sequence
from pathlib import PurePath
from typing import Any, NamedTuple, TextIO
from urllib.parse import quote

from bvhlint.reports.base import MESSAGE_LIMIT, PLAIN_END, TOOL, Closing, Report, ReportContext
from bvhlint.reports.fingerprints import fingerprints
from bvhlint.reports.folding import row_words
from bvhlint.reports.json import encode
from bvhlint.reports.places import absolute_path, repository_path, service_path
from bvhlint.reports.tally import beyond_limit, count_of, listing
from bvhlint.reports.worst import Worst
from bvhlint.results import EditEntry, ErrorEntry, FileResult, FindingEntry, FixEntry, Summary
from bvhlint.severity import Severity
from bvhlint.visible import visible

SCHEMA = (
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
)
MOST_RESULTS = 5_000
MOST_BYTES = 10_000_000
"""Compressed: what code scanning takes of one upload."""

ROOT = "%SRCROOT%"
_LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "note"}


class _Kept(NamedTuple):
    path: str
    finding: FindingEntry
    fingerprint: str


class SarifReport(Report):
    """One run with its rules and the worst of its results."""

    def __init__(self, out: TextIO, context: ReportContext) -> None:
        super().__init__(out, context)
        self._worst: Worst[_Kept] = Worst(MOST_RESULTS)
        self._truncated = 0

    def file(self, result: FileResult) -> None:
        self._truncated += result.truncated
        marks = fingerprints(result, service_path(result.path, self._context))
        for finding, mark in zip(result.findings, marks, strict=True):
            self._worst.add(finding.severity, _Kept(result.path, finding, mark))

    def end(
        self, summary: Summary, errors: Sequence[ErrorEntry], closing: Closing = PLAIN_END
    ) -> list[str]:
        del summary, closing
        kept = self._worst.items()
        while True:
            remarks = [*self._left_out(len(kept)), *beyond_limit(self._truncated)]
            text = encode(self._log(kept, errors, remarks), unicode=self._context.unicode)
            if not kept or _compressed(text) <= MOST_BYTES:
                break
            kept = kept[: len(kept) // 2]
        self._line(text)
        return remarks

    def _left_out(self, kept: int) -> list[str]:
        cut = self._worst.cut(kept)
        if not cut:
            return []
        numbers = listing([count_of(number, str(severity)) for severity, number in cut.items()])
        return [
            f"The SARIF report holds the worst {count_of(kept, 'result')}, as many as code "
            f"scanning keeps; left out: {numbers}."
        ]

    def _log(
        self, kept: Sequence[_Kept], errors: Sequence[ErrorEntry], remarks: Sequence[str]
    ) -> dict[str, Any]:
        codes = sorted({item.finding.code for item in kept})
        indices = {code: index for index, code in enumerate(codes)}
        names = {item.finding.code: item.finding for item in kept}
        driver = {
            "name": TOOL,
            "version": self._context.version,
            "rules": [self._rule(names[code]) for code in codes],
        }
        if self._context.information_url:
            driver["informationUri"] = self._context.information_url
        run = {
            "tool": {"driver": driver},
            "invocations": [self._invocation(errors, remarks)],
            "originalUriBaseIds": {ROOT: {"description": {"text": "The root of the repository."}}},
            "columnKind": "unicodeCodePoints",
            "results": [self._result(item, indices) for item in kept],
        }
        return {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}

    def _rule(self, finding: FindingEntry) -> dict[str, Any]:
        rule = self._context.rules.get(finding.code)
        if rule is None:
            return {"id": finding.code, "name": finding.name}
        entry: dict[str, Any] = {
            "id": rule.code,
            "name": rule.name,
            "shortDescription": {"text": rule.summary},
            "fullDescription": {"text": rule.summary},
            "help": {"text": rule.manual_text, "markdown": rule.manual_markdown},
            "defaultConfiguration": {"level": _LEVELS[rule.severity]},
            "properties": {"tags": list(rule.tags)},
        }
        if rule.help_url:
            entry["helpUri"] = rule.help_url
        return entry

    def _invocation(self, errors: Sequence[ErrorEntry], remarks: Sequence[str]) -> dict[str, Any]:
        notifications = [self._failure(error) for error in errors]
        notifications += [{"level": "warning", "message": {"text": text}} for text in remarks]
        return {
            "executionSuccessful": not errors,
            "toolExecutionNotifications": notifications,
        }

    def _failure(self, error: ErrorEntry) -> dict[str, Any]:
        place = {"physicalLocation": {"artifactLocation": self._artifact(error.path)}}
        text = self._text(error.message)
        return {"level": "error", "message": {"text": text}, "locations": [place]}

    def _result(self, item: _Kept, indices: dict[str, int]) -> dict[str, Any]:
        finding = item.finding
        artifact = self._artifact(item.path)
        location = finding.location
        region = {
            "startLine": location.line,
            "startColumn": location.column,
            "endLine": location.end_line,
            "endColumn": location.end_column,
        }
        result: dict[str, Any] = {
            "ruleId": finding.code,
            "ruleIndex": indices[finding.code],
            "level": _LEVELS[finding.severity],
            "message": {"text": self._text(finding.message) + row_words(finding)},
            "locations": [{"physicalLocation": {"artifactLocation": artifact, "region": region}}],
            "partialFingerprints": {f"{TOOL}/v1": item.fingerprint},
        }
        if finding.count > 1:
            result["occurrenceCount"] = finding.count
        if finding.fix and _is_whole_header_fix(finding, finding.fix):
            result["fixes"] = [self._fix(finding.fix, artifact)]
        return result

    def _fix(self, fix: FixEntry, artifact: dict[str, str]) -> dict[str, Any]:
        replacements = [
            {
                "deletedRegion": {"byteOffset": edit.start, "byteLength": edit.end - edit.start},
                "insertedContent": {"binary": _binary(edit)},
            }
            for edit in fix.edits
        ]
        title = fix.title if fix.safety == "safe" else f"{fix.title} ({fix.safety})"
        return {
            "description": {"text": self._text(title)},
            "artifactChanges": [{"artifactLocation": artifact, "replacements": replacements}],
        }

    def _text(self, text: str) -> str:
        """A message: "[text](target)" in it would be a link."""
        return visible(text, MESSAGE_LIMIT).replace("](", "] (")

    def _artifact(self, path: str) -> dict[str, str]:
        inside = repository_path(path, self._context)
        if inside is not None:
            return {"uri": _encoded(inside), "uriBaseId": ROOT}
        return {"uri": file_uri(PurePath(absolute_path(path, self._context)))}


def _is_whole_header_fix(finding: FindingEntry, fix: FixEntry) -> bool:
    return finding.frame is None and bool(fix.edits) and not fix.edits_omitted


def _binary(edit: EditEntry) -> str:
    if edit.bytes is not None:
        return edit.bytes
    return base64.b64encode((edit.text or "").encode("utf-8")).decode("ascii")


def _encoded(path: str) -> str:
    """A path as a relative reference: each odd byte of it percent-encoded."""
    try:
        raw = path.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:  # half a pair, as Windows allows it in names
        raw = path.encode("utf-8", "surrogatepass")
    return quote(raw, safe="/")


def file_uri(path: PurePath) -> str:
    """An absolute path as a URI; a Windows drive keeps its colon, a share is the host."""
    if not path.drive:
        return "file://" + _encoded(path.as_posix())
    rest = _encoded(path.as_posix()[len(path.drive) :])
    if path.drive.endswith(":"):
        return f"file:///{path.drive}{rest}"
    return f"file:{_encoded(path.drive.replace(chr(92), '/'))}{rest}"


def _compressed(text: str) -> int:
    """Bytes of the report as it is uploaded; the text itself where that is small enough."""
    raw = text.encode("utf-8")
    return len(raw) if len(raw) <= MOST_BYTES else len(zlib.compress(raw, 6))
