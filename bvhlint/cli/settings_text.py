"""Settings as text: TOML, with the place of each as a comment."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from bvhlint.config.origin import shown_path
from bvhlint.config.schema import KEYS, TABLES
from bvhlint.config.settings import DEFAULT_FAIL_ON, DEFAULT_SHOW, Settings

_DEFAULTS: dict[str, Any] = {"fail-on": DEFAULT_FAIL_ON, "show": DEFAULT_SHOW}
_NOT_SET = "not set"
_LINE = "{}  # {}"


def describe(settings: Settings, path: str) -> Iterator[str]:
    """The settings line by line; what can be read is TOML, the rest stands in comments."""
    yield f"# settings for {path}"
    files = ", ".join(map(shown_path, reversed(settings.files)))
    yield f"# from {files}" if files else "# from no configuration file"
    yield ""
    for key in KEYS:
        if key in TABLES or key == "extend":
            continue
        if key in settings.raw:
            origin = settings.origin(key).where()
            yield _LINE.format(f"{key} = {_toml(settings.raw[key])}", origin)
        elif key in _DEFAULTS:
            yield _LINE.format(f"{key} = {_toml(_DEFAULTS[key])}", "default")
        else:
            yield f"# {key} is {_NOT_SET}"
    for key in ("per-file-ignores", "severity"):
        yield from _table(settings, key, settings.raw.get(key, {}), (key,))
    for name, options in settings.raw.get("rules", {}).items():
        yield from _table(settings, f"rules.{_key(name)}", options, ("rules", name))


def _table(
    settings: Settings, title: str, table: dict[str, Any], path: tuple[str, ...]
) -> Iterator[str]:
    if not table:
        return
    yield ""
    yield f"[{title}]"
    for name, value in table.items():
        yield _LINE.format(f"{_key(name)} = {_toml(value)}", settings.origin(*path, name).where())


def _key(name: str) -> str:
    plain = name.isascii() and name.replace("-", "").replace("_", "").isalnum()
    return name if plain else _toml(name)


def _toml(value: Any) -> str:
    """A value as TOML writes it."""
    if isinstance(value, dict):
        return (
            "{ " + ", ".join(f"{_key(key)} = {_toml(item)}" for key, item in value.items()) + " }"
        )
    if isinstance(value, list):
        return "[" + ", ".join(map(_toml, value)) + "]"
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        return str(int(value))
    if isinstance(value, str | bool):
        # JSON's strings are TOML's basic strings but for DEL, which TOML wants escaped.
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    return str(value)
