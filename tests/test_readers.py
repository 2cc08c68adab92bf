"""What is known of reading programs: the file is sound, spot checks, targets."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from bvhlint import readers
from bvhlint.errors import ConfigError
from bvhlint.plugins import builtin_rules
from bvhlint.readers import Effect

FILE = Path(__file__).parent.parent / "rules" / "readers.toml"

READERS = """
    blender three assimp bvhio bvh-python pymo holden secondlife univrm bvhtools-unity
    animated-drawings makehuman godot bvhview fairmotion
"""
IDS = READERS.split()

# Typed by hand from the table of measurements: rule, variant, then reader and effect.
SPOT_CHECKS = """
byte-order-mark - blender fails
byte-order-mark - three fine
byte-order-mark - holden fine
byte-order-mark - animated-drawings fails
missing-final-newline - bvh-python loses
missing-final-newline - bvhview fine
blank-line rows univrm fails
blank-line rows makehuman fails
blank-line rows blender fine
line-endings cr godot fails
line-endings cr assimp fine
keyword-case end-site assimp fails
keyword-case end-site bvhio fine
keyword-case channel assimp fails
keyword-case channel secondlife fails
keyword-case channel bvhview fails
keyword-case keyword bvhview fine
keyword-case keyword blender fine
brace-not-on-own-line - three fails
brace-not-on-own-line - pymo fine
brace-not-on-own-line - bvhtools-unity fine
offset-after-channels - three wrong
offset-after-channels - bvh-python fine
offset-after-channels - secondlife fails
item-out-of-place frame-time blender loses
item-out-of-place channels bvh-python fine
item-out-of-place lines three fails
named-end-site - assimp fails
named-end-site - blender fine
missing-frames - blender loses
missing-frames - bvhtools-unity fails
no-motion - bvhio fails
multiple-roots - blender fine
multiple-roots - bvh-python loses
multiple-roots - makehuman loses
duplicate-name - pymo loses
duplicate-name - three wrong
duplicate-name - assimp fine
name-whitespace - univrm fails
name-whitespace - bvhtools-unity fine
name-whitespace - secondlife loses
name-charset colon three wrong
name-charset colon pymo fails
name-charset colon blender fine
name-charset slash three wrong
name-charset bracket three fails
name-charset dot pymo fails
channel-count-mismatch - blender fine
channel-count-mismatch - three wrong
channel-count-mismatch - holden fails
partial-rotation - blender fails
partial-rotation - pymo wrong
partial-rotation - fairmotion fine
rotation-before-position - holden wrong
rotation-before-position - animated-drawings wrong
rotation-before-position - assimp fine
position-order - secondlife wrong
mixed-rotation-order - holden wrong
mixed-rotation-order - blender fine
nonroot-position-channels equal three wrong
nonroot-position-channels moving blender fine
nonroot-position-channels moving animated-drawings loses
positions-differ-from-offset - pymo wrong
positions-differ-from-offset - bvhio fine
mixed-channel-counts - holden fails
no-channels root bvhtools-unity fails
no-channels root univrm fine
root-offset-not-zero - three wrong
root-offset-not-zero - godot wrong
root-offset-not-zero - pymo fine
frame-count-mismatch more-rows bvh-python fine
frame-count-mismatch more-rows three loses
frame-count-mismatch more-rows animated-drawings fails
row-width wrapped assimp fine
row-width wrapped fairmotion fine
row-width short blender fails
row-width long assimp wrong
row-width long three loses
row-width long holden fails
decimal-comma - three wrong
decimal-comma - bvhtools-unity fine
exponent-number offset holden wrong
exponent-number frame-time holden wrong
exponent-number rows holden fine
no-frames - three fails
no-frames - assimp wrong
not-finite nan blender wrong
bad-frame-time zero three wrong
bad-frame-time zero bvhview wrong
scale-channel - bvhio wrong
unknown-keyword joint blender wrong
unknown-keyword joint three fine
unknown-keyword offset holden wrong
unknown-keyword offset blender fine
unknown-keyword end-site bvh-python fine
unknown-keyword end-site three fails
unknown-keyword motion blender loses
unknown-keyword frames fairmotion fine
unknown-keyword frames bvh-python fails
unknown-keyword line holden fine
unknown-keyword line assimp fails
unknown-keyword words secondlife fine
unbalanced-brace closing holden wrong
unbalanced-brace opening holden fine
unbalanced-brace opening blender fails
unbalanced-brace no-line bvh-python wrong
missing-name below assimp fine
missing-name below blender fails
missing-name nowhere assimp fails
missing-name nowhere three wrong
missing-offset joint assimp wrong
missing-offset joint secondlife fails
missing-offset end-site holden fine
missing-channels - blender wrong
missing-channels - pymo fails
missing-frame-time - blender loses
missing-frame-time - bvhio fails
bad-offset few three wrong
bad-offset few blender fails
bad-offset many bvh-python loses
bad-offset many fairmotion fails
bad-offset word pymo fails
bad-offset word secondlife fine
no-motion cut blender fails
no-motion frames blender loses
no-motion frames holden fine
no-motion rows holden fails
no-root - assimp fails
no-hierarchy - bvh-python fine
lfs-pointer - holden fails
channels-on-end-site - bvhio fails
unknown-channel - blender fails
unknown-channel - holden fine
scale-channel - holden fails
no-channels joint fairmotion fails
trailing-content - bvh-python fails
frame-count-mismatch fewer-rows holden wrong
frame-count-mismatch fewer-rows bvhio fails
row-width joined pymo fine
row-width joined bvh-python loses
bad-number glued holden fails
bad-number word three wrong
bad-number count three fails
bad-number behind-count three fine
not-finite infinite assimp wrong
not-finite other bvhio fails
bad-frame-time negative holden fails
bad-frame-time negative secondlife wrong
bad-frame-time not-finite bvhio wrong
bad-frame-time not-a-number bvhio fails
secondlife-root - secondlife fails
"""


@pytest.fixture(scope="module")
def table() -> dict[str, Any]:
    return tomllib.loads(FILE.read_text(encoding="utf-8"))


def test_the_readers_are_those_of_the_interface_in_a_fixed_order() -> None:
    assert list(readers.readers()) == IDS


def test_every_rule_of_the_file_is_in_the_catalogue(table: dict[str, Any]) -> None:
    assert set(table["rules"]) <= {rule.name for rule in builtin_rules()}
    assert readers.rules_with_facts() == tuple(table["rules"])


def test_reading_the_file_in_pieces_misses_nothing(table: dict[str, Any]) -> None:
    for rule, entries in table["rules"].items():
        variants = entries.pop("when", {})
        assert tuple(readers.variants(rule)) == tuple(variants), rule
        for variant, own in [(None, {}), *variants.items()]:
            assert readers.others(rule, variant) == tuple(
                (entries if variant is None else own).get("also", ())
            )
            if variant is None and variants:
                continue
            told = readers.facts(rule, variant)
            expected = {**entries, **own}
            expected.pop("also", None)
            assert expected.pop("about", "") == (
                "" if variant is None else readers.variants(rule)[variant]
            )
            assert {reader: str(fact.effect) for reader, fact in told.items()} == {
                reader: entry["effect"] for reader, entry in expected.items()
            }


def test_every_fact_names_a_known_reader_and_says_how_it_is_known(table: dict[str, Any]) -> None:
    known = re.compile(r"measured(, \w+\.\w+(:[\d,-]+)?)?|read|\w+\.\w+(:[\d,-]+)?|stated: .+")
    count = 0
    for rule in table["rules"]:
        for variant in (None, *readers.variants(rule)):
            for reader, fact in readers.facts(rule, variant).items():
                assert reader in IDS, rule
                assert known.fullmatch(fact.source), (rule, reader, fact.source)
                assert fact.note == "" or fact.note.endswith("."), (rule, reader)
                count += 1
    assert count > 600


@pytest.mark.parametrize("line", SPOT_CHECKS.strip().split("\n"))
def test_facts_as_measured(line: str) -> None:
    rule, variant, reader, effect = line.split(" ")
    assert readers.facts(rule, None if variant == "-" else variant)[reader].effect == effect


def test_what_is_not_known_is_not_claimed() -> None:
    assert "fairmotion" not in readers.facts("root-offset-not-zero")
    assert "bvh-python" not in readers.facts("root-offset-not-zero")
    assert "secondlife" not in readers.facts("no-frames")
    assert readers.facts("duplicate-channel") == {}
    assert readers.breaks("a-studio-rule") == {}
    assert readers.breaks("a-studio-rule", "any") == {}


def test_breaks_leaves_out_who_is_fine_and_keeps_the_order() -> None:
    assert list(readers.breaks("missing-final-newline").items()) == [("bvh-python", "loses")]
    assert list(readers.breaks("byte-order-mark")) == [
        "blender", "assimp", "bvhio", "pymo", "univrm", "animated-drawings",
    ]  # fmt: skip
    assert readers.breaks("leaf-without-end-site") == {}


def test_breaks_gives_each_caller_a_mapping_of_its_own() -> None:
    readers.breaks("missing-final-newline").clear()
    assert readers.breaks("missing-final-newline") == {"bvh-python": "loses"}


def test_a_rule_says_which_variant_it_saw() -> None:
    assert readers.breaks("name-charset", "slash") == {"three": "wrong"}
    assert readers.breaks("name-charset", "other") == {}
    assert readers.breaks("blank-line", "header") == {}


def test_without_a_variant_the_worst_counts() -> None:
    harm = readers.breaks("name-charset")
    assert harm == {"three": "fails", "pymo": "fails", "holden": "loses"}
    assert readers.facts("nonroot-position-channels")["animated-drawings"].effect is Effect.WRONG
    assert readers.facts("exponent-number")["blender"].effect is Effect.FINE


def test_common_facts_hold_in_each_variant() -> None:
    for variant in ("equal", "constant", "moving"):
        assert readers.facts("nonroot-position-channels", variant)["pymo"].effect is Effect.WRONG


def test_a_mistyped_variant_of_a_rule_is_a_fault_of_the_rule() -> None:
    with pytest.raises(ValueError, match="name-charset know no variant 'colons'"):
        readers.breaks("name-charset", "colons")


def test_effects_rank_by_harm() -> None:
    ranks = [effect.rank for effect in (Effect.FAILS, Effect.WRONG, Effect.LOSES, Effect.FINE)]
    assert ranks == sorted(ranks, reverse=True)
    assert Effect.FINE.rank == 0


def test_targets_are_readers_and_portable() -> None:
    assert readers.resolve_targets("three,blender") == {"three", "blender"}
    assert readers.resolve_targets(["holden", "three"]) == {"holden", "three"}
    assert readers.resolve_targets(" three , blender") == {"three", "blender"}
    assert readers.resolve_targets("portable") == set(IDS) - {"secondlife"}
    assert readers.resolve_targets("portable,secondlife") == set(IDS)
    assert readers.resolve_targets([]) == frozenset()


@pytest.mark.parametrize(
    ("wrong", "nearest"),
    [
        ("threee", "three"),
        ("Blender", "blender"),
        ("three.js", "three"),
        ("bvh_python", "bvh-python"),
        ("ZeroEGGS", "holden"),
        ("portabel", "portable"),
        ("Second Life", "secondlife"),
    ],
)
def test_an_unknown_target_names_the_nearest(wrong: str, nearest: str) -> None:
    with pytest.raises(ConfigError) as caught:
        readers.resolve_targets(f"blender,{wrong}")
    assert str(caught.value) == f'there is no target "{wrong}"; did you mean "{nearest}"?'


@pytest.mark.parametrize("wrong", ["", "three,", "maya3000xyz"])
def test_an_unknown_target_without_neighbour_lists_all(wrong: str) -> None:
    with pytest.raises(ConfigError, match=r"known are blender, three, .*, fairmotion, portable$"):
        readers.resolve_targets(wrong)
