"""What can go wrong while ``fix`` writes: each a clear message, exit 2, and nothing lost."""

from __future__ import annotations

import os
import random
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from fix_clips import BAD, COMMAS, GOOD, files_in, put
from installed import Run

# By hand 300: BVHLINT_KILLS=300 pytest tests/cli/test_fix_faults_posix.py -k killed
KILLS = int(os.environ.get("BVHLINT_KILLS", "3"))
WITHOUT_RIGHTS = """\
import ctypes, os, sys
if os.geteuid() == 0:
    PR_CAPBSET_DROP, CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH = 24, 1, 2
    for right in (CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH):
        ctypes.CDLL(None).prctl(PR_CAPBSET_DROP, right, 0, 0, 0)
os.execv(sys.argv[1], sys.argv[1:])
"""
MANUAL = (
    '"""A rule.\n\n## What it does\nx\n\n## Why is this bad?\nx\n\n## Example\n    x\n\n'
    '## Use instead\n    x\n\n## Fix safety\nx\n\n## Options\nNone.\n"""\n'
)


@pytest.fixture
def command(installed: Path) -> str:
    return str(installed.parent / "bvhlint")


def temporary_files(folder: Path) -> list[str]:
    return [path.name for path in folder.rglob(".*") if path.is_file()]


def rule_that_does(folder: Path, code: str) -> Path:
    """A folder with a rule that runs ``code`` on a file as soon as it is checked."""
    rules = folder / "rules"
    rules.mkdir()
    (rules / "meddling.py").write_text(
        f"{MANUAL}import os\n"
        "from bvhlint.rule import Document, Options, Severity, rule\n\n"
        '@rule("ACME001", "meddling", Severity.INFO, part="house", fix=("safe",))\n'
        f"def check(document: Document, options: Options):\n    {code}\n    yield from ()\n"
    )
    return rules


# One file


def test_a_read_only_file_is_left_and_the_others_go_on(bvhlint: Run, tmp_path: Path) -> None:
    put(tmp_path, a=BAD, b=BAD)
    (tmp_path / "a.bvh").chmod(0o444)
    done = bvhlint("fix", "a.bvh", "b.bvh", cwd=tmp_path)
    assert done.returncode == 2
    assert "failure: a.bvh: cannot be written: it is read-only" in done.stdout
    assert (tmp_path / "a.bvh").read_bytes() == BAD
    assert (tmp_path / "b.bvh").read_bytes() == GOOD


def test_a_read_only_folder_is_named(bvhlint: Run, tmp_path: Path) -> None:
    put(tmp_path, folder__a=BAD)
    (tmp_path / "folder").chmod(0o555)
    prefix = [sys.executable, "-c", WITHOUT_RIGHTS]
    done = bvhlint("fix", "folder", cwd=tmp_path, prefix=prefix)
    (tmp_path / "folder").chmod(0o755)
    assert done.returncode == 2
    assert re.search(r"a\.bvh: cannot be written, no file can be made in its folder", done.stdout)
    assert (tmp_path / "folder" / "a.bvh").read_bytes() == BAD


def test_an_unreadable_file_is_told(bvhlint: Run, tmp_path: Path) -> None:
    put(tmp_path, a=BAD, b=BAD)
    (tmp_path / "a.bvh").chmod(0)
    prefix = [sys.executable, "-c", WITHOUT_RIGHTS]
    done = bvhlint("fix", "a.bvh", "b.bvh", cwd=tmp_path, prefix=prefix)
    assert done.returncode == 2
    assert "failure: a.bvh: cannot be read: permission denied" in done.stdout
    assert (tmp_path / "b.bvh").read_bytes() == GOOD


def test_no_room_loses_nothing_and_leaves_nothing(bvhlint: Run, tmp_path: Path) -> None:
    big = BAD + b"0.00 90.00 1.00 32.00 42.00 52.00 12.00 22.00 32.00\n" * 20000
    put(tmp_path, big=big.replace(b"Frames:\t3", b"Frames:\t20003"))
    before = (tmp_path / "big.bvh").read_bytes()
    prefix = ["sh", "-c", 'ulimit -f 100; exec "$@"', "sh"]
    done = bvhlint("fix", "big.bvh", cwd=tmp_path, prefix=prefix)
    assert done.returncode == 2
    assert "failure: big.bvh: cannot be written: file too large" in done.stdout
    assert (tmp_path / "big.bvh").read_bytes() == before
    assert temporary_files(tmp_path) == []


@pytest.mark.parametrize(
    ("code", "told"),
    [
        ("open(document.path, 'ab').write(b'0')", "changed after it had been read"),
        ("os.replace('new.bin', document.path)", "changed after it had been read"),
        ("os.unlink(document.path)", "was removed after it had been read"),
    ],
)
def test_what_another_program_does_meanwhile_stands(
    bvhlint: Run, tmp_path: Path, code: str, told: str
) -> None:
    rules = rule_that_does(tmp_path, f"os.path.exists('done') or (open('done', 'w'), {code})")
    put(tmp_path, a=BAD)
    (tmp_path / "new.bin").write_bytes(b"new")
    done = bvhlint("fix", "a.bvh", "--rules-dir", str(rules), cwd=tmp_path)
    assert done.returncode == 2
    assert f"failure: a.bvh: {told}" in done.stdout
    left = (tmp_path / "a.bvh").read_bytes() if (tmp_path / "a.bvh").exists() else b""
    assert left in (BAD + b"0", b"new", b"")
    assert temporary_files(tmp_path) == []


def test_hard_links_are_not_parted(bvhlint: Run, tmp_path: Path) -> None:
    put(tmp_path, a=BAD)
    (tmp_path / "b.bvh").hardlink_to(tmp_path / "a.bvh")
    done = bvhlint("fix", "a.bvh", cwd=tmp_path)
    assert done.returncode == 2
    assert "is one of 2 names of one file (hard links)" in done.stdout
    assert (tmp_path / "a.bvh").samefile(tmp_path / "b.bvh")
    assert bvhlint("fix", "a.bvh", "--output", "c.bvh", cwd=tmp_path).returncode == 0
    assert (tmp_path / "c.bvh").read_bytes() == GOOD


def test_pipes_and_folders_named_like_clips(bvhlint: Run, tmp_path: Path) -> None:
    put(tmp_path, **{"folder.bvh__a": BAD})
    os.mkfifo(tmp_path / "pipe.bvh")
    done = bvhlint("fix", "pipe.bvh", "folder.bvh", cwd=tmp_path)
    assert done.returncode == 2
    assert "failure: pipe.bvh: cannot be read: it is a named pipe" in done.stdout
    assert (tmp_path / "folder.bvh" / "a.bvh").read_bytes() == GOOD
    assert bvhlint("fix", ".", cwd=tmp_path).returncode == 0
    done = bvhlint("fix", "folder.bvh/a.bvh", "--output", "pipe.bvh", "--overwrite", cwd=tmp_path)
    assert done.returncode == 2
    assert "it is a named pipe" in done.stdout


def test_paths_that_are_no_text_just_work(bvhlint: Run, tmp_path: Path) -> None:
    names = [b"line\nend.bvh", b"\xff\xfe.bvh", "歩く \x1b[31m.bvh".encode()]
    for name in names:
        Path(os.fsdecode(os.fsencode(tmp_path) + b"/" + name)).write_bytes(BAD)
    done = bvhlint("fix", ".", cwd=tmp_path)
    assert done.returncode == 0
    assert {path.read_bytes() for path in tmp_path.iterdir()} == {GOOD}
    assert "line\\nend.bvh" in done.stdout
    assert "\\xff\\xfe.bvh" in done.stdout
    assert "\x1b" not in done.stdout


def test_a_link_out_of_the_tree_is_followed_and_stays_a_link(bvhlint: Run, tmp_path: Path) -> None:
    put(tmp_path, away__real=BAD)
    (tmp_path / "away" / "real.bvh").chmod(0o640)
    (tmp_path / "clips").mkdir()
    (tmp_path / "clips" / "link.bvh").symlink_to("../away/real.bvh")
    assert bvhlint("fix", "clips", cwd=tmp_path).returncode == 0
    assert (tmp_path / "clips" / "link.bvh").is_symlink()
    real = tmp_path / "away" / "real.bvh"
    assert real.read_bytes() == GOOD
    assert real.stat().st_mode & 0o7777 == 0o640


# The whole run


def test_a_reader_that_goes_away_does_not_stop_the_work(command: str, tmp_path: Path) -> None:
    put(tmp_path, **{f"clip{number:03}": BAD for number in range(60)})
    arguments = [command, "fix", ".", "--verbose", "--output-format", "json-lines"]
    with subprocess.Popen(
        arguments, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout
        assert process.stderr
        process.stdout.close()
        said = process.stderr.read().decode()
    assert process.returncode == 0
    assert "Traceback" not in said
    assert {path.read_bytes() for path in tmp_path.glob("*.bvh")} == {GOOD}


@pytest.mark.unmeasured
@pytest.mark.parametrize("more", [[], ["--output-format", "json", "--verbose"]])
@pytest.mark.parametrize("count", [1, 150])
def test_a_full_disk_for_the_report_does_not_stop_the_work(
    command: str, tmp_path: Path, more: list[str], count: int
) -> None:
    put(tmp_path, **{f"clip{number:03}": BAD for number in range(count)}, commas=COMMAS)
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            [command, "fix", ".", "--set-fps", "12", *more],
            cwd=tmp_path,
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert done.returncode == 2
    files = count + 1
    assert done.stderr.endswith(
        "bvhlint: standard output: No space left on device; the work is done all the same: "
        f"fixed {files} of {files} files\n"
    )
    changed = {path.read_bytes() for path in tmp_path.glob("clip*.bvh")}
    assert changed == {GOOD.replace(b"0.0333333", b"0.0833333")}


def test_a_full_disk_for_the_report_still_tells_what_failed(bvhlint: Run, tmp_path: Path) -> None:
    put(tmp_path, a=BAD, b=BAD)
    (tmp_path / "a.bvh").chmod(0o444)
    prefix = ["sh", "-c", 'exec "$@" > /dev/full', "sh"]
    done = bvhlint("fix", ".", cwd=tmp_path, prefix=prefix)
    assert done.returncode == 2
    first, last = done.stderr.splitlines()
    assert first == "failure: a.bvh: cannot be written: it is read-only"
    assert "; the work is done all the same: fixed 1 of " in last
    assert (tmp_path / "b.bvh").read_bytes() == GOOD


def test_a_folder_behind_a_link_that_is_named_is_meant(bvhlint: Run, tmp_path: Path) -> None:
    put(tmp_path, real__out__a=BAD)
    (tmp_path / "link").symlink_to("real")
    options = ["--output", "link/out", "--overwrite"]
    assert bvhlint("fix", "link/out", *options, cwd=tmp_path).returncode == 0
    assert files_in(tmp_path) == {"real/out/a.bvh": GOOD}


def test_a_device_is_no_place_for_a_result(bvhlint: Run, tmp_path: Path) -> None:
    put(tmp_path, a=BAD)
    done = bvhlint("fix", "a.bvh", "--output", "/dev/stdout", cwd=tmp_path)
    assert done.returncode == 2
    told = "--output /dev/stdout: cannot be written: it is a named pipe; --output - is standard"
    assert told in done.stdout
    done = bvhlint("fix", "a.bvh", "--output", "/dev/null", "--overwrite", cwd=tmp_path)
    assert done.returncode == 2
    assert "--output /dev/null: cannot be written: it is a device" in done.stdout


# Each process checks some files, then sleeps until the interrupt comes.
SLEEPY = '''"""Sleeps."""

import time
from collections.abc import Iterator

from bvhlint.rule import Document, Finding, Options, Severity, rule

seen = []


@rule("HOUSE1", "sleepy", Severity.INFO, part="house")
def check(document: Document, options: Options) -> Iterator[Finding]:
    seen.append(document)
    if len(seen) > 40:
        time.sleep(60)
    yield from ()
'''


def test_an_interrupt_leaves_whole_files_and_nothing_else(command: str, tmp_path: Path) -> None:
    put(tmp_path, **{f"clip{number:03}": BAD for number in range(200)})
    (tmp_path / "house").mkdir()
    (tmp_path / "house/sleepy.py").write_text(SLEEPY)
    process = subprocess.Popen(
        [command, "fix", ".", "--rules-dir", "house"],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    wait_until_half_done(tmp_path, process)
    os.killpg(process.pid, signal.SIGINT)
    _, said = process.communicate(timeout=50)
    assert process.returncode == 130
    assert b"Traceback" not in said
    assert {path.read_bytes() for path in tmp_path.glob("*.bvh")} == {BAD, GOOD}
    assert temporary_files(tmp_path) == []


def wait_until_half_done(folder: Path, process: subprocess.Popen[bytes]) -> None:
    first = folder / "clip000.bvh"
    while first.read_bytes() != GOOD and process.poll() is None:
        time.sleep(0.01)


@pytest.mark.unmeasured
def test_killed_at_any_moment_leaves_whole_files_and_a_later_run_cleans(
    command: str, tmp_path: Path
) -> None:
    chance = random.Random(4)
    count = 30
    left = 0
    for _ in range(KILLS):
        put(tmp_path, **{f"clip{number:03}": BAD for number in range(count)})
        process = subprocess.Popen(
            [command, "fix", ".", "--jobs", str(chance.choice((1, 2)))],
            cwd=tmp_path,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        started = time.monotonic()
        wait_until_half_done(tmp_path, process)
        time.sleep(chance.random() * (time.monotonic() - started) / 2)
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        paths = list(tmp_path.glob("*.bvh"))
        assert len(paths) == count
        assert {path.read_bytes() for path in paths} <= {BAD, GOOD}
        left += len(temporary_files(tmp_path))
        assert not any(name.lower().endswith(".bvh") for name in temporary_files(tmp_path))
        done = subprocess.run([command, "fix", "."], cwd=tmp_path, check=False, capture_output=True)
        assert done.returncode == 0
        assert {path.read_bytes() for path in paths} == {GOOD}
        assert temporary_files(tmp_path) == []
    print(f"{KILLS} kills, {left} temporary files cleaned")


@pytest.mark.unmeasured
def test_two_runs_at_once_both_succeed_or_say_so(command: str, tmp_path: Path) -> None:
    put(tmp_path, **{f"clip{number:03}": BAD for number in range(80)})
    processes = [
        subprocess.Popen(
            [command, "fix", ".", "--jobs", "1"],
            cwd=tmp_path,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        for _ in range(2)
    ]
    for process in processes:
        said, _ = process.communicate(timeout=120)
        failures = [line for line in said.split("\n") if line.startswith("failure: ")]
        assert all("changed after it had been read" in line for line in failures), failures
        assert process.returncode == (2 if failures else 0)
    assert {path.read_bytes() for path in tmp_path.glob("*.bvh")} == {GOOD}
    assert temporary_files(tmp_path) == []
