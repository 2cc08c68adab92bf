"""One measurement in a process of its own: ``python tasks.py TASK FILE [FILE ...]``.

Prints JSON: seconds of the work alone, without imports, and the memory it took above them.
"""

from __future__ import annotations

import json
import resource
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any


def _peak() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def _bvhlint_check() -> Callable[[str], Any]:
    import bvhlint
    from bvhlint.api import check, parse

    # Rules, grammar and all that is imported late are loaded by a first, tiny clip.
    list(check(parse(_TINY)))
    return lambda path: list(bvhlint.check(bvhlint.read(path)))


def _bvhlint_read() -> Callable[[str], Any]:
    import bvhlint
    from bvhlint.api import parse

    parse(_TINY).motion.table  # noqa: B018
    return lambda path: bvhlint.read(path).motion.values


def _bvhlint_fix(**changes: Any) -> Callable[[str], Any]:
    import bvhlint
    from bvhlint.api import fix, parse

    fix(parse(_TINY), **changes)

    def run(path: str) -> None:
        result = bvhlint.fix(bvhlint.read(path), **changes)
        Path(path).with_suffix(".out.bvh").write_bytes(result.document.to_bytes())

    return run


def _pybvh_load() -> Callable[[str], Any]:
    import pybvh

    return pybvh.read_bvh_file  # type: ignore[no-any-return]


def _pybvh_write() -> Callable[[str], Any]:
    import pybvh

    def run(path: str) -> None:
        # It writes no other name than one of its own format.
        pybvh.write_bvh_file(pybvh.read_bvh_file(path), str(Path(path).with_suffix(".out.bvh")))

    return run


def _bvhtools() -> Callable[[str], Any]:
    from bvhTools.bvhIO import readBvh

    return readBvh  # type: ignore[no-any-return]


def _bvhio() -> Callable[[str], Any]:
    import bvhio

    return bvhio.readAsBvh  # type: ignore[no-any-return]


def _bvhtoolbox() -> Callable[[str], Any]:
    from bvhtoolbox import BvhTree

    return lambda path: BvhTree(Path(path).read_text())


def _bvh() -> Callable[[str], Any]:
    from bvh import Bvh

    return lambda path: Bvh(Path(path).read_text())


TASKS: dict[str, Callable[[], Callable[[str], Any]]] = {
    "bvhlint check": _bvhlint_check,
    "bvhlint read": _bvhlint_read,
    "bvhlint fix --normalize": lambda: _bvhlint_fix(normalize=True),
    "bvhlint fix --fps 30": lambda: _bvhlint_fix(fps=30),
    "pybvh load": _pybvh_load,
    "pybvh load and write": _pybvh_write,
    "bvhtools load": _bvhtools,
    "bvhio load": _bvhio,
    "bvhtoolbox load": _bvhtoolbox,
    "bvh load": _bvh,
}

_TINY = (
    b"HIERARCHY\nROOT Hips\n{\n\tOFFSET 0 0 0\n\tCHANNELS 6 Xposition Yposition Zposition "
    b"Zrotation Xrotation Yrotation\n\tEnd Site\n\t{\n\t\tOFFSET 0 1 0\n\t}\n}\nMOTION\n"
    b"Frames: 3\nFrame Time: 0.0083333\n0 90 0 0 0 0\n0 90 0 1 0 0\n0 90 0 2 0 0\n"
)


def main() -> None:
    task, *paths = sys.argv[1:]
    work = TASKS[task]()
    before = _peak()
    started = time.perf_counter()
    for path in paths:
        work(path)
    seconds = time.perf_counter() - started
    print(json.dumps({"seconds": seconds, "bytes": _peak() - before}))


if __name__ == "__main__":
    main()
