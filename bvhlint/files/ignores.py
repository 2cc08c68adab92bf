"""Which entries of a folder a search passes over: ``exclude``, .gitignore, the usual folders."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import NamedTuple

from bvhlint.errors import ReadError
from bvhlint.files.gitignore import Patterns
from bvhlint.files.reading import read

DEFAULT_EXCLUDES = frozenset(
    {
        ".bvhlint_cache",
        ".bzr",
        ".direnv",
        ".eggs",
        ".git",
        ".hg",
        ".mypy_cache",
        ".nox",
        ".pytest_cache",
        ".ruff_cache",
        ".svn",
        ".tox",
        ".venv",
        "__MACOSX",
        "__pycache__",
        "node_modules",
        "venv",
    }
)
# Git reads no larger one either; a smaller bound would drop patterns in silence.
_LARGEST_IGNORE_FILE = 4 << 20


class Layer(NamedTuple):
    """Patterns and the folder that they are relative to, an absolute path."""

    base: str
    patterns: Patterns

    def prefix(self, folder: str) -> str:
        """What stands before an entry's name in its path from the base, with ``/``."""
        if folder == self.base:
            return ""
        below = self.base if self.base.endswith(os.sep) else self.base + os.sep
        if folder.startswith(below):
            relative = folder[len(below) :]
        else:
            try:
                relative = os.path.relpath(folder, self.base)
            except ValueError:
                # Another drive: only patterns for names can match there.
                relative = folder
        return relative.replace(os.sep, "/") + "/"


Excludes = Callable[[str], Sequence[Layer]]
"""The ``exclude`` layers in force in an absolute folder, the weakest first."""


class Filter(NamedTuple):
    """What is passed over among the entries of one folder."""

    excludes: tuple[tuple[str, Patterns], ...]
    git: tuple[tuple[str, Patterns], ...]

    def drops(self, name: str, *, is_folder: bool) -> bool:
        """Whether the search passes over the entry ``name``."""
        said = _decide(self.excludes, name, is_folder)
        if said is None and is_folder and name in DEFAULT_EXCLUDES:
            said = True
        return bool(said) or bool(_decide(self.git, name, is_folder))


def _decide(layers: Sequence[tuple[str, Patterns]], name: str, is_folder: bool) -> bool | None:
    for prefix, patterns in reversed(layers):
        said = patterns.decide(prefix + name, is_folder=is_folder)
        if said is not None:
            return said
    return None


class Ignores:
    """Makes the filter of a folder; remembers what it has read of the folders above.

    As in Git, a .gitignore counts for its folder and all below it up to the next repository;
    above the folder where a search starts only up to the root of the repository around it.
    """

    def __init__(self, excludes: Excludes, respect_gitignore: bool = True) -> None:
        self.excludes = excludes
        self.respect_gitignore = respect_gitignore
        self._layers: dict[str, tuple[Layer, ...]] = {}
        self._roots: dict[str, str | None] = {}
        self._ways: dict[str, tuple[Filter, bool]] = {}

    def filter(self, folder: str) -> Filter:
        """The filter for the entries of an absolute folder."""
        return Filter(
            tuple((layer.prefix(folder), layer.patterns) for layer in self.excludes(folder)),
            tuple((layer.prefix(folder), layer.patterns) for layer in self._git_layers(folder)),
        )

    def drops_on_the_way(self, path: str, *, is_folder: bool) -> bool:
        """Whether an absolute path or a folder on the way to it is passed over.

        The way begins at the root of the repository around it or, outside one, at the current
        folder if that lies above it.
        """
        folder, name = os.path.split(path)
        way = []
        place = folder
        start = self._repository(folder) or _above(folder) or folder
        while place not in self._ways and place != start:
            way.append(place)
            place = os.path.dirname(place)
        known = self._ways.get(place)
        passing, dropped = known or (self.filter(place), False)
        self._ways[place] = passing, dropped
        for place in reversed(way):
            dropped = dropped or passing.drops(os.path.basename(place), is_folder=True)
            passing = self.filter(place)
            self._ways[place] = passing, dropped
        return dropped or passing.drops(name, is_folder=is_folder)

    def _git_layers(self, folder: str) -> tuple[Layer, ...]:
        if not self.respect_gitignore:
            return ()
        root = self._repository(folder)
        way = []
        place = folder
        while place not in self._layers:
            way.append(place)
            # Outside a repository what was searched before is known, and nothing else counts.
            above = os.path.dirname(place)
            if place == root or above == place or (root is None and above not in self._layers):
                break
            place = above
        for place in reversed(way):
            if place == root:
                inherited = _layer(place, os.path.join(_git_folder(place), "info", "exclude"))
            else:
                inherited = self._layers.get(os.path.dirname(place), ())
            own = _layer(place, os.path.join(place, ".gitignore"))
            self._layers[place] = inherited + own
        return self._layers[folder]

    def _repository(self, folder: str) -> str | None:
        """The root of the Git repository that holds the folder."""
        way = []
        place = folder
        while place not in self._roots:
            way.append(place)
            if os.path.lexists(os.path.join(place, ".git")):
                self._roots[place] = place
                break
            above = os.path.dirname(place)
            if above == place:
                self._roots[place] = None
                break
            place = above
        root = self._roots[place]
        self._roots.update(dict.fromkeys(way, root))
        return root


def _above(folder: str) -> str | None:
    """The current folder if ``folder`` is it or lies below it."""
    here = os.getcwd()
    inside = folder == here or folder.startswith(here.rstrip(os.sep) + os.sep)
    return here if inside else None


def _layer(base: str, path: str) -> tuple[Layer, ...]:
    """The patterns of an ignore file; as in Git, one that is a symbolic link does not count."""
    if os.path.islink(path):
        return ()
    try:
        data, _ = read(path, limit=_LARGEST_IGNORE_FILE)
    except ReadError:
        return ()
    patterns = Patterns.parse_file(data)
    return (Layer(base, patterns),) if patterns.items else ()


def _git_folder(root: str) -> str:
    """Where a repository keeps ``info/exclude``: also for a submodule or a further work tree."""
    place = os.path.join(root, ".git")
    if os.path.isdir(place):
        return place
    place = os.path.join(root, _named_in(place, b"gitdir:"))
    return os.path.join(place, _named_in(os.path.join(place, "commondir"), b""))


def _named_in(path: str, key: bytes) -> str:
    """The path that a small file of Git's names behind ``key``, or ""."""
    try:
        data, _ = read(path, limit=1 << 16)
    except ReadError:
        return ""
    return os.fsdecode(data.removeprefix(key).strip(b" \r\n")).replace("\0", "")
