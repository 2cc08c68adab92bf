"""Loads rule modules by path: the built-in folder and a studio's own go the same way."""

from __future__ import annotations

import sys
from collections.abc import Collection, Iterable, Sequence
from contextlib import redirect_stdout
from functools import cache
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

from bvhlint.errors import ConfigError
from bvhlint.interrupts import raise_interrupt_in
from bvhlint.resources import folder
from bvhlint.rule import Rule

_PREFIX = "bvhlint_rules"
ENTRY_POINTS = "bvhlint.rules"


@cache
def builtin_rules() -> tuple[Rule, ...]:
    """The rules that come with bvhlint, by code."""
    return load_rules([folder("rules")])


def all_rules(folders: Sequence[str] = ()) -> tuple[Rule, ...]:
    """The built-in rules, those of installed plug-ins, and those of further folders, by code.

    Raises ConfigError as ``load_rules`` does, and where a plug-in does not import.
    """
    own = load_rules([Path(folder) for folder in folders]) if folders else ()
    builtin, others = builtin_rules(), (*installed_rules(), *own)
    rules = (*builtin, *others)
    refuse_clashes(rules)
    _refuse_reserved(others, {_letters(rule.code) for rule in builtin})
    return tuple(sorted(rules, key=lambda rule: rule.code))


@cache
def installed_rules() -> tuple[Rule, ...]:
    """The rules of installed distributions: each entry point names a module or a rule."""
    if not _declared():
        return ()
    from importlib.metadata import entry_points

    found: list[Rule] = []
    for entry in entry_points(group=ENTRY_POINTS):
        try:
            loaded = entry.load()
        except Exception as error:
            raise ConfigError(
                f"plug-in {entry.name} ({entry.value}): does not import: "
                f"{type(error).__name__}: {error}"
            ) from error
        found += [loaded] if isinstance(loaded, Rule) else _rules_in(loaded)
    return tuple(found)


def _declared() -> bool:
    """Whether some installed distribution has rules.

    Asking the metadata of every distribution costs 25 ms; reading the few files that can say so
    costs a tenth of that.
    """
    needle = f"[{ENTRY_POINTS}]".encode()
    for place in sys.path:
        for file in Path(place or ".").glob("*.dist-info/entry_points.txt"):
            try:
                if needle in file.read_bytes():
                    return True
            except OSError:
                continue
    return False


def load_rules(folders: Iterable[Path]) -> tuple[Rule, ...]:
    """All rules of these folders and the folders in them, by code.

    Raises ConfigError where a folder is missing, a module does not import, or two rules share a
    code or a name.
    """
    found: list[Rule] = []
    for place in folders:
        if not place.is_dir():
            raise ConfigError(f"{place}: no such rules folder")
        for path in sorted(place.rglob("*.py")):
            found += _load_module(path)
    refuse_clashes(found)
    return tuple(sorted(found, key=lambda rule: rule.code))


def _letters(code: str) -> str:
    return code.rstrip("0123456789")


def _refuse_reserved(rules: Iterable[Rule], reserved: Collection[str]) -> None:
    """Raise ConfigError for a code that a later bvhlint may give to a rule of its own."""
    for rule in rules:
        if _letters(rule.code) in reserved:
            letters = ", ".join(sorted(reserved))
            raise ConfigError(
                f"{rule.path}: {rule.code}: codes with {letters} are bvhlint's own; choose others"
            )


def refuse_clashes(rules: Iterable[Rule]) -> None:
    """Raise ConfigError where two rules have the same code or name."""
    seen: dict[str, Rule] = {}
    for rule in rules:
        for key in (rule.code, rule.name):
            other = seen.setdefault(key, rule)
            if other is not rule:
                raise ConfigError(f"{rule.path}: {key} is taken already by {other.path}")


def _load_module(path: Path) -> list[Rule]:
    name = f"{_PREFIX}.{path.resolve().as_posix()}"
    spec = spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise ConfigError(f"{path}: cannot be loaded as a rule module")
    module = module_from_spec(spec)
    # Frozen dataclasses look their own module up while they are made.
    sys.modules[name] = module
    try:
        # Standard output is the report's.
        with redirect_stdout(sys.stderr):
            spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        raise_interrupt_in(error)
        raise ConfigError(f"{path}: does not import: {type(error).__name__}: {error}") from error
    finally:
        del sys.modules[name]
    return _rules_in(module)


def _rules_in(module: object) -> list[Rule]:
    return [value for value in vars(module).values() if isinstance(value, Rule)]
