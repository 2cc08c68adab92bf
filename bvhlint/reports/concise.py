"""One line a finding: ``path:line:column: CODE [*] message``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TextIO

from bvhlint.reports.base import PLAIN_END, Closing, Report, ReportContext
from bvhlint.reports.ending import write_ending
from bvhlint.reports.folding import More, Shown, fold, row_words
from bvhlint.reports.paint import Painter
from bvhlint.reports.tally import Tally
from bvhlint.results import ErrorEntry, FileResult, Location, Summary
from bvhlint.severity import Severity


class ConciseReport(Report):
    """For editors and ``grep``; the closing words follow the findings."""

    def __init__(self, out: TextIO, context: ReportContext) -> None:
        super().__init__(out, context)
        self._paint = Painter(context.color, context.hyperlinks)
        self._tally = Tally(with_fixes=context.show_fixes)

    def file(self, result: FileResult) -> None:
        self._tally.add(result)
        path = self._context.show_path(result.path)
        for item in fold(result, self._context):
            self._item(path, item)

    def end(
        self, summary: Summary, errors: Sequence[ErrorEntry], closing: Closing = PLAIN_END
    ) -> list[str]:
        if self._tally.by_count() and not self._context.quiet:
            self._line()
        write_ending(self._out, self._context, self._tally, summary, errors, closing)
        return []

    def _item(self, path: str, item: Shown | More) -> None:
        if isinstance(item, More):
            self._finding(path, item.location, item.code, item.severity, item.is_safe, item.message)
            return
        finding = item.finding
        message = self._context.show(finding.message) + row_words(finding)
        self._finding(
            path, finding.location, finding.code, finding.severity, finding.is_safe, message
        )

    def _finding(
        self,
        path: str,
        location: Location,
        code: str,
        severity: Severity,
        is_safe: bool,
        message: str,
    ) -> None:
        paint = self._paint
        rule = self._context.rules.get(code)
        shown = paint.link(paint(code, severity), rule.help_url if rule else "")
        place = f"{paint(path, 'bold')}:{location.line}:{location.column}:"
        mark = f" {paint('[*]', 'good')}" if is_safe else ""
        self._line(f"{place} {shown}{mark} {message}")
