"""Seconds and memory for files that nobody means well with: ``python benchmarks/fuzz/bounds.py``.

Each shape of tests/support/hostile_files.py is written at its full size and goes through
``bvhlint check`` (as text and as JSON) and ``bvhlint fix`` in processes of their own, which may
take no more than ``--seconds`` and ``--memory``. Exits with 1 where one does not end in time, ends
with a traceback or another status than documented, or where its report grows with the file.
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(CHECKOUT), str(CHECKOUT / "tests" / "support")]

from hostile_files import CASES  # noqa: E402

MB = 1_000_000
COMMANDS = {
    "check": ("check", "--no-cache", "--exit-zero", "--color", "never"),
    "check json": ("check", "--no-cache", "--exit-zero", "--output-format", "json"),
    "fix": ("fix", "--output", "{out}", "--overwrite", "--color", "never"),
    "fix unsafe": ("fix", "--unsafe-fixes", "--output", "{out}", "--overwrite"),
}


@dataclass(frozen=True)
class Measure:
    """What a process took, and what it wrote."""

    status: int
    seconds: float
    memory: int
    written: int
    errors: str


def measure(command: list[str], seconds: int, memory: int, folder: Path) -> Measure:
    """Run a command under limits of processor time and address space."""
    out, err = folder / "out", folder / "err"
    with out.open("wb") as stdout, err.open("wb") as stderr:
        process = subprocess.Popen(
            command, cwd=folder, stdout=stdout, stderr=stderr, preexec_fn=limits(seconds, memory)
        )
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    return Measure(
        process.returncode,
        usage.ru_utime + usage.ru_stime,
        usage.ru_maxrss * 1024,
        out.stat().st_size + err.stat().st_size,
        err.read_text("utf-8", "replace"),
    )


def limits(seconds: int, memory: int) -> Callable[[], None]:
    def set_limits() -> None:
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 5))
        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))

    return set_limits


def fault(found: Measure) -> str:
    """What is wrong with a run, nothing if it is as it should be."""
    if found.status < 0:
        return f"killed by signal {-found.status}"
    if found.status > 1:
        return f"exit {found.status}"
    if "Traceback" in found.errors:
        return "traceback"
    return f"{found.written / MB:.1f} MB of report" if found.written > 4 * MB else ""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("cases", nargs="*", help="parts of the names of the cases to run")
    parser.add_argument("--seconds", type=int, default=300, help="processor time a process")
    parser.add_argument("--memory", type=int, default=6000, help="address space in MB")
    parser.add_argument("--scale", type=float, default=1.0, help="part of the full size")
    args = parser.parse_args()
    faults = 0
    print("| file | MB | " + " | ".join(COMMANDS) + " |\n|---|--:|" + "--:|" * len(COMMANDS))
    with tempfile.TemporaryDirectory(prefix="bounds") as folder:
        for name, case in CASES.items():
            if args.cases and not any(part in name for part in args.cases):
                continue
            path = Path(folder) / "file.bvh"
            count = max(1, int(case.full * args.scale))
            size = case.write(path, count)
            cells = []
            for command in COMMANDS.values():
                words = [word.format(out=Path(folder) / "fixed.bvh") for word in command]
                full = [sys.executable, "-P", "-m", "bvhlint", *words, str(path)]
                found = measure(full, args.seconds, args.memory * MB, Path(folder))
                wrong = fault(found)
                faults += bool(wrong)
                cells.append(f"{found.seconds:.1f} s {found.memory / MB:.0f} MB {wrong}".rstrip())
                if wrong:
                    print(f"{name}: {' '.join(words)}: {wrong}\n{found.errors[-3000:]}")
            shown = f"{count:,} {name}" if case.full > 1 else name
            print(f"| {shown} | {size / MB:.1f} | " + " | ".join(cells) + " |", flush=True)
    return bool(faults)


if __name__ == "__main__":
    sys.exit(main())
