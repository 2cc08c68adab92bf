"""Memory over many checks in one process: ``python benchmarks/long_use.py --checks 20000``.

The fixtures go through ``parse`` and ``check`` in turn, each a little different every time so that
nothing kept of one serves the next. Prints the resident memory ten times on the way; exits with 1
if it grows by more than ``--most`` MB after the first tenth.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import bvhlint

CHECKOUT = Path(__file__).resolve().parents[1]
MB = 1_000_000
_PAGES = Path("/proc/self/statm")
_PAGE = 4096


def resident() -> int:
    """The memory of this process in bytes (Linux)."""
    return int(_PAGES.read_text().split(" ")[1]) * _PAGE


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--checks", type=int, default=20_000)
    parser.add_argument("--most", type=float, default=4, help="MB that memory may grow by")
    args = parser.parse_args()
    texts = [
        path.read_bytes()
        for path in sorted((CHECKOUT / "fixtures").rglob("*.bvh"))
        if path.stat().st_size < 20_000
    ]
    sizes = []
    for number in range(args.checks):
        different = b"ROOT number%d_" % number
        data = texts[number % len(texts)].replace(b"ROOT ", different, 1)
        list(bvhlint.check(bvhlint.parse(data)))
        if (number + 1) % max(args.checks // 10, 1) == 0:
            sizes.append(resident())
            print(f"{number + 1:>8,} checks  {sizes[-1] / MB:8.1f} MB", flush=True)
    grown = (max(sizes) - sizes[0]) / MB
    print(f"grown by {grown:.1f} MB after the first tenth")
    return 0 if grown <= args.most else 1


if __name__ == "__main__":
    sys.exit(main())
