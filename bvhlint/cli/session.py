"""From the command line to what a run works with: settings, files, and each file's rules."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from bvhlint.cli.output_file import refuse_to_replace
from bvhlint.config.resolve import Resolver
from bvhlint.errors import ConfigError
from bvhlint.files.discovery import STDIN, Discovery, Search, discover
from bvhlint.interrupts import interrupts_wait

if TYPE_CHECKING:
    from bvhlint.config.settings import Settings
    from bvhlint.linter import ActiveRule
    from bvhlint.rule import Rule

_KEYS = (
    "select",
    "ignore",
    "extend-select",
    "extend-ignore",
    "exclude",
    "target",
    "expect-fps",
    "fail-on",
    "show",
    "rules-dir",
    "baseline",
    "cache-dir",
)


def make_resolver(args: argparse.Namespace) -> Resolver:
    """The settings by file, with those of the command line over them."""
    overrides: dict[str, Any] = {}
    for key in _KEYS:
        value = getattr(args, key.replace("-", "_"), None)
        if value is not None:
            overrides[key] = value
    return Resolver(overrides, config=args.config, isolated=args.isolated)


def find_files(args: argparse.Namespace, resolver: Resolver) -> Discovery:
    """The files that the paths name. Raises ConfigError for options that do not go with them."""
    if args.stdin_filename is not None and STDIN not in args.paths:
        raise ConfigError("--stdin-filename says something of standard input only: add - as a path")
    search = Search(
        resolver.excludes,
        respect_gitignore=not args.no_respect_gitignore,
        force_exclude=args.force_exclude,
    )
    found = discover(args.paths or ["."], search)
    base = resolver.base()
    settings = (*base.files, *filter(None, [base.baseline]))
    refuse_to_replace(args.output_file, found.files, settings=settings)
    return found


class RulesInForce:
    """The rules by settings: worked out once for all files that share theirs."""

    def __init__(self, base: Settings) -> None:
        with interrupts_wait():
            from bvhlint.plugins import all_rules

        self.catalogue: tuple[Rule, ...] = all_rules(base.rules_dir)
        self._known: dict[int, tuple[Settings, tuple[ActiveRule, ...]]] = {}

    def for_settings(self, settings: Settings) -> tuple[ActiveRule, ...]:
        """The rules that are on, with their options and severities. Raises ConfigError."""
        known = self._known.get(id(settings))
        if known is None:
            known = (settings, active_rules(settings, self.catalogue))
            self._known[id(settings)] = known
        return known[1]


def active_rules(settings: Settings, catalogue: Sequence[Rule]) -> tuple[ActiveRule, ...]:
    """The rules of a catalogue that are on under some settings."""
    from bvhlint.config.rule_options import decode_options
    from bvhlint.config.selection import rules_named, rules_on
    from bvhlint.linter import ActiveRule
    from bvhlint.run_rules import RUN_RULES

    run = run_settings(settings)
    known = (*RUN_RULES, *catalogue)
    on = rules_on(settings, known)
    levels = rules_named(settings, "severity", known)
    tables = rules_named(settings, "rules", known)
    active = []
    for rule in catalogue:
        if rule.code not in on:
            continue
        name = tables.get(rule.code)
        options = decode_options(
            rule.options_type,
            settings.rules[name] if name else {},
            partial(settings.origin, "rules", name or ""),
            names_in=rule.check.__globals__,
            run=run,
        )
        level = levels.get(rule.code)
        active.append(ActiveRule(rule, options, settings.severity[level] if level else None))
    return tuple(active)


def run_settings(settings: Settings) -> Any:
    """What the settings ask of the run as a whole."""
    from bvhlint.document.rate import parse_rate
    from bvhlint.rule import RunSettings

    rate = parse_rate(settings.expect_fps) if settings.expect_fps else None
    return RunSettings(rate, _targets(settings))


def _targets(settings: Settings) -> frozenset[str]:
    """The readers that ``target`` names. Raises ConfigError, which names its place in a file."""
    from bvhlint import readers

    found: set[str] = set()
    for index, words in enumerate(settings.target):
        try:
            found |= readers.resolve_targets(words)
        except ConfigError as error:
            origin = settings.origin("target", index)
            if origin.file is None:
                raise
            raise origin.error(str(error)) from None
    return frozenset(found)
