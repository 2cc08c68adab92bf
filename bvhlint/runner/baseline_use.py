"""The baseline of a run: findings that it holds are hidden, or it is written anew."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Set as AbstractSet

from bvhlint.baseline import Baseline, Key, keys_of, merged, relative_name, save
from bvhlint.config.origin import shown_path
from bvhlint.errors import WriteError
from bvhlint.results import FileResult
from bvhlint.runner.check import CheckRun
from bvhlint.runner.unused import Unused, of_baseline


class BaselineUse:
    """The baseline file at ``path``, to be heeded or, with ``update``, to be written.

    Raises ConfigError for a file that is no baseline, and where there is none to heed.
    """

    def __init__(self, path: str, *, update: bool) -> None:
        self._path = path
        self._update = update
        self._old = Baseline.load(path) if os.path.lexists(path) or not update else None
        self._new: Counter[Key] = Counter()
        self.hidden = 0
        self._cut: set[str] = set()
        self.beyond: dict[str, int] = {}
        """By file: how many findings an update leaves out, as they are counted only."""

    def hide(self, result: FileResult, name: str) -> FileResult:
        """The result without what the baseline holds or, updated, will hold."""
        baseline = self._old
        if self._update:
            keys = keys_of(result, name, self._path)
            self._new.update(keys)
            baseline = Baseline(self._path, keys)
            if result.truncated:
                self.beyond[name] = result.truncated
        elif result.truncated:
            self._cut.add(relative_name(name, os.path.abspath(self._path)))
        left = baseline.hide(result, name) if baseline else result
        self.hidden += _total(result) - _total(left)
        return left

    def stale(self, run: CheckRun) -> list[Unused]:
        """The entries that hide less than they say, as far as the run can tell."""
        if self._update or self._old is None:
            return []
        # What is only counted is not gone.
        gone = self._old.stale(lambda key: key.path not in self._cut and self._is_judged(key, run))
        return list(of_baseline(self._path, gone))

    def write(self, run: CheckRun, codes_on: AbstractSet[str]) -> None:
        """Write the file. Raises WriteError.

        Entries stay that the run cannot judge: of files that it did not check though they are
        there, and of rules that were not on.
        """

        def is_judged(key: Key) -> bool:
            return self._is_judged(key, run) and key.rule in codes_on

        try:
            save(self._path, dict(merged(self._old, self._new, is_judged)))
        except WriteError as error:
            raise WriteError(f"{shown_path(self._path)}: {error}") from error

    def _is_judged(self, key: Key, run: CheckRun) -> bool:
        path = os.path.join(os.path.dirname(self._path), key.path)
        return run.was_checked(path) or not os.path.lexists(path)


def _total(result: FileResult) -> int:
    return sum(finding.count for finding in result.findings)
