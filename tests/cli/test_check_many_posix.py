"""``bvhlint check`` as a user meets it: baseline, unused entries, interrupts, progress, deaths."""

from __future__ import annotations

import json
import os
import pty
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

import bvhlint

ROOT = Path(bvhlint.__file__).parents[1]
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
GOOD = CLIP.replace("0 5 0\n", "0 5 0 0\n")


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def command(*argv: str) -> list[str]:
    return [sys.executable, "-m", "bvhlint", "check", *argv]


def environment(**more: str) -> dict[str, str]:
    kept = {key: value for key, value in os.environ.items() if key != "GITHUB_ACTIONS"}
    return {**kept, "PYTHONPATH": str(ROOT), "TERM": "xterm", **more}


def run(*argv: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command(*argv), capture_output=True, text=True, env=environment(), check=False
    )


def report(*argv: str) -> tuple[int, dict[str, Any]]:
    done = run("--output-format", "json", *argv)
    assert done.stderr == ""
    return done.returncode, json.loads(done.stdout)


def found(told: dict[str, Any]) -> list[str]:
    return [
        f"{file['path']}:{entry['location']['line']}:{entry['code']}"
        for file in told["files"]
        for entry in file["findings"]
    ]


def held(baseline: Path) -> list[str]:
    return [json.loads(line)["path"] for line in baseline.read_text().split("\n")[1:-1]]


@pytest.mark.unmeasured
def test_a_baseline_hides_what_was_there_and_tells_what_is_new_and_gone(here: Path) -> None:
    (here / "a.bvh").write_text(CLIP)
    (here / "sub").mkdir()
    (here / "sub/b.bvh").write_text(CLIP)
    status, told = report(".", "--baseline", "base.jsonl", "--update-baseline")
    assert (status, found(told)) == (0, [])
    assert held(here / "base.jsonl") == ["a.bvh", "sub/b.bvh"]
    (here / "bvhlint.toml").write_text('baseline = "base.jsonl"\n')
    assert report(".") == (0, told)
    (here / "a.bvh").write_text(CLIP.replace("2 91 0 10 0 0", "2 91 0 10 0"))
    status, told = report(".")
    assert (status, found(told)) == (1, ["a.bvh:16:BVH502"])
    (here / "sub/b.bvh").write_text(GOOD)
    status, told = report("sub", "--fail-on", "warning")
    assert (status, found(told)) == (1, ["base.jsonl:3:BVH001"])
    message = told["files"][1]["findings"][0]["message"]
    assert (
        message
        == "a finding of BVH502 at Hips Yrotation in sub/b.bvh that the baseline holds: gone"
    )
    status, told = report("a.bvh", "--fail-on", "warning")
    assert (status, found(told)) == (1, ["a.bvh:16:BVH502"])


@pytest.mark.unmeasured
def test_a_baseline_counts_before_the_cap(here: Path) -> None:
    rows = "".join(f"{n} 90 0 5 0\n" for n in range(40))
    (here / "a.bvh").write_text(CLIP.replace("Frames: 3", "Frames: 43") + rows)
    argv = (".", "--show-all", "--max-findings", "3", "--select", "BVH502")
    status, told = report(*argv)
    assert (status, len(found(told)), told["files"][0]["truncated"]) == (1, 3, 38)
    report(".", "--baseline", "base", "--update-baseline", "--select", "BVH502")
    status, told = report(*argv, "--baseline", "base")
    assert (status, found(told), told["files"][0]["truncated"]) == (0, [], 0)


@pytest.mark.unmeasured
def test_an_update_of_the_baseline_keeps_what_was_not_checked(here: Path) -> None:
    for name in ("a.bvh", "b.bvh", "c.bvh"):
        (here / name).write_text(CLIP)
    report(".", "--baseline", "base", "--update-baseline")
    (here / "b.bvh").write_text(GOOD)
    (here / "c.bvh").unlink()
    report("b.bvh", "--baseline", "base", "--update-baseline")
    assert held(here / "base") == ["a.bvh"]
    # With other rules chosen nothing is known of this one.
    report("a.bvh", "--baseline", "base", "--update-baseline", "--select", "BVH1")
    assert held(here / "base") == ["a.bvh"]


def test_a_baseline_that_is_missing_or_unnamed_is_an_error(here: Path) -> None:
    (here / "a.bvh").write_text(CLIP)
    done = run(".", "--baseline", "gone")
    assert (done.returncode, done.stdout) == (2, "")
    assert "gone: cannot be read: no such file or directory" in done.stderr
    done = run(".", "--update-baseline")
    assert (done.returncode, done.stdout) == (2, "")
    assert "--baseline FILE" in done.stderr


@pytest.mark.unmeasured
def test_an_entry_that_hides_nothing_stands_at_its_line(here: Path) -> None:
    (here / "a.bvh").write_text(CLIP)
    (here / "bvhlint.toml").write_text(
        'ignore-findings = [\n  "a.bvh:15:BVH502",\n  "a.bvh:14:BVH502",\n]\n'
    )
    status, told = report(".")
    assert (status, found(told)) == (0, ["bvhlint.toml:3:BVH001"])
    assert told["summary"]["warnings"] == 1
    assert found(report(".", "--ignore", "BVH001")[1]) == []
    (here / "bvhlint.toml").write_text(
        'ignore-findings = ["a.bvh:14:BVH502"]\nignore = ["BVH502"]\nfail-on = "info"\n'
        'severity = { unused-suppression = "info" }\n'
    )
    status, told = report(".")
    assert (status, found(told)) == (1, ["bvhlint.toml:1:BVH001"])
    assert told["files"][1]["findings"][0]["severity"] == "info"


def test_a_file_that_cannot_be_read_does_not_stop_the_others(here: Path) -> None:
    (here / "a.bvh").write_text(GOOD)
    (here / "b.bvh").symlink_to("gone")
    done = run("--output-format", "json", "nowhere.bvh", ".")
    told = json.loads(done.stdout)
    assert done.returncode == 2
    assert [file["path"] for file in told["files"]] == ["a.bvh"]
    assert [entry["path"] for entry in told["errors"]] == ["nowhere.bvh", "b.bvh"]


@pytest.mark.unmeasured
def test_each_file_is_judged_by_its_own_settings(here: Path) -> None:
    (here / "sub").mkdir()
    (here / "sub/a.bvh").write_text(CLIP)
    (here / "sub/bvhlint.toml").write_text('fail-on = "never"\n')
    assert report(".")[0] == 0
    assert report(".", "--fail-on", "error")[0] == 1
    (here / "sub/bvhlint.toml").write_text('show = "error"\nseverity = { row-width = "warning" }\n')
    status, told = report(".", "--fail-on", "warning")
    assert (status, found(told)) == (1, [])


DEADLY = '''\
"""Some clips end the process."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from pathlib import Path

from bvhlint.rule import Document, Finding, Options, Severity, rule


@rule("HOUSE1", "deadly", Severity.INFO, part="house")
def check(document: Document, options: Options) -> Iterator[Finding]:
    if b"Deadly" in document.content:
        os._exit(3)
    if b"Nap" in document.content:
        time.sleep(0.06)
    if b"Slow" in document.content:
        Path("started").touch()
        time.sleep(60)
    yield from ()
'''


def deadly(here: Path) -> None:
    (here / "rules").mkdir()
    (here / "rules/deadly.py").write_text(DEADLY)
    (here / "bvhlint.toml").write_text('rules-dir = "rules"\nselect = ["HOUSE1"]\n')


def fill(here: Path, count: int) -> None:
    """So many clean clips; sixty are enough work for several processes."""
    for number in range(count):
        (here / f"{number:02}.bvh").write_text(GOOD.replace("2 91", f"{number} 91"))


def test_standard_input_is_read_whatever_the_number_of_processes(here: Path) -> None:
    fill(here, 60)
    done = subprocess.run(
        command("--output-format", "json", "--jobs", "2", "--no-cache", ".", "-"),
        input=CLIP,
        capture_output=True,
        text=True,
        env=environment(),
        check=False,
    )
    told = json.loads(done.stdout)
    assert done.returncode == 1
    assert len(told["files"]) == 61
    assert found(told) == ["-:15:BVH502"]


def test_a_worker_that_dies_costs_its_file(here: Path) -> None:
    deadly(here)
    fill(here, 60)
    for number in (7, 30):
        (here / f"{number:02}.bvh").write_text(GOOD.replace("Hips", "Deadly"))
    done = run("--output-format", "json", "--jobs", "2", "--no-cache", ".")
    told = json.loads(done.stdout)
    assert done.returncode == 2
    assert len(told["files"]) == 58
    assert told["errors"] == [
        {"path": f"{n}.bvh", "message": "the process at work on it ended with status 3"}
        for n in ("07", "30")
    ]


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_stops_at_once(here: Path, jobs: str) -> None:
    deadly(here)
    fill(here, 60)
    for number in range(20, 60):
        (here / f"{number:02}.bvh").write_text(GOOD.replace("Hips", "Slow"))
    process = subprocess.Popen(
        command("--jobs", jobs, "."),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment(),
        start_new_session=True,
    )
    deadline = time.monotonic() + 60
    while not (here / "started").exists() and process.poll() is None:
        assert time.monotonic() < deadline
        time.sleep(0.02)
    started = time.monotonic()
    # As a terminal does it: to the whole group.
    os.killpg(process.pid, signal.SIGINT)
    _, said = process.communicate(timeout=60)
    assert process.returncode == 130
    assert time.monotonic() - started < 30
    assert "Traceback" not in said
    with pytest.raises(ProcessLookupError):
        os.killpg(process.pid, 0)
    # What was found before is kept.
    assert (here / ".bvhlint_cache/results.sqlite3").exists()


def on_a_terminal(*argv: str) -> tuple[int, str]:
    """Exit status and what reaches the terminal, both streams together."""
    leader, follower = pty.openpty()
    process = subprocess.Popen(
        command(*argv), stdout=follower, stderr=follower, stdin=follower, env=environment()
    )
    os.close(follower)
    pieces = []
    while True:
        try:
            piece = os.read(leader, 65536)
        except OSError:
            break
        if not piece:
            break
        pieces.append(piece)
    os.close(leader)
    return process.wait(), b"".join(pieces).decode()


def naps(here: Path) -> tuple[str, ...]:
    """Files that take a while, and the arguments to check them in one process."""
    deadly(here)
    for number in range(40):
        (here / f"{number:02}.bvh").write_text(CLIP.replace("Hips", "Nap"))
    return ("--no-cache", "--select", "BVH502,HOUSE1", "--jobs", "1")


def test_a_long_run_on_a_terminal_shows_its_progress(here: Path) -> None:
    argv = naps(here)
    status, text = on_a_terminal(*argv)
    assert status == 1
    assert "/40 files" in text
    assert "MB/s" in text
    assert text.count("BVH502 row-width") == 40
    for quiet in ("--no-progress", "--quiet"):
        status, text = on_a_terminal(*argv, quiet)
        assert status == 1
        assert "/40 files" not in text


def test_a_pipe_gets_no_progress(here: Path) -> None:
    done = run(*naps(here))
    assert done.returncode == 1
    assert "/40 files" not in done.stdout + done.stderr
    assert "\x1b" not in done.stdout + done.stderr


def test_a_cache_that_was_asked_for_and_cannot_be_used_is_told(here: Path) -> None:
    (here / "a.bvh").write_text(GOOD)
    (here / "precious").mkdir()
    (here / "precious/file").touch()
    done = run(".", "--cache-dir", "precious")
    assert done.returncode == 0
    assert done.stderr == f"bvhlint: no cache: {here / 'precious'} holds other files\n"
    assert os.listdir(here / "precious") == ["file"]
