"""Which settings are in force where: asked for thousands of files, read once a folder."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import Any

from bvhlint.config.loading import find_in, load
from bvhlint.config.schema import WrongValueError, check_value
from bvhlint.config.settings import Settings, settings_of
from bvhlint.errors import ConfigError
from bvhlint.files.ignores import Layer


class Resolver:
    """Settings by file; files of one configuration share one ``Settings``.

    ``overrides`` are keys of the command line that replace a configuration's. ``config`` names
    the only configuration file to read, ``isolated`` reads none. Raises ConfigError, here and
    when asked, for a file or value that is wrong.
    """

    def __init__(
        self,
        overrides: Mapping[str, Any] | None = None,
        *,
        config: str | None = None,
        isolated: bool = False,
    ) -> None:
        try:
            self._here = os.getcwd()
        except OSError:
            raise ConfigError("the current folder does not exist") from None
        self._overrides = _checked(overrides or {})
        self._by_folder: dict[str, Settings] = {}
        self._by_spelling: dict[str, Settings] = {}
        self._only: Settings | None = None
        self._home: str | None = None
        if config is not None and not isolated:
            self._only = settings_of(load(config, trusted=True), self._overrides)
        elif isolated:
            self._only = settings_of(None, self._overrides)
        else:
            self._home = _nearest(self._here)

    def base(self) -> Settings:
        """The settings of the current folder: they hold for the run as a whole."""
        return self.for_folder(self._here)

    def for_file(self, path: str) -> Settings:
        """The settings of a file, which need not exist."""
        # Most files of a run lie beside each other: the folder as it is spelt is known already.
        folder = os.path.dirname(path)
        settings = self._by_spelling.get(folder)
        if settings is None:
            settings = self.for_folder(os.path.dirname(os.path.abspath(path)))
            self._by_spelling[folder] = settings
        return settings

    def for_folder(self, folder: str) -> Settings:
        """The settings for the files of an absolute folder."""
        if self._only is not None:
            return self._only
        way = []
        place = folder
        while place not in self._by_folder:
            way.append(place)
            found = find_in(place)
            above = os.path.dirname(place)
            if found is not None:
                # Only what the user's own folder says may run code or name files.
                loaded = load(found, trusted=self._is_home(found))
                self._by_folder[place] = settings_of(loaded, self._overrides)
            elif above == place:
                self._by_folder[place] = settings_of(None, self._overrides)
            else:
                place = above
        settings = self._by_folder[place]
        self._by_folder.update(dict.fromkeys(way, settings))
        return settings

    def _is_home(self, path: str) -> bool:
        return self._home is not None and os.path.realpath(path) == os.path.realpath(self._home)

    def excludes(self, folder: str) -> Sequence[Layer]:
        """The ``exclude`` patterns in force in an absolute folder, for the search."""
        return self.for_folder(folder).exclude


def _nearest(folder: str) -> str | None:
    while True:
        found = find_in(folder)
        above = os.path.dirname(folder)
        if found is not None or above == folder:
            return found
        folder = above


def _checked(overrides: Mapping[str, Any]) -> dict[str, Any]:
    try:
        return {key: check_value(key, value) for key, value in overrides.items()}
    except WrongValueError as error:
        raise ConfigError(f"--{error.path[0]}: {error.message}") from None
