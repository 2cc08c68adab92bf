"""What programs that read BVH do with what the rules find: ``rules/readers.toml`` as structures.

A rule's facts may differ with what it saw (a colon or a dot in a name): then they have variants,
and a rule names the one it met. Asked without a variant, each reader answers with its worst.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from enum import StrEnum
from functools import cache
from types import MappingProxyType
from typing import Any

import msgspec

from bvhlint import resources
from bvhlint.errors import ConfigError
from bvhlint.suggest import nearest

PORTABLE = "portable"
"""The target that stands for every reader but those with a format of their own."""


class Effect(StrEnum):
    """What a reader does with a file, from the worst on; ``rank`` grows with the harm."""

    FAILS = "fails"
    WRONG = "wrong"
    LOSES = "loses"
    FINE = "fine"

    @property
    def rank(self) -> int:
        return _RANKS[self]


_RANKS = {effect: rank for rank, effect in enumerate(reversed(Effect))}


class Reader(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A program that reads BVH, at the version that was looked at.

    ``looked_at`` says how: "measured" (run on small files) or "read" (its source alone).
    """

    name: str
    program: str
    kind: str
    looked_at: str
    version: str
    source: str
    also_called: tuple[str, ...] = ()
    portable: bool = True
    traits: tuple[str, ...] = ()


class Fact(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What one reader does with what one rule finds, and how that is known.

    ``status`` is the name of the error that the program itself reports.
    """

    effect: Effect
    source: str
    note: str = ""
    status: str = ""
    since: str = ""


class _RuleFacts(msgspec.Struct, frozen=True):
    common: Mapping[str, Fact]
    variants: Mapping[str, Mapping[str, Fact]]
    about: Mapping[str, str]
    others: Mapping[str | None, tuple[str, ...]]


_NOTHING = _RuleFacts({}, {}, {}, {})


def _parsed(text: str) -> dict[str, Any]:
    # Late: of a file without findings nobody asks what readers do.
    import tomllib

    return tomllib.loads(text)


@cache
def readers() -> Mapping[str, Reader]:
    """All readers by their ids, in the order that every table and report keeps."""
    table = _parsed(_sections()[""])["readers"]
    return MappingProxyType(msgspec.convert(table, dict[str, Reader]))


def rules_with_facts() -> tuple[str, ...]:
    """The names of the rules of which something is known, in the order of the catalogue."""
    return tuple(name for name in _sections() if name)


def variants(rule_name: str) -> Mapping[str, str]:
    """The variants that a rule's facts tell apart and what each is about; empty where none."""
    return MappingProxyType(_rule_facts(rule_name).about)


@cache
def facts(rule_name: str, variant: str | None = None) -> Mapping[str, Fact]:
    """What is known of a rule's findings, by reader id, in the readers' order.

    Without a variant, the worst that each reader does in any of them. A rule of which nothing
    is known has no facts. Raises ValueError for a variant that the rule's facts do not have.
    """
    known = _rule_facts(rule_name)
    if variant is None:
        found = _worst([known.common, *known.variants.values()])
    elif variant in known.variants:
        found = {**known.common, **known.variants[variant]}
    elif known is _NOTHING:
        found = {}
    else:
        raise ValueError(f"the facts about {rule_name} know no variant {variant!r}")
    return MappingProxyType({reader: found[reader] for reader in readers() if reader in found})


def others(rule_name: str, variant: str | None = None) -> tuple[str, ...]:
    """Sentences about programs that are no reader here, on a rule or one of its variants."""
    return _rule_facts(rule_name).others.get(variant, ())


def breaks(rule_name: str, variant: str | None = None) -> dict[str, str]:
    """The readers that a rule's finding harms, and how: the report's ``breaks``."""
    return dict(_harm(rule_name, variant))


def statuses(rule_name: str, variant: str | None, targets: Iterable[str]) -> str:
    """What the chosen readers themselves report: ``Second Life reports E_ST_NO_OFFSET``.

    Empty where none of them has a name for it.
    """
    chosen = frozenset(targets)
    return ", ".join(
        f"{readers()[reader].name} reports {fact.status}"
        for reader, fact in facts(rule_name, variant).items()
        if fact.status and reader in chosen
    )


def resolve_targets(names: str | Iterable[str]) -> frozenset[str]:
    """Reader ids from ``"three,blender"`` or a list of names; ``portable`` stands for many.

    Raises ConfigError for a name that is no reader, with the nearest one.
    """
    chosen: set[str] = set()
    for name in names.split(",") if isinstance(names, str) else names:
        wanted = name.strip(" \t")
        if wanted == PORTABLE:
            chosen.update(reader for reader, entry in readers().items() if entry.portable)
        elif wanted in readers():
            chosen.add(wanted)
        else:
            raise ConfigError(_unknown_target(wanted))
    return frozenset(chosen)


def _worst(tables: Iterable[Mapping[str, Fact]]) -> dict[str, Fact]:
    worst: dict[str, Fact] = {}
    for table in tables:
        for reader, fact in table.items():
            if reader not in worst or fact.effect.rank > worst[reader].effect.rank:
                worst[reader] = fact
    return worst


def _unknown_target(wanted: str) -> str:
    known = [*readers(), PORTABLE]
    meant = {
        name: reader
        for reader, entry in readers().items()
        for name in (entry.name, *entry.also_called)
    }
    near = nearest(wanted, [*meant, *known])
    hint = f'did you mean "{meant.get(near, near)}"?' if near else f"known are {', '.join(known)}"
    return f'there is no target "{wanted[:60]}"; {hint}'


@cache
def _harm(rule_name: str, variant: str | None) -> Mapping[str, str]:
    found = facts(rule_name, variant).items()
    return {reader: str(fact.effect) for reader, fact in found if fact.effect is not Effect.FINE}


@cache
def _sections() -> Mapping[str, str]:
    """The file's text cut at its tables: that of the readers under "", then one a rule.

    A run asks for a handful of rules, and reading all of them takes over ten milliseconds.
    """
    text = (resources.folder("rules") / "readers.toml").read_text(encoding="utf-8")
    head, *tables = re.split(r"^(?=\[rules\.)", text, flags=re.MULTILINE)
    sections = {"": head}
    for table in tables:
        name = table[len("[rules.") : table.index("]")].partition(".")[0]
        sections[name] = sections.get(name, "") + table
    return sections


@cache
def _rule_facts(rule_name: str) -> _RuleFacts:
    text = _sections().get(rule_name) if rule_name else None
    if text is None:
        return _NOTHING
    table: dict[str, Any] = _parsed(text)["rules"][rule_name]
    by_variant: dict[str, Any] = table.pop("when", {})
    said: dict[str | None, tuple[str, ...]] = {None: tuple(table.pop("also", ()))}
    about: dict[str, str] = {}
    for name, part in by_variant.items():
        said[name] = tuple(part.pop("also", ()))
        about[name] = part.pop("about")
    return _RuleFacts(
        msgspec.convert(table, dict[str, Fact]),
        msgspec.convert(by_variant, dict[str, dict[str, Fact]]),
        about,
        said,
    )
