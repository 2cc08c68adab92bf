"""The command ``bvhlint`` and ``python -m bvhlint``."""

from __future__ import annotations

import sys


def main() -> int:
    """Run the command line; returns the exit status."""
    if sys.argv[1:] == ["--version"]:
        return _print_version()
    try:
        from bvhlint.cli.main import run
    except KeyboardInterrupt:
        return 130
    return run(sys.argv[1:])


def _print_version() -> int:
    """Quicker than by argparse, whose import takes longer than all else."""
    from bvhlint.version import VERSION

    try:
        print(f"bvhlint {VERSION}", flush=True)
    except OSError:
        # Whoever deals with closed pipes and full disks deals with this one.
        from bvhlint.cli.main import run

        return run(["--version"])
    return 0


if __name__ == "__main__":
    sys.exit(main())
