"""BVH001 as results: one a file, in the order of the lines, at the entry."""

from __future__ import annotations

from pathlib import Path

import pytest

from bvhlint.baseline import Key, Stale
from bvhlint.config.origin import Origin
from bvhlint.config.resolve import Resolver
from bvhlint.config.settings import FindingIgnore, Ignore, Settings
from bvhlint.results import Location
from bvhlint.run_rules import UNUSED_SUPPRESSION
from bvhlint.runner import unused
from bvhlint.runner.unused import Unused, of_baseline, of_settings, results
from bvhlint.severity import Severity

TEXT = """\
# house
ignore-findings = [
  "walk.bvh:3:BVH502",
]
[per-file-ignores]
"legacy/" = ["BVH3"]
"""


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "bvhlint.toml").write_bytes(TEXT.replace("\n", "\r\n").encode())
    return tmp_path


def entries() -> list[Ignore | FindingIgnore]:
    settings = Resolver().base()
    return [*settings.per_file_ignores, *settings.ignore_findings]


def test_what_is_said_of_an_entry(here: Path) -> None:
    path = str(here / "bvhlint.toml")
    tail = " hides nothing any more, and would hide the next such finding in silence"
    assert list(of_settings(entries())) == [
        Unused(path, 6, '"BVH3" for "legacy/" in per-file-ignores' + tail, "remove the entry"),
        Unused(
            path,
            3,
            '"BVH502" at line 3 of "walk.bvh" in ignore-findings' + tail,
            "remove the entry",
        ),
    ]
    assert list(of_settings([Ignore("x", "BVH1", Origin(None, ("per-file-ignores",)))])) == []


def test_what_is_said_of_a_baseline() -> None:
    stale = [
        Stale(Key("a.bvh", "BVH304", "Hip", "Xrotation", False, "x"), 3, 1),
        Stale(Key("a.bvh", "BVH502", row=True), 4, 90),
    ]
    assert [(entry.line, entry.message) for entry in of_baseline("base", stale)] == [
        (3, "a finding of BVH304 at Hip Xrotation in a.bvh that the baseline holds: gone"),
        (4, "90 findings of BVH502 in a.bvh that the baseline holds: gone"),
    ]


def test_the_results_stand_at_the_lines(here: Path) -> None:
    told = [
        *of_settings(entries()),
        Unused(str(here / "base"), 9, "gone", "help"),
    ]
    first, second = results(told, Settings())
    assert first.path == "bvhlint.toml"
    assert [finding.location for finding in first.findings] == [
        Location(3, 1, 3, 23),
        Location(6, 1, 6, 21),
    ]
    assert [excerpt and excerpt.text for excerpt in first.excerpts] == [
        '  "walk.bvh:3:BVH502",',
        '"legacy/" = ["BVH3"]',
    ]
    assert {finding.severity for finding in first.findings} == {Severity.WARNING}
    # A file that is gone meanwhile has no text to show.
    assert second.path == "base"
    assert second.findings[0].location == Location(9, 1, 9, 1)


def test_long_lines_are_clipped(here: Path) -> None:
    (here / "base").write_text("x" * 1000)
    (result,) = results([Unused(str(here / "base"), 1, "gone", "help")], Settings())
    excerpt = result.excerpts[0]
    assert excerpt is not None
    assert (len(excerpt.text), excerpt.length, excerpt.right) == (200, 200, True)
    assert result.findings[0].location.end_column == 1001


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        (Settings(), Severity.WARNING),
        (Settings(severity={"BVH001": Severity.ERROR}), Severity.ERROR),
        (Settings(severity={"unused-suppression": Severity.INFO}), Severity.INFO),
        (Settings(ignore=("BVH001",)), None),
        (Settings(ignore=("BVH0",)), None),
        (Settings(select=("BVH5",)), None),
        (Settings(select=("BVH5",), extend_select=("unused-suppression",)), Severity.WARNING),
    ],
)
def test_the_settings_say_whether_and_how(settings: Settings, expected: Severity | None) -> None:
    told = results([Unused("base", 1, "gone", "help")], settings)
    assert [result.findings[0].severity for result in told] == ([expected] if expected else [])


def test_the_catalogue_says_the_same_of_the_rule() -> None:
    for name in ("code", "name", "default", "severity"):
        assert getattr(unused.RULE, name) == getattr(UNUSED_SUPPRESSION, name)
