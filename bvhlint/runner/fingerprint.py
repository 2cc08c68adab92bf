"""What a result depends on besides the file: this program, its rules, the settings.

Made of the bytes of the sources and not of the loaded rules, because a run that finds all its
results in the cache must not load them: their libraries take longer than all else.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
from collections.abc import Iterable, Iterator
from typing import Any

from bvhlint import resources
from bvhlint.config.settings import Settings
from bvhlint.version import VERSION

_SOURCES = (".py", ".toml", ".lark")
_RESULT_KEYS = (
    "select",
    "ignore",
    "extend-select",
    "extend-ignore",
    "target",
    "expect-fps",
    "severity",
    "rules",
)
_SUPPRESSING_KEYS = ("per-file-ignores", "ignore-findings")
_PLUGINS = b"[bvhlint.rules]"


def of_program(rules_dirs: Iterable[str]) -> str:
    """A fingerprint of the code that makes the results."""
    state = hashlib.blake2b(digest_size=16)
    state.update(f"{VERSION} {sys.version_info} {sys.byteorder}".encode())
    package = os.path.dirname(os.path.abspath(resources.__file__))
    folders = [package, str(resources.folder("rules")), str(resources.folder("grammar"))]
    for folder in (*folders, *rules_dirs):
        # One that is gone is no folder without rules: what is known must not hide that.
        state.update(b"folder" if os.path.isdir(folder) else b"none")
        for path in sorted(_sources(folder)):
            _add_file(state, path)
    for path in sorted(_plugin_files()):
        state.update(os.fsencode(path))
        _add_file(state, path)
    return state.hexdigest()


def of_settings(settings: Settings, *, whole: bool = False) -> str:
    """A fingerprint of the settings that results depend on.

    With ``whole`` also of those that only hide results: whoever asks whether the settings are
    valid needs it.
    """
    keys = _RESULT_KEYS + (_SUPPRESSING_KEYS if whole else ())
    said = {key: settings.raw[key] for key in keys if key in settings.raw}
    # Of two equally long selectors that of the command line wins.
    typed = [key for key in keys if settings.from_command_line(key)]
    return json.dumps([said, typed], sort_keys=True, default=str)


def joined(*parts: str) -> str:
    """One short fingerprint of several texts."""
    state = hashlib.blake2b(digest_size=16)
    for part in parts:
        raw = part.encode("utf-8", "surrogatepass")
        state.update(len(raw).to_bytes(8, "little") + raw)
    return state.hexdigest()


def _add_file(state: Any, path: str) -> None:
    state.update(os.fsencode(os.path.basename(path)) + b"\0")
    try:
        with open(path, "rb", buffering=0) as file:
            state.update(hashlib.blake2b(file.read(), digest_size=16).digest())
    except OSError:
        # What cannot be read cannot be loaded either; the loader will say so.
        state.update(b"unreadable")


def _sources(folder: str) -> Iterator[str]:
    waiting = [folder]
    while waiting:
        try:
            with os.scandir(waiting.pop()) as entries:
                for entry in entries:
                    if entry.is_dir(follow_symlinks=False):
                        waiting.append(entry.path)
                    elif entry.name.endswith(_SOURCES):
                        yield entry.path
        except OSError:
            continue


def _plugin_files() -> Iterator[str]:
    """The entry points of each installed distribution that brings rules, and its record.

    The record lists the distribution's files with their hashes.
    """
    for place in sys.path:
        try:
            names = [name for name in os.listdir(place or ".") if name.endswith(".dist-info")]
        except OSError:
            continue
        for name in names:
            path = os.path.join(place, name, "entry_points.txt")
            try:
                with open(path, "rb", buffering=0) as file:
                    declares = _PLUGINS in file.read()
            except OSError:
                continue
            if declares:
                yield path
                yield os.path.join(place, name, "RECORD")
