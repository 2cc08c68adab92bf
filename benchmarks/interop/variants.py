"""What is tried: each file as it is, and as each option of ``bvhlint fix`` writes it."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

import bvhlint
from bvhlint.document.document import Document
from bvhlint.document.kinematics import NO_CHANNEL
from bvhlint.facts.up import up_axis

CHECKOUT = Path(__file__).resolve().parents[2]
Floats = NDArray[np.float64]
Rows = NDArray[np.int64]
# The world turned a quarter about X, as rows of a matrix: Y up to Z up, and back.
_TURNS = {"z": [[1, 0, 0], [0, 0, -1], [0, 1, 0]], "y": [[1, 0, 0], [0, 0, 1], [0, -1, 0]]}


@dataclass(frozen=True, eq=False)
class Motion:
    """What the motion must be: row ``rows[k]`` of the original, as ``linear`` turns and scales it,
    is row ``at[k]`` of the result.

    ``adding`` is what programs show that add positions to the OFFSET: what they made of the
    original (True), what the others made of it (False), neither (None).
    """

    at: Rows
    rows: Rows
    linear: Floats = field(default_factory=lambda: np.eye(3))
    adding: bool | None = True


def _same(document: Document, *, factor: float = 1.0, adding: bool | None = True) -> Motion:
    rows = np.arange(len(document.motion.table))
    return Motion(rows, rows, factor * np.eye(3), adding)


def _portable(document: Document, written: Document) -> Motion:
    """All programs show the same, but where positions below the root had to stay."""
    layout = written.skeleton.layout
    has_stayed = (layout.position_columns[layout.parents >= 0] != NO_CHANNEL).any()
    return _same(document, adding=None if has_stayed else False)


def _common(document: Document, fps: int) -> Motion:
    """The instants that a row of the original and one of the result share."""
    rate = document.motion.rate
    assert rate is not None
    ratio = Fraction(rate.exact or rate.fps) / fps
    # Every so many rows of the original and of the result; the first alone of odd ratios.
    rows = range(0, len(document.motion.table), ratio.numerator)
    at = [row // ratio.numerator * ratio.denominator for row in rows]
    return Motion(np.array(at, np.int64), np.array(rows, np.int64))


def turned_to(document: Document) -> str:
    """The axis that a file does not have up."""
    return "y" if up_axis(document) == "Z" else "z"


@dataclass(frozen=True)
class Option:
    """One column of the table: the words on the command line for a file, and what the motion of
    what they made of it must be."""

    name: str
    words: Callable[[Document], Sequence[str]]
    motion: Callable[[Document, Document], Motion]


def _fixed(
    *words: str,
    motion: Callable[[Document, Document], Motion] = lambda document, _: _same(document),
) -> Option:
    return Option(" ".join(words), lambda _: words, motion)


def _up_words(document: Document) -> Sequence[str]:
    to = turned_to(document)
    return "--up", to, "--from-up", "z" if to == "y" else "y"


def _up_motion(document: Document, _: Document) -> Motion:
    rows = np.arange(len(document.motion.table))
    return Motion(rows, rows, np.array(_TURNS[turned_to(document)], np.float64))


OPTIONS = (
    _fixed("--fps", "60", motion=lambda document, _: _common(document, 60)),
    _fixed("--fps", "25", motion=lambda document, _: _common(document, 25)),
    _fixed("--rotation-order", "YZX"),
    # Below the root nothing is added any more, but the root's OFFSET is.
    _fixed("--positions", "root", motion=lambda document, _: _same(document, adding=None)),
    _fixed("--scale", "0.01", motion=lambda document, _: _same(document, factor=0.01)),
    Option("--up y|z", _up_words, _up_motion),
    _fixed("--normalize"),
    _fixed("--portable", motion=_portable),
)


@dataclass(frozen=True, eq=False)
class Variant:
    """A file as an option wrote it; ``path`` is None where it refused, with a ``reason``."""

    original: Path
    option: Option | None
    path: Path | None
    reason: str = ""

    @property
    def is_changed(self) -> bool:
        return self.path is not None and self.path.read_bytes() != self.original.read_bytes()


def write(originals: Mapping[Path, Document], folder: Path) -> list[Variant]:
    """Each file as it is, then as each option writes it, into a folder that is made anew."""
    shutil.rmtree(folder, ignore_errors=True)
    variants = [Variant(path, None, path) for path in originals]
    for number, option in enumerate(OPTIONS):
        by_words: dict[tuple[str, ...], list[Path]] = {}
        for path, document in originals.items():
            by_words.setdefault(tuple(option.words(document)), []).append(path)
        for words, paths in by_words.items():
            variants += _written(option, words, paths, folder / str(number))
    return variants


def _written(
    option: Option, words: Sequence[str], paths: Sequence[Path], folder: Path
) -> list[Variant]:
    folder.mkdir(parents=True, exist_ok=True)
    # For a single file --output is a file, for several a folder.
    output = folder / paths[0].name if len(paths) == 1 else folder
    command = [sys.executable, "-m", "bvhlint", "fix", *map(str, paths), *words]
    command += ["--output", str(output), "--output-format", "json", "--isolated", "--no-cache"]
    done = subprocess.run(command, cwd=CHECKOUT, capture_output=True, text=True, check=False)
    if done.returncode not in (0, 2):
        raise RuntimeError(f"{command}: {done.stderr[-2000:]}")
    reasons = {Path(error["path"]): error["message"] for error in json.loads(done.stdout)["errors"]}
    return [
        Variant(
            path, option, None if path in reasons else folder / path.name, reasons.get(path, "")
        )
        for path in paths
    ]


def read(paths: Iterable[Path]) -> dict[Path, Document]:
    return {path: bvhlint.read(path) for path in paths}
