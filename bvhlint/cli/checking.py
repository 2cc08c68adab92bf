"""What ``check`` does with its files, once the command line is read."""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import closing

import msgspec

from bvhlint.cli.options import NEVER
from bvhlint.cli.output import open_output, report_context
from bvhlint.cli.session import RulesInForce, find_files, make_resolver
from bvhlint.config.resolve import Resolver
from bvhlint.config.selection import SELECTING_KEYS, chosen_of
from bvhlint.config.settings import Settings
from bvhlint.errors import ConfigError
from bvhlint.files.discovery import STDIN, Discovery
from bvhlint.finding import Severity
from bvhlint.reports import load_format
from bvhlint.reports.base import Closing
from bvhlint.results import FileResult, Summary
from bvhlint.runner import unused
from bvhlint.runner.baseline_use import BaselineUse
from bvhlint.runner.check import CheckOptions, CheckRun
from bvhlint.runner.checker import Outcome
from bvhlint.runner.progress import Bar, wants_bar

MAX_FINDINGS = 1000
# With a baseline the findings are counted first and capped afterwards: so many at most.
_MOST_COUNTED = 100_000


def check(args: argparse.Namespace) -> int:
    """Check the files; the exit status of interface.md."""
    resolver = make_resolver(args)
    found = find_files(args, resolver)
    return Checking(args, resolver, found).run()


class Checking:
    """One run of ``check``: results of the runner, less the baseline, to the report."""

    def __init__(self, args: argparse.Namespace, resolver: Resolver, found: Discovery) -> None:
        self._started = time.monotonic()
        self._args = args
        self._base = resolver.base()
        self._found = found
        self._baseline = _baseline(args, self._base)
        self._bar = _bar(args, found.files)
        self._summary = Summary()
        self._reached = False
        self._errors = list(found.errors)
        self._crashed = False
        options = CheckOptions(
            show_all=args.show_all,
            max_findings=_MOST_COUNTED if self._baseline else args.max_findings,
            jobs=args.jobs,
            cache=not args.no_cache,
            stdin_name=args.stdin_filename or STDIN,
            tick=self._bar.tick,
        )
        self._run = CheckRun(found.files, resolver, RulesInForce, options)

    def run(self) -> int:
        """Check, report, and say with which status to exit."""
        args = self._args
        with open_output(args.output_file) as stream:
            fail_on = fail_severity(self._base.fail_on)
            context = report_context(args, stream, lambda: self._run.rules.catalogue, fail_on)
            report = load_format(args.output_format or "full")(stream, context)
            report.begin()
            for result, settings in self._results():
                self._count(result, settings)
                seen = shown(result, Severity(settings.show))
                with self._bar.aside(stream if seen.findings else None):
                    report.file(seen)
            hidden = self._baseline.hidden if self._baseline else 0
            end = Closing(elapsed=time.monotonic() - self._started, baselined=hidden)
            for remark in report.end(self._summary, self._errors, end):
                print(remark, file=sys.stderr)
        if self._run.cache_problem and (args.verbose or args.cache_dir):
            print(f"bvhlint: no cache: {self._run.cache_problem}", file=sys.stderr)
        if self._crashed or self._errors:
            return 2
        return 1 if self._reached and not args.exit_zero else 0

    def _results(self) -> Iterator[tuple[FileResult, Settings]]:
        """Each result with the settings that it is judged by; what failed is noted."""
        with self._bar, closing(self._run.outcomes()) as outcomes:
            for index, outcome in enumerate(outcomes):
                self._bar.advance()
                self._crashed |= outcome.crashed
                if outcome.error:
                    self._errors.append(outcome.error)
                if outcome.result:
                    yield self._less_baseline(outcome, outcome.result), self._run.settings(index)
        for result in self._unused():
            yield result, self._base
        if self._baseline and self._args.update_baseline:
            self._baseline.write(self._run, self._codes_on())

    def _less_baseline(self, outcome: Outcome, result: FileResult) -> FileResult:
        if self._baseline is None:
            return result
        left = self._baseline.hide(result, outcome.name)
        return capped(left, self._args.max_findings or MAX_FINDINGS)

    def _unused(self) -> list[FileResult]:
        """What is to say of entries that hide nothing any more."""
        entries = list(unused.of_settings(self._run.unused(self._found.searched)))
        if self._baseline and not _is_narrowed(self._base):
            entries += self._baseline.stale(self._run)
        return unused.results(entries, self._base)

    def _codes_on(self) -> frozenset[str]:
        return chosen_of(self._base, self._run.rules.catalogue)

    def _count(self, result: FileResult, settings: Settings) -> None:
        self._summary = self._summary.plus(result)
        fail_on = fail_severity(settings.fail_on)
        self._reached |= fail_on is not None and any(
            finding.severity.rank >= fail_on.rank for finding in result.findings
        )


def _baseline(args: argparse.Namespace, settings: Settings) -> BaselineUse | None:
    """The baseline that the settings name. Raises ConfigError."""
    if settings.baseline is not None:
        return BaselineUse(settings.baseline, update=args.update_baseline)
    if args.update_baseline:
        raise ConfigError("--update-baseline: say which with --baseline FILE")
    return None


def _bar(args: argparse.Namespace, files: Sequence[str]) -> Bar:
    if not wants_bar(sys.stderr, allowed=not (args.no_progress or args.quiet)):
        return Bar(None)
    return Bar(sys.stderr, [_size(path) for path in files])


def _size(path: str) -> int:
    try:
        return os.stat(path).st_size
    except (OSError, ValueError):
        return 0


def _is_narrowed(settings: Settings) -> bool:
    """Whether the command line chose the rules: then nothing can be said of the others."""
    return any(settings.from_command_line(key) for key in SELECTING_KEYS)


def capped(result: FileResult, most: int) -> FileResult:
    """The result with at most so many findings; the others are counted."""
    over = result.findings[most:]
    if not over:
        return result
    return msgspec.structs.replace(
        result,
        findings=result.findings[:most],
        excerpts=result.excerpts[:most],
        truncated=result.truncated + sum(finding.count for finding in over),
    )


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
    return msgspec.structs.replace(
        result,
        findings=[finding for finding, _ in kept],
        excerpts=[excerpt for _, excerpt in kept],
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
