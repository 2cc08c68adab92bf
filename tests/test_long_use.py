"""In one process for long, and from threads: memory stays flat and results are equal."""

from __future__ import annotations

import gc
import subprocess
import sys
import tracemalloc
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from example_files import FIXTURES, ROOT

import bvhlint

pytestmark = pytest.mark.unmeasured

SMALL = [path for path in FIXTURES if path.stat().st_size < 4000]
SOME = SMALL[:: max(1, len(SMALL) // 40)]


def findings(path: Path) -> list[tuple[str, int, int, str]]:
    return [
        (found.code, found.start, found.end, found.message)
        for found in bvhlint.check(bvhlint.read(path))
    ]


def test_memory_stays_flat() -> None:
    def use() -> None:
        for number, path in enumerate(SOME):
            # Each file differs from all before it, so that nothing kept of one serves the next.
            data = path.read_bytes() + b"\n" * number
            list(bvhlint.check(bvhlint.parse(data)))

    use()
    use()
    gc.collect()
    tracemalloc.start()
    use()
    gc.collect()
    before = tracemalloc.get_traced_memory()[0]
    for _ in range(3):
        use()
    gc.collect()
    after = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    # A document kept of each check would be a hundred times as much.
    assert after - before < 200_000


def test_what_is_kept_between_files_does_not_grow_with_them() -> None:
    def read(number: int) -> None:
        long = b"%d" % number + b"x" * 200_000
        for data in (
            b"HIERARCHY\nROOT "
            + long
            + b"\n{\nCHANNELS 1 "
            + long
            + b"\nOFFSET "
            + long
            + b"\n}\n",
            b"HIERARCHY\nROOT a\n{\nEnd" + b" " * 200_000 + b"%d" % number + b"\n",
            long + b"\nMOTION\n" + long,
        ):
            list(bvhlint.check(bvhlint.parse(data)))

    read(0)
    gc.collect()
    tracemalloc.start()
    for number in range(1, 8):
        read(number)
    gc.collect()
    kept = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    assert kept < 400_000


def test_threads_find_what_one_alone_finds() -> None:
    alone = [findings(path) for path in SOME]
    with ThreadPoolExecutor(8) as pool:
        together = list(pool.map(findings, SOME * 4))
    assert together == alone * 4


def test_threads_share_one_document() -> None:
    data = max(SMALL, key=lambda path: path.stat().st_size).read_bytes()
    alone = list(bvhlint.check(bvhlint.parse(data)))
    document = bvhlint.parse(data)
    with ThreadPoolExecutor(8) as pool:
        together = list(pool.map(lambda _: list(bvhlint.check(document)), range(16)))
    wanted = [(found.code, found.start, found.message) for found in alone]
    for found in together:
        assert [(each.code, each.start, each.message) for each in found] == wanted


_STATE = """
import gc, locale, logging, os, random, signal, sys, threading, warnings
import numpy as np
import lark, msgspec, scipy.spatial.transform, rich.console, pathspec

def state():
    return {
        "warnings": list(warnings.filters),
        "showwarning": warnings.showwarning,
        "locale": locale.setlocale(locale.LC_ALL),
        "recursion": sys.getrecursionlimit(),
        "signals": [signal.getsignal(number) for number in signal.valid_signals()],
        "numpy errors": np.geterr(),
        "numpy print": np.get_printoptions(),
        "random": random.getstate(),
        "numpy random": str(np.random.get_state()),
        "gc": (gc.isenabled(), gc.get_threshold()),
        "path": list(sys.path),
        "meta path": list(sys.meta_path),
        "hooks": (sys.excepthook, sys.displayhook, threading.excepthook, sys.unraisablehook),
        "switch": sys.getswitchinterval(),
        "digits": sys.get_int_max_str_digits(),
        "streams": (sys.stdin, sys.stdout, sys.stderr),
        "logging": (logging.root.level, list(logging.root.handlers)),
        "environment": dict(os.environ),
        "folder": os.getcwd(),
        "umask": os.umask(os.umask(0o022)),
        "threads": threading.active_count(),
        "rules": sorted(name for name in sys.modules if "bvhlint._rules" in name),
    }

before = state()
import bvhlint
import bvhlint.api
"""
_USE = """
import sys
from pathlib import Path
for name in sys.argv[1:]:
    document = bvhlint.read(name)
    list(bvhlint.check(document))
    bvhlint.read(name).motion.values
"""
_COMPARE = """
after = state()
for key in before:
    if before[key] != after[key]:
        sys.exit(f"{key}: {before[key]} became {after[key]}")
"""


@pytest.mark.parametrize("use", ["", _USE], ids=["import", "use"])
def test_no_state_of_the_process_changes(use: str) -> None:
    names = [str(path) for path in SOME[:20]]
    command = [sys.executable, "-c", _STATE + use + _COMPARE, *names]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=False)
    assert done.returncode == 0, done.stderr
