"""The command ``bvhlint`` and ``python -m bvhlint``."""

from __future__ import annotations

import sys


def main() -> int:
    """Run the command line; returns the exit status."""
    if sys.argv[1:] == ["--version"]:
        from bvhlint.version import VERSION

        print(f"bvhlint {VERSION}")
        return 0
    from bvhlint.cli.main import run

    return run(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
