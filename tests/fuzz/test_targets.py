"""The fuzz command's targets hold for some inputs each, and the command counts and keeps."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from benchmarks.fuzz.run import Failures
from benchmarks.fuzz.smaller import smaller
from benchmarks.fuzz.targets import TARGETS, generate, seeds

CHECKOUT = Path(__file__).resolve().parents[2]
FUZZ = CHECKOUT / "benchmarks" / "fuzz"


@pytest.mark.parametrize("name", sorted(set(TARGETS) - {"parse", "check", "fix", "unsafe"}))
def test_a_target_holds(name: str) -> None:
    for data in seeds(name)[:4]:
        TARGETS[name](data)
    for seed in range(30):
        TARGETS[name](generate(name, Random(seed)))


def test_an_input_that_fails_is_made_small_and_kept_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def refuse(data: bytes) -> None:
        if b"x" in data:
            raise KeyError("x")

    monkeypatch.setitem(TARGETS, "parse", refuse)
    failures = Failures(tmp_path / "kept")
    for data in (b"one two x three\nfour\n" * 5, b"x"):
        with pytest.raises(KeyError) as caught:
            refuse(data)
        failures.meet("parse", data, caught.value)
    assert [path.read_bytes() for path in (tmp_path / "kept").glob("*.bin")] == [b"x"]
    assert "KeyError test_targets.py" in capsys.readouterr().out
    assert list(failures.seen.values()) == [2]


def test_smaller_keeps_what_is_needed() -> None:
    assert smaller(b"a b\nc d\ne f\n", lambda data: b"a" in data and b"f" in data) == b"af"


def test_the_command_counts_its_inputs(tmp_path: Path) -> None:
    command = [sys.executable, str(FUZZ / "run.py"), "value", "--seconds", "0.1"]
    done = subprocess.run(
        [*command, "--failures", str(tmp_path)], capture_output=True, text=True, check=True
    )
    name, tried = done.stdout.split(" inputs")[0].split(": ")
    assert name == "value"
    assert int(tried) > 0
