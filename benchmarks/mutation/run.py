"""Mutation run: ``python benchmarks/mutation/run.py [MODULE ...]``; needs cosmic-ray.

Each mutant of a module is tried with the tests of that module, in a process of its own in which it
stands in the module's place; no file is changed. Mutants that no test tells from the original are
printed, unless ``equivalent.toml`` says why they are none; if there are such, the exit status is 1.
"""

from __future__ import annotations

import argparse
import gc
import math
import os
import resource
import sys
import time
import tomllib
from collections import Counter
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from pathlib import Path
from types import CodeType

HERE = Path(__file__).resolve().parent
CHECKOUT = HERE.parents[1]
sys.path.insert(0, str(CHECKOUT))

from benchmarks.mutation.mutants import Mutant, mutants_of  # noqa: E402

_MEMORY = 4 << 30


class MutantLoader(SourceFileLoader):
    """Loads a module with another text than that of its file."""

    def __init__(self, name: str, path: str, text: str) -> None:
        super().__init__(name, path)
        self._text = text

    def get_code(self, fullname: str) -> CodeType:
        del fullname
        return compile(self._text, self.path, "exec", dont_inherit=True)


class MutantFinder(MetaPathFinder):
    """Finds a mutant where its module is imported."""

    def __init__(self, module: str, text: str) -> None:
        self._name = f"bvhlint.{module}"
        self._loader = MutantLoader(self._name, str(path_of(module)), text)

    def find_spec(self, fullname: str, *_: object) -> ModuleSpec | None:
        if fullname != self._name:
            return None
        return spec_from_file_location(fullname, self._loader.path, loader=self._loader)


def path_of(module: str) -> Path:
    return CHECKOUT / "bvhlint" / (module.replace(".", "/") + ".py")


def passes(module: str, text: str, tests: list[str], seconds: int) -> bool:
    """Whether the tests pass with this text of the module, within so much processor time."""
    child = os.fork()
    if not child:
        _run_tests(module, text, tests, seconds)
    return os.waitpid(child, 0)[1] == 0


def _run_tests(module: str, text: str, tests: list[str], seconds: int) -> None:
    """Run the tests and end this process with their status."""
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
    resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)
    sys.meta_path.insert(0, MutantFinder(module, text))
    status = 1
    try:
        import pytest

        # Only the status is asked for: what makes failures readable takes most of the time.
        options = ["-x", "--tb=no", "--assert=plain", "-p", "no:cacheprovider", "-p", "no:syrupy"]
        options += ["--hypothesis-profile=mutation"]
        status = int(pytest.main([*options, *tests]))
    finally:
        os._exit(status)


def run(module: str, tests: list[str], known: Counter[str], every: int) -> Counter[str]:
    """Try every so manieth mutant of a module; returns how many there are of each fate."""
    path = path_of(module)
    began = os.times()
    if not passes(module, path.read_text(), tests, 600):
        raise SystemExit(f"{module}: the tests fail without a mutant: {' '.join(tests)}")
    ended = os.times()
    spent = sum(ended[2:4]) - sum(began[2:4])
    fates: Counter[str] = Counter()
    for mutant in mutants_of(path)[::every]:
        fates[_fate(module, mutant, tests, math.ceil(3 * spent + 3), known)] += 1
    print(f"{module}: {fates.total()} mutants, {dict(fates)}, tests {spent:.1f} s", flush=True)
    return fates


def _fate(module: str, mutant: Mutant, tests: list[str], seconds: int, known: Counter[str]) -> str:
    if not passes(module, mutant.text, tests, seconds):
        return "killed"
    spelling = f"{module}: {mutant.old} -> {mutant.new}"
    if known[_key(spelling)]:
        known[_key(spelling)] -= 1
        return "equivalent"
    print(f"line {mutant.line}: {spelling}", flush=True)
    return "survived"


def _key(spelling: str) -> str:
    """A mutant without blanks, some of which cosmic-ray puts in."""
    return spelling.replace(" ", "")


def warm() -> None:
    """Load what the tests load, but for the package itself: each process has it already."""
    import coverage
    import hypothesis
    import lark
    import numpy
    import pytest
    import scipy.interpolate
    import scipy.ndimage
    import scipy.signal
    import scipy.spatial.transform

    del coverage, lark, numpy, pytest, scipy
    hypothesis.settings.register_profile(
        "mutation",
        deadline=None,
        derandomize=True,
        database=None,
        max_examples=20,
        # Only whether a test fails is asked, not which is its smallest example.
        phases=(hypothesis.Phase.explicit, hypothesis.Phase.generate),
    )
    gc.freeze()  # pytest collects garbage in each process


def main() -> int:
    plan = tomllib.loads((HERE / "plan.toml").read_text())["tests"]
    equivalent = tomllib.loads((HERE / "equivalent.toml").read_text())
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("module", nargs="*", choices=[[], *plan], default=[])
    parser.add_argument("--every", type=int, default=1, help="try only each N-th mutant")
    options = parser.parse_args()
    wanted = options.module or list(plan)
    os.environ["OPENBLAS_NUM_THREADS"] = "1"
    os.chdir(CHECKOUT)
    warm()
    known = Counter(_key(text) for reason in equivalent["because"] for text in reason["mutants"])
    began = time.monotonic()
    total: Counter[str] = Counter()
    for module in wanted:
        total += run(module, plan[module], known, options.every)
    print(f"{total.total()} mutants, {dict(total)}, {(time.monotonic() - began) / 60:.0f} min")
    whole = wanted if options.every == 1 else ()
    stale = [text for text in known.elements() if text.partition(":")[0] in whole]
    for text in stale:
        print(f"killed or gone, though equivalent.toml has it: {text}")
    return 1 if total["survived"] or stale else 0


if __name__ == "__main__":
    sys.exit(main())
