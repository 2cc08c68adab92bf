"""Pipes that close, signals, full disks, and terminals of any width."""

from __future__ import annotations

import os
import re
import resource
import signal
import subprocess
import time
from pathlib import Path

import pytest
from installed import Run
from pseudo_terminal import run_on_terminal
from small_clip import CLIP

from bvhlint.visible import display_width

STYLE = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]|\x1b\]8;;[^\x1b]*\x1b\\")


@pytest.fixture
def clips(tmp_path: Path) -> Path:
    for number in range(40):
        (tmp_path / f"{number}.bvh").write_text(CLIP.format(name="Hips"))
    return tmp_path


@pytest.fixture
def command(installed: Path) -> str:
    return str(installed.parent / "bvhlint")


def clean_environment(**more: str) -> dict[str, str]:
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("GITHUB_", "PYTHON", "FORCE_COLOR", "NO_COLOR", "COLUMNS"))
    }
    return {**kept, "TERM": "xterm-256color", **more}


@pytest.mark.unmeasured
@pytest.mark.parametrize(
    "words",
    [
        ["check", ".", "--no-cache"],
        ["check", ".", "--output-format", "json"],
        ["info", "."],
        ["info", "0.bvh"],
        ["rules"],
        ["explain", "row-width"],
        ["config"],
        ["completion", "bash"],
        ["check", "--help"],
        ["--help"],
        ["--version"],
    ],
    ids=" ".join,
)
@pytest.mark.parametrize("also_errors", [False, True])
def test_a_reader_that_goes_away(
    clips: Path, command: str, words: list[str], also_errors: bool
) -> None:
    ours, theirs = os.pipe()
    os.close(ours)
    process = subprocess.Popen(
        [command, *words],
        cwd=clips,
        env=clean_environment(),
        stdout=theirs,
        stderr=theirs if also_errors else subprocess.PIPE,
    )
    os.close(theirs)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 0
    assert not err


@pytest.mark.unmeasured
@pytest.mark.parametrize(
    ("words", "status"),
    [
        ([], 1),
        (["--output-format", "json"], 1),
        (["--update-baseline", "--baseline", "base"], 0),
        (["--exit-zero"], 0),
        (["--fail-on", "never"], 0),
        (["gone.bvh"], 2),
    ],
    ids=repr,
)
def test_a_check_that_nobody_reads_does_not_claim_success(
    clips: Path, command: str, words: list[str], status: int
) -> None:
    for path in clips.iterdir():
        path.write_text(CLIP.format(name="Hips").replace("0 5 0 0", "0 5 0"))
    ours, theirs = os.pipe()
    os.close(ours)
    done = subprocess.run(
        [command, "check", ".", *words, "--no-cache"],
        cwd=clips,
        env=clean_environment(),
        stdout=theirs,
        stderr=subprocess.PIPE,
        check=False,
    )
    os.close(theirs)
    assert (done.returncode, done.stderr) == (status, b"")
    if "base" in words:
        assert (clips / "base").read_text().count("BVH502") == 40


def test_errors_that_nobody_reads(clips: Path, command: str) -> None:
    ours, theirs = os.pipe()
    os.close(ours)
    for words in (["info", "gone.bvh"], ["explain", "gone"], ["gone"]):
        done = subprocess.run(
            [command, *words],
            cwd=clips,
            env=clean_environment(),
            stdout=subprocess.PIPE,
            stderr=theirs,
            check=False,
        )
        assert done.stdout == b""
        assert done.returncode in (0, 2)
    os.close(theirs)


def by_shell(clips: Path, line: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        line,
        shell=True,
        cwd=clips,
        env=clean_environment(),
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize(
    "line",
    [
        "check .",
        "check 0.bvh -q",
        "check 0.bvh --output-format json",
        "check 0.bvh --fix --no-cache",
        "fix 0.bvh --output -",
        "fix - < 0.bvh",
        "fix 0.bvh --diff",
        "info 0.bvh",
        "rules",
        "explain row-width",
        "config",
        "completion bash",
        "check --help",
        "--help",
        "--version",
    ],
)
def test_standard_output_that_was_never_open(clips: Path, command: str, line: str) -> None:
    told = by_shell(clips, f"'{command}' {line} >&-")
    assert (told.returncode, told.stdout) == (2, "")
    assert "bvhlint: standard output is closed" in told.stderr
    assert len(told.stderr) < 300


def test_what_is_done_though_standard_output_was_never_open(clips: Path, command: str) -> None:
    told = by_shell(clips, f"'{command}' fix 0.bvh 1.bvh -q >&-")
    assert (told.returncode, told.stdout, told.stderr) == (0, "", "")
    assert "End Site" in (clips / "0.bvh").read_text()
    told = by_shell(clips, f"'{command}' fix 2.bvh >&-")
    done = "the work is done all the same: fixed 1 of 1 file"
    assert (told.returncode, told.stderr) == (2, f"bvhlint: standard output is closed; {done}\n")
    assert "End Site" in (clips / "2.bvh").read_text()


def test_who_writes_nothing_needs_no_standard_output(clips: Path, command: str) -> None:
    told = by_shell(clips, f"'{command}' check 0.bvh -q --ignore keyword-case >&-")
    assert (told.returncode, told.stdout, told.stderr) == (0, "", "")
    told = by_shell(clips, f"'{command}' check 0.bvh --output-file report >&-")
    assert (told.returncode, told.stdout, told.stderr) == (0, "", "")
    assert "BVH204" in (clips / "report").read_text()


def test_standard_error_that_was_never_open(clips: Path, command: str) -> None:
    told = by_shell(clips, f"'{command}' explain gone 2>&-")
    assert (told.returncode, told.stdout, told.stderr) == (2, "", "")
    told = by_shell(clips, f"'{command}' fix --diff 0.bvh 2>&-")
    assert told.returncode == 1
    assert told.stdout.startswith("--- 0.bvh\n")
    told = by_shell(clips, f"'{command}' fix - < 0.bvh 2>&-")
    assert told.returncode == 0
    assert told.stdout == CLIP.format(name="Hips").replace("End site", "End Site")


@pytest.mark.parametrize("name", ["check", "info", "fix"])
def test_standard_input_that_was_never_open(clips: Path, command: str, name: str) -> None:
    told = by_shell(clips, f"'{command}' {name} - <&-")
    assert told.returncode == 2
    assert "cannot be read: standard input is closed" in told.stdout + told.stderr
    assert "internal error" not in told.stdout + told.stderr


def let_no_file_grow() -> None:
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))


@pytest.mark.unmeasured
@pytest.mark.parametrize(
    "words", [["check", ".", "--no-cache"], ["info", "."], ["rules"], ["--help"]]
)
def test_a_disk_that_is_full(clips: Path, command: str, words: list[str]) -> None:
    with open(clips / "out", "wb") as full:
        done = subprocess.run(
            [command, *words],
            cwd=clips,
            env=clean_environment(),
            stdout=full,
            stderr=subprocess.PIPE,
            preexec_fn=let_no_file_grow,
            text=True,
            check=False,
        )
    assert done.returncode == 2
    assert done.stderr == "bvhlint: standard output: File too large\n"


@pytest.mark.parametrize("name", ["check", "info", "fix"])
def test_an_interrupt_while_input_is_awaited(clips: Path, command: str, name: str) -> None:
    process = subprocess.Popen(
        [command, name, "-"],
        cwd=clips,
        env=clean_environment(),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    # More than a pipe holds, so whoever has written it knows that it is being read.
    assert process.stdin is not None
    process.stdin.write(b" " * 200_000)
    process.stdin.flush()
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (130, b"")
    assert b"Traceback" not in out


@pytest.mark.unmeasured
def test_an_interrupt_at_any_moment_of_the_start(clips: Path, command: str) -> None:
    for delay in (0.02, 0.05, *(0.08 + 0.005 * step for step in range(12)), 0.2, 0.3, 0.5):
        process = subprocess.Popen(
            [command, "check", "-"],
            cwd=clips,
            env=clean_environment(),
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
        )
        time.sleep(delay)
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=60)
        # Before a line of ours runs, Python alone speaks (its `site` has a `main` too) or the
        # signal kills.
        assert not re.search(rb'bvhlint/\S+", line \d+, in (main|_?run)\n', err)
        assert process.returncode in (130, 1, -signal.SIGINT)


@pytest.mark.unmeasured
@pytest.mark.parametrize("columns", [20, 40, 80, 400])
@pytest.mark.parametrize(
    "words", [["check", "--no-progress", "0.bvh"], ["info", "0.bvh"], ["info", "."]]
)
def test_lines_fit_the_terminal(clips: Path, command: str, words: list[str], columns: int) -> None:
    status, text = run_on_terminal(
        [command, *words], columns=columns, env=clean_environment(), cwd=clips
    )
    assert status == 0
    lines = STYLE.sub("", text).split("\n")
    assert len(lines) > 5
    if columns >= 40:
        assert max(display_width(line) for line in lines) <= columns


def test_rules_are_links_where_a_terminal_can(clips: Path, command: str) -> None:
    _, text = run_on_terminal(
        [command, "check", "0.bvh"], columns=100, env=clean_environment(), cwd=clips
    )
    assert "\x1b]8;;https://" in text
    _, text = run_on_terminal(
        [command, "check", "0.bvh"], columns=100, env=clean_environment(NO_COLOR="1"), cwd=clips
    )
    assert "\x1b" not in text


def test_info_on_a_terminal_says_what_it_says_in_a_pipe(
    bvhlint: Run, clips: Path, command: str
) -> None:
    _, text = run_on_terminal(
        [command, "info", "0.bvh"], columns=120, env=clean_environment(), cwd=clips
    )
    assert "\x1b[" in text
    plain = bvhlint("info", "0.bvh", cwd=clips).stdout
    bare = STYLE.sub("", text).replace("─", "")
    assert bare.split() == plain.replace("─", "").split()


@pytest.mark.unmeasured
@pytest.mark.parametrize(
    ("columns", "left_out"),
    [(40, "Maya, OFFSET, length"), (59, "Maya, OFFSET, length"), (60, "length"), (89, "length")],
)
def test_info_names_the_columns_that_a_terminal_has_no_room_for(
    clips: Path, command: str, columns: int, left_out: str
) -> None:
    words = [command, "info", "0.bvh"]
    _, text = run_on_terminal(words, columns=columns, env=clean_environment(), cwd=clips)
    told = re.sub(r"[\r\n ]+", " ", STYLE.sub("", text))
    assert f"No room for {left_out}; a wider terminal or a pipe has it." in told


def test_info_on_a_wide_terminal_leaves_nothing_out(clips: Path, command: str) -> None:
    _, text = run_on_terminal(
        [command, "info", "0.bvh"], columns=90, env=clean_environment(), cwd=clips
    )
    assert "length" in text
    assert "No room" not in text


# An interrupt in the middle of an import

INTERRUPTING = """\
import os, signal, sys

class Finder:
    @staticmethod
    def find_spec(name, path=None, target=None):
        if name == {name!r}:
            os.kill(os.getpid(), signal.SIGINT)

sys.meta_path.insert(0, Finder)
sys.argv = ["bvhlint", *{words!r}]
from bvhlint.__main__ import main
sys.exit(main())
"""


@pytest.mark.parametrize(
    ("name", "words", "status"),
    [
        # Before work on the first file is begun the signal itself ends the process.
        ("bvhlint.cli.main", ["check", "0.bvh"], -signal.SIGINT),
        ("argparse", ["check", "0.bvh"], -signal.SIGINT),
        ("bvhlint.cli.check", ["check", "0.bvh"], -signal.SIGINT),
        ("numpy", ["check", "0.bvh", "--no-cache"], -signal.SIGINT),
        ("bvhlint.diff", ["fix", "0.bvh", "--diff"], 130),
        ("bvhlint.cli.main", ["fix", "0.bvh"], -signal.SIGINT),
    ],
)
def test_an_interrupt_during_an_import(
    clips: Path, installed: Path, name: str, words: list[str], status: int
) -> None:
    program = INTERRUPTING.format(name=name, words=words)
    done = subprocess.run(
        [installed, "-c", program],
        cwd=clips,
        env=clean_environment(),
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (status, "", "")


@pytest.mark.unmeasured
def test_before_an_interrupt_is_caught_next_to_nothing_is_imported(installed: Path) -> None:
    program = (
        "import sys; before = set(sys.modules); import bvhlint.__main__\n"
        "print(sorted(set(sys.modules) - before))"
    )
    # Without site, whose own imports would hide ours.
    done = subprocess.run(
        [installed, "-S", "-c", program],
        env=clean_environment(
            PYTHONPATH=str(next(installed.parents[1].glob("lib/*/site-packages")))
        ),
        capture_output=True,
        text=True,
        check=True,
    )
    ours = "['__future__', 'bvhlint', 'bvhlint.__main__', 'bvhlint.version']"
    assert done.stdout.strip("\n") == ours
