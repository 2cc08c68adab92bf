"""Where a setting came from, and errors that say so."""

from __future__ import annotations

import os
from typing import NamedTuple

from bvhlint.config.locate import Path, line_of
from bvhlint.errors import ConfigError, ReadError
from bvhlint.files.reading import read
from bvhlint.visible import visible


class Origin(NamedTuple):
    """A place in a configuration file or, with ``file`` None, an option of the command line.

    ``path`` leads from the top of the file to the value; for an option it is its key.
    """

    file: str | None
    path: Path

    def at(self, *steps: str | int) -> Origin:
        """The place of something inside this value."""
        return Origin(self.file, (*self.path, *steps))

    @property
    def folder(self) -> str:
        """What paths and globs of this origin are relative to."""
        return os.path.dirname(self.file) if self.file is not None else os.getcwd()

    def where(self) -> str:
        """For people: ``bvhlint.toml:3``, or ``--select``."""
        if self.file is None:
            return f"--{self.path[0]}"
        line = self.line()
        return shown_path(self.file) + ("" if line is None else f":{line}")

    def error(self, message: str) -> ConfigError:
        """A ConfigError that names this place."""
        return error_at(self.where(), message)

    def line(self) -> int | None:
        """The 1-based line in the file, where there is one."""
        # Looked for only when it is asked for: nobody needs it while all is well.
        if self.file is None:
            return None
        try:
            data, _ = read(self.file)
            return line_of(data.decode("utf-8-sig"), self.path)
        except (ReadError, UnicodeDecodeError, RecursionError):
            return None


def error_at(where: str, message: str) -> ConfigError:
    """An error as all of configuration read: the place first, and nothing hidden in it."""
    return ConfigError(visible(f"{where}: {message}"))


def quoted(text: str) -> str:
    """A word from a file or command line for a message: visible, and cut where it is endless."""
    return f'"{visible(text, 80)}"'


def shown_path(path: str) -> str:
    """A path for people: relative to the current folder if it lies in it."""
    here = os.getcwd().rstrip(os.sep) + os.sep
    return path[len(here) :] if path.startswith(here) else path
