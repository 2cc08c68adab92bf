"""``bvhlint config``: the settings in force for a path, and where each came from."""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Iterator
from typing import Any

from bvhlint.config.origin import shown_path
from bvhlint.config.resolve import Resolver
from bvhlint.config.schema import KEYS, TABLES, json_schema
from bvhlint.config.settings import DEFAULT_FAIL_ON, DEFAULT_SHOW, Settings
from bvhlint.visible import visible

HELP = "show the settings in force for a path, and where each came from"

_DEFAULTS: dict[str, Any] = {"fail-on": DEFAULT_FAIL_ON, "show": DEFAULT_SHOW}
_NOT_SET = "not set"
_LINE = "{}  # {}"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of ``config``."""
    parser.add_argument(
        "path",
        nargs="?",
        default=".",
        metavar="PATH",
        help="a file, which need not exist, or a folder (default: this one)",
    )
    parser.add_argument(
        "--schema", action="store_true", help="print the JSON Schema of a configuration file"
    )
    parser.add_argument("--config", metavar="FILE", help="this configuration file and no other")
    parser.add_argument("--isolated", action="store_true", help="no configuration file at all")


def run(args: argparse.Namespace) -> int:
    """Print the schema or the settings, as TOML with the sources as comments; exit status 0."""
    if args.schema:
        print(json.dumps(json_schema(), indent=2))
        return 0
    resolver = Resolver(config=args.config, isolated=args.isolated)
    if os.path.isdir(args.path):
        settings = resolver.for_folder(os.path.abspath(args.path))
    else:
        settings = resolver.for_file(args.path)
    for line in describe(settings, args.path):
        print(visible(line) if line else "")
    return 0


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
