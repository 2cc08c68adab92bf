"""The parts of the benchmarks: each measures one matter and says what it must be."""

from __future__ import annotations

import itertools
import os
import shutil
from collections.abc import Sequence
from pathlib import Path

from bench import CHANNELS, JOINTS, MB, Bench
from clips import MANNERS, frames_for, write_clip


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
        values = frames_for(int(size * MB), JOINTS) * CHANNELS
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
    bad = bench.clip(
        f"bad-rows-{middle:g}mb",
        joints=JOINTS,
        frames=frames_for(int(middle * MB), JOINTS),
        seed=1,
        spoil=lambda row: row.replace(" ", " 1.2.3 ", 1),
    )
    pair = bench.seconds(
        {"bad rows": ("bvhlint check", [bad]), "good rows": ("bvhlint check", [clips[middle]])}
    )
    bench.row("findings in every row", pair["bad rows"], "a good clip", pair["good rows"], 3.0)
