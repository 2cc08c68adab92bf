"""Checks many files in order; a file that cannot be read does not stop the others."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from bvhlint.document.document import Document
from bvhlint.errors import ReadError
from bvhlint.file_result import file_result
from bvhlint.files.discovery import STDIN
from bvhlint.files.reading import read
from bvhlint.linter import MAX_FINDINGS, ActiveRule, check_document
from bvhlint.results import ErrorEntry, FileResult


@dataclass(frozen=True, eq=False)
class Job:
    """What is done with each file."""

    rules: tuple[ActiveRule, ...]
    show_all: bool = False
    max_findings: int = MAX_FINDINGS
    stdin_name: str = STDIN


@dataclass(frozen=True, slots=True)
class Outcome:
    """One file's result, or why there is none; ``crashed`` if a rule raised."""

    result: FileResult | None = None
    error: ErrorEntry | None = None
    crashed: bool = False


def check_files(paths: Iterable[str], job: Job) -> Iterator[Outcome]:
    """The outcome of each file, in order."""
    for path in paths:
        yield check_file(path, job)


def check_file(path: str, job: Job) -> Outcome:
    """Read and check one file, or standard input for ``-``."""
    if path == STDIN:
        return check_bytes(sys.stdin.buffer.read(), job.stdin_name, job)
    try:
        data, _ = read(path)
    except ReadError as error:
        return Outcome(error=ErrorEntry(path, str(error)))
    return check_bytes(data, path, job)


def check_bytes(data: bytes, path: str, job: Job) -> Outcome:
    """Check the bytes of one file."""
    document = Document.parse(data, path)
    checked = check_document(
        document, job.rules, show_all=job.show_all, max_findings=job.max_findings
    )
    return Outcome(file_result(document, path, checked), crashed=checked.crashed)
