"""Finds and reads configuration files, and what they extend."""

from __future__ import annotations

import os
import re
from typing import Any, NamedTuple

from bvhlint.config.origin import Origin, error_at, shown_path
from bvhlint.config.schema import TRUSTED_KEYS, WrongValueError, check_value
from bvhlint.errors import ReadError
from bvhlint.files.reading import read

OWN_NAMES = (".bvhlint.toml", "bvhlint.toml")
PROJECT_FILE = "pyproject.toml"
_LARGEST_FILE = 1 << 20
_LINE = re.compile(r" \(at line (\d+), column \d+\)$")


class LoadedFile(NamedTuple):
    """A configuration file: ``values`` by key, checked, and ``base``, the file that it extends."""

    path: str
    prefix: tuple[str, ...]
    values: dict[str, Any]
    base: LoadedFile | None = None

    def origin(self, *steps: str | int) -> Origin:
        return Origin(self.path, (*self.prefix, *steps))

    def chain(self) -> list[LoadedFile]:
        """The files that make up this configuration, the weakest first."""
        files: list[LoadedFile] = []
        file: LoadedFile | None = self
        while file is not None:
            files.append(file)
            file = file.base
        return files[::-1]


def find_in(folder: str) -> str | None:
    """The configuration file of one folder, without looking above it."""
    for name in OWN_NAMES:
        path = os.path.join(folder, name)
        if os.path.isfile(path):
            return path
    path = os.path.join(folder, PROJECT_FILE)
    return path if os.path.isfile(path) and _has_own_table(path) else None


def load(path: str, *, trusted: bool) -> LoadedFile:
    """Read a configuration file and those that it extends; raises ConfigError.

    Keys that run code or name files are an error unless ``trusted``.
    """
    return _load(os.path.abspath(path), trusted, ())


def _load(path: str, trusted: bool, above: tuple[str, ...]) -> LoadedFile:
    prefix, table = _table(path)
    file = LoadedFile(path, prefix, {})
    for key, value in table.items():
        if key in TRUSTED_KEYS and not trusted:
            raise file.origin(key).error(
                f'"{key}" does not count in a configuration met while searching: move it to the'
                " configuration of the current folder, or use --config or the command line"
            )
        if (key, prefix) == ("tool", ()) and isinstance(value, dict) and "bvhlint" in value:
            raise file.origin("tool", "bvhlint").error(
                'unknown key "tool": only pyproject.toml has [tool.bvhlint]; in this file the keys '
                "stand at the top level"
            )
        try:
            file.values[key] = check_value(key, value)
        except WrongValueError as error:
            raise file.origin(*error.path).error(str(error)) from None
    if "extend" not in file.values:
        return file
    origin = file.origin("extend")
    base = os.path.abspath(os.path.join(os.path.dirname(path), file.values["extend"]))
    real = (*above, os.path.realpath(path))
    if os.path.realpath(base) in real:
        raise origin.error(f"extends itself by way of {shown_path(base)}")
    if not os.path.isfile(base):
        raise origin.error(f"no such configuration file: {shown_path(base)}")
    return LoadedFile(path, prefix, file.values, _load(base, trusted, real))


def _table(path: str) -> tuple[tuple[str, ...], dict[str, Any]]:
    """The table of settings of a file, and the keys that lead to it."""
    content = _parse(path)
    if os.path.basename(path) != PROJECT_FILE:
        return (), content
    tool = content.get("tool", {})
    table = tool.get("bvhlint", {}) if isinstance(tool, dict) else {}
    prefix = ("tool", "bvhlint")
    if not isinstance(table, dict):
        raise Origin(path, prefix).error("expected a table")
    return prefix, table


def _parse(path: str) -> dict[str, Any]:
    import tomllib

    shown = shown_path(path)
    try:
        data, _ = read(path, limit=_LARGEST_FILE)
        return tomllib.loads(data.decode("utf-8-sig"))
    except ReadError as error:
        raise error_at(shown, str(error)) from None
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise error_at(f"{shown}:{line}", "not valid UTF-8") from None
    except RecursionError:
        raise error_at(shown, "arrays nested too deep") from None
    except ValueError as error:
        # tomllib's own error, or Python's about a number of too many digits.
        text = str(error)
        found = _LINE.search(text)
        place = f":{found[1]}" if found else ""
        said = _LINE.sub("", text)
        raise error_at(f"{shown}{place}", said[:1].lower() + said[1:]) from None


def _has_own_table(path: str) -> bool:
    """Whether a pyproject.toml has ``[tool.bvhlint]``; most are not even parsed."""
    try:
        data, _ = read(path, limit=_LARGEST_FILE)
    except ReadError:
        return False
    if b"bvhlint" not in data:
        return False
    tool = _parse(path).get("tool")
    return isinstance(tool, dict) and "bvhlint" in tool
