"""``bvhlint rules``: the catalogue, or what the programs of ``--target`` cannot take."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from bvhlint import manual, readers
from bvhlint.plugins import load_rules
from bvhlint.resources import folder
from bvhlint.rule import Rule
from bvhlint.visible import fit_encoding

HELP = "show all rules, or what a program cannot take"
FORMATS = ("table", "json", "markdown")

Rows = list[tuple[str, ...]]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of ``rules``."""
    add_rules_dir(parser)
    parser.add_argument(
        "--target",
        metavar="READER[,READER]",
        help="only what these programs cannot take (or 'portable' for all but secondlife)",
    )
    parser.add_argument(
        "--output-format", choices=FORMATS, default="table", help="default: %(default)s"
    )


def add_rules_dir(parser: argparse.ArgumentParser) -> None:
    """``--rules-dir``, for the commands that show rules and check nothing."""
    parser.add_argument(
        "--rules-dir",
        metavar="DIR",
        type=Path,
        action="append",
        default=[],
        help="a folder with rules of your own; may be repeated",
    )


def all_rules(args: argparse.Namespace) -> tuple[Rule, ...]:
    """The built-in rules, those of ``--rules-dir``, and those about the run itself."""
    return manual.catalogue(load_rules([folder("rules"), *args.rules_dir]))


def run(args: argparse.Namespace) -> int:
    """Print the table; exit status 0, or 2 by ConfigError for an unknown target or folder."""
    rules = all_rules(args)
    chosen = None
    if args.target is not None:
        wanted = readers.resolve_targets(args.target)
        chosen = [reader for reader in readers.readers() if reader in wanted]
    if args.output_format == "json":
        write(json.dumps(_entries(rules, chosen), indent=1) + "\n")
        return 0
    header, rows = _catalogue_rows(rules) if chosen is None else _harm_rows(rules, chosen)
    if args.output_format == "markdown":
        write(manual.markdown_table(header, rows) + "\n")
    elif sys.stdout.isatty():
        _print_table(header, rows)
    else:
        write("\n".join(manual.columns([header, *rows])) + "\n")
    return 0


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
