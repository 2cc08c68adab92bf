"""Speed, memory and growth against the peers: ``python benchmarks/run.py``.

Makes its own clips and its own environment with the peers, runs everything in turn, several
times, and prints medians and ratios of one and the same run. ``--quick`` takes small clips and few
rounds; ``--docs`` writes docs/performance.md.
"""

from __future__ import annotations

import argparse
import itertools
import json
import os
import platform
import shutil
import statistics
import subprocess
import sys
import time
import venv
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
CHECKOUT = HERE.parent
PEERS = ("pybvh", "bvhTools", "bvhio", "bvhtoolbox", "bvh")
MB = 1_000_000


@dataclass(frozen=True)
class Row:
    """One line of the result: a figure, what it is measured against, and what it should be."""

    what: str
    value: float
    against: str
    base: float
    ratio: float
    target: float
    aim: float | None = None

    @property
    def holds(self) -> bool:
        return self.ratio <= self.target


class Bench:
    """The environment, the folder of clips, and the rounds."""

    def __init__(self, folder: Path, rounds: int, *, quick: bool) -> None:
        self.folder = folder
        self.rounds = rounds
        self.quick = quick
        self.rows: list[Row] = []
        self.medians: dict[str, float] = {}
        self.python = self._environment()
        self.bvhlint = self.python.with_name("bvhlint")

    def _environment(self) -> Path:
        place = self.folder / "environment"
        python = place / "bin" / "python"
        if not python.exists():
            venv.create(place, with_pip=True)
        pip = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        subprocess.run([*pip, *PEERS], check=True)
        subprocess.run([*pip, "--force-reinstall", "--no-deps", str(CHECKOUT)], check=True)
        subprocess.run([*pip, str(CHECKOUT)], check=True)
        return python

    def clip(self, name: str, **how: object) -> Path:
        """A clip of the folder, made if it is not there."""
        sys.path.insert(0, str(HERE))
        from clips import write_clip

        path = self.folder / f"{name}.bvh"
        if not path.exists():
            write_clip(path, **how)  # type: ignore[arg-type]
        return path

    def sized(self, megabytes: float, joints: int = 31, manner: str = "blender") -> Path:
        from_size = int(megabytes * MB)
        sys.path.insert(0, str(HERE))
        from clips import frames_for

        frames = frames_for(from_size, joints, manner)
        return self.clip(f"{manner}-{megabytes:g}mb-{joints}", joints=joints, frames=frames, seed=1)

    def task(self, name: str, *paths: Path) -> dict[str, float]:
        done = subprocess.run(
            [str(self.python), str(HERE / "tasks.py"), name, *map(str, paths)],
            capture_output=True,
            text=True,
            check=True,
        )
        result: dict[str, float] = json.loads(done.stdout)
        return result

    def wall(self, command: Sequence[str], *, ok: Sequence[int] = (0, 1)) -> float:
        started = time.perf_counter()
        done = subprocess.run(command, capture_output=True, check=False)
        seconds = time.perf_counter() - started
        if done.returncode not in ok:
            raise RuntimeError(f"{command}: {done.stderr.decode()[-2000:]}")
        return seconds

    def interleaved(self, works: Mapping[str, Callable[[], float]]) -> dict[str, float]:
        """The median of each work over the rounds, one after another in each round."""
        figures: dict[str, list[float]] = {name: [] for name in works}
        for _ in range(self.rounds):
            for name, work in works.items():
                figures[name].append(work())
        medians = {name: statistics.median(values) for name, values in figures.items()}
        self.medians.update(medians)
        return medians

    def seconds(self, works: Mapping[str, tuple[str, Sequence[Path]]]) -> dict[str, float]:
        return self.interleaved(
            {
                name: lambda task=task, paths=paths: self.task(task, *paths)["seconds"]  # type: ignore[misc]
                for name, (task, paths) in works.items()
            }
        )

    def row(
        self,
        what: str,
        value: float,
        against: str,
        base: float,
        target: float,
        aim: float | None = None,
    ) -> None:
        row = Row(what, value, against, base, value / base, target, aim)
        self.rows.append(row)
        mark = "ok  " if row.holds else "MISS"
        print(f"{mark} {row.ratio:6.2f} (at most {target:g})  {what} / {against}", flush=True)


def check_one(bench: Bench, size: float) -> None:
    """1. read + check of one clip against the peers' bare load."""
    clip = bench.sized(size)
    works = {"bvhlint check": ("bvhlint check", [clip]), "pybvh load": ("pybvh load", [clip])}
    got = bench.seconds(works)
    bench.row(
        f"read and check, {size:g} MB",
        got["bvhlint check"],
        "pybvh load",
        got["pybvh load"],
        1.0,
        0.5,
    )
    small = bench.sized(min(size, 3))
    for peer in ("bvhtools load", "bvhio load", "bvhtoolbox load", "bvh load"):
        pair = bench.seconds({f"check {peer}": ("bvhlint check", [small]), peer: (peer, [small])})
        bench.row("read and check, small", pair[f"check {peer}"], peer, pair[peer], 1.0)


def folder_of_clips(folder: Path, count: int, skeletons: int) -> Path:
    """A folder of clips of 300 KB and 75 joints; clip and skeleton number tell all about each."""
    sys.path.insert(0, str(HERE))
    from clips import MANNERS, frames_for, write_clip

    folder.mkdir(exist_ok=True)
    manners = sorted(MANNERS)
    for number in range(count):
        path = folder / f"clip{number:04}.bvh"
        if not path.exists():
            seed = number % skeletons
            manner = manners[seed % len(manners)]
            frames = frames_for(300_000, 75, manner) + number % 7
            write_clip(path, joints=75, frames=frames, seed=seed, manner=manner)
    return folder


def many_clips(bench: Bench, count: int) -> None:
    """2 and 5. A folder of clips, first and second run."""
    # One clip in five has a header of its own, as in a project of many takes an actor; in the
    # other folder each has.
    folder = folder_of_clips(bench.folder / f"clips-{count}", count, max(count // 5, 1))
    apart = folder_of_clips(bench.folder / f"clips-{count}-apart", count, count)
    clips, clips_apart = sorted(folder.glob("*.bvh")), sorted(apart.glob("*.bvh"))
    cache = bench.folder / "cache"
    command = [
        str(bench.bvhlint),
        "check",
        "--isolated",
        "--exit-zero",
        "--output-file",
        os.devnull,
    ]

    def first() -> float:
        shutil.rmtree(cache, ignore_errors=True)
        return bench.wall([*command, "--jobs", "2", "--cache-dir", str(cache), str(folder)])

    def second() -> float:
        return bench.wall([*command, "--jobs", "2", "--cache-dir", str(cache), str(folder)])

    def no_cache(which: Path) -> float:
        return bench.wall([*command, "--jobs", "2", "--no-cache", str(which)])

    got = bench.interleaved(
        {
            "no cache": lambda: no_cache(folder),
            "no cache, apart": lambda: no_cache(apart),
            "first run": first,
            "second run": second,
            "pybvh": lambda: bench.task("pybvh load", *clips)["seconds"],
            "pybvh, apart": lambda: bench.task("pybvh load", *clips_apart)["seconds"],
        }
    )
    peer = "pybvh loads them one by one"
    what = f"{count} clips of {count // 5} skeletons, --jobs 2"
    bench.row(what, got["no cache"], peer, got["pybvh"], 1.0, 0.5)
    what = f"{count} clips, no two headers alike, --jobs 2"
    bench.row(what, got["no cache, apart"], peer, got["pybvh, apart"], 1.0, 0.5)
    allowed = max(0.1 * got["first run"], 0.3)
    bench.row("second run", got["second run"], "0.1 first run or 0.3 s", allowed, 1.0)


def start_up(bench: Bench) -> None:
    """3. The command from start to end."""
    clip = bench.sized(0.1)
    python, command = str(bench.python), str(bench.bvhlint)
    got = bench.interleaved(
        {
            "pass": lambda: bench.wall([python, "-c", "pass"]),
            "import numpy, lark": lambda: bench.wall([python, "-c", "import numpy, lark"]),
            "--version": lambda: bench.wall([command, "--version"]),
            "--help": lambda: bench.wall([command, "--help"]),
            "check": lambda: bench.wall([command, "check", "--isolated", "--no-cache", str(clip)]),
        }
    )
    bench.row("check of 100 KB", got["check"], "import numpy, lark", got["import numpy, lark"], 2.2)
    bench.row("--version", got["--version"], "python -c pass", got["pass"], 3.0)
    bench.row("--help", got["--help"], "python -c pass", got["pass"], 7.0)


def fixes(bench: Bench, size: float) -> None:
    """4. Rewriting every number, and retiming."""
    clip = bench.sized(size)
    names = ("bvhlint fix --normalize", "bvhlint fix --fps 30", "pybvh load and write")
    got = bench.seconds({name: (name, [clip]) for name in names})
    for name in names[:2]:
        bench.row(f"{name}, {size:g} MB", got[name], names[2], got[names[2]], 0.5)


def memory(bench: Bench, sizes: Sequence[float]) -> None:
    """6. Peak memory above the imports: 1.3 times the file and 18 bytes a value."""
    for size in sizes:
        clip = bench.sized(size)
        values = int(clip.stat().st_size / 10.6)
        allowed = 1.3 * clip.stat().st_size + 18 * values
        taken = bench.task("bvhlint check", clip)["bytes"]
        bench.row(
            f"peak memory, {size:g} MB", taken / MB, "1.3 file + 18 B/value", allowed / MB, 1.0
        )


def growth(bench: Bench, sizes: Sequence[float]) -> None:
    """7. Time a megabyte, time a joint, and what a bad file costs."""
    clips = {size: bench.sized(size) for size in sizes}
    got = bench.seconds({f"{size:g} MB": ("bvhlint check", [clips[size]]) for size in sizes})
    rate = {size: got[f"{size:g} MB"] / clips[size].stat().st_size for size in sizes}
    for small, large in itertools.pairwise(sizes):
        what = f"time a megabyte at {large:g} MB"
        bench.row(what, rate[large] * MB, f"at {small:g} MB", rate[small] * MB, 1.25)
    counts = (25, 250, 2500)
    joints = {n: bench.clip(f"joints-{n}", joints=n, frames=4, seed=1) for n in counts}
    took = bench.seconds({f"{n} joints": ("bvhlint check", [joints[n]]) for n in counts})
    for few, many in itertools.pairwise(counts):
        each, base = took[f"{many} joints"] / many, took[f"{few} joints"] / few
        bench.row(f"time a joint at {many}", each * 1000, f"at {few}", base * 1000, 1.25)
    middle = sizes[min(1, len(sizes) - 1)]
    frames = clips[middle].stat().st_size // (96 * 10.6)
    bad = bench.clip(
        f"bad-{middle:g}mb",
        joints=31,
        frames=int(frames),
        seed=1,
        spoil=lambda row: row.replace(" ", " 1.2.3 ", 1),
    )
    pair = bench.seconds(
        {"bad rows": ("bvhlint check", [bad]), "good rows": ("bvhlint check", [clips[middle]])}
    )
    bench.row("findings in every row", pair["bad rows"], "a good clip", pair["good rows"], 3.0)


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
