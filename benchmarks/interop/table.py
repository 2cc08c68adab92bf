"""The table of figures, and the verdict."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from benchmarks.interop.compare import TOLERANCE
from benchmarks.interop.trial import (
    AGREES,
    DISAGREES,
    EMPTY,
    KNOWN,
    REFUSED,
    UNCHANGED,
    Trial,
)

_MARKS = {UNCHANGED: "=", REFUSED: "refused", EMPTY: "no frame", KNOWN: "known"}


def print_table(trials: Sequence[Trial]) -> bool:
    """Print a table for each program, what needs a word, and the verdict: does all agree?"""
    for program in dict.fromkeys(trial.program for trial in trials):
        _print_program(program, [trial for trial in trials if trial.program == program])
    print("\nRefused by bvhlint, so not written:")
    _print_reasons(trial for trial in trials if trial.verdict == REFUSED)
    wrong = sum(trial.verdict == DISAGREES for trial in trials)
    agreeing = [trial for trial in trials if trial.verdict == AGREES]
    files = len({trial.file for trial in agreeing})
    print(f"\n{len(agreeing)} loads of {files} files agree, {wrong} disagree.")
    return bool(agreeing) and not wrong


def _print_program(program: str, trials: Sequence[Trial]) -> None:
    options = list(dict.fromkeys(trial.option for trial in trials))
    cells = {(trial.file, trial.option): _cell(trial) for trial in trials}
    files = list(dict.fromkeys(trial.file for trial in trials))
    width = max(map(len, files))
    print(f"\n{program}: largest distance / height (at most {TOLERANCE:g})\n")
    print(" " * width, *(f"{option:>18}" for option in options))
    for file in files:
        print(f"{file:{width}}", *(f"{cells[file, option]:>18}" for option in options))
    print()
    _print_reasons(trial for trial in trials if trial.verdict in (KNOWN, DISAGREES))


def _print_reasons(trials: Iterable[Trial]) -> None:
    """What was the matter, once for all options with which it was the same."""
    options: dict[tuple[str, str, str], list[str]] = {}
    for trial in trials:
        # A refusal begins with the option, which the list of them tells already.
        reason = trial.reason.removeprefix(f"{trial.option.split()[0]}: ") or "too far away"
        with_this = options.setdefault((trial.verdict, trial.file, reason), [])
        if trial.option not in with_this:
            with_this.append(trial.option)
    for (verdict, file, reason), names in options.items():
        print(f"  {verdict}: {file} ({', '.join(names)}): {reason}")


def _cell(trial: Trial) -> str:
    if trial.own is None:
        return _MARKS.get(trial.verdict, "FAILS")
    mark = "!" if trial.verdict == DISAGREES else ""
    return f"{max(trial.own, trial.motion or 0.0):.1e}{mark}"
