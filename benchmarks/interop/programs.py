"""The programs that files are tried in: each with its own environment, and how it is run."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
BPY_PYTHON = (3, 11)


@dataclass(frozen=True)
class Job:
    """A file to load, the joints' names as the program calls them, the frames to look at."""

    path: Path
    names: Sequence[str]
    frames: Sequence[int]


class Program:
    """``adds`` says whether it adds position channels to the OFFSET that others let them replace;
    ``family`` is what its known differences are listed under."""

    name: str
    family: str
    adds: bool

    def prepare(self) -> None:
        """Install it, if it is not there."""
        raise NotImplementedError

    def command(self, jobs: Path) -> list[str]:
        raise NotImplementedError

    def run(self, jobs: Sequence[Job], folder: Path) -> list[dict[str, Any]]:
        """What it made of each file: positions, or an ``error``."""
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        results = [folder / f"{number}.json" for number in range(len(jobs))]
        listed = folder / "jobs.json"
        with (folder / "log.txt").open("wb") as log:
            for todo in _rounds(results):
                wanted = [_told(jobs[number], results[number]) for number in todo]
                listed.write_text(json.dumps(wanted), encoding="utf-8")
                subprocess.run(self.command(listed), stdout=log, stderr=log, check=False)
        return [json.loads(path.read_text(encoding="utf-8")) for path in results]


def _rounds(results: Sequence[Path]) -> Iterator[list[int]]:
    """What is still to do. The first file of a round for which nothing came brought it down."""
    while todo := [number for number, path in enumerate(results) if not path.exists()]:
        yield todo
        lost = next((number for number in todo if not results[number].exists()), None)
        if lost is not None:
            results[lost].write_text('{"error": "the program crashed"}', encoding="utf-8")


def _told(job: Job, result: Path) -> Mapping[str, Any]:
    return {
        "path": str(job.path),
        "names": list(job.names),
        "frames": list(job.frames),
        "result": str(result),
    }


class Blender(Program):
    """Blender as the module ``bpy``, in a virtual environment."""

    family = "blender"
    adds = False

    def __init__(self, version: str, work: Path) -> None:
        self.name = f"blender {version}"
        self._version = version
        self._place = work / f"bpy-{version}"

    def prepare(self) -> None:
        done = self._place / "ready"
        if done.exists():
            return
        subprocess.run([_python_for_bpy(), "-m", "venv", str(self._place)], check=True)
        pip = [str(self._python), "-m", "pip", "install", "--quiet", f"bpy=={self._version}"]
        subprocess.run(pip, check=True)
        done.touch()

    def command(self, jobs: Path) -> list[str]:
        return [str(self._python), str(HERE / "blender.py"), str(jobs)]

    @property
    def _python(self) -> Path:
        return self._place / "bin" / "python"


class Three(Program):
    """three.js and its BVHLoader, in node."""

    family = "three"
    adds = True

    def __init__(self, version: str, work: Path) -> None:
        self.name = f"three {version}"
        self._version = version
        self._place = work / f"three-{version}"

    def prepare(self) -> None:
        if (self._place / "node_modules" / "three").exists():
            return
        self._place.mkdir(parents=True, exist_ok=True)
        (self._place / "package.json").write_text('{"private": true}\n', encoding="utf-8")
        npm = ["npm", "install", "--silent", "--no-audit", "--no-fund", f"three@{self._version}"]
        subprocess.run(npm, cwd=self._place, check=True)

    def command(self, jobs: Path) -> list[str]:
        return ["node", str(HERE / "three.mjs"), str(jobs), str(self._place)]


def _python_for_bpy() -> str:
    if sys.version_info[:2] == BPY_PYTHON:
        return sys.executable
    name = "python{}.{}".format(*BPY_PYTHON)
    found = shutil.which(name)
    if found is None:
        raise SystemExit(f"{name} is needed for bpy")
    return found
