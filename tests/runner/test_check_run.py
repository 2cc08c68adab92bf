"""A run over many files: settings a file, the cache, entries that hide nothing."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import msgspec
import pytest

from bvhlint.cli.session import RulesInForce
from bvhlint.config.resolve import Resolver
from bvhlint.errors import ConfigError
from bvhlint.files.discovery import Search, discover
from bvhlint.files.reading import read
from bvhlint.runner import checker, fingerprint, pool
from bvhlint.runner.check import CheckOptions, CheckRun
from bvhlint.runner.checker import Outcome

# Clean but for the row of line 15, which is one value short.
CLIP = """\
HIERARCHY
ROOT Hips
{
\tOFFSET 0 0 0
\tCHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation
\tEnd Site
\t{
\t\tOFFSET 0 10 0
\t}
}
MOTION
Frames: 3
Frame Time: 0.0333333
0 90 0 0 0 0
1 90 0 5 0
2 91 0 10 0 0
"""
BAD_ROW = 15


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "project"
    folder.mkdir()
    monkeypatch.chdir(folder)
    return folder


def put(path: Path, text: str = CLIP, age: float = 60.0) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    old = time.time() - age
    os.utime(path, (old, old))
    return path


def start(*paths: str, overrides: dict[str, Any] | None = None, **options: Any) -> CheckRun:
    resolver = Resolver(overrides)
    found = discover(paths, Search(resolver.excludes))
    assert found.errors == []
    return CheckRun(found.files, resolver, RulesInForce, CheckOptions(**options))


def check(*paths: str, **options: Any) -> list[Outcome]:
    return list(start(*paths, **options).outcomes())


def codes(outcome: Outcome) -> list[str]:
    assert outcome.result is not None
    return [f"{finding.code}:{finding.location.line}" for finding in outcome.result.findings]


def counting(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The paths that are read from now on by the checker."""
    seen: list[str] = []

    def noting(path: str) -> Any:
        seen.append(path)
        return read(path)

    monkeypatch.setattr(checker, "read", noting)
    return seen


def test_each_file_has_its_outcome_in_order(here: Path) -> None:
    put(here / "b.bvh")
    put(here / "a.bvh", CLIP.replace("0 5 0\n", "0 5 0 0\n"))
    (here / "lost.bvh").symlink_to("gone")
    first, second, third = check("b.bvh", ".", cache=False)
    assert codes(first) == [f"BVH502:{BAD_ROW}"]
    assert codes(second) == []
    assert (third.result, third.error) == (
        None,
        msgspec.convert(
            {"path": "lost.bvh", "message": "cannot be read: the link leads nowhere"},
            type(third.error),
        ),
    )


def test_each_file_has_the_settings_of_its_folder(here: Path) -> None:
    put(here / "a.bvh")
    put(here / "sub/b.bvh")
    (here / "sub/bvhlint.toml").write_text('severity = { row-width = "info" }\nselect = ["BVH5"]\n')
    (here / "bvhlint.toml").write_text('ignore = ["BVH502"]\n')
    run = start("a.bvh", "sub", cache=False)
    first, second = run.outcomes()
    assert codes(first) == []
    assert codes(second) == [f"BVH502:{BAD_ROW}"]
    assert second.result is not None
    assert second.result.findings[0].severity == "info"
    assert run.settings(0).ignore == ("BVH502",)
    assert run.settings(1).select == ("BVH5",)


def test_standard_input_goes_by_the_name_that_it_is_given(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import io

    (here / "sub").mkdir()
    (here / "sub/bvhlint.toml").write_text('ignore = ["BVH502"]\n')
    for name, expected in (("-", [f"BVH502:{BAD_ROW}"]), ("sub/x.bvh", [])):
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(CLIP.encode())))
        (outcome,) = check("-", stdin_name=name)
        assert outcome.name == name
        assert codes(outcome) == expected


def test_an_unchanged_file_is_not_read_again(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put(here / "a.bvh")
    put(here / "sub/b.bvh")
    first = check(".")
    seen = counting(monkeypatch)
    second = check(".")
    assert seen == []
    assert [outcome.known for outcome in second] == [True, True]
    assert [outcome.result for outcome in second] == [outcome.result for outcome in first]
    # By another path it is the same file.
    (third,) = check("sub/../a.bvh")
    assert seen == []
    assert third.result is not None
    assert third.result.path == "sub/../a.bvh"
    assert codes(third) == codes(first[0])


def test_a_file_of_the_same_content_is_read_but_not_checked(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(here / "a.bvh")
    (first,) = check("a.bvh")
    put(here / "a.bvh", age=50)
    put(here / "b.bvh")
    seen = counting(monkeypatch)
    second, third = check("a.bvh", "b.bvh")
    assert seen == ["a.bvh", "b.bvh"]
    assert second.known
    assert third.known
    assert codes(first) == codes(second) == codes(third)
    assert [outcome.known for outcome in check("a.bvh", "b.bvh")] == [True, True]
    assert len(seen) == 2


def test_a_young_file_is_read_again(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put(here / "a.bvh", age=0)
    check("a.bvh")
    seen = counting(monkeypatch)
    assert check("a.bvh")[0].known
    assert seen == ["a.bvh"]


def test_a_changed_file_is_checked_again(here: Path) -> None:
    put(here / "a.bvh")
    check("a.bvh")
    # Same size, same time.
    put(here / "a.bvh", CLIP.replace("1 90 0 5 0\n", "1 90 0 5a\n"))
    (outcome,) = check("a.bvh")
    assert not outcome.known
    assert codes(outcome) != [f"BVH502:{BAD_ROW}"]


@pytest.mark.parametrize(
    "text",
    [
        'ignore = ["BVH502"]\n',
        'extend-select = ["BVH106"]\n',
        "expect-fps = 60\n",
        'severity = { row-width = "info" }\n',
        'target = ["three"]\n',
        "[rules.zero-length-bone]\ntolerance = 1e-3\n",
        '[per-file-ignores]\n"a.bvh" = ["BVH1"]\n',
        'ignore-findings = ["a.bvh:15:BVH502"]\n',
    ],
)
def test_other_settings_are_another_result(here: Path, text: str) -> None:
    put(here / "a.bvh")
    put(here / "other/b.bvh")
    assert [outcome.known for outcome in check("a.bvh")] == [False]
    (here / "bvhlint.toml").write_text(text)
    assert [outcome.known for outcome in check("a.bvh")] == [False]
    assert [outcome.known for outcome in check("a.bvh")] == [True]
    assert [outcome.known for outcome in check("a.bvh", show_all=True)] == [False]
    assert [outcome.known for outcome in check("a.bvh", max_findings=7)] == [False]


def test_settings_that_change_no_result_keep_it(here: Path) -> None:
    put(here / "a.bvh")
    check("a.bvh")
    (here / "bvhlint.toml").write_text(
        'fail-on = "warning"\nshow = "error"\nexclude = ["x"]\n'
        'ignore-findings = ["b.bvh:3:BVH502"]\n[per-file-ignores]\n"b.bvh" = ["ALL"]\n'
    )
    assert [outcome.known for outcome in check("a.bvh")] == [True]


OWN_RULE = '''\
"""Clips should be long."""

from __future__ import annotations

from collections.abc import Iterator

from bvhlint.rule import Document, Finding, Options, Severity, rule


@rule("HOUSE1", "long-clip", Severity.INFO, part="house")
def check(document: Document, options: Options) -> Iterator[Finding]:
    yield Finding(0, 9, "short")
'''


def test_a_rule_that_changed_is_another_result(here: Path) -> None:
    put(here / "a.bvh")
    rules = here / "rules"
    rules.mkdir()
    (rules / "long.py").write_text(OWN_RULE)
    (here / "bvhlint.toml").write_text('rules-dir = "rules"\nselect = ["HOUSE1"]\n')
    assert codes(check("a.bvh")[0]) == ["HOUSE1:1"]
    assert check("a.bvh")[0].known
    (rules / "long.py").write_text(OWN_RULE.replace("(0, 9", "(10, 14"))
    (outcome,) = check("a.bvh")
    assert not outcome.known
    assert codes(outcome) == ["HOUSE1:2"]


def test_a_rules_folder_that_is_gone_is_told_though_the_results_are_known(here: Path) -> None:
    put(here / "a.bvh")
    check("a.bvh")
    assert check("a.bvh")[0].known
    (here / "bvhlint.toml").write_text('rules-dir = "gone"\n')
    with pytest.raises(ConfigError, match="no such rules folder"):
        check("a.bvh")


def test_a_crash_is_not_kept(here: Path) -> None:
    put(here / "a.bvh")
    (here / "rules").mkdir()
    text = OWN_RULE.replace('yield Finding(0, 9, "short")', "yield from document.gone")
    (here / "rules/long.py").write_text(text)
    (here / "bvhlint.toml").write_text('rules-dir = "rules"\nselect = ["HOUSE1"]\n')
    for _ in range(2):
        (outcome,) = check("a.bvh")
        assert (outcome.known, outcome.crashed) == (False, True)
        assert codes(outcome) == ["BVH000:1"]


def test_without_the_cache_nothing_is_kept(here: Path) -> None:
    put(here / "a.bvh")
    for _ in range(2):
        assert not check("a.bvh", cache=False)[0].known
    assert os.listdir(here) == ["a.bvh"]


def test_a_cache_that_cannot_be_used_costs_nothing_but_time(here: Path) -> None:
    put(here / "a.bvh")
    (here / "cache").write_text("precious")
    (here / "bvhlint.toml").write_text('cache-dir = "cache"\n')
    run = start("a.bvh")
    assert codes(next(iter(run.outcomes()))) == [f"BVH502:{BAD_ROW}"]
    assert run.cache_problem == f"{here / 'cache'} is no folder"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('select = ["BVH520"]\n', "bvhlint.toml:1: unknown rule"),
        ('\n[severity]\nrow-with = "info"\n', "bvhlint.toml:3: unknown rule"),
        ("[rules.row-with]\n", "bvhlint.toml:1: unknown rule"),
        ("[rules.zero-length-bone]\ntolerence = 1\n", "bvhlint.toml:2: unknown option"),
        ('[per-file-ignores]\n"x" = ["BVH520"]\n', "bvhlint.toml:2: unknown rule"),
        ('ignore-findings = ["x.bvh:1:row-with"]\n', "bvhlint.toml:1: unknown rule"),
        ('target = ["blendr"]\n', ""),
    ],
)
@pytest.mark.parametrize("cache", [True, False])
def test_settings_that_name_what_does_not_exist_are_an_error_each_time(
    here: Path, text: str, message: str, cache: bool
) -> None:
    put(here / "a.bvh")
    check("a.bvh", cache=cache)
    (here / "bvhlint.toml").write_text(text)
    for _ in range(2):
        with pytest.raises(ConfigError) as caught:
            start("a.bvh", cache=cache)
        assert str(caught.value).startswith(message)


def test_settings_found_valid_need_no_rules_next_time(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(here / "a.bvh")
    (here / "bvhlint.toml").write_text('select = ["BVH5"]\n[per-file-ignores]\n"x" = ["BVH1"]\n')
    check("a.bvh")
    monkeypatch.setattr(RulesInForce, "__init__", None)
    assert [outcome.known for outcome in check("a.bvh")] == [True]


@pytest.mark.unmeasured
def test_a_second_run_imports_no_library_that_takes_its_time(here: Path) -> None:
    put(here / "a.bvh")
    (here / "bvhlint.toml").write_text('[per-file-ignores]\n"a.bvh" = ["BVH1"]\n')
    command = [sys.executable, "-X", "importtime", "-m", "bvhlint", "check", "."]
    root = Path(fingerprint.__file__).parents[2]
    environment = {**os.environ, "PYTHONPATH": str(root)}
    heavy = ("numpy", "lark", "scipy", "rich", "pathspec", "importlib.metadata", "multiprocessing")
    seen = []
    for _ in range(2):
        done = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
        assert done.returncode == 1, done.stderr[-500:]
        assert "BVH502" in done.stdout
        names = {line.rpartition("|")[2].strip() for line in done.stderr.splitlines()}
        seen.append([name for name in heavy if name in names])
    assert "numpy" in seen[0]
    assert seen[1] == []


def unused(run: CheckRun, *searched: Path) -> list[str]:
    list(run.outcomes())
    return [str(entry) for entry in run.unused([str(folder) for folder in searched])]


IGNORES = """\
ignore-findings = ["a.bvh:15:BVH502", "a.bvh:14:BVH502", "b.bvh:15:BVH502"]
[per-file-ignores]
"b.bvh" = ["BVH5"]
"c.bvh" = ["BVH5"]
"""


def test_entries_that_hide_nothing_are_told(here: Path) -> None:
    put(here / "a.bvh")
    put(here / "b.bvh")
    (here / "bvhlint.toml").write_text(IGNORES)
    at_14 = '"BVH502" at line 14 of "a.bvh" in ignore-findings'
    # Hidden already by the entry for the whole file.
    at_15 = '"BVH502" at line 15 of "b.bvh" in ignore-findings'
    for_c = '"BVH5" for "c.bvh" in per-file-ignores'
    # From the cache as well.
    for _ in range(2):
        assert unused(start("."), here) == [for_c, at_14, at_15]
        assert unused(start("a.bvh")) == [at_14]
        assert unused(start("b.bvh")) == [at_15]
    assert unused(start(".", overrides={"select": ["BVH1"]}), here) == []


def test_an_entry_of_a_configuration_that_two_extend_is_used_if_either_uses_it(
    here: Path,
) -> None:
    put(here / "a.bvh")
    put(here / "sub/b.bvh", CLIP.replace("0 5 0\n", "0 5 0 0\n"))
    (here / "house.toml").write_text('[per-file-ignores]\n"*.bvh" = ["BVH502"]\n')
    (here / "bvhlint.toml").write_text('extend = "house.toml"\n')
    assert unused(start("."), here) == []


@pytest.mark.unmeasured
def test_checking_in_several_processes_gives_the_same(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(8):
        put(here / f"{number}.bvh", CLIP.replace("1 90", f"{number} 90"))
    (here / "bvhlint.toml").write_text(IGNORES.replace('"b.bvh"', '"3.bvh"'))
    alone = check(".", jobs=1, cache=False)
    monkeypatch.setattr(pool, "WORTH_SECONDS", 0.0)
    together = check(".", jobs=3, cache=False)
    assert [o.result for o in together] == [o.result for o in alone]
    assert [o.used for o in together] == [o.used for o in alone]
    cached = check(".", jobs=3)
    assert [o.known for o in cached] == [False] * 8
    again = check(".", jobs=3)
    assert [o.known for o in again] == [True] * 8
    assert [o.result for o in again] == [o.result for o in alone]
    # With other times the workers themselves find the contents in the cache.
    for number in range(8):
        put(here / f"{number}.bvh", CLIP.replace("1 90", f"{number} 90"), age=30)
    assert [o.known for o in check(".", jobs=3)] == [True] * 8
