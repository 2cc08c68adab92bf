"""What a configuration file may hold: its keys, their types and what they mean."""

from __future__ import annotations

import re
import types
from collections.abc import Mapping
from typing import Annotated, Any, Literal, Union, get_args, get_origin

import msgspec
from msgspec import UNSET, Meta, UnsetType

from bvhlint.config.origin import quoted
from bvhlint.suggest import did_you_mean
from bvhlint.visible import visible

Level = Literal["error", "warning", "info"]
FailOn = Literal["error", "warning", "info", "never"]
Words = list[str]


class ConfigFile(
    msgspec.Struct, frozen=True, kw_only=True, rename="kebab", forbid_unknown_fields=True
):
    """Settings of bvhlint, in .bvhlint.toml, bvhlint.toml or [tool.bvhlint] of pyproject.toml."""

    select: (
        Annotated[
            Words, Meta(description="The rules to check: codes, names, code prefixes or ALL.")
        ]
        | UnsetType
    ) = UNSET
    ignore: Annotated[Words, Meta(description="Rules to leave out.")] | UnsetType = UNSET
    extend_select: (
        Annotated[Words, Meta(description="Rules to check besides the default or selected ones.")]
        | UnsetType
    ) = UNSET
    extend_ignore: (
        Annotated[Words, Meta(description="Rules to leave out besides the ignored ones.")]
        | UnsetType
    ) = UNSET
    per_file_ignores: (
        Annotated[
            dict[str, Words],
            Meta(description="Rules to leave out in the files that a glob matches."),
        ]
        | UnsetType
    ) = UNSET
    ignore_findings: (
        Annotated[
            list[Annotated[str, Meta(pattern=r"^[\s\S]+:[1-9][0-9]{0,8}:[^:]+$")]],
            Meta(description='Single findings to leave out, each as "path:line:CODE".'),
        ]
        | UnsetType
    ) = UNSET
    exclude: (
        Annotated[
            Words, Meta(description="Files and folders that a search leaves out, as in .gitignore.")
        ]
        | UnsetType
    ) = UNSET
    target: (
        Annotated[str | Words, Meta(description="The programs that shall read the files.")]
        | UnsetType
    ) = UNSET
    expect_fps: (
        Annotated[str | float, Meta(description="The frame rate that every clip shall have.")]
        | UnsetType
    ) = UNSET
    fail_on: (
        Annotated[FailOn, Meta(description="The least severity that makes the run fail (error).")]
        | UnsetType
    ) = UNSET
    show: (
        Annotated[Level, Meta(description="The least severity that is printed (info).")] | UnsetType
    ) = UNSET
    severity: (
        Annotated[dict[str, Level], Meta(description="Severities of rules, by code or name.")]
        | UnsetType
    ) = UNSET
    rules_dir: (
        Annotated[
            str | Words,
            Meta(description="Folders with rules of your own. Not in a data set's configuration."),
        ]
        | UnsetType
    ) = UNSET
    baseline: (
        Annotated[str, Meta(description="The baseline file. Not in a data set's configuration.")]
        | UnsetType
    ) = UNSET
    cache_dir: (
        Annotated[str, Meta(description="The cache's folder. Not in a data set's configuration.")]
        | UnsetType
    ) = UNSET
    extend: (
        Annotated[
            str,
            Meta(description="A configuration to build on. Not in a data set's configuration."),
        ]
        | UnsetType
    ) = UNSET
    rules: (
        Annotated[dict[str, dict[str, Any]], Meta(description="A table of options for each rule.")]
        | UnsetType
    ) = UNSET


_WORDS = {
    "str": "string",
    "int": "whole number",
    "float": "number",
    "bool": "true or false",
    "object": "table",
    "null": "nothing",
}
_TYPES: Mapping[str, Any] = {
    field.encode_name: field.type for field in msgspec.structs.fields(ConfigFile)
}
KEYS = tuple(_TYPES)
TABLES = ("per-file-ignores", "severity", "rules")
TRUSTED_KEYS = ("rules-dir", "baseline", "cache-dir", "extend")
"""Keys that run code or name files: never taken from a data set that somebody downloaded."""


class WrongValueError(Exception):
    """A key or value is wrong; ``path`` leads to it, ``message`` does not name it."""

    def __init__(self, message: str, path: tuple[str | int, ...]) -> None:
        super().__init__(message)
        self.message = message
        self.path = path

    def __str__(self) -> str:
        name = ".".join(step for step in self.path if isinstance(step, str))
        return f"{visible(name, 80)}: {self.message}"


class UnknownKeyError(WrongValueError):
    """A key that does not exist."""

    def __str__(self) -> str:
        return self.message


def json_schema() -> dict[str, Any]:
    """The JSON Schema of a configuration file."""
    schema = msgspec.json.schema(ConfigFile)
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **schema}


def check_value(key: str, value: object) -> object:
    """The value of a key, of the right type; raises WrongValueError."""
    if key not in _TYPES:
        raise UnknownKeyError(f"unknown key {quoted(key)}{did_you_mean(key, KEYS)}", (key,))
    if key in TABLES and isinstance(value, dict):
        # One entry after the other, so that the wrong one can be named.
        entry_type = get_args(_bare(_TYPES[key]))[1]
        return {name: _convert(entry, entry_type, (key, name)) for name, entry in value.items()}
    return _convert(value, _TYPES[key], (key,))


def _convert(value: object, expected: Any, path: tuple[str | int, ...]) -> object:
    bare = _bare(expected)
    if get_origin(bare) is list and isinstance(value, list):
        entry_type = get_args(bare)[0]
        return [_convert(entry, entry_type, (*path, n)) for n, entry in enumerate(value)]
    try:
        return msgspec.convert(value, expected, strict=True)
    except msgspec.ValidationError as error:
        raise WrongValueError(explain(value, bare, error), path) from None


def explain(value: object, expected: Any, error: msgspec.ValidationError) -> str:
    """What is wrong with a value, with the nearest valid spelling where there are few."""
    if get_origin(expected) is Literal and isinstance(value, str):
        choices = [str(choice) for choice in get_args(expected)]
        return f"{quoted(value)} is none of {', '.join(choices)}{did_you_mean(value, choices)}"
    text = str(error).partition(" - at `$")[0].replace("`", "")
    if text.startswith("Expected str matching"):
        return f'{quoted(str(value))} is not of the form "path:line:CODE"'
    said = re.sub(r"\b(str|int|float|bool|object|null)\b", lambda word: _WORDS[word[0]], text)
    return said[:1].lower() + said[1:]


def _bare(annotation: Any) -> Any:
    """The type without the notes on it and without "may be absent"."""
    while True:
        if get_origin(annotation) is Annotated:
            annotation = get_args(annotation)[0]
            continue
        if get_origin(annotation) in (types.UnionType, Union):
            left = [part for part in get_args(annotation) if part is not UnsetType]
            if len(left) == 1:
                annotation = left[0]
                continue
        return annotation
