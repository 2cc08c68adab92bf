"""Writes the pages made from the rules and from what programs do.

python docs/generate.py           write docs/rules/ and docs/readers.md anew
python docs/generate.py --check   write nothing; exit status 1 and a list if any is stale
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from bvhlint import manual, readers
from bvhlint.plugins import builtin_rules
from bvhlint.readers import Effect, Fact
from bvhlint.rule import Rule

DOCS = Path(__file__).resolve().parents[2] / "docs"
COMMAND = "python -m bvhlint.manual"
RULES = "rules"
INDEX = f"{RULES}/index.md"
READERS = "readers.md"

PARTS = {
    "run": "The run itself",
    "text": "Text",
    "structure": "Structure",
    "skeleton": "Skeleton",
    "channels": "Channels",
    "frames": "Frames",
    "timing": "Timing",
    "rest_pose": "Rest pose",
    "movement": "Movement",
    "sets": "Sets of files",
    "targets": "Readers' own limits",
}

INDEX_HEAD = """\
# Rules

Severity and default are those without a configuration; a rule that is off runs when it is selected
by its code or name. A safe fix is made by `bvhlint fix`, an unsafe one with `--unsafe-fixes`, and
an option by the option of `bvhlint fix` that is named. What each program does with what a rule
finds stands on the rule's page and, for all at once, in [readers](../readers.md).
"""

READERS_HEAD = """\
# What programs do

How fifteen programs read what the rules find. A program was run on small files (*measured*) or its
source was read (*read*), at the version named; what was not looked at is left empty.

- **fails**: does not load the file, or stops while it is used
- **wrong**: loads it, and values, places or names are not those of the file
- **loses**: loads it without a part of it
- fine: loads it as it is meant

`bvhlint check --target NAME[,NAME]` leaves out what concerns other programs only, and makes an
error of what one of the named fails at. `--target portable` stands for all but Second Life.
`bvhlint explain RULE` gives the notes and sources of a row.
"""


def pages() -> dict[str, str]:
    """Every generated page: its path below docs/ and its text."""
    rules = manual.catalogue(builtin_rules())
    made = {f"{RULES}/{rule.name}.md": _rule_page(rule) for rule in rules}
    made[INDEX] = _index(rules)
    made[READERS] = _readers_page(rules)
    return made


def stale(made: Mapping[str, str], docs: Path = DOCS) -> list[str]:
    """The pages that are missing, out of date, or of a rule that is gone."""
    wrong = [path for path, text in made.items() if _read(docs / path) != text]
    there = {f"{RULES}/{path.name}" for path in (docs / RULES).glob("*.md")}
    return sorted({*wrong, *(there - made.keys())})


def write(made: Mapping[str, str], docs: Path = DOCS) -> None:
    """Bring the folder to the state of ``made``; other pages stay."""
    (docs / RULES).mkdir(parents=True, exist_ok=True)
    for path in stale(made, docs):
        if path in made:
            (docs / path).write_text(made[path], encoding="utf-8", newline="\n")
        else:
            (docs / path).unlink()


def main(argv: Sequence[str] | None = None, docs: Path = DOCS) -> int:
    """The command; returns the exit status."""
    parser = argparse.ArgumentParser(
        prog=COMMAND, description="write the generated pages of the documentation"
    )
    parser.add_argument("--check", action="store_true", help="write nothing, say what is stale")
    args = parser.parse_args(argv)
    if not docs.is_dir():
        parser.error("this is no checkout: there is no docs folder beside the package")
    made = pages()
    wrong = stale(made, docs)
    if not args.check:
        write(made, docs)
        return 0
    for path in wrong:
        print(f"docs/{path} is stale: run {COMMAND}", file=sys.stderr)
    return 1 if wrong else 0


def _read(path: Path) -> str | None:
    return path.read_text(encoding="utf-8") if path.is_file() else None


def _rule_page(rule: Rule) -> str:
    return f"{manual.markdown(rule)}\n[All rules](index.md)\n"


def _index(rules: Sequence[Rule]) -> str:
    parts = [INDEX_HEAD]
    for part, title in PARTS.items():
        chosen = [rule for rule in rules if rule.part == part]
        if chosen:
            header = ("code", "name", "severity", "default", "fix", "what")
            parts.append(f"## {title}\n")
            parts.append(manual.markdown_table(header, map(_index_row, chosen)) + "\n")
    return "\n".join(parts)


def _index_row(rule: Rule) -> tuple[str, ...]:
    return (
        rule.code,
        f"[{rule.name}]({rule.name}.md)",
        rule.severity.value,
        manual.default_words(rule),
        manual.fix_words(rule),
        rule.summary,
    )


def _readers_page(rules: Sequence[Rule]) -> str:
    programs = readers.readers()
    rows = [row for rule in rules for row in _reader_rows(rule)]
    header = ("rule", *(f"`{reader}`" for reader in programs))
    parts = [READERS_HEAD, "## Rule by program\n", manual.markdown_table(header, rows) + "\n"]
    parts.append("## The programs\n")
    for reader, program in programs.items():
        parts.append(
            f"### `{reader}`: {program.name}\n\n"
            f"{program.program}, version {program.version}; {program.looked_at}. "
            f"Source: {program.source}.\n"
        )
        if program.traits:
            parts.append("\n".join(f"- {trait}" for trait in program.traits) + "\n")
    return "\n".join(parts)


def _reader_rows(rule: Rule) -> list[tuple[str, ...]]:
    link = f"[{rule.name}]({RULES}/{rule.name}.md)"
    variants = readers.variants(rule.name)
    rows = []
    for variant, about in variants.items() or {"": ""}.items():
        known = readers.facts(rule.name, variant or None)
        if known:
            cells = (_cell(known.get(reader)) for reader in readers.readers())
            rows.append((f"{link}: {about}" if about else link, *cells))
    return rows


def _cell(fact: Fact | None) -> str:
    if fact is None or fact.effect is Effect.FINE:
        return "" if fact is None else "fine"
    return f"**{fact.effect}**"
