"""JUnit XML: a suite a file, a case a finding, failures only where the run fails by them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bvhlint.reports.base import MESSAGE_LIMIT, PLAIN_END, TOOL, Closing, Report
from bvhlint.reports.folding import harm_words, row_words
from bvhlint.reports.markup import attribute, escape, fit_characters
from bvhlint.reports.tally import beyond_limit, fix_command
from bvhlint.results import ErrorEntry, FileResult, FindingEntry, Summary
from bvhlint.visible import visible


class JunitReport(Report):
    """``testsuites > testsuite(name=file) > testcase(name="CODE line N", classname=file)``."""

    _truncated = 0

    def begin(self) -> None:
        self._write('<?xml version="1.0" encoding="utf-8"?>')
        self._write(f'<testsuites name="{TOOL}">')

    def file(self, result: FileResult) -> None:
        self._truncated += result.truncated
        path = visible(result.path)
        cases = [self._case(path, finding) for finding in result.findings]
        failures = sum(map(self._fails, result.findings))
        self._suite(path, cases or [f"<testcase{_names('clean', path)}/>"], failures)

    def end(
        self, summary: Summary, errors: Sequence[ErrorEntry], closing: Closing = PLAIN_END
    ) -> list[str]:
        del summary, closing
        for error in errors:
            path = visible(error.path)
            message = visible(error.message, MESSAGE_LIMIT)
            body = f"<error{attribute('message', message)}{attribute('type', 'failure')}/>"
            self._suite(path, [f"<testcase{_names('failure', path)}>{body}</testcase>"], errors=1)
        self._write("</testsuites>")
        return beyond_limit(self._truncated)

    def _fails(self, finding: FindingEntry) -> bool:
        return self._context.reaches_fail_on(finding.severity)

    def _case(self, path: str, finding: FindingEntry) -> str:
        message = visible(finding.message, MESSAGE_LIMIT) + row_words(finding)
        text = escape("\n".join((message, *self._details(path, finding))))
        if self._fails(finding):
            about = attribute("message", message) + attribute("type", str(finding.severity))
            body = f"<failure{about}>{text}</failure>"
        else:
            body = f"<system-out>{finding.severity}: {text}</system-out>"
        name = f"{finding.code} line {finding.location.line}"
        return f"<testcase{_names(name, path)}>{body}</testcase>"

    def _details(self, path: str, finding: FindingEntry) -> Iterator[str]:
        yield f"{path}:{finding.location.line}:{finding.location.column} {finding.name}"
        if finding.help:
            yield f"help: {visible(finding.help, MESSAGE_LIMIT)}"
        if finding.breaks:
            yield f"breaks: {visible(harm_words(finding.breaks))}"
        if finding.fix:
            title = visible(finding.fix.title, MESSAGE_LIMIT)
            yield f"fix: {title} ({fix_command(finding)})"

    def _suite(self, path: str, cases: list[str], failures: int = 0, errors: int = 0) -> None:
        counts = f' tests="{len(cases)}" failures="{failures}" errors="{errors}"'
        self._write(f"  <testsuite{attribute('name', path)}{counts}>")
        for case in cases:
            self._write(f"    {case}")
        self._write("  </testsuite>")

    def _write(self, text: str) -> None:
        self._line(fit_characters(text, self._context))


def _names(name: str, path: str) -> str:
    return attribute("name", name) + attribute("classname", path)
