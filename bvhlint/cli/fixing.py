"""What ``fix`` does with its files, once the command line is read."""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from typing import Any, TextIO

from bvhlint.cli.changes import asked_changes
from bvhlint.cli.checking import exit_status, fail_severity, make_bar, shown
from bvhlint.cli.output import is_for_people, open_output, open_report, report_context
from bvhlint.cli.session import RulesInForce, find_files, make_resolver, shown_name
from bvhlint.cli.targets import Targets
from bvhlint.config.resolve import Resolver
from bvhlint.diff import diff_lines
from bvhlint.document.document import Document
from bvhlint.errors import BvhlintError, ConfigError
from bvhlint.file_result import file_result
from bvhlint.files import atomic
from bvhlint.files.discovery import STDIN
from bvhlint.files.leftovers import sweep
from bvhlint.finding import Severity
from bvhlint.fixer import FixResult, fix_document
from bvhlint.linter import MAX_FINDINGS, ActiveRule, check_document
from bvhlint.reports.base import Closing, FixedEntry, ReportContext
from bvhlint.results import ErrorEntry, FileResult, Summary
from bvhlint.runner.pool import Plan, default_jobs, run_ordered
from bvhlint.runner.progress import Bar
from bvhlint.transforms.base import Change

# So many changed files are listed one by one; --verbose lists all.
_FILES_LISTED = 10
# Seconds a file and a byte, for deciding whether further processes pay.
_SECONDS_A_FILE = 3e-2
_SECONDS_A_BYTE = 5e-7


@dataclass(frozen=True, slots=True)
class Written:
    """What became of one input, and what the rules still find in it."""

    path: str
    changes: tuple[Change, ...]
    changed: bool
    result: FileResult | None
    crashed: bool
    diff: tuple[str, ...] = ()


class Fixing:
    """One run of ``fix``: reads, changes, proves and writes file after file.

    It goes to other processes; each loads the rules once, when needed.
    """

    def __init__(self, args: argparse.Namespace, resolver: Resolver, paths: Sequence[str]) -> None:
        self._args = args
        self._resolver = resolver
        self._loaded: RulesInForce | None = None
        self._before, self._after = asked_changes(args)
        self._targets = Targets(args, paths)
        self._refuse_harm(paths)

    def __getstate__(self) -> dict[str, Any]:
        # Rules are loaded by path and do not pickle.
        return {**self.__dict__, "_loaded": None}

    @property
    def rules(self) -> RulesInForce:
        """The rules, loaded when first asked for."""
        if self._loaded is None:
            self._loaded = RulesInForce(self._resolver.base())
        return self._loaded

    def check_settings(self, paths: Sequence[str]) -> None:
        """Raise ConfigError for settings of a file that name what does not exist."""
        for path in paths:
            self.rules.for_settings(self._resolver.for_file(shown_name(self._args, path)))

    def attempt(self, path: str) -> Written | ErrorEntry:
        """Fix one file, or say why not; the file is then as it was."""
        try:
            return self.file(path)
        except BvhlintError as error:
            return self.failed(path, str(error))

    def failed(self, path: str, why: str) -> ErrorEntry:
        """What is said of a file that could not be fixed."""
        return ErrorEntry(shown_name(self._args, path), why)

    def _refuse_harm(self, paths: Sequence[str]) -> None:
        """Many files and a change that would do harm twice: some may be done already."""
        args = self._args
        if len(paths) < 2 or args.output or args.backup or args.diff or args.check:
            return
        for transform in (*self._before, *self._after):
            if not transform.repeatable:
                raise ConfigError(
                    f"{transform.option} changes files again each time: on more than one file say "
                    "--output FOLDER or --backup SUFFIX"
                )
        if args.split_roots:
            raise ConfigError("--split-roots needs --output FOLDER")

    def file(self, path: str) -> Written:
        """Fix one file. Raises BvhlintError; the file is then as it was."""
        if path == STDIN:
            data, stamp = sys.stdin.buffer.read(), None
        else:
            data, stamp = atomic.read(path)
        name = shown_name(self._args, path)
        rules = self.rules.for_settings(self._resolver.for_file(name))
        document = Document.parse(data, name)
        parts = list(self._parts(document, rules))
        changes = tuple(change for _, part in parts for change in part.changes)
        new = [(root, part.document.to_bytes()) for root, part in parts]
        changed = any(root or content != data for root, content in new)
        diff: tuple[str, ...] = ()
        if self._args.diff:
            diff = tuple(_diff(name, data, new))
        elif not self._args.check:
            self._targets.write(path, data, stamp, new)
        result, crashed = self._remaining(parts, name, rules)
        return Written(name, changes, changed, result, crashed, diff)

    def _parts(
        self, document: Document, rules: Sequence[ActiveRule]
    ) -> Iterator[tuple[str, FixResult]]:
        """The document fixed, or with ``--split-roots`` one for each ROOT by name."""
        fixes, unsafe = not self._args.no_fixes, self._args.unsafe_fixes
        if not self._args.split_roots:
            transforms = [*self._before, *self._after]
            yield "", fix_document(document, rules, transforms, fixes=fixes, unsafe=unsafe)
            return
        from bvhlint.transforms.split_roots import split_roots

        whole = fix_document(document, rules, self._before, fixes=fixes, unsafe=unsafe)
        for root, part in split_roots(whole.document):
            done = fix_document(part, rules, self._after, fixes=fixes, unsafe=unsafe)
            change = Change("--split-roots", f"{root} is a file of its own")
            yield root, FixResult(done.document, (*whole.changes, change, *done.changes))

    def _remaining(
        self, parts: Sequence[tuple[str, FixResult]], name: str, rules: Sequence[ActiveRule]
    ) -> tuple[FileResult | None, bool]:
        """What the rules still find in the result; with ``--split-roots`` nothing is told."""
        if len(parts) != 1 or parts[0][0]:
            return None, False
        document = parts[0][1].document
        checked = check_document(
            document,
            rules,
            show_all=self._args.show_all,
            max_findings=self._args.max_findings or MAX_FINDINGS,
        )
        return file_result(document, name, checked), checked.crashed


def _diff(name: str, data: bytes, new: Sequence[tuple[str, bytes]]) -> Iterator[str]:
    for root, content in new:
        yield from diff_lines(f"{name} ({root})" if root else name, data, content)


def _size(path: str) -> int:
    try:
        return os.stat(path).st_size
    except (OSError, ValueError):
        return 0


def _attempts(
    args: argparse.Namespace, fixing: Fixing, paths: Sequence[str], bar: Bar
) -> Iterator[Written | ErrorEntry]:
    """What became of each file, in order, worked on in as many processes as pay."""
    plan = Plan(
        work=fixing.attempt,
        failed=fixing.failed,
        cost=lambda path: _SECONDS_A_FILE + _size(path) * _SECONDS_A_BYTE,
        # Standard input and output belong to this process.
        jobs=1 if STDIN in paths else args.jobs or default_jobs(),
        tick=bar.tick,
        warm=lambda: fixing.check_settings(paths),
    )
    with bar, closing(run_ordered(paths, plan)) as attempts:
        for attempt in attempts:
            bar.advance()
            yield attempt


def fix(args: argparse.Namespace) -> int:
    """Fix the files; the exit status of interface.md."""
    started = time.monotonic()
    resolver = make_resolver(args)
    found = find_files(args, resolver)
    fixing = Fixing(args, resolver, found.files)
    fixing.check_settings(found.files)
    if not (args.diff or args.check or args.output):
        sweep(path for path in found.files if path != STDIN)
    fail_on = fail_severity(resolver.base().fail_on) if args.fail_on else None
    errors = list(found.errors)
    done: list[Written] = []
    # With `-` standard output carries the file's bytes and nothing else; a diff stands alone too.
    aside = sys.stderr if STDIN in found.files and not args.output else None
    aside = sys.stderr if args.diff else aside
    with open_output(args.output_file) as opened:
        stream = opened if args.output_file or aside is None else aside
        context = report_context(args, stream, lambda: fixing.rules.catalogue, fail_on)
        report = open_report(args, stream, context)
        quiet = args.diff or args.check
        summary, crashed = Summary(), False
        report.begin()
        bar = make_bar(args, found.files)
        for written in _attempts(args, fixing, found.files, bar):
            if isinstance(written, ErrorEntry):
                errors.append(written)
                continue
            with bar.aside(sys.stdout if written.diff else None):
                for line in written.diff:
                    print(line)
            # What has been printed or written need not be kept until the end.
            done.append(replace(written, result=None, diff=()))
            crashed |= written.crashed
            if written.result:
                summary = summary.plus(written.result)
                if not quiet:
                    seen = shown(written.result, Severity(resolver.base().show))
                    with bar.aside(stream if seen.findings else None):
                        report.file(seen)
        table = stream if is_for_people(args) and not aside else sys.stderr
        print_changes(done, table, context, verbose=args.verbose, would=quiet)
        closing = Closing(elapsed=time.monotonic() - started, fixed=tuple(_fixed(done)))
        for remark in report.end(summary, errors, closing):
            print(remark, file=sys.stderr)
    if quiet and any(written.changed for written in done) and not (crashed or errors):
        return 0 if args.exit_zero else 1
    return exit_status(summary, fail_on, failed=crashed or bool(errors), zero=args.exit_zero)


def _fixed(done: Sequence[Written]) -> Iterator[FixedEntry]:
    """The findings mended, for the closing line."""
    for written in done:
        for change in written.changes:
            code, _, name = change.source.partition(" ")
            if name:
                yield FixedEntry(written.path, code, name, change.count)


def print_changes(
    done: Sequence[Written],
    stream: TextIO,
    context: ReportContext,
    *,
    verbose: bool,
    would: bool,
) -> None:
    """What was done: one line a change and file, or beyond some files one line a change."""
    changed = [written for written in done if written.changes]
    if not changed:
        return
    print("Would change:" if would else "Changed:", file=stream)
    if verbose or len(changed) <= _FILES_LISTED:
        for written in changed:
            print(f"  {context.show_path(written.path)}", file=stream)
            for change in written.changes:
                times = f" ({change.count})" if change.count > 1 else ""
                print(f"    {change.source}: {context.show(change.message)}{times}", file=stream)
    else:
        for (source, message), (files, count) in _tally(changed).items():
            print(f"  {files} files: {source}: {context.show(message)} ({count})", file=stream)
    print(file=stream)


def _tally(changed: Sequence[Written]) -> dict[tuple[str, str], tuple[int, int]]:
    """Files and places of each change; what transforms say differs by file and is left out."""
    sums: dict[tuple[str, str], tuple[int, int]] = {}
    for written in changed:
        for change in written.changes:
            message = change.message if " " in change.source else "done"
            files, count = sums.get((change.source, message), (0, 0))
            sums[change.source, message] = files + 1, count + change.count
    return sums
