"""What ``check`` does with its files, once the command line is read."""

from __future__ import annotations

import argparse
import sys
import time

from bvhlint import readers
from bvhlint.cli.options import NEVER
from bvhlint.cli.output import open_output, report_context
from bvhlint.document.rate import Rate, parse_rate
from bvhlint.errors import ConfigError
from bvhlint.files.discovery import Search, discover
from bvhlint.finding import Severity
from bvhlint.linter import MAX_FINDINGS, active_rules
from bvhlint.plugins import builtin_rules
from bvhlint.reports import load_format
from bvhlint.reports.base import Closing
from bvhlint.results import FileResult, Summary
from bvhlint.rule import RunSettings
from bvhlint.runner import Job, check_files

DEFAULT_FAIL_ON = "error"


def check(args: argparse.Namespace) -> int:
    """Check the files; the exit status of interface.md."""
    started = time.monotonic()
    rules = builtin_rules()
    targets = readers.resolve_targets(",".join(args.target)) if args.target else frozenset()
    settings = RunSettings(expected_rate(args.expect_fps), targets)
    fail_on = fail_severity(args.fail_on or DEFAULT_FAIL_ON)
    search = Search(
        respect_gitignore=not args.no_respect_gitignore, force_exclude=args.force_exclude
    )
    found = discover(args.paths or ["."], search)
    job = Job(
        tuple(active_rules(rules, settings)),
        args.show_all,
        args.max_findings or MAX_FINDINGS,
        args.stdin_filename or "-",
    )
    errors = list(found.errors)
    summary, crashed = Summary(), False
    with open_output(args.output_file) as stream:
        context = report_context(args, stream, rules, fail_on)
        report = load_format(args.output_format or "full")(stream, context)
        report.begin()
        for outcome in check_files(found.files, job):
            crashed |= outcome.crashed
            if outcome.error:
                errors.append(outcome.error)
            if outcome.result:
                summary = summary.plus(outcome.result)
                report.file(shown(outcome.result, Severity(args.show or "info")))
        closing = Closing(elapsed=time.monotonic() - started)
        for remark in report.end(summary, errors, closing):
            print(remark, file=sys.stderr)
    return exit_status(summary, fail_on, failed=crashed or bool(errors), zero=args.exit_zero)


def expected_rate(text: str | None) -> Rate | None:
    """The rate of ``--expect-fps``. Raises ConfigError."""
    try:
        return parse_rate(text) if text else None
    except ValueError as error:
        raise ConfigError(f"--expect-fps: {error}") from None


def fail_severity(text: str) -> Severity | None:
    return None if text == NEVER else Severity(text)


def shown(result: FileResult, least: Severity) -> FileResult:
    """The result without findings below a severity."""
    if least is Severity.INFO:
        return result
    kept = [
        (finding, excerpt)
        for finding, excerpt in zip(result.findings, result.excerpts, strict=True)
        if finding.severity.rank >= least.rank
    ]
    return FileResult(
        result.path,
        result.info,
        [finding for finding, _ in kept],
        result.truncated,
        [excerpt for _, excerpt in kept],
    )


def exit_status(summary: Summary, fail_on: Severity | None, *, failed: bool, zero: bool) -> int:
    """2 where the command could not do its work, 1 for findings that reach ``fail_on``."""
    if failed:
        return 2
    counts = {
        Severity.ERROR: summary.errors,
        Severity.WARNING: summary.warnings,
        Severity.INFO: summary.infos,
    }
    reached = fail_on is not None and any(
        count for severity, count in counts.items() if severity.rank >= fail_on.rank
    )
    return 1 if reached and not zero else 0
