"""What ``check`` does with its files, once the command line is read."""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from functools import partial
from typing import TextIO

from bvhlint.cli.options import NEVER
from bvhlint.cli.output import open_report, report_context
from bvhlint.cli.output_file import open_output
from bvhlint.cli.session import RulesInForce, find_files, make_resolver
from bvhlint.cli.terminal import silence_streams
from bvhlint.config.resolve import Resolver
from bvhlint.config.selection import SELECTING_KEYS, chosen_of
from bvhlint.config.settings import Settings
from bvhlint.errors import ConfigError
from bvhlint.files.discovery import STDIN, Discovery
from bvhlint.interrupts import interrupts_raise
from bvhlint.reports.base import Closing, Report, ReportContext
from bvhlint.reports.tally import count_of
from bvhlint.results import FileResult, Summary
from bvhlint.runner import unused
from bvhlint.runner.baseline_use import BaselineUse
from bvhlint.runner.check import CheckOptions, CheckRun
from bvhlint.runner.checker import Outcome
from bvhlint.runner.progress import Bar, wants_bar
from bvhlint.severity import Severity
from bvhlint.visible import visible

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

    _doing = "checking"

    def __init__(self, args: argparse.Namespace, resolver: Resolver, found: Discovery) -> None:
        self._started = time.monotonic()
        self._args = args
        self._base = resolver.base()
        self._found = found
        self._baseline = _baseline(args, self._base)
        self._bar = _bar(args, found.files, self._doing)
        self._summary = Summary()
        self._reached = False
        self._is_read = True
        self._errors = list(found.errors)
        self._crashed = False
        self._run = CheckRun(found.files, resolver, RulesInForce, self._options())

    def _options(self) -> CheckOptions:
        args = self._args
        return CheckOptions(
            show_all=args.show_all,
            max_findings=_MOST_COUNTED if self._baseline else args.max_findings,
            jobs=args.jobs,
            cache=not args.no_cache,
            stdin_name=args.stdin_filename or STDIN,
            tick=self._bar.tick,
        )

    def run(self) -> int:
        """Check, report, and say with which status to exit."""
        args = self._args
        interrupts_raise()
        with open_output(args.output_file) as opened:
            stream = self._stream(opened)
            context = self._context(stream)
            report = open_report(args, stream, context)
            self._say(report.begin)
            with closing(self._results()) as results:
                for result, settings in results:
                    self._tell(report, stream, result, settings)
                    if self._is_decided():
                        return self._status()
            for result in self._unused():
                self._tell(report, stream, result, self._base, is_clip=False)
            self._write_baseline()
            self._say(lambda: self._end(report, stream, context))
            self._say(stream.flush)
            self._check_said()
        self._say(self._remark)
        return self._status()

    def _tell(
        self,
        report: Report,
        stream: TextIO,
        result: FileResult,
        settings: Settings,
        *,
        is_clip: bool = True,
    ) -> None:
        """Count all of a result, and report what the settings want to see."""
        self._summary = self._summary.plus(result, is_clip=is_clip)
        fail_on = fail_severity(settings.fail_on)
        self._reached |= fail_on is not None and any(
            count.severity.rank >= fail_on.rank for count in result.counts
        )
        seen = result.listing(Severity(settings.show))
        with self._bar.aside(stream if seen.findings else None):
            self._say(partial(report.file, seen))

    def _stream(self, opened: TextIO) -> TextIO:
        """Where the report goes: what ``--output-file`` names, or standard output."""
        return opened

    def _context(self, stream: TextIO) -> ReportContext:
        fail_on = fail_severity(self._base.fail_on)
        return report_context(self._args, stream, lambda: self._run.rules.catalogue, fail_on)

    def _say(self, write: Callable[[], None]) -> None:
        """Write to the report."""
        try:
            write()
        except BrokenPipeError:
            # The status is wanted all the same.
            silence_streams()
            self._is_read = False

    def _is_check(self) -> bool:
        """Whether the run is there for what the rules find."""
        return True

    def _is_decided(self) -> bool:
        """Whether nobody reads the report and no further file would make the run another."""
        updates = getattr(self._args, "update_baseline", False)
        return not self._is_read and self._reached and not updates

    def _check_said(self) -> None:
        """Raise WriteError where the report is not whole."""

    def _end(self, report: Report, stream: TextIO, context: ReportContext) -> None:
        """Write what stands below the last finding."""
        del stream, context
        for remark in report.end(self._summary, self._errors, self._closing()):
            print(remark, file=sys.stderr)

    def _closing(self) -> Closing:
        hidden = self._baseline.hidden if self._baseline else 0
        return Closing(elapsed=time.monotonic() - self._started, baselined=hidden)

    def _status(self) -> int:
        """The exit status of interface.md."""
        if self._crashed or self._errors:
            return 2
        return 1 if self._reached and not self._args.exit_zero else 0

    def _results(self) -> Generator[tuple[FileResult, Settings], None, None]:
        """Each result of a clip with the settings that it is judged by; what failed is noted."""
        with self._bar, closing(self._run.outcomes()) as outcomes:
            for index, outcome in enumerate(outcomes):
                self._bar.advance()
                self._take(outcome)
                for result in filter(None, (outcome.result, *outcome.more)):
                    yield self._less_baseline(outcome, result), self._run.settings(index)

    def _write_baseline(self) -> None:
        if self._baseline and getattr(self._args, "update_baseline", False):
            self._baseline.write(self._run, self._codes_on())

    def _remark(self) -> None:
        """Say of the run itself what nobody would expect."""
        args, problem = self._args, self._run.cache_problem
        if problem and (args.verbose or args.cache_dir):
            print(visible(f"bvhlint: no cache: {problem}"), file=sys.stderr)
        idle = self._run.without_rules() if self._is_check() else 0
        if idle:
            of = f"{idle:,} of {count_of(len(self._found.files), 'file')}"
            print(f"bvhlint: no rule is on for {of}: nothing was looked for there", file=sys.stderr)
        for path, number in (self._baseline.beyond if self._baseline else {}).items():
            many = count_of(number, "finding")
            said = f"{path}: {many} beyond the worst {_MOST_COUNTED:,} are not in the baseline"
            print(visible(f"bvhlint: {said}"), file=sys.stderr)

    def _take(self, outcome: Outcome) -> None:
        self._crashed |= outcome.crashed
        if outcome.error:
            self._errors.append(outcome.error)

    def _less_baseline(self, outcome: Outcome, result: FileResult) -> FileResult:
        if self._baseline is None:
            return result
        left = self._baseline.hide(result, outcome.name)
        return left.capped(self._args.max_findings or MAX_FINDINGS)

    def _unused(self) -> list[FileResult]:
        """What is to say of entries that hide nothing any more."""
        entries = list(unused.of_settings(self._run.unused(self._found.searched)))
        if self._baseline and not _is_narrowed(self._base):
            entries += self._baseline.stale(self._run)
        return unused.results(entries, self._base)

    def _codes_on(self) -> frozenset[str]:
        return chosen_of(self._base, self._run.rules.catalogue)


def _baseline(args: argparse.Namespace, settings: Settings) -> BaselineUse | None:
    """The baseline that the settings name. Raises ConfigError."""
    # Of the commands that heed one, check alone writes it.
    update = getattr(args, "update_baseline", False)
    if settings.baseline is not None:
        return BaselineUse(settings.baseline, update=update)
    if update:
        raise ConfigError("--update-baseline: say which with --baseline FILE")
    return None


def _bar(args: argparse.Namespace, files: Sequence[str], doing: str) -> Bar:
    if not wants_bar(sys.stderr, allowed=not (args.no_progress or args.quiet)):
        return Bar(None)
    return Bar(sys.stderr, [_size(path) for path in files], doing)


def _size(path: str) -> int:
    try:
        return os.stat(path).st_size
    except (OSError, ValueError):
        return 0


def _is_narrowed(settings: Settings) -> bool:
    """Whether the command line chose the rules: then nothing can be said of the others."""
    return any(settings.from_command_line(key) for key in SELECTING_KEYS)


def fail_severity(text: str) -> Severity | None:
    return None if text == NEVER else Severity(text)
