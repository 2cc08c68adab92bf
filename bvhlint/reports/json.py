"""The report for programs: one JSON object, version 1; the files stream through."""

from __future__ import annotations

import re
from collections.abc import Sequence

import msgspec

from bvhlint.reports.base import PLAIN_END, TOOL, Closing, Report
from bvhlint.results import (
    REPORT_VERSION,
    ErrorEntry,
    FileInfo,
    FileResult,
    FindingEntry,
    Summary,
)
from bvhlint.visible import visible

# Quoted text may hold what a terminal or a build log obeys; JSON can spell all of it out. A "[" is
# never behind a "#" outside quotes.
_UNSAFE = re.compile(r"[\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]|(?<=##)\[")
_NOT_ASCII = re.compile(r"[^\x00-\x7e]|(?<=##)\[")

_SURROGATE = re.compile("[\ud800-\udfff]")


class ToolEntry(msgspec.Struct, frozen=True):
    """Who made the report."""

    name: str
    version: str


class FileEntry(msgspec.Struct, frozen=True):
    """A file of the report: a ``FileResult`` without what only formats for people show."""

    path: str
    info: FileInfo | None
    findings: list[FindingEntry]
    truncated: int


class ReportEntry(msgspec.Struct, frozen=True):
    """The whole report."""

    version: int
    tool: ToolEntry
    files: list[FileEntry]
    summary: Summary
    errors: list[ErrorEntry]


class ClosingEntry(msgspec.Struct, frozen=True):
    """The last line of ``json-lines``: the report without its files."""

    version: int
    tool: ToolEntry
    summary: Summary
    errors: list[ErrorEntry]


class JsonReport(Report):
    """``{"version": 1, "tool": …, "files": […], "summary": …, "errors": […]}``."""

    _separator = "\n  "

    def begin(self) -> None:
        tool = self._encode(ToolEntry(TOOL, self._context.version))
        self._out.write(f'{{"version": {REPORT_VERSION},\n "tool": {tool},\n "files": [')

    def file(self, result: FileResult) -> None:
        self._out.write(self._separator + self._encode(file_entry(result)))
        self._separator = ",\n  "

    def end(
        self, summary: Summary, errors: Sequence[ErrorEntry], closing: Closing = PLAIN_END
    ) -> list[str]:
        del closing
        failures = self._encode(list(errors))
        self._out.write(f'],\n "summary": {self._encode(summary)},\n "errors": {failures}}}\n')
        return []

    def _encode(self, value: object) -> str:
        return encode(value, unicode=self._context.unicode)


def file_entry(result: FileResult) -> FileEntry:
    """What JSON says of a file."""
    return FileEntry(result.path, result.info, result.findings, result.truncated)


def encode(value: object, *, unicode: bool = True) -> str:
    """One line of JSON that does nothing to a terminal; all ASCII unless ``unicode``."""
    try:
        raw = msgspec.json.encode(value)
    except UnicodeEncodeError:
        raw = msgspec.json.encode(_spelled(msgspec.to_builtins(value)))
    text = raw.decode("utf-8")
    if text.isascii() and "\x7f" not in text and "##[" not in text:
        return text
    return (_UNSAFE if unicode else _NOT_ASCII).sub(_escape, text)


def _escape(match: re.Match[str]) -> str:
    units = match.group().encode("utf-16-be")
    return "".join(f"\\u{units[at] << 8 | units[at + 1]:04x}" for at in range(0, len(units), 2))


def _spelled(value: object) -> object:
    """Text with lone surrogates, as paths with other bytes than UTF-8 have it, spelled out."""
    if isinstance(value, str):
        return value if value.isascii() or not _SURROGATE.search(value) else visible(value)
    if isinstance(value, list):
        return [_spelled(item) for item in value]
    if isinstance(value, dict):
        return {_spelled(key): _spelled(item) for key, item in value.items()}
    return value
