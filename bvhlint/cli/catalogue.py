"""The work of ``rules`` and ``explain``: the catalogue as a table, one rule's manual."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from typing import Any

from bvhlint import manual, readers
from bvhlint.config.resolve import Resolver
from bvhlint.plugins import all_rules
from bvhlint.rule import Rule
from bvhlint.visible import fit_encoding

Rows = list[tuple[str, ...]]


def known_rules(args: argparse.Namespace) -> tuple[Rule, ...]:
    """The built-in rules, the user's own by option, configuration or plug-in, and the run's."""
    overrides = {"rules-dir": args.rules_dir} if args.rules_dir else {}
    settings = Resolver(overrides, config=args.config, isolated=args.isolated).base()
    return manual.catalogue(all_rules(settings.rules_dir))


def explain(args: argparse.Namespace) -> None:
    """Print one rule's manual. Raises ConfigError for an unknown rule, with the nearest."""
    rule = manual.find_rule(args.rule, known_rules(args))
    if not sys.stdout.isatty():
        write(manual.text(rule))
        return
    from rich.console import Console
    from rich.markdown import Markdown

    Console().print(Markdown(manual.markdown(rule)))


def list_rules(args: argparse.Namespace) -> None:
    """Print the catalogue, or what the targets cannot take. Raises ConfigError."""
    rules = known_rules(args)
    chosen = None
    if args.target is not None:
        wanted = readers.resolve_targets(args.target)
        chosen = [reader for reader in readers.readers() if reader in wanted]
    if args.output_format == "json":
        write(json.dumps(_entries(rules, chosen), indent=1) + "\n")
        return
    header, rows = _catalogue_rows(rules) if chosen is None else _harm_rows(rules, chosen)
    if args.output_format == "markdown":
        write(manual.markdown_table(header, rows) + "\n")
    elif sys.stdout.isatty():
        _print_table(header, rows)
    else:
        write("\n".join(manual.columns([header, *rows])) + "\n")


def write(text: str) -> None:
    """Print text as it is, with what the output cannot encode as escapes."""
    sys.stdout.write(fit_encoding(text, sys.stdout.encoding or "utf-8"))


def _catalogue_rows(rules: Sequence[Rule]) -> tuple[tuple[str, ...], Rows]:
    header = ("code", "name", "severity", "part", "default", "fix", "what")
    return header, [
        (
            rule.code,
            rule.name,
            rule.severity.value,
            rule.part,
            manual.default_words(rule),
            manual.fix_words(rule),
            rule.summary,
        )
        for rule in rules
    ]


def _harm_rows(rules: Sequence[Rule], chosen: Sequence[str]) -> tuple[tuple[str, ...], Rows]:
    header = ("code", "name", "case", "program", "effect", "what happens")
    return header, [
        (
            rule.code,
            rule.name,
            readers.variants(rule.name)[variant] if variant else "",
            readers.readers()[reader].name,
            str(fact.effect),
            manual.what_happens(fact),
        )
        for rule in rules
        for reader in chosen
        for variant, fact in manual.harm(rule, reader)
    ]


def _entries(rules: Sequence[Rule], chosen: Sequence[str] | None) -> list[dict[str, Any]]:
    entries = []
    for rule in rules:
        entry: dict[str, Any] = {
            "code": rule.code,
            "name": rule.name,
            "severity": rule.severity.value,
            "part": rule.part,
            "default": rule.default,
            "fix": list(rule.fix),
            "portability": rule.portability,
            "summary": rule.summary,
        }
        if chosen is not None:
            entry["readers"] = [
                {
                    "reader": reader,
                    "variant": variant,
                    "effect": str(fact.effect),
                    "note": manual.what_happens(fact),
                    "source": fact.source,
                }
                for reader in chosen
                for variant, fact in manual.harm(rule, reader)
            ]
        if chosen is None or entry["readers"]:
            entries.append(entry)
    return entries


def _print_table(header: Sequence[str], rows: Rows) -> None:
    from rich.box import SIMPLE_HEAD
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    for name in header:
        table.add_column(name, no_wrap=name in ("code", "name", "severity", "effect"))
    for row in rows:
        table.add_row(*map(Text, row))
    Console().print(table)
