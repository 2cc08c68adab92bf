"""A rule's own options, from its table to its dataclass."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Literal

import msgspec
import pytest

from bvhlint.config.origin import Origin
from bvhlint.config.rule_options import decode_options, option_names
from bvhlint.errors import ConfigError
from bvhlint.rule import Rule

Place = Callable[..., Origin]
TEXT = """\
[rules.x]
tolerance = 1

least-frames = 3
names = ["a"]
way = "fast"
"""


@dataclass(frozen=True)
class Base:
    run: str = field(default="none", kw_only=True)


@dataclass(frozen=True)
class Options(Base):
    tolerance: Annotated[float, msgspec.Meta(ge=0)] = 0.5
    least_frames: int = 10
    names: tuple[str, ...] = ()
    way: Literal["fast", "slow"] = "slow"

    def __post_init__(self) -> None:
        if self.tolerance > 1:
            raise ValueError("a tolerance above 1 finds nothing")


@pytest.fixture
def origin(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Place:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "bvhlint.toml"
    path.write_text(TEXT)
    return Origin(str(path), ("rules", "x")).at


def test_the_table_is_decoded_and_the_rest_keeps_its_default(origin: Place) -> None:
    table = {"tolerance": 1, "least-frames": 3, "names": ["a"], "way": "fast"}
    assert decode_options(Options, table, origin) == Options(1.0, 3, ("a",), "fast")
    assert isinstance(decode_options(Options, table, origin).tolerance, float)
    assert decode_options(Options, {}, origin, run="all") == Options(run="all")


def test_options_are_spelt_with_a_hyphen() -> None:
    assert option_names(Options) == ("tolerance", "least-frames", "names", "way")


@pytest.mark.parametrize(
    ("table", "message"),
    [
        ({"tolerence": 1}, 'bvhlint.toml:1: unknown option "tolerence"; did you mean "tolerance"?'),
        (
            {"least_frames": 1},
            'bvhlint.toml:1: unknown option "least_frames"; did you mean "least-frames"?',
        ),
        ({"run": "x"}, 'bvhlint.toml:1: unknown option "run"'),
        ({"tolerance": "1"}, "bvhlint.toml:2: tolerance: expected number, got string"),
        ({"tolerance": -1.0}, "bvhlint.toml:2: tolerance: expected number >= 0.0"),
        ({"least-frames": 1.5}, "bvhlint.toml:4: least-frames: expected whole number, got number"),
        ({"least-frames": True}, "bvhlint.toml:4: least-frames: expected whole number, got true"),
        ({"names": "a"}, "bvhlint.toml:5: names: expected array, got string"),
        (
            {"way": "fats"},
            'bvhlint.toml:6: way: "fats" is none of fast, slow; did you mean "fast"?',
        ),
        ({"tolerance": 2.0}, "bvhlint.toml:1: a tolerance above 1 finds nothing"),
        ({"tolerance": math.inf}, "bvhlint.toml:2: tolerance: expected a finite number, got inf"),
        ({"tolerance": math.nan}, "bvhlint.toml:2: tolerance: expected a finite number, got nan"),
    ],
)
def test_what_is_wrong_is_named(table: dict[str, object], message: str, origin: Place) -> None:
    with pytest.raises(ConfigError) as caught:
        decode_options(Options, table, origin)
    assert str(caught.value).startswith(message)


def test_a_rule_without_options_says_so(origin: Place) -> None:
    with pytest.raises(ConfigError, match='unknown option "x"; the rule has no options'):
        decode_options(Base, {"x": 1}, origin)


RULE = '''\
"""Clips must be long.

## Options
None of note.
"""
from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from bvhlint.rule import Document, Finding, Options, Severity, rule


@dataclass(frozen=True)
class Long(Options):
    least: int = 3
    way: Literal["a", "b"] = "a"


@rule("HOUSE1", "long-clip", Severity.INFO, part="frames")
def check(document: Document, options: Long) -> Iterator[Finding]:
    yield from ()
'''


def test_the_options_of_a_rule_loaded_by_path(tmp_path: Path, origin: Place) -> None:
    from bvhlint.plugins import load_rules

    (tmp_path / "rules").mkdir()
    (tmp_path / "rules/long_clip.py").write_text(RULE)
    (loaded,) = load_rules([tmp_path / "rules"])
    options = decode_options(
        loaded.options_type, {"way": "b"}, origin, names_in=loaded.check.__globals__
    )
    assert (options.way, options.least) == ("b", 3)  # type: ignore[attr-defined]
    with pytest.raises(ConfigError, match='"c" is none of a, b'):
        decode_options(loaded.options_type, {"way": "c"}, origin, names_in=loaded.check.__globals__)


def _own_numbers() -> list[object]:
    """The numeric options of all rules."""
    from bvhlint.plugins import builtin_rules

    return [
        pytest.param(rule, name, id=f"{rule.name}-{name}")
        for rule in builtin_rules()
        for name in option_names(rule.options_type)
        if type(getattr(rule.options_type(), name.replace("-", "_"))) in (int, float)
    ]


@pytest.mark.parametrize(("rule", "name"), _own_numbers())
@pytest.mark.parametrize("value", [-1.0, -1e-9, math.nan, math.inf, -math.inf])
def test_no_measure_of_a_rule_is_negative_or_endless(
    rule: Rule, name: str, value: float, origin: Place
) -> None:
    with pytest.raises(ConfigError, match=f"{name}: expected "):
        decode_options(rule.options_type, {name: value}, origin, names_in=rule.check.__globals__)
    zero = decode_options(rule.options_type, {name: 0.0}, origin, names_in=rule.check.__globals__)
    assert getattr(zero, name.replace("-", "_")) == 0
