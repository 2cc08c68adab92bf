"""The rules, fixtures and test of docs/writing-rules.md, run as the page prints them."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from bvhlint.document.document import Document
from bvhlint.linter import ActiveRule, check_document
from bvhlint.plugins import load_rules

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "writing-rules.md").read_text(encoding="utf-8")
BLOCK = re.compile(r"^\*\*`([^`]+)`\*\*\n\n```\w+\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@pytest.fixture(scope="module")
def studio(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with every file that the page gives a name to."""
    folder = tmp_path_factory.mktemp("studio")
    for name, text in BLOCK.findall(PAGE):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="\n")
    return folder


def run(folder: Path, *command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", *command],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_page_has_its_files(studio: Path) -> None:
    found = sorted(path.relative_to(studio).as_posix() for path in studio.rglob("*.*"))
    assert found == [
        "house_rules/below_floor.py",
        "house_rules/root_name.py",
        "tests/bad.bvh",
        "tests/good.bvh",
        "tests/test_house_rules.py",
    ]


@pytest.mark.unmeasured
def test_its_test_passes(studio: Path) -> None:
    done = run(studio, "pytest", "-q", "-p", "no:cacheprovider", "tests")
    assert "2 passed" in done.stdout, done.stdout + done.stderr


def test_its_test_can_fail(studio: Path, tmp_path: Path) -> None:
    rule = (studio / "house_rules" / "root_name.py").read_text(encoding="utf-8")
    (tmp_path / "root_name.py").write_text(rule.replace("!=", "=="), encoding="utf-8")
    rules = [ActiveRule.of(rule) for rule in load_rules([tmp_path])]
    good = Document.parse((studio / "tests" / "good.bvh").read_bytes())
    assert [finding.name for finding in check_document(good, rules).findings] == ["root-name"]


def test_the_options_of_the_page_are_those_of_the_rule(studio: Path) -> None:
    rules = {rule.name: rule for rule in load_rules([studio / "house_rules"])}
    assert rules["root-name"].options_type.names() == ("name",)
    options = rules["root-name"].options_type(name="Pelvis")  # type: ignore[call-arg]
    bad = Document.parse((studio / "tests" / "bad.bvh").read_bytes())
    found = check_document(bad, [ActiveRule(rules["root-name"], options)]).findings
    assert found == ()


@pytest.mark.parametrize("name", ["root_name.py", "below_floor.py"])
def test_its_manuals_have_the_sections_of_a_built_in_rule(studio: Path, name: str) -> None:
    text = (studio / "house_rules" / name).read_text(encoding="utf-8")
    assert re.findall(r"^## (.+)$", text, re.MULTILINE) == [
        "What it does",
        "Why is this bad?",
        "Example",
        "Use instead",
        "Fix safety",
        "Options",
    ]


@pytest.mark.parametrize(
    ("command", "status", "told"),
    [
        ("check --isolated --no-cache --rules-dir house_rules tests/bad.bvh", 1, "ACME001"),
        ("rules --rules-dir house_rules", 0, "ACME002"),
        ("explain root-name --rules-dir house_rules", 0, "Our retargeting looks the root up"),
    ],
)
def test_the_commands_of_the_page_know_the_rules(
    studio: Path, command: str, status: int, told: str
) -> None:
    done = run(studio, "bvhlint", *command.split(" "))
    assert done.returncode == status, done.stderr
    assert told in done.stdout
