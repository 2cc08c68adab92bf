"""Time reading and writing of frame rows in several exporters' manners, beside np.loadtxt and %.

    python benchmarks/micro/frame_rows.py [--megabytes 10] [--rounds 5]

Prints nanoseconds a value, the least of the rounds, which are interleaved. Single-threaded times
are processor time, so that other work on the machine disturbs them little.
"""

from __future__ import annotations

import argparse
import io
import time
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from bvhlint.document.format import format_decimals
from bvhlint.document.memory import reuse_freed_arrays
from bvhlint.document.ragged import write_rows
from bvhlint.document.scan import scan_rows
from bvhlint.document.shortest import normalize_tokens
from bvhlint.document.tokens import find_tokens, padded

COLUMNS = 96
MANNERS = {
    "six decimals": ("%.6f", " ", "\n"),
    "six decimals, CRLF": ("%.6f", " ", "\r\n"),
    "six decimals, blank at the end": ("%.6f", " ", " \n"),
    "six decimals, tabs": ("%.6f", "\t", "\n"),
    "two decimals": ("%.2f", " ", "\n"),
    "six digits": ("%g", " ", "\n"),
    "four blanks": ("%.4f", "    ", "\n"),
    "seventeen digits": ("%.17g", " ", "\n"),
    "exponents": ("%e", " ", "\n"),
    "twenty decimals": ("%.20f", " ", "\n"),
}


def table_text(manner: tuple[str, str, str], megabytes: float) -> bytes:
    """Rows of angles in one manner; the same few hundred rows over and over."""
    form, separator, end = manner
    values = np.random.default_rng(7).normal(0, 40, (300, COLUMNS))
    rows = [separator.join(form % value for value in row.tolist()) + end for row in values]
    text = "".join(rows).encode()
    return text * max(round(megabytes * 1e6 / len(text)), 1)


def least(rounds: int, work: dict[str, Callable[[], object]], values: int) -> dict[str, float]:
    """Nanoseconds a value of each work, the least of the rounds; names with * by the wall clock."""
    best = dict.fromkeys(work, float("inf"))
    for _ in range(rounds):
        for name, function in work.items():
            clock = time.perf_counter if name.endswith("*") else time.process_time
            begin = clock()
            function()
            best[name] = min(best[name], (clock() - begin) * 1e9 / values)
    return best


def measure(text: bytes, rounds: int) -> dict[str, float]:
    """Nanoseconds a value of each work on a table."""

    def scan(threads: int) -> NDArray[np.float64]:
        return scan_rows(text, 0, len(text), threads=threads).values

    reading: dict[str, Callable[[], object]] = {
        "scan": lambda: scan(1),
        "scan, two threads*": lambda: scan(2),
        "loadtxt": lambda: np.loadtxt(io.BytesIO(text)),
    }
    values = scan(1)
    buffer = padded(text[: 1 << 20], 0, min(len(text), 1 << 20))
    starts, ends = find_tokens(buffer)
    texts = normalize_tokens(buffer, starts, ends)
    some = values[: len(starts)].copy()
    writing: dict[str, Callable[[], object]] = {
        "normalize": lambda: normalize_tokens(buffer, starts, ends),
        "write": lambda: write_rows(texts, 1),
        "format": lambda: format_decimals(some, 6),
        "%": lambda: [b"%.6f" % value for value in some.tolist()],
    }
    return least(rounds, reading, len(values)) | least(rounds, writing, len(starts))


def main() -> None:
    parser = argparse.ArgumentParser(description="Time reading and writing of frame rows.")
    parser.add_argument("--megabytes", type=float, default=10)
    parser.add_argument("--rounds", type=int, default=5)
    arguments = parser.parse_args()
    reuse_freed_arrays()
    for name, manner in MANNERS.items():
        times = measure(table_text(manner, arguments.megabytes), arguments.rounds)
        print(f"{name:32}", "  ".join(f"{key} {value:.0f}" for key, value in times.items()))


if __name__ == "__main__":
    main()
