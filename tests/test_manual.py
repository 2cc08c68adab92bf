"""Manuals as Markdown and as text, and how a rule is found by what somebody typed."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from bvhlint import manual
from bvhlint.errors import ConfigError
from bvhlint.plugins import builtin_rules
from bvhlint.rule import Rule
from bvhlint.run_rules import RULE_CRASH, RUN_RULES

RULES = manual.catalogue(builtin_rules())
MANUAL = """\
A name should be short.

Said before any heading.

## What it does
Counts `letters`.

## Example
    ROOT TheRootOfItAll

## Options
None.
"""


def made(name: str, text: str = MANUAL, *, portability: bool = True) -> Rule:
    return replace(RULE_CRASH, name=name, code="XY123", manual=text, portability=portability)


def test_markdown_of_a_rule_that_nothing_is_known_of() -> None:
    assert manual.markdown(made("short-name", portability=False)) == (
        "# short-name (XY123)\n\n"
        "A name should be short.\n\n"
        "| severity | default | part | fix | narrowed by --target |\n"
        "| --- | --- | --- | --- | --- |\n"
        "| error | on | run | none | no |\n\n"
        "Said before any heading.\n\n"
        "## What it does\n\n"
        "Counts `letters`.\n\n"
        "## Example\n\n"
        "    ROOT TheRootOfItAll\n\n"
        "## Options\n\n"
        "None.\n"
    )


def test_text_of_a_rule_that_nothing_is_known_of() -> None:
    assert manual.text(made("short-name", portability=False)) == (
        "XY123 short-name\n\n"
        "A name should be short.\n\n"
        "severity: error\ndefault: on\npart: run\nfix: none\nnarrowed by --target: no\n\n"
        "Said before any heading.\n\n"
        "WHAT IT DOES\nCounts letters.\n\n"
        "EXAMPLE\n    ROOT TheRootOfItAll\n\n"
        "OPTIONS\nNone.\n"
    )


def test_programs_stand_in_a_table_the_worst_first() -> None:
    text = manual.markdown(made("missing-final-newline"))
    table = text.partition("## What programs do\n\n")[2].splitlines()
    assert table[:5] == [
        "| program | version | effect | what happens | known from |",
        "| --- | --- | --- | --- | --- |",
        "| bvh-python | b7e0058 | loses | Drops the last frame. | measured |",
        "| Blender | 4.2.0 | fine |  | measured |",
        "| three.js | 0.187.0 | fine |  | measured |",
    ]


def test_each_variant_has_a_table_and_other_programs_a_sentence() -> None:
    text = manual.markdown(made("name-charset"))
    assert "### A colon\n\n| program |" in text
    assert "### A square bracket\n\n| program |" in text
    assert "Any other character" not in text, "nothing is known of it"
    assert "\n- bvh_anim cuts the name at the colon" in text


def test_the_same_stands_in_the_plain_text() -> None:
    text = manual.text(made("name-charset"))
    assert "A square bracket:\nprogram" in text
    line = next(line for line in text.splitlines() if line.startswith("three.js  0.187.0  fails"))
    assert line == (
        "three.js  0.187.0  fails   Loads, then fails when the clip is played.  measured"
    )


def test_the_name_of_a_programs_own_error_is_told() -> None:
    assert "Second Life  d6d453b  fails   Reports E_ST_BAD_ROOT." in manual.text(
        manual.find_rule("SL001", RULES)
    )


def test_a_portability_rule_says_so_when_nothing_is_known() -> None:
    assert manual.markdown(made("short-name")).endswith(
        "## What programs do\n\nNothing is known of how programs differ here.\n"
    )


def test_a_bar_does_not_break_a_table() -> None:
    assert manual.markdown_table(("a",), [("x|y",)]) == "| a |\n| --- |\n| x\\|y |"


@pytest.mark.parametrize("wanted", ["BVH410", "no-channels"])
def test_a_rule_is_found_by_code_or_name(wanted: str) -> None:
    assert manual.find_rule(wanted, RULES).code == "BVH410"


@pytest.mark.parametrize(
    ("wanted", "near"),
    [("no-chanels", "no-channels"), ("SL0O1", "SL001"), ("sl001", "SL001")],
)
def test_a_mistyped_rule_names_the_nearest(wanted: str, near: str) -> None:
    with pytest.raises(ConfigError) as caught:
        manual.find_rule(wanted, RULES)
    assert str(caught.value) == f'there is no rule "{wanted}"; did you mean "{near}"?'


@pytest.mark.parametrize("wanted", ["BVH5", "bvh5", "BVH", "ALL"])
def test_a_part_of_the_catalogue_is_no_rule(wanted: str) -> None:
    first = "BVH501" if wanted.endswith("5") else "BVH000"
    with pytest.raises(ConfigError) as caught:
        manual.find_rule(wanted, RULES)
    told = f'"{wanted}" stands for a part of the catalogue; say one rule here by its whole code or '
    assert str(caught.value).startswith(f'{told}name, such as "{first}" or "')


def test_the_catalogue_holds_the_rules_about_the_run() -> None:
    assert [rule.code for rule in RULES[:2]] == ["BVH000", "BVH001"]
    assert {rule.name for rule in RUN_RULES} == {"rule-crash", "unused-suppression"}
    assert [rule.code for rule in RULES] == sorted(rule.code for rule in RULES)


def test_harm_is_told_once_where_all_variants_agree() -> None:
    rule = made("nonroot-position-channels")
    assert [(variant, str(fact.effect)) for variant, fact in manual.harm(rule, "three")] == [
        (None, "wrong")
    ]
    assert [
        (variant, str(fact.effect)) for variant, fact in manual.harm(rule, "animated-drawings")
    ] == [("constant", "wrong"), ("moving", "loses")]
    assert manual.harm(rule, "blender") == []
    assert [variant for variant, _ in manual.harm(made("name-charset"), "three")] == [
        "colon",
        "slash",
        "bracket",
    ]


def test_words_for_default_and_fix() -> None:
    assert manual.default_words(made("x")) == "on"
    assert manual.default_words(replace(made("x"), default=False)) == "off"
    assert manual.default_words(manual.find_rule("SL002", RULES)) == "with --target"
    assert manual.fix_words(replace(made("x"), fix=("safe", "--newline"))) == "safe, --newline"
