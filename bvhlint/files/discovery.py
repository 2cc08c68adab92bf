"""From the paths on the command line to the list of files: folders searched, globs expanded."""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from bvhlint.files.gitignore import translate
from bvhlint.files.ignores import Excludes, Ignores
from bvhlint.files.nearby import did_you_mean_path
from bvhlint.files.reading import kind_of, reason, reason_at
from bvhlint.results import ErrorEntry

STDIN = "-"
_SUFFIX = ".bvh"
_MAGIC = re.compile(r"[*?\[]")

Wanted = Callable[[str, bool], bool]
"""Whether a search takes the file at a path relative to its start; True as second argument
asks whether it looks into the folder there."""


class Discovery(NamedTuple):
    """What the paths named: each file once, in order; what is wrong; the folders searched."""

    files: list[str]
    errors: list[ErrorEntry]
    searched: list[str]


class Search(NamedTuple):
    """How to search; ``excludes`` gives the ``exclude`` patterns in force in a folder."""

    excludes: Excludes = lambda folder: ()  # noqa: ARG005
    respect_gitignore: bool = True
    force_exclude: bool = False


def discover(paths: Sequence[str], search: Search | None = None) -> Discovery:
    """The files that ``paths`` name, in the order of ``paths``, sorted within a folder.

    A file is taken whatever its suffix, and even if ignored unless ``force_exclude``. A folder
    is searched for ``*.bvh`` in any letter case, through symbolic links too, each folder once.
    A glob that the shell did not expand is a search that takes what the glob matches. ``-`` is
    standard input. The same file, by whatever path, comes once, at its first place.
    """
    search = search or Search()
    finder = _Finder(search)
    for path in paths:
        finder.add(path)
    return Discovery(finder.files, finder.errors, finder.searched)


class _Finder:
    """Takes path after path."""

    def __init__(self, search: Search) -> None:
        self.search = search
        self.ignores = Ignores(search.excludes, search.respect_gitignore)
        self.files: list[str] = []
        self.errors: list[ErrorEntry] = []
        self.searched: list[str] = []
        self._seen: set[str] = set()

    def add(self, path: str) -> None:
        """Take one path from the command line."""
        if path == STDIN:
            self._take(path, STDIN)
            return
        if not path:
            self._fail('""', "cannot be read: an empty word is no path")
            return
        try:
            status = os.stat(path)
        except (OSError, ValueError) as error:
            if _MAGIC.search(path) and not os.path.lexists(path.replace("\0", "")):
                self._add_glob(path)
            else:
                is_lost = isinstance(error, FileNotFoundError) and not os.path.islink(path)
                near = did_you_mean_path(path) if is_lost else ""
                self._fail(path, f"cannot be read: {reason_at(path, error)}{near}")
            return
        is_folder = stat.S_ISDIR(status.st_mode)
        if not is_folder and not stat.S_ISREG(status.st_mode):
            self._fail(path, f"cannot be read: it is {kind_of(status)}")
        elif self._is_force_excluded(path, is_folder=is_folder):
            pass
        elif is_folder:
            self.searched.append(os.path.abspath(path))
            self._add_all(path, _any_clip)
        else:
            self._take(path, _identity(path))

    def _is_force_excluded(self, path: str, *, is_folder: bool) -> bool:
        if not self.search.force_exclude:
            return False
        return self.ignores.drops_on_the_way(os.path.abspath(path), is_folder=is_folder)

    def _add_glob(self, path: str) -> None:
        start, glob = _split_glob(path)
        if not os.path.isdir(start or os.curdir):
            self._fail(path, "no file matches")
            return
        if not self._add_all(start or os.curdir, _matching(glob)):
            self._fail(path, "no file matches")

    def _add_all(self, path: str, wanted: Wanted) -> bool:
        """Take what a search of a folder finds; says whether it found anything."""
        # What lies above the start counts for each search anew.
        ignores = Ignores(self.search.excludes, self.search.respect_gitignore)
        walk = _Walk(path, wanted, ignores, self._fail)
        found = False
        for file, identity in walk.files():
            found = True
            self._take(file, identity)
        return found

    def _take(self, path: str, identity: str) -> None:
        if identity not in self._seen:
            self._seen.add(identity)
            self.files.append(path)

    def _fail(self, path: str, message: str) -> None:
        self.errors.append(ErrorEntry(path, message))


class _Walk:
    """A search from one folder; folders behind links come last and are entered only once."""

    def __init__(
        self, start: str, wanted: Wanted, ignores: Ignores, fail: Callable[[str, str], None]
    ) -> None:
        self.start = start
        self.wanted = wanted
        self.ignores = ignores
        self.fail = fail
        self._visited: set[str] = set()
        self._links: list[tuple[str, str]] = []
        self._file_links: list[tuple[str, str]] = []

    def files(self) -> Iterator[tuple[str, str]]:
        """Path and identity of each file, sorted within each folder."""
        shown = "" if os.path.normpath(self.start) == os.curdir else self.start
        found = list(self._folder(shown, ""))
        straight = len(found)
        # What is reached both ways keeps its own path, not the one through a link.
        while self._links:
            link, relative = self._links.pop(0)
            found += self._folder(link, relative)
        reached = {identity for _, identity in found}
        found += [link for link in self._file_links if link[1] not in reached]
        if len(found) > straight:
            found.sort(key=lambda item: item[0].split(os.sep))
        yield from found

    def _folder(self, shown: str, relative: str) -> Iterator[tuple[str, str]]:
        """All files below a folder; ``relative`` is its path from the start, with ``/``."""
        open_folders = [self._entries(shown, os.path.realpath(shown or os.curdir), relative)]
        while open_folders:
            step = next(open_folders[-1], None)
            if step is None:
                open_folders.pop()
            elif step.is_folder:
                open_folders.append(self._entries(step.path, step.identity, step.relative))
            else:
                yield step.path, step.identity

    def _entries(self, shown: str, real: str, relative: str) -> Iterator[_Step]:
        """The wanted entries of one folder; folders behind links are put off."""
        identity = os.path.normcase(real)
        if identity in self._visited:
            return
        self._visited.add(identity)
        try:
            with os.scandir(shown or os.curdir) as scan:
                entries = sorted(scan, key=lambda entry: entry.name)
        except OSError as error:
            self.fail(shown or os.curdir, f"cannot be searched: {reason(error)}")
            return
        passing = self.ignores.filter(os.path.abspath(shown or os.curdir))
        for entry in entries:
            is_folder = _is_folder(entry)
            name = f"{relative}/{entry.name}" if relative else entry.name
            if not self.wanted(name, is_folder) or passing.drops(entry.name, is_folder=is_folder):
                continue
            path = os.path.join(shown, entry.name)
            if is_folder and entry.is_symlink():
                self._links.append((path, name))
            elif is_folder or _is_readable_kind(entry):
                if entry.is_symlink():
                    self._file_links.append((path, _identity(path)))
                    continue
                real_path = os.path.join(identity, os.path.normcase(entry.name))
                yield _Step(path, real_path, name, is_folder)


class _Step(NamedTuple):
    path: str
    identity: str
    relative: str
    is_folder: bool


def _identity(path: str) -> str:
    """What two paths to the same file have in common."""
    return os.path.normcase(os.path.realpath(path))


def _is_folder(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_dir()
    except OSError:
        # A link that leads back to itself.
        return False


def _is_readable_kind(entry: os.DirEntry[str]) -> bool:
    """Whether the entry is a file, or a link to nothing: reading that is an error to report."""
    try:
        return entry.is_file() or (entry.is_symlink() and not os.path.exists(entry.path))
    except OSError:
        return entry.is_symlink()


def is_clip(name: str) -> bool:
    """Whether a search takes a file of this name.

    What macOS puts beside each file on a foreign disk (``._walk.bvh``) is no clip.
    """
    name = name[name.rfind("/") + 1 :]
    return name.lower().endswith(_SUFFIX) and not name.startswith("._")


def _any_clip(path: str, is_folder: bool) -> bool:
    return is_folder or is_clip(path)


def _split_glob(path: str) -> tuple[str, str]:
    """A glob as the folder where it starts and the rest, with ``/``."""
    if os.sep != "/":
        path = path.replace(os.sep, "/")
    parts = path.split("/")
    count = next(index for index, part in enumerate(parts) if _MAGIC.search(part))
    start = "/".join(parts[:count])
    return ("/" if start == "" and count else start), "/".join(parts[count:])


def _matching(glob: str) -> Wanted:
    """Takes the files that the glob matches, and the clips in the folders that it matches."""
    whole = re.compile(translate(glob, by_path=True), re.DOTALL)
    parts = glob.split("/")
    names_suffix = re.search(r"\.[^*?\[\]]+$", parts[-1]) is not None
    deepest = None if "**" in glob else len(parts)

    def covers(path: str) -> bool:
        steps = path.split("/")
        return any(whole.fullmatch("/".join(steps[: n + 1])) for n in range(len(steps)))

    def wanted(path: str, is_folder: bool) -> bool:
        if is_folder:
            return deepest is None or path.count("/") + 1 < deepest or covers(path)
        return covers(path) if is_clip(path) else names_suffix and bool(whole.fullmatch(path))

    return wanted
