"""One target under atheris: ``guided.py TARGET FAILURES CORPUS [libFuzzer options]``."""

from __future__ import annotations

import sys
from pathlib import Path

import atheris

CHECKOUT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(CHECKOUT), str(CHECKOUT / "tests" / "support")]
name, folder = sys.argv[1:3]
with atheris.instrument_imports(include=["bvhlint"]):
    from benchmarks.fuzz.run import Failures
    from benchmarks.fuzz.targets import TARGETS

failures = Failures(Path(folder))
target = TARGETS[name]


def one(data: bytes) -> None:
    try:
        target(data)
    except Exception as error:
        failures.meet(name, data, error)


atheris.Setup([sys.argv[0], *sys.argv[3:]], one)
atheris.Fuzz()
