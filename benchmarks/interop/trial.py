"""One file, as one option wrote it, in one program: what came of it."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import bvhlint
from benchmarks.interop.compare import TOLERANCE, Rows, distances, frames_to_compare
from benchmarks.interop.known import known_difference
from benchmarks.interop.programs import Job, Program
from benchmarks.interop.variants import Variant
from bvhlint.document.document import Document

ORIGINAL = "original"
AGREES, UNCHANGED, REFUSED = "agrees", "unchanged", "refused"
KNOWN, DISAGREES, EMPTY = "known", "disagrees", "empty"


@dataclass(frozen=True)
class Trial:
    """``verdict`` is one of

    * agrees: every joint within the tolerance of where it must be;
    * unchanged: the option had nothing to change, so that the file is the original;
    * refused: bvhlint did not write it, for ``reason``;
    * empty: no whole frame, nothing to compare;
    * known: bvhlint's findings say that the program does so, and so it does to the original;
    * disagrees: anything else.

    ``own`` and ``motion`` are the largest distances over the height, see ``Distances``.
    """

    program: str
    file: str
    option: str
    verdict: str
    own: float | None = None
    motion: float | None = None
    reason: str = ""


@dataclass(frozen=True, eq=False)
class _Written:
    """A file that a program is to load."""

    variant: Variant
    path: Path
    document: Document
    frames: Rows

    @classmethod
    def of(cls, variant: Variant, path: Path) -> _Written:
        document = bvhlint.read(path)
        return cls(variant, path, document, frames_to_compare(document))


def try_all(
    program: Program,
    variants: Sequence[Variant],
    originals: Mapping[Path, Document],
    folder: Path,
) -> Iterator[Trial]:
    """A trial for each variant; those of the originals come first, as the others need them."""
    loaded = [
        written
        for variant in variants
        if variant.path and (variant.option is None or variant.is_changed)
        for written in [_Written.of(variant, variant.path)]
        if len(written.frames)
    ]
    jobs = [Job(one.path, bone_names(one.document), one.frames.tolist()) for one in loaded]
    results = dict(zip((one.variant for one in loaded), program.run(jobs, folder), strict=True))
    written = {one.variant: one for one in loaded}
    reads: dict[Path, bool] = {}
    for variant in variants:
        if variant in written:
            original = originals[variant.original]
            trial = _judged(program, written[variant], results[variant], original, reads)
            if variant.option is None:
                reads[variant.original] = trial.verdict == AGREES
            yield trial
        else:
            yield _not_loaded(program, variant)


def _not_loaded(program: Program, variant: Variant) -> Trial:
    name = variant.option.name if variant.option else ORIGINAL
    if variant.path is None:
        return Trial(program.name, variant.original.name, name, REFUSED, reason=variant.reason)
    verdict = UNCHANGED if variant.option and not variant.is_changed else EMPTY
    return Trial(program.name, variant.original.name, name, verdict)


def _judged(
    program: Program,
    written: _Written,
    result: Mapping[str, Any],
    original: Document,
    reads: Mapping[Path, bool],
) -> Trial:
    variant = written.variant
    trial = Trial(
        program.name,
        variant.original.name,
        variant.option.name if variant.option else ORIGINAL,
        DISAGREES,
        reason=result.get("error", ""),
    )
    if not trial.reason:
        motion = variant.option.motion(original, written.document) if variant.option else None
        try:
            found = distances(
                result, written.document, written.frames, original, motion, adds=program.adds
            )
        except ValueError as error:
            trial = replace(trial, reason=str(error))
        else:
            verdict = AGREES if found.largest <= TOLERANCE else DISAGREES
            trial = replace(trial, own=found.own, motion=found.motion, verdict=verdict)
    if trial.verdict == DISAGREES and not reads.get(variant.original):
        is_loaded = "error" not in result
        why = known_difference(program.family, written.document, is_loaded=is_loaded)
        if why:
            reason = f"{why} ({trial.reason})" if trial.reason else why
            trial = replace(trial, verdict=KNOWN, reason=reason)
    return trial


def bone_names(document: Document) -> list[str]:
    """What Blender calls the joints: blanks become _, a name that stands twice gets a number."""
    names: list[str] = []
    for joint in document.skeleton.joints:
        base = "_".join(re.split("[ \t]+", joint.name))
        copies = (f"{base}.{number:03}" for number in itertools.count(1))
        name = base
        while name in names:
            name = next(copies)
        names.append(name)
    return names
