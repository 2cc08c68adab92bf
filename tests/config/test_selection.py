"""Which rules are on: the longest match wins, and a prefix wakes nothing."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from bvhlint.config.origin import Origin
from bvhlint.config.selection import Selector, choose, rules_named, rules_on
from bvhlint.config.settings import Settings
from bvhlint.errors import ConfigError


class Entry(NamedTuple):
    code: str
    name: str
    default: bool = True


CATALOGUE = [
    Entry("BVH000", "rule-crash"),
    Entry("BVH101", "text-encoding"),
    Entry("BVH105", "irregular-whitespace"),
    Entry("BVH106", "trailing-whitespace", default=False),
    Entry("BVH108", "indentation", default=False),
    Entry("BVH502", "row-width"),
    Entry("BVH503", "bad-number"),
    Entry("SL001", "secondlife-root"),
]
DEFAULT = {"101", "105", "502", "503", "SL001"}
EVERY = DEFAULT | {"106", "108"}


def on(select: str | None = None, ignore: str = "", extend: str = "", strong: str = "") -> set[str]:
    """The rules that are on, without BVH000; ``strong`` words stand on the command line."""

    def words(text: str) -> list[Selector]:
        return [Selector(word, word in strong.split()) for word in text.split()]

    codes = choose(
        CATALOGUE,
        select=None if select is None else words(select),
        extend=words(extend),
        ignore=words(ignore),
    )
    assert "BVH000" in codes
    return {code.removeprefix("BVH") for code in codes} - {"000"}


@pytest.mark.parametrize(
    ("select", "ignore", "extend", "expected"),
    [
        (None, "", "", DEFAULT),
        ("", "", "", set()),
        ("ALL", "", "", EVERY),
        ("BVH502", "", "", {"502"}),
        ("row-width", "", "", {"502"}),
        ("BVH5", "", "", {"502", "503"}),
        ("BVH1", "", "", {"101", "105"}),
        ("BVH106", "", "", {"106"}),
        ("trailing-whitespace", "", "", {"106"}),
        ("BVH1 BVH106", "", "", {"101", "105", "106"}),
        ("BVH1 ALL", "", "", EVERY),
        ("BVH", "", "", DEFAULT - {"SL001"}),
        ("S", "", "", {"SL001"}),
        ("BVH1060", "", "", set()),
        ("row", "", "", set()),
        (None, "BVH5", "", DEFAULT - {"502", "503"}),
        (None, "row-width", "", DEFAULT - {"502"}),
        (None, "ALL", "", set()),
        (None, "", "BVH106", DEFAULT | {"106"}),
        (None, "", "BVH10", DEFAULT),
        (None, "", "ALL", EVERY),
        # The longest match wins, whichever side it stands on.
        ("ALL", "BVH1", "", EVERY - {"101", "105", "106", "108"}),
        ("BVH5", "BVH502", "", {"503"}),
        ("BVH502", "BVH5", "", {"502"}),
        ("row-width", "BVH50", "", {"502"}),
        ("BVH106", "BVH10", "", {"106"}),
        ("BVH1 ALL", "BVH10", "", EVERY - {"101", "105", "106", "108"}),
        (None, "ALL", "BVH5", {"502", "503"}),
        (None, "BVH5", "BVH502", DEFAULT - {"503"}),
        ("BVH1", "", "BVH502", {"101", "105", "502"}),
        # Of two equally long ones the one that ignores.
        ("BVH502", "BVH502", "", set()),
        ("row-width", "BVH502", "", set()),
        ("BVH5", "BVH5", "", set()),
        ("ALL", "ALL", "", set()),
    ],
)
def test_what_is_on(select: str | None, ignore: str, extend: str, expected: set[str]) -> None:
    assert on(select, ignore, extend) == expected


@pytest.mark.parametrize(
    ("select", "ignore", "strong", "expected"),
    [
        ("BVH502", "BVH502", "", set()),
        ("BVH502", "row-width", "BVH502", {"502"}),
        ("row-width", "BVH502", "BVH502", set()),
        ("BVH502 BVH5", "BVH5", "BVH502", {"502"}),
        # A longer match of the configuration still wins.
        ("BVH5", "BVH502", "BVH5", {"503"}),
    ],
)
def test_of_equally_long_ones_the_command_line_wins(
    select: str, ignore: str, strong: str, expected: set[str]
) -> None:
    assert on(select, ignore, strong=strong) == expected


def test_settings_are_turned_into_selectors() -> None:
    settings = Settings(
        select=("BVH5",), ignore=("BVH502",), extend_select=("BVH106",), extend_ignore=("BVH503",)
    )
    assert rules_on(settings, CATALOGUE) == {"BVH000", "BVH106"}
    command_line: dict[tuple[str, ...], Origin] = {("select",): Origin(None, ("select",))}
    same_length = {"select": ("BVH502",), "ignore": ("row-width",)}
    file: dict[tuple[str, ...], Origin] = {("ignore",): Origin("/x/bvhlint.toml", ("ignore",))}
    settings = Settings(origins={**command_line, **file}, **same_length)  # type: ignore[arg-type]
    assert rules_on(settings, CATALOGUE) == {"BVH000", "BVH502"}


@pytest.mark.parametrize(
    ("field", "word", "message"),
    [
        ("select", "BVH520", '--select: unknown rule "BVH520"; did you mean "BVH502"?'),
        ("ignore", "row-with", '--ignore: unknown rule "row-with"; did you mean "row-width"?'),
        (
            "extend_select",
            "bvh502",
            '--extend-select: unknown rule "bvh502"; did you mean "BVH502"?',
        ),
        ("extend_ignore", "BVH9", '--extend-ignore: unknown rule "BVH9"'),
        ("select", "bvh5", '--select: unknown rule "bvh5"; did you mean "BVH5"?'),
        ("select", "", '--select: unknown rule ""'),
        (
            "ignore",
            "BVH000",
            '--ignore: "BVH000" cannot be ignored: it says that a rule did not run',
        ),
        ("extend_ignore", "rule-crash", '--extend-ignore: "rule-crash" cannot be ignored: '),
    ],
)
def test_a_selector_that_matches_nothing_is_an_error(field: str, word: str, message: str) -> None:
    settings = Settings(**{field: ("BVH101", word)})  # type: ignore[arg-type]
    with pytest.raises(ConfigError) as caught:
        rules_on(settings, CATALOGUE)
    assert str(caught.value).startswith(message)


def test_the_rules_that_a_table_names() -> None:
    settings = Settings(raw={"severity": {"BVH502": "info", "bad-number": "error"}})
    assert rules_named(settings, "severity", CATALOGUE) == {
        "BVH502": "BVH502",
        "BVH503": "bad-number",
    }
    assert rules_named(settings, "rules", CATALOGUE) == {}
    with pytest.raises(ConfigError, match='unknown rule "row-wide"; did you mean "row-width"'):
        rules_named(Settings(raw={"rules": {"row-wide": {}}}), "rules", CATALOGUE)
    for word in ("BVH5", "bvh50", "ALL"):
        with pytest.raises(ConfigError) as caught:
            rules_named(Settings(raw={"severity": {word: "error"}}), "severity", CATALOGUE)
        told = f'"{word}" stands for a part of the catalogue; say one rule here by its whole code'
        assert told in str(caught.value)
        assert "did you mean" not in str(caught.value)
    twice = Settings(raw={"rules": {"BVH502": {}, "row-width": {}}})
    with pytest.raises(ConfigError, match='"row-width" is the rule that "BVH502" names already'):
        rules_named(twice, "rules", CATALOGUE)
