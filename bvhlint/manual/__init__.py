"""A rule's manual as Markdown and as plain text: its docstring and what programs do.

``explain``, the pages under docs/ and the help in SARIF are all made here, so that they say the
same.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from bvhlint import readers
from bvhlint.config.selection import group_words
from bvhlint.errors import ConfigError
from bvhlint.readers import Effect, Fact
from bvhlint.rule import Rule
from bvhlint.run_rules import RUN_RULES
from bvhlint.suggest import did_you_mean
from bvhlint.visible import display_width

PROGRAMS = "What programs do"
_NO_FACTS = "Nothing is known of how programs differ here."
_HEADER = ("program", "version", "effect", "what happens", "known from")
_HEADING = re.compile(r"^## (.+)\n+", re.MULTILINE)


class Table(NamedTuple):
    """What is known of one variant of a rule: ``title`` is empty where there is but one."""

    title: str
    rows: tuple[tuple[str, ...], ...]
    others: tuple[str, ...]


def catalogue(rules: Iterable[Rule]) -> tuple[Rule, ...]:
    """These rules and those about the run itself, by code."""
    return tuple(sorted((*RUN_RULES, *rules), key=lambda rule: rule.code))


def find_rule(wanted: str, rules: Sequence[Rule]) -> Rule:
    """The rule of this code or name.

    Raises ConfigError where there is none, with the nearest one.
    """
    for rule in rules:
        if wanted in (rule.code, rule.name):
            return rule
    group = group_words(wanted, rules)
    if group:
        raise ConfigError(group)
    near = did_you_mean(wanted, [key for rule in rules for key in (rule.name, rule.code)])
    raise ConfigError(f'there is no rule "{wanted[:60]}"{near}')


def traits(rule: Rule) -> dict[str, str]:
    """What a rule is, in words: severity, whether it is on, its part, its fixes, its reach."""
    return {
        "severity": rule.severity.value,
        "default": default_words(rule),
        "part": rule.part.replace("_", " "),
        "fix": fix_words(rule),
        "narrowed by --target": "yes" if rule.portability else "no",
    }


def default_words(rule: Rule) -> str:
    """When a rule runs: ``on``, ``off``, or only with ``--target``."""
    if rule.part == "targets":
        return "with --target"
    return "on" if rule.default else "off"


def fix_words(rule: Rule) -> str:
    """How a rule's findings are mended: ``safe, --newline`` or ``none``."""
    return ", ".join(rule.fix) or "none"


def tables(rule: Rule) -> list[Table]:
    """What programs do with what the rule finds, a table a variant, the worst first."""
    variants = readers.variants(rule.name)
    found = [
        Table(title, _rows(readers.facts(rule.name, variant)), readers.others(rule.name, variant))
        for variant, title in variants.items()
    ]
    # Where there are variants, the common facts stand in each of them.
    common = {} if variants else readers.facts(rule.name)
    found.append(Table("", _rows(common), readers.others(rule.name)))
    return [table for table in found if table.rows or table.others]


def harm(rule: Rule, reader: str) -> list[tuple[str | None, Fact]]:
    """What a reader cannot take of a rule's findings: variant and fact.

    The variant is None where the rule has none, or where all of them come to the same.
    """
    variants = tuple(readers.variants(rule.name))
    known = [
        (variant, fact)
        for variant in variants or (None,)
        if (fact := readers.facts(rule.name, variant).get(reader))
    ]
    if len(variants) == len(known) and len({fact for _, fact in known}) == 1:
        known = [(None, known[0][1])]
    return [(variant, fact) for variant, fact in known if fact.effect is not Effect.FINE]


def _rows(known: Mapping[str, Fact]) -> tuple[tuple[str, ...], ...]:
    worst_first = sorted(known.items(), key=lambda item: -item[1].effect.rank)
    return tuple(_row(reader, fact) for reader, fact in worst_first)


def _row(reader: str, fact: Fact) -> tuple[str, ...]:
    program = readers.readers()[reader]
    source = f"{fact.source}, since {fact.since}" if fact.since else fact.source
    return program.name, program.version, str(fact.effect), what_happens(fact), source


def what_happens(fact: Fact) -> str:
    """A fact's note, and the name of the error that the program reports."""
    status = f"Reports {fact.status}." if fact.status else ""
    return " ".join(filter(None, (fact.note, status)))


def markdown(rule: Rule) -> str:
    """The whole manual as Markdown, from ``# row-width (BVH502)`` on."""
    told = traits(rule)
    parts = [f"# {rule.name} ({rule.code})", rule.summary]
    parts.append(markdown_table(tuple(told), [tuple(told.values())]))
    parts.append(_HEADING.sub(r"## \1\n\n", _body(rule)))
    known = tables(rule)
    if known or rule.portability:
        parts.append(f"## {PROGRAMS}")
    for table in known:
        if table.title:
            parts.append(f"### {_capital(table.title)}")
        if table.rows:
            parts.append(markdown_table(_HEADER, table.rows))
        parts += [f"- {sentence}" for sentence in table.others]
    if rule.portability and not known:
        parts.append(_NO_FACTS)
    return "\n\n".join(filter(None, parts)) + "\n"


def text(rule: Rule) -> str:
    """The whole manual as plain text."""
    told = [f"{name}: {value}" for name, value in traits(rule).items()]
    parts = [f"{rule.code} {rule.name}\n\n{rule.summary}", "\n".join(told)]
    parts.append(_HEADING.sub(lambda heading: f"{heading[1].upper()}\n", _body(rule)))
    known = tables(rule)
    if known or rule.portability:
        programs = [_table_text(table) for table in known] or [_NO_FACTS]
        parts.append(f"{PROGRAMS.upper()}\n" + "\n\n".join(programs))
    return "\n\n".join(filter(None, parts)).replace("`", "") + "\n"


def _body(rule: Rule) -> str:
    """The manual without its first line."""
    return rule.manual.partition("\n")[2].strip("\n")


def _table_text(table: Table) -> str:
    lines = [f"{_capital(table.title)}:"] if table.title else []
    lines += columns([_HEADER, *table.rows]) if table.rows else []
    return "\n".join([*lines, *table.others])


def markdown_table(header: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table in GitHub's Markdown; a bar inside a cell is escaped."""
    lines = [header, ["---"] * len(header), *rows]
    escaped = ([cell.replace("|", "\\|") for cell in line] for line in lines)
    return "\n".join(f"| {' | '.join(line)} |" for line in escaped)


def columns(rows: Sequence[Sequence[str]]) -> list[str]:
    """Rows as lines of plain text with their cells below one another."""
    widths = [max(map(display_width, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(
            cell + " " * (width - display_width(cell))
            for cell, width in zip(row, widths, strict=True)
        ).rstrip(" ")
        for row in rows
    ]


def _capital(title: str) -> str:
    return title[:1].upper() + title[1:]
