"""Fuzz bvhlint: ``python benchmarks/fuzz/run.py [TARGET ...]``, endless with ``--seconds 0``.

Three engines: ``random`` makes texts from the grammar, good files and fixtures, and damages them;
``atheris`` (installed by hand) lets coverage lead; ``bytes`` takes all beginnings and all changes
of a single byte of five small files, once. An input for which a property does not hold is made
smaller, written to ``--failures`` once for each place that raised, and the run goes on; at the end
the inputs are counted, and the exit status is 1 if there were failures.
"""

from __future__ import annotations

import argparse
import hashlib
import subprocess
import sys
import tempfile
import time
import traceback
from itertools import count
from pathlib import Path
from random import Random

HERE = Path(__file__).resolve().parent
CHECKOUT = HERE.parents[1]
sys.path[:0] = [str(CHECKOUT), str(CHECKOUT / "tests" / "support")]

from benchmarks.fuzz.smaller import smaller  # noqa: E402
from benchmarks.fuzz.targets import TARGETS, Target, generate, seeds, words  # noqa: E402


class Failures:
    """Inputs that raised, one for each place."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.seen: dict[str, int] = {}

    def meet(self, name: str, data: bytes, error: BaseException) -> None:
        place = where(error)
        self.seen[place] = self.seen.get(place, 0) + 1
        if self.seen[place] > 1:
            return
        small = smaller(data, lambda text: raised(TARGETS[name], text) == place)
        self._write(name, place, small, error)

    def keep(self, name: str, data: bytes, error: BaseException) -> None:
        """Keep an input as it is, once for each place."""
        place = where(error)
        self.seen[place] = self.seen.get(place, 0) + 1
        if self.seen[place] == 1:
            self._write(name, place, data, error)

    def _write(self, name: str, place: str, small: bytes, error: BaseException) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        key = hashlib.sha256(place.encode()).hexdigest()[:12]
        (self.folder / f"{name}-{key}.bin").write_bytes(small)
        (self.folder / f"{name}-{key}.txt").write_text(
            f"{place}\n{error!r}\n" + "".join(traceback.format_exception(error)[-12:])
        )
        print(f"{name}: {place}: {small[:200]!r}", flush=True)


def where(error: BaseException) -> str:
    """The exception and the innermost line of bvhlint or of its properties that raised it."""
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if "site-packages" not in frame.filename] or frames
    text = str(error)[:60] if type(error).__module__.startswith("bvhlint") else ""
    return f"{type(error).__name__} {Path(own[-1].filename).name}:{own[-1].lineno} {text}".strip()


def raised(target: Target, data: bytes) -> str | None:
    try:
        target(data)
    except Exception as error:
        return where(error)
    return None


def run_random(name: str, seconds: float, seed: int, failures: Failures) -> int:
    """Random inputs for so long; returns how many."""
    target = TARGETS[name]
    end = time.monotonic() + seconds if seconds else float("inf")
    for tried in count():
        if time.monotonic() > end:
            return tried
        data = generate(name, Random(f"{name}-{seed}-{tried}"))
        try:
            target(data)
        except Exception as error:
            failures.meet(name, data, error)
    raise AssertionError


def run_atheris(name: str, seconds: float, seed: int, folder: Path) -> int:
    """Coverage-guided inputs in a process of its own; returns its exit status."""
    with tempfile.TemporaryDirectory(prefix="corpus") as corpus:
        for place, data in enumerate(seeds(name)):
            (Path(corpus) / f"seed{place}").write_bytes(data)
        dictionary = Path(corpus).with_suffix(".dict")
        dictionary.write_text(
            "".join('"{}"\n'.format("".join(f"\\x{byte:02x}" for byte in word)) for word in words())
        )
        command = [sys.executable, str(HERE / "guided.py"), name, str(folder), corpus]
        options = ["-max_len=6000", f"-seed={seed or 1}", f"-dict={dictionary}", "-timeout=60"]
        options += [f"-max_total_time={int(seconds)}"] if seconds else []
        done = subprocess.run([*command, *options, "-print_final_stats=1"], check=False)
        dictionary.unlink()
        return done.returncode


def run_bytes(failures: Failures) -> int:
    """Each beginning of the small files and each change of a byte; returns how many."""
    from every_byte import FILES, changes, check_beginning, check_change

    tried = 0
    for path in FILES:
        data = path.read_bytes()
        for size in range(len(data)):
            tried += 1
            try:
                check_beginning(data, size)
            except Exception as error:
                failures.keep(f"beginning-{path.stem}", data[:size], error)
        for changed in changes(data):
            tried += 1
            try:
                check_change(changed)
            except Exception as error:
                failures.keep(f"byte-{path.stem}", changed, error)
    return tried


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("targets", nargs="*", default=list(TARGETS), metavar="TARGET")
    parser.add_argument("--engine", choices=("random", "atheris", "bytes"), default="random")
    parser.add_argument("--seconds", type=float, default=60, help="for each target; 0: endless")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--failures", type=Path, default=CHECKOUT / "build" / "fuzz")
    args = parser.parse_args()
    failures = Failures(args.failures)
    status = 0
    if args.engine == "bytes":
        print(f"{run_bytes(failures)} inputs", flush=True)
        return int(bool(failures.seen))
    for name in args.targets:
        start = time.monotonic()
        if args.engine == "atheris":
            status |= run_atheris(name, args.seconds, args.seed, args.failures)
        else:
            tried = run_random(name, args.seconds, args.seed, failures)
            print(f"{name}: {tried} inputs in {time.monotonic() - start:.0f} s", flush=True)
    return int(bool(status or failures.seen))


if __name__ == "__main__":
    sys.exit(main())
