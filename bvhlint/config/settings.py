"""The settings in force for a file, and where each came from."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from bvhlint.config.loading import LoadedFile
from bvhlint.config.origin import Origin, shown_path
from bvhlint.config.schema import TABLES
from bvhlint.document.rate import parse_rate
from bvhlint.files.gitignore import Patterns
from bvhlint.files.ignores import Layer
from bvhlint.severity import Severity

DEFAULT_FAIL_ON = "error"
DEFAULT_SHOW = "info"
_NOTHING: Mapping[Any, Any] = {}  # never written to


class Ignore(NamedTuple):
    """One entry of ``per-file-ignores``: a selector for the files that a glob matches."""

    glob: str
    selector: str
    origin: Origin

    def __str__(self) -> str:
        return f'"{self.selector}" for "{self.glob}" in per-file-ignores'


class FindingIgnore(NamedTuple):
    """One entry of ``ignore-findings``; ``path`` is absolute."""

    path: str
    line: int
    rule: str
    origin: Origin

    def __str__(self) -> str:
        return f'"{self.rule}" at line {self.line} of "{shown_path(self.path)}" in ignore-findings'


class Settings(NamedTuple):
    """All settings, decoded; paths are absolute.

    ``select`` is None where nothing was selected: then the default rules count. ``origins``
    leads from a key, or a key and an entry of its table, to where the value came from.
    """

    select: tuple[str, ...] | None = None
    ignore: tuple[str, ...] = ()
    extend_select: tuple[str, ...] = ()
    extend_ignore: tuple[str, ...] = ()
    per_file_ignores: tuple[Ignore, ...] = ()
    ignore_findings: tuple[FindingIgnore, ...] = ()
    exclude: tuple[Layer, ...] = ()
    target: tuple[str, ...] = ()
    expect_fps: str | None = None
    fail_on: str = DEFAULT_FAIL_ON
    show: str = DEFAULT_SHOW
    severity: Mapping[str, Severity] = _NOTHING
    rules_dir: tuple[str, ...] = ()
    baseline: str | None = None
    cache_dir: str | None = None
    rules: Mapping[str, Mapping[str, Any]] = _NOTHING
    raw: Mapping[str, Any] = _NOTHING
    origins: Mapping[tuple[str, ...], Origin] = _NOTHING
    files: tuple[str, ...] = ()

    def origin(self, *path: str | int) -> Origin:
        """Where the value at a path (a key, then entries and indices) came from."""
        for size in range(len(path), 0, -1):
            key = tuple(str(step) for step in path[:size])
            if key in self.origins:
                return self.origins[key].at(*path[size:])
        return Origin(None, path)

    def from_command_line(self, key: str) -> bool:
        """Whether the command line gave this key's value."""
        origin = self.origins.get((key,))
        return origin is not None and origin.file is None


def settings_of(loaded: LoadedFile | None, overrides: Mapping[str, Any]) -> Settings:
    """Settings of a configuration (None: of none) and of the command line, which outweighs it.

    A key of a file replaces the value of the file that it extends; of the tables
    ``per-file-ignores``, ``severity`` and ``rules`` an entry does, and of a rule an option.
    """
    raw: dict[str, Any] = {}
    origins: dict[tuple[str, ...], Origin] = {}
    chain = [] if loaded is None else loaded.chain()
    for file in chain:
        for key, value in file.values.items():
            origin = file.origin(key)
            if key in TABLES:
                _merge(raw.setdefault(key, {}), value, key, origin, origins)
            else:
                raw[key] = value
            origins[(key,)] = origin
    for key, value in overrides.items():
        raw[key] = value
        origins[(key,)] = Origin(None, (key,))
    raw.pop("extend", None)
    return _decode(raw, origins, tuple(file.path for file in chain))


def _merge(
    into: dict[str, Any],
    table: dict[str, Any],
    key: str,
    origin: Origin,
    origins: dict[tuple[str, ...], Origin],
) -> None:
    for name, entry in table.items():
        if key == "rules":
            into[name] = {**into.get(name, {}), **entry}
            origins.update({(key, name, option): origin.at(name, option) for option in entry})
        else:
            into[name] = entry
        origins[(key, name)] = origin.at(name)


def _decode(
    raw: dict[str, Any], origins: dict[tuple[str, ...], Origin], files: tuple[str, ...]
) -> Settings:
    settings = Settings(raw=raw, origins=origins, files=files)
    decoded: dict[str, Any] = {
        key.replace("-", "_"): _DECODERS[key](value, settings)
        if key in _DECODERS
        else (tuple(value) if isinstance(value, list) else value)
        for key, value in raw.items()
    }
    return Settings(**decoded, raw=raw, origins=origins, files=files)


def _words(value: str | Sequence[str], _: Settings) -> tuple[str, ...]:
    return (value,) if isinstance(value, str) else tuple(value)


def _folders(value: str | Sequence[str], settings: Settings) -> tuple[str, ...]:
    folder = settings.origins[("rules-dir",)].folder
    return tuple(_absolute(folder, name) for name in _words(value, settings))


def _absolute(folder: str, path: str) -> str:
    return os.path.abspath(os.path.join(folder, path))


def _path_of(key: str) -> Callable[[str, Settings], str]:
    return lambda value, settings: _absolute(settings.origins[(key,)].folder, value)


def _rate(value: str | float, settings: Settings) -> str:
    text = value if isinstance(value, str) else repr(value).removesuffix(".0")
    try:
        parse_rate(text)
    except ValueError as error:
        raise settings.origin("expect-fps").error(str(error)) from None
    return text


def _exclude(value: Sequence[str], settings: Settings) -> tuple[Layer, ...]:
    patterns = Patterns.parse(value)
    return (Layer(settings.origins[("exclude",)].folder, patterns),) if patterns.items else ()


def _per_file(value: Mapping[str, Sequence[str]], settings: Settings) -> tuple[Ignore, ...]:
    return tuple(
        Ignore(glob, selector, settings.origin("per-file-ignores", glob, index))
        for glob, selectors in value.items()
        for index, selector in enumerate(selectors)
    )


def _findings(value: Sequence[str], settings: Settings) -> tuple[FindingIgnore, ...]:
    entries = []
    for index, text in enumerate(value):
        origin = settings.origin("ignore-findings", index)
        path, line, rule = text.rsplit(":", 2)
        entries.append(FindingIgnore(_absolute(origin.folder, path), int(line), rule, origin))
    return tuple(entries)


def _severities(value: Mapping[str, str], _: Settings) -> dict[str, Severity]:
    return {name: Severity(level) for name, level in value.items()}


_DECODERS: Mapping[str, Callable[[Any, Settings], Any]] = {
    "target": _words,
    "expect-fps": _rate,
    "exclude": _exclude,
    "per-file-ignores": _per_file,
    "ignore-findings": _findings,
    "severity": _severities,
    "rules-dir": _folders,
    "baseline": _path_of("baseline"),
    "cache-dir": _path_of("cache-dir"),
    "rules": lambda value, _: value,
}
