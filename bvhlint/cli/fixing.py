"""What ``fix`` and ``check --fix`` do with their files, once the command line is read."""

from __future__ import annotations

import argparse
import os
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import TextIO

from msgspec.structs import replace

from bvhlint.cli.change_table import Done, change_table
from bvhlint.cli.changes import requests_of
from bvhlint.cli.checking import Checking
from bvhlint.cli.output import is_document, is_for_people
from bvhlint.cli.output_file import refuse_to_replace
from bvhlint.cli.session import find_files, make_resolver
from bvhlint.cli.terminal import silence_streams, uses_color
from bvhlint.config.resolve import Resolver
from bvhlint.errors import ConfigError, WriteError
from bvhlint.files import atomic
from bvhlint.files.discovery import STDIN, Discovery
from bvhlint.files.leftovers import sweep
from bvhlint.reports.base import Closing, FixedEntry, Report, ReportContext
from bvhlint.reports.paint import Painter
from bvhlint.reports.tally import count_of
from bvhlint.results import FileResult
from bvhlint.runner.check import CheckOptions
from bvhlint.runner.checker import Outcome
from bvhlint.runner.fix import FixOrder, Mode
from bvhlint.runner.targets import Targets
from bvhlint.visible import visible

_DIFF_STYLES = {"---": "bold", "+++": "bold", "@": "info", "-": "error", "+": "good"}


def fix(args: argparse.Namespace) -> int:
    """Fix the files; the exit status of interface.md."""
    _refuse_contradictions(args)
    resolver = make_resolver(args)
    found = _without_results(args, find_files(args, resolver))
    order = FixOrder(
        requests_of(args),
        fixes=not args.no_fixes,
        unsafe=args.unsafe_fixes,
        mode=_mode(args),
        targets=_targets(args, found.files),
    )
    _refuse_harm(order, found.files)
    made = (place for path in found.files for place in order.targets.places(path))
    refuse_to_replace(args.output_file, made=made)
    return Fixing(args, resolver, found, order).run()


def fix_and_check(args: argparse.Namespace) -> int:
    """What ``check --fix`` and ``check --diff`` do."""
    _refuse_mixed_output(args)
    resolver = make_resolver(args)
    found = find_files(args, resolver)
    order = FixOrder(mode=Mode.DIFF if args.diff else Mode.WRITE)
    return Fixing(args, resolver, found, order, as_check=not args.diff).run()


def _refuse_mixed_output(args: argparse.Namespace) -> None:
    """Raise ConfigError where standard output would have to be a diff and a document at once."""
    if args.diff and is_document(args) and args.output_file in (None, STDIN):
        raise ConfigError(
            f"--diff prints the diff to standard output: say where the {args.output_format} report "
            "goes with --output-file FILE"
        )


def _refuse_contradictions(args: argparse.Namespace) -> None:
    """Raise ConfigError for options of ``fix`` that leave each other nothing to say."""
    _refuse_mixed_output(args)
    heeds_unsafe = args.drop_joint or args.positions or args.portable
    if args.no_fixes and args.unsafe_fixes and not heeds_unsafe:
        raise ConfigError("--unsafe-fixes asks for more fixes, --no-fixes for none: leave one out")


def _without_results(args: argparse.Namespace, found: Discovery) -> Discovery:
    """The files without those that a search found in ``--output``: results of earlier runs."""
    if args.output in (None, "", STDIN) or not os.path.isdir(args.output):
        return found
    folder = os.path.join(os.path.realpath(args.output), "")
    named = set(args.paths)
    kept = [
        path
        for path in found.files
        if path == STDIN or path in named or not os.path.realpath(path).startswith(folder)
    ]
    places = (os.path.join(os.path.realpath(place), "") for place in found.searched)
    searched_there = any(place.startswith(folder) for place in places)
    return found if searched_there else found._replace(files=kept)


def _mode(args: argparse.Namespace) -> Mode:
    if args.diff:
        return Mode.DIFF
    return Mode.CHECK if args.check else Mode.WRITE


def _targets(args: argparse.Namespace, files: Sequence[str]) -> Targets:
    """Where the results go. Raises ConfigError for options that do not go together."""
    if args.output == "":
        raise ConfigError("--output: an empty word is no place")
    if args.backup is not None and STDIN in files:
        raise ConfigError("--backup keeps what is replaced; standard input is not")
    if args.output is None:
        if args.overwrite:
            raise ConfigError("--overwrite says something of --output only")
        if args.split_roots and _mode(args) is Mode.WRITE:
            raise ConfigError("--split-roots needs --output FOLDER")
        if args.backup is not None and not atomic.is_suffix(args.backup):
            raise ConfigError(f"--backup: {args.backup!r} is no suffix of a file name")
        return Targets(backup=args.backup)
    if args.backup is not None:
        raise ConfigError("--backup keeps what is replaced in place; it goes with no --output")
    targets = Targets.of(args.output, args.paths, files, split=args.split_roots)
    return replace(targets, overwrite=args.overwrite)


def _refuse_harm(order: FixOrder, files: Sequence[str]) -> None:
    """Raise ConfigError for wrong values, and for a change that would do harm twice if there are
    many files: some may be done already."""
    transforms = order.requests.transforms()
    targets = order.targets
    if len(files) < 2 or order.mode is not Mode.WRITE or targets.output or targets.backup:
        return
    for transform in transforms:
        if not transform.repeatable:
            raise ConfigError(
                f"{transform.option} changes files again each time: on more than one file say "
                "--output FOLDER or --backup SUFFIX"
            )


class Fixing(Checking):
    """One run: the runner's work on each file is to change it first, then to check the result.

    ``as_check`` reports and exits as ``check`` does. Where nothing is written the findings are of
    no interest, but to a format for machines.
    """

    _doing = "fixing"

    def __init__(
        self,
        args: argparse.Namespace,
        resolver: Resolver,
        found: Discovery,
        order: FixOrder,
        *,
        as_check: bool = False,
    ) -> None:
        self._would = order.mode is not Mode.WRITE
        self._order = replace(order, report=not (self._would and is_for_people(args)))
        self._as_check = as_check
        self._done: list[Done] = []
        self._changed = 0
        self._tried = 0
        self._worked = 0
        self._unsaid = ""
        super().__init__(args, resolver, found)

    def run(self) -> int:
        """Fix, report, and say with which status to exit."""
        if not self._would:
            targets = self._order.targets
            sweep(targets.folder_of(path) for path in self._found.files if path != STDIN)
        return super().run()

    def _options(self) -> CheckOptions:
        options = super()._options()
        # Standard input and output belong to this process.
        jobs = 1 if STDIN in self._found.files else options.jobs
        return options._replace(fix=self._order, jobs=jobs)

    def _stream(self, opened: TextIO) -> TextIO:
        # With `-` standard output carries the file's bytes and nothing else; a diff stands alone.
        targets = self._order.targets
        own = targets.to_stdout or (STDIN in self._found.files and targets.output is None)
        aside = self._order.mode is Mode.DIFF or (own and not self._would)
        return sys.stderr if aside and opened is sys.stdout else opened

    def _context(self, stream: TextIO) -> ReportContext:
        context = super()._context(stream)
        if not self._judges():
            context = replace(context, fail_on=None)
        return replace(context, quiet=True) if not self._order.report else context

    def _is_check(self) -> bool:
        return self._as_check

    def _judges(self) -> bool:
        """Whether findings that remain decide on the exit status."""
        return self._as_check or self._args.fail_on is not None

    def _say(self, write: Callable[[], None]) -> None:
        # The work goes on though nobody reads of it any more, or the report finds no room.
        try:
            write()
        except BrokenPipeError:
            silence_streams()
        except WriteError as error:
            self._unsaid = self._unsaid or str(error)
        except OSError as error:
            self._unsaid = self._unsaid or f"standard output: {error.strerror or error}"
            silence_streams()

    def _check_said(self) -> None:
        if not self._unsaid:
            return
        for error in self._errors:
            print(visible(f"failure: {error.path}: {error.message}"), file=sys.stderr)
        heading = self._heading()
        done = f"the work is done all the same: {heading[0].lower()}{heading[1:]}"
        raise WriteError(f"{self._unsaid}; {done}")

    def _take(self, outcome: Outcome) -> None:
        super()._take(outcome)
        self._tried += 1
        fixed = outcome.fixed
        if fixed is None:
            return
        self._worked += 1
        self._changed += fixed.changed
        self._done.append(Done(outcome.name, fixed.changes, fixed.mended))
        if fixed.diff:
            with self._bar.aside(sys.stdout):
                self._say(lambda: self._print_diff(fixed.diff))
        if fixed.data is not None:
            sys.stdout.buffer.write(fixed.data)
            sys.stdout.buffer.flush()

    def _print_diff(self, lines: Sequence[str]) -> None:
        paint = Painter(uses_color(self._args.color, sys.stdout))
        for line in lines:
            style = next((_DIFF_STYLES[mark] for mark in _DIFF_STYLES if line.startswith(mark)), "")
            print(paint(line, style) if style else line)

    def _end(self, report: Report, stream: TextIO, context: ReportContext) -> None:
        # On standard error a document stands alone too.
        if not self._args.quiet and not (stream is sys.stderr and is_document(self._args)):
            aside = stream if is_for_people(self._args) else sys.stderr
            shown = context if aside is stream else replace(context, color=False, width=None)
            for line in self._table(shown):
                print(line, file=aside)
        super()._end(report, stream, context)

    def _table(self, context: ReportContext) -> Iterator[str]:
        """What was done, by a heading, or that there was nothing to do."""
        lines = change_table(self._done, context, verbose=self._args.verbose)
        # That nothing was to be done needs no words, unless there are remarks.
        if lines or self._changed or (self._would and self._worked):
            mark = ":" if lines else "."
            yield Painter(context.color)(f"{self._heading()}{mark}", "bold")
            yield from lines
            yield ""

    def _heading(self) -> str:
        of = count_of(self._tried, "file")
        if not self._changed:
            # In what was refused there may well be something to fix.
            part = f"{self._worked:,} of " if self._worked < self._tried else ""
            return f"Nothing to fix in {part}{of}"
        return f"{'Would fix' if self._would else 'Fixed'} {self._changed:,} of {of}"

    def _closing(self) -> Closing:
        return replace(super()._closing(), fixed=tuple(self._fixed_entries()), dry=self._would)

    def _fixed_entries(self) -> Iterator[FixedEntry]:
        """The findings mended, for the closing words."""
        for done in self._done:
            counts: Counter[tuple[str, str]] = Counter()
            for mended in done.mended:
                counts[mended.code, mended.name] += mended.count
            for (code, name), count in counts.items():
                yield FixedEntry(done.path, code, name, count)

    def _unused(self) -> list[FileResult]:
        return super()._unused() if self._as_check else []

    def _status(self) -> int:
        self._reached &= self._judges()
        if self._would:
            self._reached |= self._changed > 0
        return super()._status()
