"""What the benchmarks measure with: clips, an environment with the peers, rounds in turn."""

from __future__ import annotations

import json
import statistics
import subprocess
import time
import venv
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from clips import frames_for, write_clip

HERE = Path(__file__).resolve().parent
CHECKOUT = HERE.parent
PEERS = ("pybvh", "bvhTools", "bvhio", "bvhtoolbox", "bvh")
MB = 1_000_000
JOINTS = 31  # of the clips of one size
CHANNELS = 3 * JOINTS + 3


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
        path = self.folder / f"{name}.bvh"
        if not path.exists():
            write_clip(path, **how)  # type: ignore[arg-type]
        return path

    def sized(self, megabytes: float, joints: int = JOINTS, manner: str = "blender") -> Path:
        frames = frames_for(int(megabytes * MB), joints, manner)
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
