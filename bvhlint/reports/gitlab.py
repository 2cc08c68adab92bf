"""GitLab's code quality report: an array of findings with fingerprints that know no line."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from bvhlint.reports.base import MESSAGE_LIMIT, PLAIN_END, Closing, Report
from bvhlint.reports.fingerprints import digest, fingerprints
from bvhlint.reports.folding import row_words
from bvhlint.reports.json import encode
from bvhlint.reports.places import service_path
from bvhlint.reports.tally import beyond_limit
from bvhlint.results import ErrorEntry, FileResult, Summary
from bvhlint.severity import Severity
from bvhlint.visible import visible

_LEVELS = {Severity.ERROR: "critical", Severity.WARNING: "minor", Severity.INFO: "info"}
FAILURE = "failure"


class GitlabReport(Report):
    """Every finding as ``description, check_name, fingerprint, severity, location``."""

    _separator = "[\n  "
    _truncated = 0

    def file(self, result: FileResult) -> None:
        self._truncated += result.truncated
        path = service_path(result.path, self._context)
        for finding, mark in zip(result.findings, fingerprints(result, path), strict=True):
            self._issue(
                visible(finding.message, MESSAGE_LIMIT) + row_words(finding),
                finding.code,
                mark,
                _LEVELS[finding.severity],
                path,
                finding.location.line,
            )

    def end(
        self, summary: Summary, errors: Sequence[ErrorEntry], closing: Closing = PLAIN_END
    ) -> list[str]:
        del summary, closing
        seen: Counter[ErrorEntry] = Counter()
        for error in errors:
            path = service_path(error.path, self._context)
            mark = digest(f"{FAILURE}\0{path}\0{error.message}\0{seen[error]}")
            seen[error] += 1
            self._issue(visible(error.message, MESSAGE_LIMIT), FAILURE, mark, "blocker", path, 1)
        self._out.write("\n]\n" if self._separator[0] == "," else "[]\n")
        return beyond_limit(self._truncated)

    def _issue(
        self, description: str, check: str, fingerprint: str, severity: str, path: str, line: int
    ) -> None:
        issue = {
            "description": description,
            "check_name": check,
            "fingerprint": fingerprint,
            "severity": severity,
            "location": {"path": path, "lines": {"begin": line}},
        }
        self._out.write(self._separator + encode(issue, unicode=self._context.unicode))
        self._separator = ",\n  "
