"""A comment for a pull request: the closing words, the rules that fired, a table of findings."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple, TextIO

from bvhlint.reports.base import PLAIN_END, TOOL, Closing, Report, ReportContext
from bvhlint.reports.folding import More, Shown, fold, row_words
from bvhlint.reports.tally import (
    Tally,
    closing_words,
    count_of,
    fix_command,
    headline,
    statistics_table,
)
from bvhlint.reports.worst import Worst
from bvhlint.results import ErrorEntry, FileResult, Summary
from bvhlint.severity import Severity

MOST_CHARACTERS = 60_000
"""A comment on GitHub holds 65,536."""

MOST_ROWS = 500
OPEN_ROWS = 20
"""A longer table is folded away, and the counts by rule stand above it."""

_SIGNS = {Severity.ERROR: "🔴", Severity.WARNING: "🟡", Severity.INFO: "🔵"}
# What is markup, and what services turn into links or pings although it is none: an empty comment
# parts the latter.
_SPECIAL = re.compile(
    r"(?P<markup>[\\`*_{}\[\]<>&|~$])"
    r"|@(?=\w)|#(?=\d)|:(?=//)|:(?=[\w+-]+:)|(?<=www)\.(?=\w)|(?<=GH)-(?=\d)"
)


class _Row(NamedTuple):
    """A line of the table, and where it stands in the run."""

    order: int
    text: str


class MarkdownReport(Report):
    """The worst findings, as many as one comment holds, in the order of the files."""

    def __init__(self, out: TextIO, context: ReportContext) -> None:
        super().__init__(out, context)
        self._tally = Tally()
        self._worst: Worst[_Row] = Worst(MOST_ROWS)
        self._rows = 0

    def file(self, result: FileResult) -> None:
        self._tally.add(result)
        path = escape(self._context.show(result.path, limit=None))
        for item in fold(result, self._context):
            severity = item.severity if isinstance(item, More) else item.finding.severity
            self._worst.add(severity, _Row(self._rows, self._row(path, item)))
            self._rows += 1

    def end(
        self, summary: Summary, errors: Sequence[ErrorEntry], closing: Closing = PLAIN_END
    ) -> list[str]:
        head = [f"### {TOOL}: {headline(summary, errors, closing)}", ""]
        # Two blanks at the end break the line.
        head.append("  \n".join(closing_words(summary, errors, self._tally, closing, "`")))
        if errors:
            head += ["", *map(self._failure, errors[:OPEN_ROWS])]
        if len(errors) > OPEN_ROWS:
            head.append(f"- {count_of(len(errors) - OPEN_ROWS, 'more failure')} not listed")
        if self._context.statistics or self._rows > OPEN_ROWS:
            head += ["", *_table(statistics_table(self._tally))]
        for line in (*head, *self._findings(MOST_CHARACTERS - sum(map(len, head)))):
            self._line(self._context.fit(line))
        return []

    def _findings(self, room: int) -> list[str]:
        kept = []
        for row in self._worst.items():
            room -= len(row.text) + 1
            if room < 0:
                break
            kept.append(row)
        if not self._rows:
            return []
        lines = ["", "| | place | rule | finding | fix |", "| --- | --- | --- | --- | --- |"]
        lines += [row.text for row in sorted(kept)]
        if self._rows > OPEN_ROWS:
            title = f"<summary>{count_of(len(kept), 'finding')}</summary>"
            lines = ["", "<details>", title, *lines, "", "</details>"]
        if len(kept) < self._rows:
            more = count_of(self._rows - len(kept), "more finding")
            lines += ["", f"{more}, none of them worse, not listed."]
        return lines

    def _row(self, path: str, item: Shown | More) -> str:
        about = item if isinstance(item, More) else item.finding
        place = f"{path}:{about.location.line}:{about.location.column}"
        sign = _SIGNS[about.severity] if self._context.unicode else str(about.severity)
        fix = ""
        if isinstance(item, More):
            message = escape(item.message)
        else:
            message = escape(self._context.show(item.finding.message)) + row_words(item.finding)
            command = fix_command(item.finding)
            fix = f"<code>{escape(command)}</code>" if command else ""
        rule = self._rule(about.code, about.name)
        return f"| {sign} | <code>{place}</code> | {rule} | {message} | {fix} |"

    def _rule(self, code: str, name: str) -> str:
        rule = self._context.rules.get(code)
        label = f"{escape(code)} {escape(name)}"
        return f"[{label}](<{rule.help_url}>)" if rule and rule.help_url else label

    def _failure(self, error: ErrorEntry) -> str:
        path = escape(self._context.show(error.path, limit=None))
        return f"- <code>{path}</code>: {escape(self._context.show(error.message))}"


def escape(text: str) -> str:
    """Visible text that stays text: no markup, no table cell, no HTML, no mention, no link."""
    return _SPECIAL.sub(_inert, text)


def _inert(match: re.Match[str]) -> str:
    char = match.group()
    return f"&#{ord(char)};" if match["markup"] else f"{char}<!-- -->"


def _table(rows: Iterable[tuple[str, ...]]) -> list[str]:
    lines = ["| " + " | ".join(map(escape, row)) + " |" for row in rows]
    width = lines[0].count("|") - 1
    return [lines[0], "|" + " --- |" * width, *lines[1:]]
