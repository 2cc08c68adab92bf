"""The JSON Schema of a configuration says what the reader says."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import jsonschema  # type: ignore[import-untyped]
import pytest

from bvhlint.config.resolve import Resolver
from bvhlint.config.schema import KEYS, TABLES, TRUSTED_KEYS, json_schema
from bvhlint.errors import ConfigError

# As people have them: a house style, a data set under adoption, a game project, a strict gate.
GOOD = [
    "",
    'select = ["ALL"]\nignore = ["BVH106", "indentation"]\n',
    'extend = "../house.toml"\nbaseline = "bvhlint-baseline.jsonl"\nfail-on = "warning"\n',
    'target = "portable"\nexpect-fps = 60\nexclude = ["raw/", "**/wip/*.bvh"]\n',
    'target = ["unreal", "blender"]\nexpect-fps = "30000/1001"\nshow = "warning"\n',
    'ignore-findings = ["clips/walk.bvh:18:BVH602"]\ncache-dir = "/tmp/x"\n',
    '[per-file-ignores]\n"legacy/*" = ["BVH3"]\n[severity]\nBVH502 = "info"\n',
    '[rules.zero-length-bone]\ntolerance = 1e-4\n[rules.BVH807]\ntimes = 40\nnames = ["a"]\n',
    'rules-dir = ["a", "b"]\nextend-select = []\nextend-ignore = ["BVH8"]\nfail-on = "never"\n',
]
BAD = [
    "selct = []\n",
    'select = "ALL"\n',
    "select = [1]\n",
    'fail-on = "warn"\n',
    'show = "never"\n',
    "expect-fps = true\n",
    '[severity]\nBVH502 = "off"\n',
    "[rules]\nrow-width = 1\n",
    '[per-file-ignores]\n"a" = "BVH1"\n',
    'ignore-findings = ["walk.bvh:BVH1"]\n',
    'ignore-findings = ["walk.bvh:0:BVH1"]\n',
    "target = 3\n",
    '[[sets]]\nname = "a"\n',
]


@pytest.fixture(scope="module")
def validator() -> Any:
    schema = json_schema()
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


def is_taken(text: str, folder: Path) -> bool:
    path = folder / "house.toml"
    path.write_text(text.replace('extend = "../house.toml"\n', ""))
    try:
        Resolver(config=str(path))
    except ConfigError:
        return False
    return True


@pytest.mark.parametrize("text", GOOD)
def test_a_good_configuration_is_valid_and_taken(text: str, validator: Any, tmp_path: Path) -> None:
    validator.validate(tomllib.loads(text))
    assert is_taken(text, tmp_path)


@pytest.mark.parametrize("text", BAD)
def test_a_bad_configuration_is_neither(text: str, validator: Any, tmp_path: Path) -> None:
    assert not validator.is_valid(tomllib.loads(text))
    assert not is_taken(text, tmp_path)


def test_every_key_is_described() -> None:
    schema = json_schema()
    (definition,) = schema["$defs"].values()
    assert set(definition["properties"]) == set(KEYS)
    assert all(entry.get("description") for entry in definition["properties"].values())
    assert set(TABLES) | set(TRUSTED_KEYS) <= set(KEYS)
