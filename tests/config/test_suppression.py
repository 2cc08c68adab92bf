"""Which entries concern a file, and which hide nothing any more."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pytest

from bvhlint.config.resolve import Resolver
from bvhlint.config.suppression import Hide, Suppressions
from bvhlint.errors import ConfigError


class Entry(NamedTuple):
    code: str
    name: str
    default: bool = True


CATALOGUE = [Entry("BVH301", "multiple-roots"), Entry("BVH502", "row-width")]

TEXT = """\
ignore-findings = [
  "walk.bvh:18:BVH502",
  "sub/run.bvh:3:row-width",
  "walk.bvh:20:BVH301",
]
[per-file-ignores]
"legacy/" = ["BVH3", "BVH5"]
"*.raw.bvh" = ["ALL"]
"""


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "bvhlint.toml").write_text(TEXT)
    return tmp_path


def suppressions() -> Suppressions:
    return Suppressions(Resolver().base())


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("walk.bvh", [Hide(3, "BVH502", 18), Hide(5, "BVH301", 20)]),
        ("./sub/../walk.bvh", [Hide(3, "BVH502", 18), Hide(5, "BVH301", 20)]),
        ("sub/run.bvh", [Hide(4, "row-width", 3)]),
        ("run.bvh", []),
        ("legacy/a/b.bvh", [Hide(0, "BVH3"), Hide(1, "BVH5")]),
        ("x/legacy/b.raw.bvh", [Hide(0, "BVH3"), Hide(1, "BVH5"), Hide(2, "ALL")]),
        ("legacy", []),
    ],
)
@pytest.mark.usefixtures("here")
def test_the_entries_of_a_file(path: str, expected: list[Hide]) -> None:
    assert list(suppressions().for_file(path)) == expected


def test_globs_are_relative_to_their_configuration(here: Path) -> None:
    (here / "bvhlint.toml").write_text('[per-file-ignores]\n"/a/*.bvh" = ["ALL"]\n')
    assert suppressions().for_file("a/x.bvh") == (Hide(0, "ALL"),)
    assert suppressions().for_file("b/a/x.bvh") == ()
    assert suppressions().for_file("../a/x.bvh") == ()


def test_an_entry_for_an_unknown_rule_is_an_error(here: Path) -> None:
    suppressions().check_rules(CATALOGUE)
    (here / "bvhlint.toml").write_text('ignore-findings = [\n"a.bvh:1:BVH520"]\n')
    with pytest.raises(ConfigError, match=r'^bvhlint\.toml:2: unknown rule "BVH520"; did you mean'):
        suppressions().check_rules(CATALOGUE)
    (here / "bvhlint.toml").write_text('[per-file-ignores]\n"a" = ["multiple-root"]\n')
    with pytest.raises(ConfigError, match=r'^bvhlint\.toml:2: .*"multiple-roots"'):
        suppressions().check_rules(CATALOGUE)


def unused(used: set[int], searched: set[str], checked: set[str]) -> list[str]:
    entries = suppressions().unused(
        used, lambda path: path in searched, lambda path: path in checked
    )
    return [entry.origin.where() for entry in entries]


def test_what_hides_nothing_is_told_where_the_run_can_judge(here: Path) -> None:
    (here / "sub").mkdir()
    (here / "sub/run.bvh").touch()
    root, walk, run = str(here), f"{here}/walk.bvh", f"{here}/sub/run.bvh"
    # A single file was named: only its own lines are judged.
    assert unused(set(), set(), {walk}) == ["bvhlint.toml:2", "bvhlint.toml:4"]
    assert unused({3}, set(), {walk}) == ["bvhlint.toml:4"]
    assert unused({3, 5}, set(), {walk}) == []
    # The whole folder was searched: walk.bvh is gone, run.bvh was passed over.
    everything = {root, f"{here}/sub"}
    assert unused(set(), everything, set()) == [
        "bvhlint.toml:7",
        "bvhlint.toml:7",
        "bvhlint.toml:8",
        "bvhlint.toml:2",
        "bvhlint.toml:4",
    ]
    assert unused({0, 1, 2, 3, 5}, everything, {walk, run}) == ["bvhlint.toml:3"]
