"""Checks one file, in whatever process: reads, looks its content up, parses, runs the rules."""

from __future__ import annotations

import gc
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

import msgspec

from bvhlint.config.settings import Settings
from bvhlint.config.suppression import Hide
from bvhlint.errors import ReadError
from bvhlint.files.cache import Cache, digest
from bvhlint.files.discovery import STDIN
from bvhlint.files.reading import FileStamp, read, read_stdin
from bvhlint.interrupts import interrupts_wait
from bvhlint.results import ErrorEntry, FileResult

if TYPE_CHECKING:
    from bvhlint.linter import ActiveRule
    from bvhlint.rule import Rule
    from bvhlint.runner.fix import Fixed


class Kept(msgspec.Struct, frozen=True):
    """What the cache holds of a file: its result without the path, the entries that hid some.

    Without a result it says that settings were found valid.
    """

    result: FileResult | None = None
    used: tuple[int, ...] = ()


class RulesInForce(Protocol):
    """The rules by settings. Raises ConfigError for settings that name what does not exist."""

    @property
    def catalogue(self) -> Sequence[Rule]: ...

    def for_settings(self, settings: Settings) -> Sequence[ActiveRule]: ...


class Task(NamedTuple):
    """One file to check; ``name`` is what reports and settings call it."""

    path: str
    name: str
    settings: int
    hides: tuple[Hide, ...]
    fingerprint: str
    size: int


class Outcome(NamedTuple):
    """One file's result, or why there is none; ``crashed`` if a rule raised.

    ``content`` and ``stamp`` say of which bytes the result is, for the cache; ``known`` that it
    came from there. ``used`` are the suppressing entries that hid something. A file that was
    changed first has ``fixed``, one that was split the results of its other parts as ``more``.
    """

    name: str
    result: FileResult | None = None
    error: ErrorEntry | None = None
    crashed: bool = False
    used: tuple[int, ...] = ()
    content: bytes = b""
    stamp: FileStamp | None = None
    known: bool = False
    fixed: Fixed | None = None
    more: tuple[FileResult, ...] = ()


@dataclass
class Checker:
    """The work on one file. Goes to other processes; each loads the rules once, when needed."""

    settings: Sequence[Settings]
    make_rules: Callable[[Settings], RulesInForce]
    base: Settings
    show_all: bool = False
    max_findings: int | None = None
    cache_folder: str | None = None
    _rules: RulesInForce | None = field(default=None, repr=False)
    _cache: Cache[Kept] | None = field(default=None, repr=False)

    def __getstate__(self) -> dict[str, Any]:
        # Rules are loaded by path and do not pickle; a connection must not be shared.
        return {**self.__dict__, "_rules": None, "_cache": None}

    def __call__(self, task: Task) -> Outcome:
        """Check one file; what cannot be read is an outcome, too."""
        try:
            if task.path == STDIN:
                return self._check(task, read_stdin(), b"", None)
            data, stamp = read(task.path)
        except ReadError as error:
            return failed(task, str(error))
        if self.cache_folder is None:
            return self._check(task, data, b"", None)
        content = digest(data)
        kept = self.cache(self.cache_folder).get(content, task.fingerprint)
        if kept is not None and kept.result is not None:
            return known(task, kept, content, stamp)
        return self._check(task, data, content, stamp)

    @property
    def rules(self) -> RulesInForce:
        """The rules, loaded when first asked for."""
        if self._rules is None:
            self._rules = _load(self.make_rules, self.base)
        return self._rules

    def cache(self, folder: str) -> Cache[Kept]:
        """This process's own connection to the cache, for looking up."""
        if self._cache is None:
            self._cache = Cache(folder, Kept)
        return self._cache

    def _check(self, task: Task, data: bytes, content: bytes, stamp: FileStamp | None) -> Outcome:
        with interrupts_wait():
            from bvhlint.document.document import Document
            from bvhlint.file_result import file_result
            from bvhlint.linter import MAX_FINDINGS, check_document
            from bvhlint.suppress import Suppressor

        suppressor = Suppressor(task.hides)
        rules = suppressor.rules(self.rules.for_settings(self.settings[task.settings]))
        document = Document.parse(data, task.name)
        most = self.max_findings or MAX_FINDINGS
        checked = check_document(document, rules, show_all=self.show_all, max_findings=most)
        result = file_result(document, task.name, checked)
        used = tuple(sorted(suppressor.used))
        return Outcome(task.name, result, None, checked.crashed, used, content, stamp)


def _load(make_rules: Callable[[Settings], RulesInForce], base: Settings) -> RulesInForce:
    """The rules, and all that a check needs beside them.

    The program itself is never garbage: none is looked for until it is there, and then not in it.
    """
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        rules = make_rules(base)
        from bvhlint.syntax.parser import prepare

        prepare()
    finally:
        if was_enabled:
            gc.enable()
    gc.freeze()
    return rules


def known(task: Task, kept: Kept, content: bytes, stamp: FileStamp | None) -> Outcome:
    """An outcome that the cache knew."""
    assert kept.result is not None
    result = msgspec.structs.replace(kept.result, path=task.name)
    return Outcome(task.name, result, None, False, kept.used, content, stamp, True)


def failed(task: Task, why: str) -> Outcome:
    """An outcome without a result."""
    return Outcome(task.name, error=ErrorEntry(task.name, why))
