"""``per-file-ignores`` and ``ignore-findings``: which entries concern a file, which are unused."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from typing import NamedTuple

from bvhlint.config.selection import ALWAYS_ON, RuleLike, Selector, check_selector
from bvhlint.config.settings import FindingIgnore, Ignore, Settings
from bvhlint.files.gitignore import Patterns
from bvhlint.files.ignores import Layer


class Hide(NamedTuple):
    """What an entry hides in a file: findings of the rules that ``selector`` matches.

    ``line`` is the only line on which it does, or 0 for all lines. ``entry`` is the entry's
    number among all of its settings.
    """

    entry: int
    selector: str
    line: int = 0

    def covers(self, rule: RuleLike) -> bool:
        """Whether it hides findings of a rule."""
        if rule.code in ALWAYS_ON:
            return False
        return Selector(self.selector).weight(rule) is not None


class Suppressions:
    """All entries of some settings; asked for each file of these settings."""

    def __init__(self, settings: Settings) -> None:
        per_file = settings.per_file_ignores
        self.entries: tuple[Ignore | FindingIgnore, ...] = (*per_file, *settings.ignore_findings)
        layers: dict[tuple[str, str], Layer] = {}
        for ignore in per_file:
            key = ignore.origin.folder, ignore.glob
            layers.setdefault(key, Layer(key[0], Patterns.parse([ignore.glob])))
        self._globs = tuple(
            (number, ignore, layers[ignore.origin.folder, ignore.glob])
            for number, ignore in enumerate(per_file)
        )
        self._lines: dict[str, list[Hide]] = {}
        for number, entry in enumerate(settings.ignore_findings, len(per_file)):
            hide = Hide(number, entry.rule, entry.line)
            self._lines.setdefault(os.path.normcase(entry.path), []).append(hide)

    def check_rules(self, catalogue: Iterable[RuleLike]) -> None:
        """Raise ConfigError for an entry that names a rule which does not exist."""
        known = tuple(catalogue)
        for entry in self.entries:
            selector = entry.selector if isinstance(entry, Ignore) else entry.rule
            check_selector(selector, known, entry.origin)

    def for_file(self, path: str) -> tuple[Hide, ...]:
        """The entries that concern the file at ``path``."""
        if not self.entries:
            return ()
        absolute = os.path.abspath(path)
        folder, name = os.path.split(absolute)
        whole = [
            Hide(number, ignore.selector)
            for number, ignore, layer in self._globs
            if layer.patterns.covers(layer.prefix(folder) + name)
        ]
        return (*whole, *self._lines.get(os.path.normcase(absolute), ()))

    def unused(
        self, used: Iterable[int], searched: Callable[[str], bool], checked: Callable[[str], bool]
    ) -> list[Ignore | FindingIgnore]:
        """The entries that hide nothing any more, as far as this run can tell.

        An entry for a glob is judged if its configuration's folder was ``searched`` as a whole;
        one for a line if its file was ``checked``, or is gone from a folder that was searched.
        """
        hiding = set(used)
        return [
            entry
            for number, entry in enumerate(self.entries)
            if number not in hiding and _is_judged(entry, searched, checked)
        ]


def _is_judged(
    entry: Ignore | FindingIgnore, searched: Callable[[str], bool], checked: Callable[[str], bool]
) -> bool:
    if isinstance(entry, Ignore):
        return searched(entry.origin.folder)
    if checked(entry.path):
        return True
    return searched(os.path.dirname(entry.path)) and not os.path.lexists(entry.path)
