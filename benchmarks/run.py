"""Speed, memory and growth against the peers: ``python benchmarks/run.py``.

Makes its own clips and its own environment with the peers, runs everything in turn, several
times, and prints medians and ratios of one and the same run. ``--quick`` takes small clips and few
rounds; ``--docs`` writes docs/performance.md.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path

from bench import CHECKOUT, HERE, PEERS, Bench
from parts import check_one, fixes, growth, many_clips, memory, start_up


def machine() -> str:
    cores = os.cpu_count()
    python = platform.python_version()
    return f"{platform.system()} {platform.machine()}, {cores} cores{_model()}, Python {python}"


def _model() -> str:
    """The processor and the memory, where the system tells (Linux)."""
    try:
        lines = Path("/proc/cpuinfo").read_text().split("\n")
        name = next(
            line.partition(":")[2].strip() for line in lines if line.startswith("model name")
        )
        memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 1e9
    except (OSError, StopIteration, ValueError):
        return ""
    return f" of {name}, {memory:.0f} GB"


def versions(bench: Bench) -> str:
    """Which peers, and the libraries that they share with bvhlint."""
    listed = subprocess.run(
        [str(bench.python), "-m", "pip", "list", "--format", "json", "--disable-pip-version-check"],
        capture_output=True,
        check=True,
    )
    found = {entry["name"].lower(): entry["version"] for entry in json.loads(listed.stdout)}
    return ", ".join(f"{name} {found[name.lower()]}" for name in (*PEERS, "numpy", "lark"))


def report(bench: Bench) -> str:
    """docs/performance.md."""
    lines = [
        "# Performance",
        "",
        "Made by `python benchmarks/run.py --docs`; do not edit. Medians of interleaved runs of",
        f"one session on {machine()}.",
        f"Versions: {versions(bench)}.",
        "A ratio compares two figures of the same run on the same file. Figures are seconds, but",
        "for memory (MB) and the time a joint (milliseconds).",
        "",
        "| what | figure | against | figure | ratio | at most | aim |",
        "|---|---|---|---|---|---|---|",
    ]
    for row in bench.rows:
        aim = "" if row.aim is None else f"{row.aim:g}"
        lines.append(
            f"| {row.what} | {row.value:.3g} | {row.against} | {row.base:.3g} | "
            f"{row.ratio:.2f}{'' if row.holds else ' (missed)'} | {row.target:g} | {aim} |"
        )
    return "\n".join(lines) + "\n"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--folder", type=Path, default=HERE / "scratch", help="clips and environment"
    )
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--quick", action="store_true", help="small clips, few rounds")
    parser.add_argument("--json", type=Path, help="write the figures there")
    parser.add_argument("--docs", action="store_true", help="write docs/performance.md")
    parser.add_argument("--only", default="", help="run the parts whose name contains this")
    args = parser.parse_args()
    args.folder.mkdir(parents=True, exist_ok=True)
    bench = Bench(args.folder, args.rounds if not args.quick else 2, quick=args.quick)
    large, sizes = (3, (0.1, 1, 3)) if args.quick else (30, (3, 30, 300))
    parts: dict[str, Callable[[], None]] = {
        "check": lambda: check_one(bench, large),
        "many": lambda: many_clips(bench, 50 if args.quick else 1000),
        "start": lambda: start_up(bench),
        "fix": lambda: fixes(bench, large),
        "memory": lambda: memory(bench, sizes[1:]),
        "growth": lambda: growth(bench, sizes),
    }
    for name, part in parts.items():
        if args.only in name:
            part()
    if args.json:
        rows = [{**asdict(row), "holds": row.holds} for row in bench.rows]
        args.json.write_text(
            json.dumps({"machine": machine(), "rows": rows, "medians": bench.medians}, indent=1)
        )
    if args.docs:
        (CHECKOUT / "docs" / "performance.md").write_text(report(bench), encoding="utf-8")
    return 0 if all(row.holds for row in bench.rows) else 1


if __name__ == "__main__":
    sys.exit(main())
