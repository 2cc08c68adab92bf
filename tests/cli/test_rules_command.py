"""``bvhlint rules`` and ``bvhlint explain``."""

from __future__ import annotations

import argparse
import json
import re
from pathlib import Path
from types import ModuleType

import pytest

from bvhlint.cli import explain, rules
from bvhlint.errors import ConfigError

STYLE = re.compile(r"\x1b\[[0-9;]*m")
OWN_RULE = '''\
"""A root should be called Hips."""

from __future__ import annotations

from collections.abc import Iterator

from bvhlint.rule import Document, Finding, Options, Severity, rule


@rule("AC001", "root-name", Severity.WARNING, part="house")
def check(document: Document, options: Options) -> Iterator[Finding]:
    for root in document.skeleton.roots:
        if root.name != "Hips":
            yield Finding(*root.name_span, f"the root is {root.name}")
'''


def run(command: ModuleType, *argv: str) -> int:
    parser = argparse.ArgumentParser()
    command.add_arguments(parser)
    return int(command.run(parser.parse_args(argv)))


@pytest.fixture
def own_folder(tmp_path: Path) -> Path:
    (tmp_path / "root_name.py").write_text(OWN_RULE, encoding="utf-8")
    return tmp_path


def test_the_catalogue_as_a_plain_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(rules) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].split() == ["code", "name", "severity", "part", "default", "fix", "what"]
    row = next(line for line in lines if line.startswith("BVH410"))
    assert row.split("  ")[0:2] == ["BVH410", "no-channels"]
    assert row.endswith("A joint should have at least one channel.")
    assert row.index("warning") == lines[0].index("severity")
    assert not any(line != line.rstrip() for line in lines)


def test_the_catalogue_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(rules, "--output-format", "json") == 0
    entries = json.loads(capsys.readouterr().out)
    entry = next(entry for entry in entries if entry["code"] == "BVH410")
    assert entry == {
        "code": "BVH410",
        "name": "no-channels",
        "severity": "warning",
        "part": "channels",
        "default": True,
        "fix": [],
        "portability": True,
        "summary": "A joint should have at least one channel.",
    }
    assert [entry["code"] for entry in entries[:2]] == ["BVH000", "BVH001"]


def test_the_catalogue_as_markdown(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(rules, "--output-format", "markdown") == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "| code | name | severity | part | default | fix | what |"
    assert (
        "| BVH410 | no-channels | warning | channels | on | none "
        "| A joint should have at least one channel. |"
    ) in lines


def test_what_a_program_cannot_take(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(rules, "--target", "holden,secondlife", "--output-format", "markdown") == 0
    lines = capsys.readouterr().out.splitlines()
    assert (
        "| BVH202 | no-motion | the file ends before MOTION | Holden's loader | fails |  |" in lines
    )
    assert "| BVH410 | no-channels |  | Holden's loader | fails |  |" in lines
    assert "| BVH410 | no-channels |  | Second Life | fails | Reports E_ST_NO_ROTATION. |" in lines
    assert not any("rule-crash" in line for line in lines)
    assert not any("Blender" in line for line in lines)


def test_what_a_program_cannot_take_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(rules, "--target", "secondlife", "--output-format", "json") == 0
    entries = {entry["code"]: entry for entry in json.loads(capsys.readouterr().out)}
    assert entries["SL001"]["readers"] == [
        {
            "reader": "secondlife",
            "variant": None,
            "effect": "fails",
            "note": "Reports E_ST_BAD_ROOT.",
            "source": "llbvhloader.cpp:682-697",
        }
    ]
    assert "BVH000" not in entries
    assert "FM001" not in entries


def test_an_unknown_target_is_refused() -> None:
    with pytest.raises(ConfigError, match='no target "blendr"; did you mean "blender"'):
        run(rules, "--target", "blendr")


def test_on_a_terminal_the_table_is_drawn(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setenv("NO_COLOR", "1")
    assert run(rules) == 0
    out = capsys.readouterr().out
    assert "─" in out
    assert "BVH410" in out
    assert max(map(len, STYLE.sub("", out).splitlines())) <= 100


def test_a_studios_own_rules_are_shown_and_explained(
    own_folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(rules, "--rules-dir", str(own_folder)) == 0
    assert "AC001" in capsys.readouterr().out
    assert run(explain, "root-name", "--rules-dir", str(own_folder)) == 0
    assert capsys.readouterr().out.startswith("AC001 root-name\n\nA root should be called Hips.\n")


def test_the_configuration_names_the_studios_rules(
    own_folder: Path,
    tmp_path_factory: pytest.TempPathFactory,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    home = tmp_path_factory.mktemp("home")
    (home / "bvhlint.toml").write_text(f'rules-dir = ["{own_folder.as_posix()}"]\n')
    monkeypatch.chdir(home)
    assert run(explain, "AC001") == 0
    assert capsys.readouterr().out.startswith("AC001 root-name\n")
    with pytest.raises(ConfigError, match='there is no rule "AC001"'):
        run(explain, "AC001", "--isolated")


@pytest.mark.parametrize("wanted", ["SL001", "secondlife-root"])
def test_explain_prints_the_manual_and_the_programs(
    wanted: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(explain, wanted) == 0
    out = capsys.readouterr().out
    assert out.startswith("SL001 secondlife-root\n\nFor Second Life the first joint must be")
    assert "WHY IS THIS BAD?\n" in out
    assert "Reports E_ST_BAD_ROOT." in out


def test_explain_on_a_terminal(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    monkeypatch.setenv("COLUMNS", "90")
    monkeypatch.setenv("NO_COLOR", "1")
    assert run(explain, "SL001") == 0
    out = capsys.readouterr().out
    assert "Why is this bad?" in out
    assert "## " not in out
    assert "E_ST_BAD_ROOT" in out
    assert max(map(len, STYLE.sub("", out).splitlines())) <= 90


def test_explain_names_the_nearest_rule() -> None:
    with pytest.raises(ConfigError, match='no rule "secondlife-rot"; did you mean "secondlife-'):
        run(explain, "secondlife-rot")
