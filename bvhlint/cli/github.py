"""A step of GitHub Actions: annotations in its log, and a summary on the page of its job."""

from __future__ import annotations

import io
import os
from collections.abc import Sequence
from typing import TextIO

import msgspec

from bvhlint.reports.base import PLAIN_END, Closing, Report, ReportContext
from bvhlint.reports.github import GithubReport
from bvhlint.reports.markdown import MarkdownReport
from bvhlint.results import ErrorEntry, FileResult, Summary
from bvhlint.visible import visible


class StepReport(Report):
    """The ``github`` format on the stream, and the ``markdown`` one in the job's summary."""

    def __init__(self, out: TextIO, context: ReportContext) -> None:
        super().__init__(out, context)
        self._page = io.StringIO()
        page_context = msgspec.structs.replace(
            context, color=False, hyperlinks=False, width=None, encoding="utf-8"
        )
        self._reports = (
            GithubReport(out, context),
            MarkdownReport(self._page, page_context),
        )

    def begin(self) -> None:
        for report in self._reports:
            report.begin()

    def file(self, result: FileResult) -> None:
        for report in self._reports:
            report.file(result)

    def end(
        self, summary: Summary, errors: Sequence[ErrorEntry], closing: Closing = PLAIN_END
    ) -> list[str]:
        remarks = [
            remark for report in self._reports for remark in report.end(summary, errors, closing)
        ]
        return remarks + self._publish()

    def _publish(self) -> list[str]:
        """Add the page to what the step has said already; a remark where that fails."""
        path = os.environ.get("GITHUB_STEP_SUMMARY")
        if not path:
            return []
        try:
            with open(path, "a", encoding="utf-8", newline="\n") as file:
                file.write(f"{self._page.getvalue()}\n")
        except (OSError, ValueError) as error:
            return [f"no job summary: {visible(str(error))}"]
        return []
