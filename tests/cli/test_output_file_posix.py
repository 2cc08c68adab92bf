"""``--output-file``: the report takes the place of nothing but an older report."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from fix_clips import BAD, GOOD, put
from installed import Run


@pytest.fixture
def here(tmp_path: Path) -> Path:
    put(tmp_path, bad=BAD, other=GOOD)
    return tmp_path


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir() if path.name != ".bvhlint_cache")


@pytest.mark.unmeasured
@pytest.mark.parametrize("command", ["check", "fix", "info"])
@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("bad.bvh", "is one of the files that are read"),
        ("./bad.bvh", "is one of the files that are read"),
        ("hard.txt", "is one of the files that are read"),
        ("soft.txt", "is one of the files that are read"),
        ("other.bvh", "is a clip"),
        ("to_other.txt", "is a clip"),
        ("CAPITAL.BVH", "is a clip"),
        ("new.bvh", "is the name of a clip"),
        ("bvhlint.toml", "holds settings of bvhlint"),
        ("pyproject.toml", "holds settings of bvhlint"),
        ("to_settings.txt", "holds settings of bvhlint"),
    ],
)
def test_a_report_never_replaces_a_clip(
    bvhlint: Run, here: Path, command: str, name: str, told: str
) -> None:
    (here / "hard.txt").hardlink_to(here / "bad.bvh")
    (here / "soft.txt").symlink_to("bad.bvh")
    (here / "to_other.txt").symlink_to("other.bvh")
    (here / "CAPITAL.BVH").write_bytes(GOOD)
    (here / "bvhlint.toml").write_text('fail-on = "never"\n')
    (here / "to_settings.txt").symlink_to("bvhlint.toml")
    before = names(here)
    done = bvhlint(command, "bad.bvh", "--output-file", name, cwd=here)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"bvhlint: --output-file: {name} {told}")
    assert (here / "bad.bvh").read_bytes() == BAD
    assert (here / "other.bvh").read_bytes() == GOOD
    assert names(here) == before


def test_a_clip_without_the_usual_suffix_is_safe_too(bvhlint: Run, here: Path) -> None:
    (here / "walk.txt").write_bytes(BAD)
    assert bvhlint("check", "walk.txt", "--output-file", "walk.txt", cwd=here).returncode == 2
    with open(here / "walk.txt", "rb") as clip:
        data = clip.read()
    done = bvhlint(
        *("check", "-", "--output-file", "walk.txt"),
        cwd=here,
        prefix=["sh", "-c", 'exec "$@" < walk.txt', "sh"],
    )
    assert done.returncode == 2
    assert (here / "walk.txt").read_bytes() == data == BAD


def test_nor_the_baseline_and_what_a_configuration_extends(bvhlint: Run, here: Path) -> None:
    (here / "base.toml").write_text('fail-on = "never"\n')
    (here / "other.toml").write_text('extend = "base.toml"\n')
    bvhlint("check", ".", "--baseline", "known", "--update-baseline", cwd=here)
    options = ["--config", "other.toml", "--baseline", "known", "--update-baseline"]
    for name in ("known", "other.toml", "base.toml"):
        before = (here / name).read_bytes()
        done = bvhlint("check", ".", *options, "--output-file", name, cwd=here)
        assert done.returncode == 2
        assert f"--output-file: {name} holds settings of bvhlint" in done.stderr
        assert (here / name).read_bytes() == before


@pytest.mark.unmeasured
@pytest.mark.parametrize("command", ["check", "fix", "info"])
def test_a_dash_is_standard_output(bvhlint: Run, here: Path, command: str) -> None:
    done = bvhlint(command, "bad.bvh", "--output-file", "-", cwd=here)
    assert "bad.bvh" in done.stdout
    assert names(here) == ["bad.bvh", "other.bvh"]


def test_nor_what_the_same_run_makes(bvhlint: Run, here: Path) -> None:
    done = bvhlint("fix", "bad.bvh", "--output", "new", "--output-file", "./new", cwd=here)
    assert (done.returncode, names(here)) == (2, ["bad.bvh", "other.bvh"])
    (here / "new").mkdir()
    options = ["--output", "new", "--output-file", "new/bad.bvh"]
    done = bvhlint("fix", "bad.bvh", *options, cwd=here)
    assert (done.returncode, names(here / "new")) == (2, [])
    options = ["--backup", ".old", "--output-file", "bad.bvh.old"]
    done = bvhlint("fix", "bad.bvh", *options, cwd=here)
    assert (done.returncode, (here / "bad.bvh").read_bytes()) == (2, BAD)


@pytest.mark.parametrize("command", ["check", "fix", "info"])
def test_an_older_report_is_replaced_when_the_new_one_is_ready(
    bvhlint: Run, here: Path, command: str
) -> None:
    report = here / "report.json"
    report.write_text("old" * 10_000)
    report.chmod(0o640)
    options = ["--output-format", "json", "--output-file", "report.json"]
    done = bvhlint(command, "bad.bvh", *options, cwd=here)
    assert (done.returncode, done.stdout) == (0, "")
    assert json.loads(report.read_text())["files"][0]["path"] == "bad.bvh"
    assert report.stat().st_mode & 0o777 == 0o640
    assert names(here) == ["bad.bvh", "other.bvh", "report.json"]


@pytest.mark.unmeasured
def test_an_older_report_stands_when_the_new_one_cannot_be_written(
    bvhlint: Run, here: Path
) -> None:
    report = here / "report.txt"
    report.write_text("old")
    prefix = ["sh", "-c", 'ulimit -f 0; exec "$@"', "sh"]
    options = ["--no-cache", "--output-file", "report.txt"]
    done = bvhlint("check", "bad.bvh", *options, cwd=here, prefix=prefix)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "bvhlint: --output-file: report.txt cannot be written: file too large\n"
    assert report.read_text() == "old"
    assert names(here) == ["bad.bvh", "other.bvh", "report.txt"]


@pytest.mark.parametrize("command", ["check", "fix", "info"])
def test_a_full_device_is_named(bvhlint: Run, here: Path, command: str) -> None:
    done = bvhlint(command, "bad.bvh", "--output-file", "/dev/full", cwd=here)
    assert done.returncode == 2
    told = "bvhlint: --output-file: /dev/full cannot be written: no space left on device"
    assert done.stderr.startswith(told)
    assert len(done.stderr.splitlines()) == 1


def test_what_cannot_be_opened_is_told_before_any_work(bvhlint: Run, here: Path) -> None:
    for name in ("gone/report.txt", ".", "bad.bvh/report.txt"):
        done = bvhlint("fix", "bad.bvh", "--output-file", name, cwd=here)
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr.startswith(f"bvhlint: --output-file: {name} cannot be written")
        assert (here / "bad.bvh").read_bytes() == BAD


def test_devices_and_pipes_take_the_report(bvhlint: Run, here: Path) -> None:
    words = ["check", "bad.bvh", "--output-format", "concise", "--quiet"]
    plain = bvhlint(*words, cwd=here).stdout
    assert plain.startswith("bad.bvh:10:3: ")
    words.append("--output-file")
    assert bvhlint(*words, "/dev/stdout", cwd=here).stdout == plain
    assert bvhlint(*words, "/dev/stderr", cwd=here).stderr == plain
    done = bvhlint(*words, "/dev/null", cwd=here)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    os.mkfifo(here / "pipe")
    prefix = ["sh", "-c", 'cat pipe & "$@"; wait', "sh"]
    assert bvhlint(*words, "pipe", cwd=here, prefix=prefix).stdout == plain
    to_file = ["sh", "-c", 'exec "$@" > out.txt', "sh"]
    assert bvhlint(*words, "/dev/stdout", cwd=here, prefix=to_file).returncode == 0
    assert (here / "out.txt").read_text() == plain
