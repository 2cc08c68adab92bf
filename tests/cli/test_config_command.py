"""``bvhlint config`` and ``bvhlint clean``."""

from __future__ import annotations

import argparse
import json
import os
import tomllib
from pathlib import Path
from types import ModuleType

import pytest
from installed import Run

from bvhlint.cli import clean, config
from bvhlint.config.schema import json_schema
from bvhlint.errors import BvhlintError, ConfigError
from bvhlint.files.cache import Cache


def run(command: ModuleType, *argv: str) -> int:
    parser = argparse.ArgumentParser()
    command.add_arguments(parser)
    return int(command.run(parser.parse_args(argv)))


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "project"
    folder.mkdir()
    monkeypatch.chdir(folder)
    return folder


HOUSE = """\
target = ["three"]
show = "info"
[severity]
BVH502 = "info"
[rules.zero-length-bone]
tolerance = 1e-4
"""
OWN = """\
extend = "house.toml"
select = ["ALL"]
show = "warning"
expect-fps = 30
[per-file-ignores]
"legacy/*" = ["BVH3"]
[rules.zero-length-bone]
least = 2
[rules."odd name"]
words = ["a\\u001b", true]
"""


def test_each_setting_comes_with_its_source(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (here / "house.toml").write_text(HOUSE)
    (here / "bvhlint.toml").write_text(OWN)
    assert run(config, "sub/walk.bvh") == 0
    assert (
        capsys.readouterr().out
        == """\
# settings for sub/walk.bvh
# from bvhlint.toml, house.toml

select = ["ALL"]  # bvhlint.toml:2
# ignore is not set
# extend-select is not set
# extend-ignore is not set
# ignore-findings is not set
# exclude is not set
target = ["three"]  # house.toml:1
expect-fps = 30  # bvhlint.toml:4
fail-on = "error"  # default
show = "warning"  # bvhlint.toml:3
# rules-dir is not set
# baseline is not set
# cache-dir is not set

[per-file-ignores]
"legacy/*" = ["BVH3"]  # bvhlint.toml:6

[severity]
BVH502 = "info"  # house.toml:4

[rules.zero-length-bone]
tolerance = 0.0001  # house.toml:6
least = 2  # bvhlint.toml:8

[rules."odd name"]
words = ["a\\u001b", true]  # bvhlint.toml:10
"""
    )


def test_what_is_printed_can_be_read_again(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (here / "house.toml").write_text(HOUSE)
    (here / "bvhlint.toml").write_text(OWN)
    run(config, ".")
    expected = tomllib.loads(OWN) | {"target": ["three"], "severity": {"BVH502": "info"}}
    expected["rules"]["zero-length-bone"]["tolerance"] = 1e-4
    del expected["extend"]
    assert tomllib.loads(capsys.readouterr().out) == {**expected, "fail-on": "error"}


def test_without_a_configuration_it_says_so(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (here / "bvhlint.toml").write_text('show = "error"\n')
    assert run(config, "--isolated") == 0
    out = capsys.readouterr().out
    assert out.startswith("# settings for .\n# from no configuration file\n")
    assert 'show = "info"  # default\n' in out
    (here / "other.toml").write_text('show = "warning"\n')
    run(config, "--config", "other.toml")
    assert 'show = "warning"  # other.toml:1\n' in capsys.readouterr().out


def test_a_wrong_configuration_is_an_error(here: Path) -> None:
    (here / "bvhlint.toml").write_text("shwo = 1\n")
    with pytest.raises(
        ConfigError, match=r'bvhlint\.toml:1: unknown key "shwo"; did you mean "show"'
    ):
        run(config)


def test_the_schema_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(config, "--schema") == 0
    assert json.loads(capsys.readouterr().out) == json_schema()


def make_cache(folder: Path) -> None:
    with Cache(str(folder), int) as cache:
        assert cache.problem == ""


def test_clean_removes_the_cache(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    make_cache(here / ".bvhlint_cache")
    assert run(clean) == 0
    assert os.listdir(here) == []
    assert run(clean) == 0
    assert capsys.readouterr().out == (
        "removed .bvhlint_cache\nnothing to remove: .bvhlint_cache does not exist\n"
    )


def test_clean_takes_the_folder_that_the_settings_name(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("one", "two"):
        make_cache(here / name)
    (here / "bvhlint.toml").write_text('cache-dir = "one"\n')
    assert run(clean) == 0
    assert run(clean, "--cache-dir", "two") == 0
    assert capsys.readouterr().out == "removed one\nremoved two\n"
    assert os.listdir(here) == ["bvhlint.toml"]


def test_clean_leaves_a_folder_of_somebody_else(here: Path) -> None:
    (here / "precious").mkdir()
    (here / "precious/file").touch()
    with pytest.raises(BvhlintError, match="not removed"):
        run(clean, "--cache-dir", "precious")
    assert (here / "precious/file").exists()


@pytest.mark.unmeasured
@pytest.mark.parametrize(
    ("text", "place"),
    [
        ('show = "info"\ntarget = "blendr"\n', "bvhlint.toml:2"),
        ('target = [\n  "three",\n  "blendr",\n]\n', "bvhlint.toml:3"),
    ],
)
@pytest.mark.parametrize("command", ["check", "fix"])
def test_a_mistyped_target_is_told_with_its_line(
    bvhlint: Run, tmp_path: Path, command: str, text: str, place: str
) -> None:
    (tmp_path / "bvhlint.toml").write_text(text)
    (tmp_path / "walk.bvh").write_bytes(b"HIERARCHY\n")
    done = bvhlint(command, "walk.bvh", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    told = f'bvhlint: {place}: there is no target "blendr"; did you mean "blender"?\n'
    assert done.stderr == told
    done = bvhlint(command, "walk.bvh", "--target", "unty", cwd=tmp_path)
    assert done.stderr.startswith('bvhlint: there is no target "unty"; ')
