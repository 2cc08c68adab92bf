"""What ``info`` does with its files, once the command line is read."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from contextlib import closing
from functools import partial

from bvhlint.cli.output import plain_context
from bvhlint.cli.output_file import open_output
from bvhlint.cli.session import find_files, make_resolver
from bvhlint.errors import ReadError
from bvhlint.files.discovery import STDIN
from bvhlint.files.reading import read, read_stdin
from bvhlint.info.model import FileFacts
from bvhlint.info.output import load_output
from bvhlint.interrupts import interrupts_raise, interrupts_wait
from bvhlint.reports.base import ReportContext
from bvhlint.results import ErrorEntry
from bvhlint.runner.pool import Plan, default_jobs, run_ordered

# Seconds a file and a byte, for deciding whether further processes pay; measured on real clips.
_SECONDS_A_FILE = 4e-3
_SECONDS_A_BYTE = 4e-8


def inform(args: argparse.Namespace) -> int:
    """Show the facts of the files; the exit status of interface.md."""
    found = find_files(args, make_resolver(args))
    errors = list(found.errors)
    plan = Plan(
        work=partial(_facts_of, args.stdin_filename or STDIN),
        failed=_failed,
        cost=_cost,
        jobs=args.jobs or default_jobs(),
    )
    interrupts_raise()
    with open_output(args.output_file) as stream:
        context = plain_context(args.color, stream)
        is_single = len(found.files) == 1 and not found.searched
        output = load_output(args.output_format, context)(stream, context, is_single=is_single)
        output.begin()
        with closing(run_ordered(found.files, plan)) as results:
            for result in results:
                if isinstance(result, ErrorEntry):
                    errors.append(result)
                else:
                    output.file(result)
        output.end(errors)
    if not output.tells_errors:
        _tell(errors, plain_context(args.color, sys.stderr))
    return 2 if errors else 0


def _facts_of(stdin_name: str, path: str) -> FileFacts | ErrorEntry:
    """The facts of one file, in whatever process."""
    # Late: who finds no file needs neither NumPy nor Lark.
    with interrupts_wait():
        from bvhlint.document.document import Document
        from bvhlint.info.measure import file_facts

    try:
        data = read_stdin() if path == STDIN else read(path)[0]
    except ReadError as error:
        return _failed(path, str(error))
    name = stdin_name if path == STDIN else path
    return file_facts(Document.parse(data, name), name)


def _failed(path: str, why: str) -> ErrorEntry:
    return ErrorEntry(path, why)


def _cost(path: str) -> float:
    try:
        size = os.stat(path).st_size
    except OSError:
        size = 0
    return _SECONDS_A_FILE + size * _SECONDS_A_BYTE


def _tell(errors: Sequence[ErrorEntry], context: ReportContext) -> None:
    for error in errors:
        shown = f"{context.show_path(error.path)}: {context.show(error.message)}"
        print(f"failure: {shown}", file=sys.stderr)
