"""Where a report goes: standard output, or ``--output-file``, which harms nothing else."""

from __future__ import annotations

import io
import os
import stat
import sys
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from typing import BinaryIO, TextIO

from bvhlint.config.loading import OWN_NAMES, PROJECT_FILE
from bvhlint.errors import ConfigError, WriteError
from bvhlint.files.atomic import creating
from bvhlint.files.discovery import STDIN, is_clip
from bvhlint.files.leftovers import sweep
from bvhlint.files.reading import reason


def refuse_to_replace(
    path: str | None,
    inputs: Iterable[str] = (),
    made: Iterable[str] = (),
    settings: Iterable[str] = (),
) -> None:
    """Raise ConfigError where the report would replace what is no report, by whatever name.

    That is a clip, be it an input, a file that the same run makes, or any other, and the files
    that hold settings: configurations and the baseline.
    """
    if path in (None, STDIN):
        return
    real = _real(path)
    status = _status(path)
    said = ""
    names = {os.path.basename(path), os.path.basename(real)}
    if any(_real(other) == real for other in made):
        said = "is written by this run itself"
    elif status is not None and not stat.S_ISREG(status.st_mode):
        return
    elif status is not None and any(_is_same(status, other) for other in inputs):
        said = "is one of the files that are read"
    elif any(is_clip(name) for name in names):
        said = "is a clip" if status else "is the name of a clip"
    elif names & {*OWN_NAMES, PROJECT_FILE} or any(_real(other) == real for other in settings):
        said = "holds settings of bvhlint"
    if said:
        raise ConfigError(f"--output-file: {path} {said}; the report would take its place")


@contextmanager
def open_output(path: str | None) -> Iterator[TextIO]:
    """Standard output, or a file in UTF-8 that takes the place of an older one when all is written.

    Devices and pipes are written to at once. Raises WriteError, which names the file.
    """
    if path in (None, STDIN):
        yield sys.stdout
        return
    with ExitStack() as stack:
        with _named(path):
            file = stack.enter_context(_opened(path))
        buffer = io.BufferedWriter(_Named(file, path))  # type: ignore[type-var]
        stream = io.TextIOWrapper(buffer, encoding="utf-8", newline="\n")
        try:
            yield stream
            stream.flush()
        finally:
            # What could not be written has been told.
            with suppress(OSError, WriteError):
                stream.close()
        with _named(path):
            stack.close()


class _Named(io.RawIOBase):
    """Passes bytes on to a file; what goes wrong then is told with its name."""

    def __init__(self, file: BinaryIO, path: str) -> None:
        self._file = file
        self._path = path

    def writable(self) -> bool:
        return True

    def isatty(self) -> bool:
        return self._file.isatty()

    def fileno(self) -> int:
        return self._file.fileno()

    def write(self, data: bytes) -> int:  # type: ignore[override]
        with _named(self._path):
            return self._file.write(data)


@contextmanager
def _named(path: str) -> Iterator[None]:
    try:
        yield
    except BrokenPipeError:
        # A reader that goes away is no failure.
        raise
    except WriteError as error:
        raise WriteError(f"--output-file: {path} {error}") from error
    except (OSError, ValueError) as error:
        raise WriteError(f"--output-file: {path} cannot be written: {reason(error)}") from error


@contextmanager
def _opened(path: str) -> Iterator[BinaryIO]:
    if _is_stream(path):
        with open(path, "wb", buffering=0) as file:
            yield file
    else:
        sweep([path])
        with creating(path, overwrite=True) as file:
            yield file


def _is_stream(path: str) -> bool:
    """Whether a path leads to a device, a pipe, or where standard output or error go."""
    status = _status(path)
    if status is None or stat.S_ISDIR(status.st_mode):
        return False
    if not stat.S_ISREG(status.st_mode):
        return True
    return any(_is_same(status, number) for number in (1, 2))


def _real(path: str) -> str:
    try:
        return os.path.normcase(os.path.realpath(path))
    except (OSError, ValueError):
        return path


def _status(path: str | int) -> os.stat_result | None:
    try:
        return os.stat(path)
    except (OSError, ValueError):
        return None


def _is_same(status: os.stat_result, other: str | int) -> bool:
    found = _status(0 if other == STDIN else other)
    return found is not None and os.path.samestat(status, found)
