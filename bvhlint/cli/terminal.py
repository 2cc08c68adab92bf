"""The standard streams: made safe to write to, told from terminals, silenced when nobody reads."""

from __future__ import annotations

import contextlib
import io
import os
import sys
from typing import TYPE_CHECKING, TextIO

from bvhlint.errors import WriteError

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer


def prepare_streams() -> None:
    """Let nothing that is written fail for its characters, and let each stream exist.

    A stream that was closed before the start is None in Python; what is printed to it would
    land on another. Whoever closes standard error wants to hear nothing; what goes to standard
    output is the work itself.
    """
    if sys.stdout is None:
        sys.stdout = io.TextIOWrapper(io.BufferedWriter(_NeverOpen(os.devnull, "w")), "utf-8")
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


class _NeverOpen(io.FileIO):
    """Stands for standard output where that was closed before the start, and holds its number.

    The first write raises WriteError; later ones, such as Python's own at its end, go nowhere.
    """

    _is_told = False

    def write(self, data: ReadableBuffer, /) -> int:
        if not self._is_told:
            self._is_told = True
            raise WriteError("standard output is closed")
        return memoryview(data).nbytes


def silence_streams() -> None:
    """Send what is still to be written nowhere: the reader has gone.

    Without it Python would write to the closed pipe when it ends, and complain.
    """
    with contextlib.suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        for stream in (sys.stdout, sys.stderr):
            with contextlib.suppress(OSError, ValueError):
                stream.flush()
                continue
            # What is in its buffer could not be written, so it is the one that is closed.
            with contextlib.suppress(OSError, ValueError):
                os.dup2(nowhere, stream.fileno())


def columns() -> int:
    """The width of the terminal, or 80: shutil's answer without the import of shutil."""
    told = os.environ.get("COLUMNS", "")
    if told.isascii() and told.isdigit() and int(told[:6]):
        return int(told[:6])
    try:
        return os.get_terminal_size(sys.__stdout__.fileno()).columns or 80  # type: ignore[union-attr]
    except (AttributeError, ValueError, OSError):
        return 80


def uses_color(choice: str, stream: TextIO) -> bool:
    """Whether to colour: the option, then NO_COLOR, FORCE_COLOR, then whether it is a terminal."""
    if choice != "auto":
        return choice == "always"
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR"):
        return True
    return stream.isatty() and os.environ.get("TERM") != "dumb"
