"""Checks many files: what the cache knows at once, the rest in as many processes as pay."""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import nullcontext
from functools import cached_property, partial
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from bvhlint.config.resolve import Resolver
from bvhlint.config.selection import SELECTING_KEYS, RuleLike
from bvhlint.config.settings import FindingIgnore, Ignore, Settings
from bvhlint.config.suppression import Hide, Suppressions
from bvhlint.errors import ReadError
from bvhlint.files.cache import Cache, digest
from bvhlint.files.cache_folder import DEFAULT_FOLDER
from bvhlint.files.discovery import STDIN
from bvhlint.files.reading import stamp
from bvhlint.results import ErrorEntry
from bvhlint.runner import fingerprint
from bvhlint.runner.checker import Checker, Kept, Outcome, RulesInForce, Task, failed, known
from bvhlint.runner.pool import Done, Plan, default_jobs, in_this_process, run_ordered

if TYPE_CHECKING:
    from bvhlint.runner.fix import FixOrder

# Seconds a file and a byte, for deciding whether further processes pay; measured on real clips.
_SECONDS_A_FILE = 1e-2
_SECONDS_A_BYTE = 1e-7
_AT_ONCE = 256
_VALID = digest(b"these settings are valid")


class CheckOptions(NamedTuple):
    """How to run. ``max_findings`` None stands for the linter's own bound, ``jobs`` None for as
    many processes as there are cores; without ``cache`` nothing is looked up or kept. With ``fix``
    each file is changed first, and none is known beforehand."""

    show_all: bool = False
    max_findings: int | None = None
    jobs: int | None = None
    cache: bool = True
    stdin_name: str = STDIN
    tick: Callable[[], None] = lambda: None
    fix: FixOrder | None = None


class CheckRun:
    """One run over many files. Iterate over ``outcomes()`` once, then ask the rest.

    Raises ConfigError when it is made: for any configuration of the files that is wrong.
    """

    def __init__(
        self,
        files: Sequence[str],
        resolver: Resolver,
        make_rules: Callable[[Settings], RulesInForce],
        options: CheckOptions,
    ) -> None:
        self.files = files
        self._options = options
        base = resolver.base()
        self._groups = _Groups(base)
        self._settings_of = [self._groups.number(self._settings(path, resolver)) for path in files]
        folder = base.cache_dir or os.path.abspath(DEFAULT_FOLDER)
        uses_cache = options.cache and options.fix is None
        self._cache = Cache(folder, Kept) if uses_cache else None
        self.cache_problem = self._cache.problem if self._cache else ""
        self._checker = _worker(options)(
            self._groups.settings,
            make_rules,
            base,
            options.show_all,
            options.max_findings,
            folder if self._cache and not self.cache_problem else None,
        )
        self._program = fingerprint.of_program(base.rules_dir) if self._cache else ""
        self._checked: list[str] = []
        self._without_rules: set[int] = set()
        limits = f"{options.show_all} {options.max_findings}"
        self._keys = [
            fingerprint.joined(self._program, said, limits) for said in self._groups.fingerprints
        ]
        try:
            self._check_settings()
        except BaseException:
            self.close()
            raise

    @property
    def rules(self) -> RulesInForce:
        """The rules, loaded when first asked for."""
        return self._checker.rules

    def name(self, path: str) -> str:
        """What reports and settings call a file."""
        return self._options.stdin_name if path == STDIN else path

    def settings(self, index: int) -> Settings:
        """The settings of the file with this number."""
        return self._groups.settings[self._settings_of[index]]

    def without_rules(self) -> int:
        """For how many of the files no rule is on."""
        return sum(number in self._without_rules for number in self._settings_of)

    def outcomes(self) -> Generator[Outcome, None, None]:
        """The outcome of each file, in order; what is new is kept in the cache at the end."""
        plan = Plan(
            work=self._checker,
            failed=failed,
            cost=lambda task: _SECONDS_A_FILE + task.size * _SECONDS_A_BYTE,
            jobs=self._options.jobs or default_jobs(),
            tick=self._options.tick,
            warm=self._load_rules,
        )
        try:
            for index, outcome in enumerate(run_ordered(self._entries(), plan)):
                self._note(index, outcome)
                yield outcome
        finally:
            self.close()

    def close(self) -> None:
        """Keep what is new; nothing happens the second time."""
        if self._cache is not None:
            self._cache.close()
            self.cache_problem = self.cache_problem or self._cache.problem

    def unused(self, searched: Sequence[str]) -> list[Ignore | FindingIgnore]:
        """The suppressing entries that hid nothing though this run would have met it.

        ``searched`` are the folders that were searched as a whole. Where the command line chose
        other rules than the configuration does nothing can be told.
        """
        folders = {os.path.normcase(folder) for folder in searched}

        def was_searched(folder: str) -> bool:
            place = os.path.normcase(folder)
            while place not in folders and place != os.path.dirname(place):
                place = os.path.dirname(place)
            return place in folders

        return self._groups.unused(was_searched, self.was_checked)

    def was_checked(self, path: str) -> bool:
        """Whether the file at ``path`` was checked, and not only tried; ask after the run."""
        return _same(path) in self._checked_paths

    @cached_property
    def _checked_paths(self) -> frozenset[str]:
        return frozenset(map(_same, self._checked))

    def _settings(self, path: str, resolver: Resolver) -> Settings:
        name = self.name(path)
        return resolver.base() if name == STDIN else resolver.for_file(name)

    def _entries(self) -> Iterator[Done[Outcome] | Task]:
        """Each file as its outcome, if the cache knows it, or as a task."""
        for start in range(0, len(self.files), _AT_ONCE):
            part = range(start, min(start + _AT_ONCE, len(self.files)))
            # The store is taken hold of once for many questions, and let go before any work.
            with self._cache.reading() if self._cache else nullcontext():
                entries = [self._entry(index, self.files[index]) for index in part]
            for entry in entries:
                if isinstance(entry, Task) and entry.path == STDIN:
                    # Standard input belongs to this process: workers have none.
                    yield Done(in_this_process(self._checker, entry, failed))
                else:
                    yield entry

    def _entry(self, index: int, path: str) -> Done[Outcome] | Task:
        group = self._settings_of[index]
        name = self.name(path)
        hides = self._groups.suppressions[group].for_file(name)
        key = self._fingerprint(group, hides)
        if path == STDIN:
            return Task(path, name, group, hides, key, 0)
        try:
            found = stamp(path)
        except ReadError as error:
            return Done(Outcome(name, error=ErrorEntry(name, str(error))))
        task = Task(path, name, group, hides, key, found.size)
        content = self._cache.known_digest(path, found) if self._cache else None
        kept = self._cache.get(content, key) if self._cache and content else None
        if kept is None or kept.result is None or content is None:
            return task
        return Done(known(task, kept, content, None))

    def _note(self, index: int, outcome: Outcome) -> None:
        """Remember what the outcome says for the end of the run, and for the next one."""
        group = self._settings_of[index]
        path = self.files[index]
        self._groups.used[group].update(outcome.used)
        if outcome.result is None:
            return
        self._checked.append(outcome.name)
        if self._cache is None or outcome.stamp is None:
            return
        if outcome.known:
            self._cache.remember(path, outcome.stamp, outcome.content)
        elif not outcome.crashed:
            hides = self._groups.suppressions[group].for_file(outcome.name)
            result = msgspec.structs.replace(outcome.result, path="")
            kept = Kept(result, outcome.used)
            key = self._fingerprint(group, hides)
            self._cache.put(path, outcome.stamp, outcome.content, key, kept)

    def _fingerprint(self, group: int, hides: tuple[Hide, ...]) -> str:
        if not hides:
            return self._keys[group]
        said = (f"{hide.entry} {hide.selector} {hide.line}" for hide in hides)
        return fingerprint.joined(self._keys[group], *said)

    def _check_settings(self) -> None:
        """Raise ConfigError for settings that name rules or options which do not exist.

        It takes the rules, so what was found valid once is not asked again.
        """
        for number, settings in enumerate(self._groups.settings):
            said = fingerprint.of_settings(settings, whole=True)
            key = fingerprint.joined(self._program, said)
            if self._cache is not None and self._cache.get(_VALID, key) is not None:
                continue
            active = self.rules.for_settings(settings)
            self._groups.suppressions[number].check_rules(self._catalogue())
            if not active:
                # Not kept: the next run has to know it too.
                self._without_rules.add(number)
            elif self._cache is not None:
                self._cache.keep(_VALID, key, Kept())

    def _catalogue(self) -> tuple[RuleLike, ...]:
        from bvhlint.run_rules import RUN_RULES

        return (*RUN_RULES, *self.rules.catalogue)

    def _load_rules(self) -> None:
        for settings in self._groups.settings:
            self.rules.for_settings(settings)


def _worker(options: CheckOptions) -> Callable[..., Checker]:
    if options.fix is None:
        return Checker
    from bvhlint.runner.fix import FixingChecker

    return partial(FixingChecker, order=options.fix)


class _Groups:
    """The distinct settings of a run's files, with what belongs to each."""

    def __init__(self, base: Settings) -> None:
        self.settings: list[Settings] = []
        self.suppressions: list[Suppressions] = []
        self.fingerprints: list[str] = []
        self.used: list[set[int]] = []
        self._numbers: dict[int, int] = {}
        self.number(base)

    def number(self, settings: Settings) -> int:
        """The group of these settings."""
        if id(settings) not in self._numbers:
            self._numbers[id(settings)] = len(self.settings)
            self.settings.append(settings)
            self.suppressions.append(Suppressions(settings))
            self.fingerprints.append(fingerprint.of_settings(settings))
            self.used.append(set())
        return self._numbers[id(settings)]

    def unused(
        self, searched: Callable[[str], bool], checked: Callable[[str], bool]
    ) -> list[Ignore | FindingIgnore]:
        if any(self.settings[0].from_command_line(key) for key in SELECTING_KEYS):
            return []
        # An entry of a file that two others extend is used if either uses it.
        used = {
            suppressions.entries[number].origin
            for suppressions, numbers in zip(self.suppressions, self.used, strict=True)
            for number in numbers
        }
        unused = {
            entry.origin: entry
            for suppressions in self.suppressions
            for entry in suppressions.unused((), searched, checked)
        }
        return [entry for origin, entry in unused.items() if origin not in used]


def _same(path: str) -> str:
    return os.path.normcase(os.path.abspath(path))
