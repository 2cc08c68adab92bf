"""The command ``bvhlint`` and ``python -m bvhlint``.

All is imported inside ``main``, where an interrupt is caught.
"""

from __future__ import annotations

import sys

_INTERRUPTED = 130


def main() -> int:
    """Run the command line; returns the exit status."""
    try:
        return _run(sys.argv[1:])
    except KeyboardInterrupt:
        return _INTERRUPTED


def _run(words: list[str]) -> int:
    if words == ["--version"]:
        return _print_version()
    from bvhlint.interrupts import interrupts_end_the_process

    interrupts_end_the_process()
    from bvhlint.cli.main import run

    return run(words)


def _print_version() -> int:
    """Quicker than by argparse, whose import takes longer than all else."""
    from bvhlint.version import VERSION

    try:
        # Closed before the start it is None, and print would say nothing of it.
        if sys.stdout is not None:
            print(f"bvhlint {VERSION}", flush=True)
            return 0
    except OSError:
        pass
    # Whoever deals with closed pipes and full disks deals with this one.
    from bvhlint.cli.main import run

    return run(["--version"])


if __name__ == "__main__":
    sys.exit(main())
