"""What every command promises its streams: characters, colour, names that do nothing, its end."""

from __future__ import annotations

import argparse
import json
import re
from pathlib import Path

import pytest
from installed import Run
from small_clip import CLIP

from bvhlint.cli import main, parser
from bvhlint.errors import ConfigError

# Moves the cursor, turns the text round, begins a command of two build logs.
HOSTILE = "Hi\x1b[2Jps\u202e\x07::error::x##[error]y"
CONTROL = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]")


@pytest.fixture
def hostile(tmp_path: Path) -> Path:
    (tmp_path / "clip.bvh").write_text(CLIP.format(name=HOSTILE), encoding="utf-8")
    return tmp_path


@pytest.fixture
def japanese(tmp_path: Path) -> Path:
    (tmp_path / "歩く.bvh").write_text(CLIP.format(name="腰"), encoding="utf-8")
    return tmp_path


COMMANDS = [
    ["check", "clip.bvh", "--select", "ALL"],
    ["check", "clip.bvh", "--select", "ALL", "--output-format", "github"],
    ["check", "clip.bvh", "--select", "ALL", "--output-format", "json"],
    ["check", "::error::a\x1b[2J.bvh"],
    ["check", "clip.bvh", "--target", "\x1b[2J"],
    ["check", "clip.bvh", "--config", "a\x1b[2J\n::error::b.toml"],
    ["check", "clip.bvh", "--expect-fps", "\x1b[2J"],
    ["fix", "clip.bvh", "--check"],
    ["fix", "clip.bvh", "--diff"],
    ["fix", "clip.bvh", "--rename", f"{HOSTILE}=Hips", "--check"],
    ["fix", "clip.bvh", "--rename", "\x1b[2J=Hips"],
    ["info", "clip.bvh"],
    ["info", "clip.bvh", "clip.bvh/\x1b[2J"],
    ["info", "clip.bvh", "--output-format", "json"],
    ["info", "clip.bvh", "--output-format", "csv"],
    ["info", "clip.bvh", "--output-format", "markdown"],
    ["config", "a\x1b[2J\n::error::b.bvh"],
    ["explain", "\x1b[2J"],
    ["rules", "--target", "\x1b[2J"],
    ["clean", "--cache-dir", "a\x1b[2Jb"],
    ["\x1b[2J"],
    ["check", "--\x1b[2J"],
]


@pytest.mark.unmeasured
@pytest.mark.parametrize("words", COMMANDS, ids=lambda words: repr(" ".join(words))[:60])
def test_names_do_nothing(bvhlint: Run, hostile: Path, words: list[str]) -> None:
    done = bvhlint(*words, cwd=hostile)
    for text in (done.stdout, done.stderr):
        assert not CONTROL.search(text.replace("\t", ""))
        assert "##[" not in text
        assert not re.search(r"^\s*::error::", text, re.MULTILINE)
    assert "Traceback" not in done.stderr


NARROW = [
    ["check", "."],
    ["check", ".", "--output-format", "markdown"],
    ["check", "歩け.bvh"],
    ["fix", ".", "--check"],
    ["fix", ".", "--diff"],
    ["info", "歩く.bvh"],
    ["info", ".", "nothing.bvh"],
    ["info", "歩く.bvh", "--color", "always"],
    ["info", ".", "--output-format", "json"],
    ["info", ".", "--output-format", "csv"],
    ["info", "歩く.bvh", "--output-format", "markdown"],
    ["config", "歩く.bvh"],
    ["explain", "歩く"],
    ["explain", "name-non-ascii"],
    ["rules"],
    ["歩く"],
    ["check", "--歩く"],
    ["completion", "bash"],
]
NARROW_STREAMS = [
    *((words, encoding) for words in NARROW for encoding in ("ascii", "utf-16")),
    *((words, name) for words in NARROW[::5] for name in ("latin-1", "cp1252", "cp932", "cp037")),
]


@pytest.mark.unmeasured
@pytest.mark.parametrize(("words", "encoding"), NARROW_STREAMS)
def test_a_stream_that_is_not_utf8(
    bvhlint: Run, japanese: Path, words: list[str], encoding: str
) -> None:
    env = {"PYTHONIOENCODING": encoding, "PYTHONUTF8": "1"}
    done = bvhlint(*words, cwd=japanese, env=env)
    assert done.returncode in (0, 1, 2)
    written = done.stdout.encode("utf-8", "surrogateescape")
    told = done.stderr.encode("utf-8", "surrogateescape").decode(encoding)
    assert "Error" not in told
    assert "internal" not in told
    text = written.decode(encoding)
    if "--output-format" not in words and encoding in ("ascii", "latin-1", "cp1252"):
        assert "歩" not in text + told


def test_json_comes_through_a_narrow_stream(bvhlint: Run, japanese: Path) -> None:
    done = bvhlint(
        "info", ".", "--output-format", "json", cwd=japanese, env={"PYTHONIOENCODING": "ascii"}
    )
    (file,) = json.loads(done.stdout)["files"]
    assert (file["path"], file["joints"][0]["name"]) == ("歩く.bvh", "腰")


COLOURS: list[tuple[dict[str, str], list[str], bool]] = [
    ({}, [], False),
    ({"FORCE_COLOR": "1"}, [], True),
    ({"NO_COLOR": "1", "FORCE_COLOR": "1"}, [], False),
    ({"NO_COLOR": ""}, ["--color", "always"], True),
    ({"NO_COLOR": "1"}, ["--color", "always"], True),
    ({"FORCE_COLOR": "1"}, ["--color", "never"], False),
]


@pytest.mark.unmeasured
@pytest.mark.parametrize(("env", "words", "coloured"), COLOURS)
@pytest.mark.parametrize("command", ["check", "info"])
def test_colour_in_a_pipe(
    bvhlint: Run,
    hostile: Path,
    command: str,
    env: dict[str, str],
    words: list[str],
    coloured: bool,
) -> None:
    done = bvhlint(command, "clip.bvh", *words, cwd=hostile, env=env)
    assert ("\x1b[" in done.stdout) is coloured


class Failing:
    """A command that ends as it is told."""

    EXAMPLES = (("bvhlint check", "fails"),)

    def __init__(self, error: BaseException) -> None:
        self._error = error

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("-v", "--verbose", action="store_true")

    def run(self, args: argparse.Namespace) -> int:
        del args
        raise self._error


def let_commands_fail(monkeypatch: pytest.MonkeyPatch, error: BaseException) -> None:
    def load(name: str) -> Failing:
        del name
        return Failing(error)

    for module in (main, parser):
        monkeypatch.setattr(module, "load", load)


ENDS = [
    (ValueError("b\x1bad"), 2, r"bvhlint: internal error, please report it: ValueError: b\x1bad"),
    (RecursionError("too deep"), 2, "bvhlint: internal error, please report it: RecursionError"),
    (MemoryError(), 2, "bvhlint: out of memory"),
    (ConfigError("wrong\nhere"), 2, r"bvhlint: wrong\nhere"),
    (OSError(28, "No space left on device"), 2, "bvhlint: standard output: No space left"),
    (PermissionError(13, "Permission denied", "a.bvh"), 2, "bvhlint: a.bvh: Permission denied"),
    (KeyboardInterrupt(), 130, ""),
    (BrokenPipeError(), 141, ""),
    (SystemExit(2), 2, ""),
]


@pytest.mark.parametrize(("error", "status", "message"), ENDS, ids=lambda value: repr(value)[:30])
def test_how_a_command_ends(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    error: BaseException,
    status: int,
    message: str,
) -> None:
    let_commands_fail(monkeypatch, error)
    assert main.run(["check"]) == status
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(message)
    assert len(err.splitlines()) == bool(message)


def test_verbose_tells_where_it_crashed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    let_commands_fail(monkeypatch, ValueError("bad\x1b"))
    assert main.run(["check", "--verbose"]) == 2
    err = capsys.readouterr().err
    assert "Traceback" in err
    assert "test_terminal.py" in err
    assert "\x1b" not in err


def test_fix_that_nobody_reads_is_no_success(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its work is not done: files are left that it did not come to."""
    let_commands_fail(monkeypatch, BrokenPipeError())
    assert main.run(["fix"]) == 2
