"""Any bytes at all as configuration or baseline: settings, or an error that names the place."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bvhlint.baseline import Baseline
from bvhlint.config.resolve import Resolver
from bvhlint.config.schema import KEYS
from bvhlint.errors import ConfigError

VALUES = st.recursive(
    st.sampled_from(
        [
            "1",
            "-1.5",
            "nan",
            "inf",
            "true",
            '"a"',
            "'ALL'",
            '"\\u001b[2J"',
            "2020-01-01",
            '""',
            "1979-05-27T07:32:00Z",
            '"../x"',
            '"a:1:BVH502"',
            '"/dev/null"',
            '"\\u0000"',
            "0x10",
        ]
    ),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3).map(lambda items: f"[{', '.join(items)}]"),
        st.lists(inner, max_size=3).map(
            lambda items: "{" + ", ".join(f"'k{n}' = {v}" for n, v in enumerate(items)) + "}"
        ),
    ),
    max_leaves=5,
)
LINES = st.one_of(
    st.tuples(st.sampled_from([*KEYS, "sets", "x"]), VALUES).map(" = ".join),
    st.sampled_from(["[rules]", "[rules.a]", "[severity]", "[per-file-ignores]", "[[x]]", "["]),
    st.tuples(st.sampled_from(["BVH502", '"a/*"', "tolerance"]), VALUES).map(" = ".join),
)
TEXTS = st.one_of(
    st.lists(LINES, max_size=6).map("\n".join).map(str.encode),
    st.binary(max_size=200),
)
QUIET = settings(
    max_examples=300, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


T = TypeVar("T")


def tried(call: Callable[[], T]) -> tuple[T | None, str]:
    """What a call gives, or what its ConfigError says; another exception is a fault."""
    try:
        return call(), ""
    except ConfigError as error:
        return None, str(error)


@pytest.mark.unmeasured
@given(data=TEXTS)
@QUIET
def test_any_configuration(here: Path, data: bytes) -> None:
    (here / "any.toml").write_bytes(data)
    found, said = tried(lambda: Resolver(config="any.toml").base())
    assert found is None or found.fail_on in ("error", "warning", "info", "never")
    assert found is not None or re.match(r"any\.toml(:\d+)?: .", said)
    assert "\x1b" not in said


@given(data=TEXTS.map(lambda text: b'{"bvhlint-baseline": 1}\n' + text))
@QUIET
def test_any_baseline(here: Path, data: bytes) -> None:
    (here / "base").write_bytes(data)
    found, said = tried(lambda: Baseline.load("base"))
    assert found is None or all(count >= 1 for count in found.counts.values())
    assert found is not None or said.startswith("base:")
    assert "\x1b" not in said
