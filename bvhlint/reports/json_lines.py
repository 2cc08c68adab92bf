"""JSON for pipes: each file's object on a line, then the summary on the last."""

from __future__ import annotations

from collections.abc import Sequence

from bvhlint.reports.base import PLAIN_END, TOOL, Closing, Report
from bvhlint.reports.json import ClosingEntry, ToolEntry, encode, file_entry
from bvhlint.results import REPORT_VERSION, ErrorEntry, FileResult, Summary


class JsonLinesReport(Report):
    """The file objects of the JSON report, then ``version``, ``tool``, ``summary``, ``errors``."""

    def file(self, result: FileResult) -> None:
        self._line(encode(file_entry(result), unicode=self._context.unicode))

    def end(
        self, summary: Summary, errors: Sequence[ErrorEntry], closing: Closing = PLAIN_END
    ) -> list[str]:
        del closing
        tool = ToolEntry(TOOL, self._context.version)
        last = ClosingEntry(REPORT_VERSION, tool, summary, list(errors))
        self._line(encode(last, unicode=self._context.unicode))
        return []
