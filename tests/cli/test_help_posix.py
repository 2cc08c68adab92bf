"""``--help`` on a terminal, and what starting costs."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest
from installed import Run
from pseudo_terminal import run_on_terminal

import bvhlint as package
from bvhlint.cli.parser import COMMANDS

ROOT = Path(package.__file__).parents[1]
STYLE = re.compile(r"\x1b\[[0-9;]*m")


def on_terminal(
    folder: Path, *words: str, columns: int = 80, more: Mapping[str, str] | None = None
) -> str:
    kept = {
        name: value
        for name, value in os.environ.items()
        if name not in ("NO_COLOR", "FORCE_COLOR", "COLUMNS", "GITHUB_ACTIONS")
    }
    env = {**kept, "PYTHONPATH": str(ROOT), "TERM": "xterm-256color", **(more or {})}
    command = [sys.executable, "-m", "bvhlint", *words]
    return run_on_terminal(command, columns=columns, env=env, cwd=folder)[1]


@pytest.mark.unmeasured
@pytest.mark.parametrize("command", COMMANDS)
def test_a_terminal_gets_the_same_words_in_colour(
    bvhlint: Run, tmp_path: Path, command: str
) -> None:
    plain = bvhlint(command, "--help", env={"COLUMNS": "90"}).stdout
    coloured = on_terminal(tmp_path, command, "--help", columns=90)
    assert coloured != plain
    assert STYLE.sub("", coloured).split() == plain.split()
    assert max(len(line) for line in STYLE.sub("", coloured).splitlines()) <= 90


@pytest.mark.parametrize("env", [{"NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_no_colour_where_it_is_not_wanted(tmp_path: Path, env: dict[str, str]) -> None:
    assert "\x1b" not in on_terminal(tmp_path, "check", "--help", more=env)


def test_a_usage_message_has_no_colour(tmp_path: Path) -> None:
    text = on_terminal(tmp_path, "check", "--selct")
    assert text.startswith("usage: bvhlint check [OPTION ...] [PATH ...]\n")
    assert "\x1b" not in text


def processor_time(command: list[str], times: int) -> float:
    """Seconds of the processor for a command, the least of several runs."""
    least = float("inf")
    for _ in range(times):
        pid = os.posix_spawn(
            command[0],
            command,
            os.environ,
            file_actions=[(os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0)],
        )
        _, status, usage = os.wait4(pid, 0)
        assert status == 0
        least = min(least, usage.ru_utime + usage.ru_stime)
    return least


@pytest.mark.unmeasured
@pytest.mark.parametrize(("word", "most"), [("--version", 3), ("--help", 7)])
def test_starting_is_quick(installed: Path, word: str, most: float) -> None:
    nothing = processor_time([str(installed), "-c", "pass"], 20)
    command = [str(installed), str(installed.parent / "bvhlint"), word]
    assert processor_time(command, 10) <= most * nothing
