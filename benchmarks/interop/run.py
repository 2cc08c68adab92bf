"""Do real programs agree with bvhlint on what it writes? ``python benchmarks/interop/run.py``.

Each option of ``bvhlint fix`` that changes the motion or its layout writes the files of a corpus;
Blender and three.js load what it wrote and must put every joint where bvhlint's own kinematics
do, and where the original had it if the option promises that. Makes its own environments (some
hundred megabytes) below ``--work``. Exit status 1 if a program disagrees.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

HERE = Path(__file__).resolve().parent
CHECKOUT = HERE.parents[1]
sys.path.insert(0, str(CHECKOUT))

from benchmarks.interop.programs import Blender, Program, Three  # noqa: E402
from benchmarks.interop.table import print_table  # noqa: E402
from benchmarks.interop.trial import Trial, try_all  # noqa: E402
from benchmarks.interop.variants import read, write  # noqa: E402

BLENDERS = ("4.2.0", "5.0.1")
THREE = "0.187.0"


def arguments(argv: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--corpus", type=Path, default=CHECKOUT.parent / "shared" / "corpus")
    parser.add_argument("--work", type=Path, default=HERE.parent / "scratch" / "interop")
    parser.add_argument("--only", default="", metavar="TEXT", help="files with this in their name")
    parser.add_argument("--blender", default=",".join(BLENDERS), metavar="VERSION[,VERSION]")
    parser.add_argument("--three", default=THREE, metavar="VERSION")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write every figure there")
    return parser.parse_args(argv)


def main(argv: Sequence[str] | None = None) -> int:
    options = arguments(argv)
    work = options.work.resolve()
    found = sorted(options.corpus.resolve().glob("*.bvh"))
    paths = [path for path in found if options.only in path.name]
    if not paths:
        raise SystemExit(f"{options.corpus}: no .bvh file; say --corpus FOLDER")
    programs: list[Program] = [
        *(Blender(version, work) for version in options.blender.split(",")),
        Three(options.three, work),
    ]
    originals = read(paths)
    variants = write(originals, work / "written")
    trials: list[Trial] = []
    for program in programs:
        program.prepare()
        trials += try_all(program, variants, originals, work / "results" / program.name)
    if options.json:
        options.json.write_text(json.dumps([asdict(trial) for trial in trials], indent=1) + "\n")
    return 0 if print_table(trials) else 1


if __name__ == "__main__":
    sys.exit(main())
