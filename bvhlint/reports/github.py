"""Workflow commands: findings as annotations on a GitHub pull request.

GitHub shows ten annotations of a level a step. The worst ten are commands; the others follow as
plain lines in a folded group of the log.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, TextIO

from bvhlint.reports.base import PLAIN_END, TOOL, Closing, Report, ReportContext
from bvhlint.reports.folding import More, Shown, fold, row_words
from bvhlint.reports.places import service_path
from bvhlint.reports.tally import Tally, closing_words, count_of, listing
from bvhlint.reports.worst import WORST_FIRST, Worst
from bvhlint.results import ErrorEntry, FileResult, Location, Summary
from bvhlint.severity import Severity

SHOWN_A_LEVEL = 10
LOGGED_A_LEVEL = 1000
_COMMANDS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "notice"}


class _Note(NamedTuple):
    """What an annotation or a line of the log says."""

    path: str
    code: str
    location: Location
    message: str


class GithubReport(Report):
    """``::error title=…,file=…,line=…::message``, the worst first, then the closing words."""

    def __init__(self, out: TextIO, context: ReportContext) -> None:
        super().__init__(out, context)
        self._tally = Tally()
        self._worst: Worst[_Note] = Worst(LOGGED_A_LEVEL)

    def file(self, result: FileResult) -> None:
        self._tally.add(result)
        for item in fold(result, self._context):
            about = item if isinstance(item, More) else item.finding
            note = _Note(result.path, about.code, about.location, self._message(item))
            self._worst.add(about.severity, note)

    def end(
        self, summary: Summary, errors: Sequence[ErrorEntry], closing: Closing = PLAIN_END
    ) -> list[str]:
        for error in errors[:SHOWN_A_LEVEL]:
            path = self._path(error.path)
            self._command("error", {"title": TOOL, "file": path}, self._context.show(error.message))
        shown = self._annotate(min(len(errors), SHOWN_A_LEVEL))
        self._log(shown, errors[SHOWN_A_LEVEL:])
        for sentence in closing_words(summary, errors, self._tally, closing, "`"):
            self._line(sentence)
        return []

    def _annotate(self, failures: int) -> dict[Severity, int]:
        """Write the worst of each level; how many that are."""
        room = dict.fromkeys(WORST_FIRST, SHOWN_A_LEVEL)
        room[Severity.ERROR] -= failures
        seen = self._worst.seen
        if any(seen[severity] > room[severity] for severity in WORST_FIRST):
            room[Severity.INFO] -= 1  # for the notice that says so
        for severity in WORST_FIRST:
            for note in self._worst.of(severity)[: room[severity]]:
                self._annotation(severity, note)
        cut = [
            count_of(seen[severity] - room[severity], f"more {severity}")
            for severity in WORST_FIRST
            if seen[severity] > room[severity]
        ]
        if cut:
            remark = f"GitHub shows {SHOWN_A_LEVEL} annotations of a level a step"
            self._command("notice", {"title": TOOL}, f"{remark}: see the log for {listing(cut)}")
        return room

    def _annotation(self, severity: Severity, note: _Note) -> None:
        location = note.location
        properties: dict[str, str | int] = {
            "title": f"{TOOL} ({note.code})",
            "file": self._path(note.path),
            "line": location.line,
            "col": location.column,
            "endLine": location.end_line,
            "endColumn": location.end_column,
        }
        if location.line != location.end_line:
            del properties["col"], properties["endColumn"]
        self._command(_COMMANDS[severity], properties, note.message)

    def _command(self, name: str, properties: dict[str, str | int], message: str) -> None:
        settings = ",".join(f"{key}={_property(str(value))}" for key, value in properties.items())
        self._line(f"::{name} {settings}::{_data(message)}")

    def _log(self, shown: dict[Severity, int], errors: Sequence[ErrorEntry]) -> None:
        lines = [
            f"{self._context.show_path(error.path)}: failure: {self._context.show(error.message)}"
            for error in errors
        ]
        for severity in WORST_FIRST:
            for note in self._worst.of(severity)[shown[severity] :]:
                place = f"{note.location.line}:{note.location.column}"
                path = self._context.show_path(note.path)
                lines.append(f"{path}:{place}: {severity} {note.code} {note.message}")
        lost = sum(max(seen - LOGGED_A_LEVEL, 0) for seen in self._worst.seen.values())
        if lost:
            lines.append(f"{count_of(lost, 'more finding')} not listed.")
        if lines:
            self._line("::group::Findings without an annotation")
            for line in lines:
                self._line(line)
            self._line("::endgroup::")

    def _message(self, item: Shown | More) -> str:
        if isinstance(item, More):
            return item.message
        return self._context.show(item.finding.message) + row_words(item.finding)

    def _path(self, path: str) -> str:
        return self._context.show(service_path(path, self._context), limit=None)


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
