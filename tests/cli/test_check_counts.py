"""What ``check`` counts and exits by: everything that was found, whatever of it is listed."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest
from fix_clips import BAD, BROKEN, COMMAS, GOOD, put
from installed import Run

from bvhlint.cli import checking, main

HEAD = GOOD[: GOOD.index(b"Frames:")]
ROW = b"0.00 90.00 0.00 3e1 40.00 50.00 10.00 20.00 30.00\n"


def infos_and_an_error(infos: int, errors: int = 1) -> bytes:
    """An info in each row, and at the end a row that lacks a value, or several."""
    rows = ROW * infos + ROW.replace(b"3e1 ", b"") * errors
    return HEAD + b"Frames: %d\nFrame Time: 0.0333333\n" % (infos + errors) + rows


@pytest.mark.unmeasured
def test_an_error_behind_a_thousand_infos(bvhlint: Run, tmp_path: Path) -> None:
    put(tmp_path, long=infos_and_an_error(1200))
    words = ("check", "long.bvh", "--select", "BVH5", "--show-all")
    done = bvhlint(*words, "--output-format", "json", cwd=tmp_path)
    assert done.returncode == 1
    report = json.loads(done.stdout)
    (file,) = report["files"]
    found = Counter(entry["code"] for entry in file["findings"])
    assert found == {"BVH506": 999, "BVH502": 1}
    lines = [entry["location"]["line"] for entry in file["findings"]]
    assert lines == sorted(lines)
    assert file["truncated"] == 201
    summary = {"files": 1, "with_findings": 1, "errors": 1, "warnings": 0, "infos": 1200}
    assert report["summary"] == {**summary, "fixable": 0}
    # From the cache as well.
    end = "Can be fixed: 1 with `--unsafe-fixes`; by option `--normalize` (1,200)."
    done = bvhlint(*words, cwd=tmp_path)
    assert done.returncode == 1
    assert done.stdout.split("\n")[-4].endswith(": 1 error and 1,200 infos.")
    assert done.stdout.split("\n")[-3] == "201 findings beyond --max-findings not listed."
    assert done.stdout.split("\n")[-2] == end


@pytest.mark.parametrize("name", ["concise", "github", "markdown", "html", "junit", "sarif"])
def test_every_format_lists_the_worst(bvhlint: Run, tmp_path: Path, name: str) -> None:
    put(tmp_path, long=infos_and_an_error(20))
    words = ("--select", "BVH5", "--show-all", "--max-findings", "2", "--output-format", name)
    done = bvhlint("check", "long.bvh", *words, cwd=tmp_path)
    assert done.returncode == 1
    assert "BVH502" in done.stdout
    if name in ("concise", "github", "markdown", "html"):
        assert "1 error and 20 infos" in done.stdout


def test_an_update_of_the_baseline_says_what_it_cannot_hold(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    put(tmp_path, long=infos_and_an_error(20))
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(checking, "_MOST_COUNTED", 15)
    words = ["check", "long.bvh", "--select", "BVH5", "--show-all", "--baseline", "base"]
    assert main.run([*words, "--update-baseline", "--fail-on", "info"]) == 1
    out, err = capsys.readouterr()
    assert "6 infos." in out
    assert "15 findings hidden by the baseline." in out
    said = "long.bvh: 6 findings beyond the worst 15 are not in the baseline"
    assert err == f"bvhlint: {said}\n"
    assert main.run([*words, "--fail-on", "warning"]) == 0
    assert "6 infos." in capsys.readouterr().out
    put(tmp_path, long=infos_and_an_error(20, errors=2))
    assert main.run([*words, "--fail-on", "warning"]) == 1
    assert "1 error and 7 infos." in capsys.readouterr().out


def test_what_is_only_counted_is_not_gone_from_the_baseline(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    put(tmp_path, long=infos_and_an_error(20))
    (tmp_path / "bvhlint.toml").write_text('select = ["BVH5", "BVH001"]\nbaseline = "base"\n')
    monkeypatch.chdir(tmp_path)
    words = ["check", "long.bvh", "--show-all", "--no-cache"]
    assert main.run([*words, "--baseline", "base", "--update-baseline"]) == 0
    monkeypatch.setattr(checking, "_MOST_COUNTED", 15)
    assert main.run([*words]) == 0
    assert "BVH001" not in capsys.readouterr().out
    put(tmp_path, long=infos_and_an_error(14))
    assert main.run([*words]) == 0
    assert "6 findings of BVH506 at Hips Zrotation in long.bvh" in capsys.readouterr().out


def test_show_changes_no_count(bvhlint: Run, tmp_path: Path) -> None:
    put(tmp_path, commas=COMMAS)
    ends = []
    for level in ("info", "warning", "error"):
        words = ("--show", level, "--statistics", "--show-fixes", "--no-cache")
        done = bvhlint("check", "commas.bvh", *words, cwd=tmp_path)
        assert done.returncode == 1
        listing, _, end = done.stdout.partition("Safe fixes:")
        ends.append([line for line in end.split("\n") if not line.startswith("Checked")])
        shown = ("error", "warning", "info")[: 3 - ("info", "warning", "error").index(level)]
        table = listing[listing.index("count  code") :].split("\n")[1:-2]
        assert {line.split()[3] for line in table} <= set(shown)
    # But for the seconds that it took.
    assert ends[0] == ends[1] == ends[2]
    assert any("2 with `bvhlint fix`" in line for line in ends[0])


@pytest.mark.unmeasured
def test_files_that_are_refused_are_files(bvhlint: Run, tmp_path: Path) -> None:
    put(tmp_path, bad=BAD, broken=BROKEN, good=GOOD)
    words = ("fix", ".", "--rotation-order", "XYZ")
    done = bvhlint(*words, "--check", cwd=tmp_path)
    assert done.returncode == 2
    assert done.stdout.startswith("Would fix 2 of 3 files:\n")
    done = bvhlint(*words, cwd=tmp_path)
    assert done.stdout.startswith("Fixed 2 of 3 files:\n")
    done = bvhlint(*words, "--check", cwd=tmp_path)
    assert done.stdout.startswith("Nothing to fix in 2 of 3 files.\n")


def test_a_configuration_is_no_clip(bvhlint: Run, tmp_path: Path) -> None:
    put(tmp_path, a=GOOD, b=GOOD)
    (tmp_path / "bvhlint.toml").write_text(
        'select = ["BVH5", "BVH001"]\n[per-file-ignores]\n"gone.bvh" = ["BVH5"]\n'
    )
    words = ("check", ".")
    done = bvhlint(*words, cwd=tmp_path)
    assert "BVH001" in done.stdout
    assert done.stdout.split("\n")[-2].startswith("Checked 2 files in ")
    assert done.stdout.split("\n")[-2].endswith(": 1 warning.")
    report = json.loads(bvhlint(*words, "--output-format", "json", cwd=tmp_path).stdout)
    assert [file["path"] for file in report["files"]] == ["a.bvh", "b.bvh", "bvhlint.toml"]
    assert report["summary"]["files"] == 2
    assert (report["summary"]["with_findings"], report["summary"]["warnings"]) == (0, 1)


# No rule at all


@pytest.mark.parametrize(
    ("words", "settings"),
    [
        (["--select", "BVH5", "--ignore", "BVH5"], ""),
        (["--ignore", "ALL"], ""),
        ([], "select = []\n"),
        (["--fix"], 'ignore = ["ALL"]\n'),
        (["--quiet", "--output-format", "json"], "select = []\n"),
    ],
    ids=repr,
)
def test_that_no_rule_was_on_is_told(
    bvhlint: Run, tmp_path: Path, words: list[str], settings: str
) -> None:
    put(tmp_path, a=BAD, b=BAD)
    (tmp_path / "bvhlint.toml").write_text(settings)
    told = "bvhlint: no rule is on for 2 of 2 files: nothing was looked for there\n"
    # The second time all is known from the cache.
    for _ in range(2):
        done = bvhlint("check", ".", *words, cwd=tmp_path)
        assert (done.returncode, done.stderr) == (0, told)
        if "json" in words:
            assert json.loads(done.stdout)["summary"]["files"] == 2


def test_in_which_files_no_rule_was_on_is_counted(bvhlint: Run, tmp_path: Path) -> None:
    put(tmp_path, a=GOOD, quiet__b=GOOD, quiet__c=GOOD)
    (tmp_path / "quiet" / "bvhlint.toml").write_text("select = []\n")
    told = "bvhlint: no rule is on for 2 of 3 files: nothing was looked for there\n"
    for _ in range(2):
        done = bvhlint("check", ".", cwd=tmp_path)
        assert (done.returncode, done.stderr) == (0, told)


def test_where_rules_are_on_nothing_is_told_of_it(bvhlint: Run, tmp_path: Path) -> None:
    put(tmp_path, a=GOOD)
    for words in (
        ["check", "a.bvh", "--select", "row-width"],
        ["check", "a.bvh", "--ignore", "ALL", "--select", "row-width"],
        ["fix", "a.bvh", "--ignore", "ALL", "--no-fixes", "--set-fps", "60"],
    ):
        done = bvhlint(*words, cwd=tmp_path)
        assert (done.returncode, done.stderr) == (0, "")
