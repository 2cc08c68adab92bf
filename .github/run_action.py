"""The last step of the GitHub Action: runs bvhlint with the inputs, which come as variables.

Variables and not a shell's words, so that nothing in an input is run.
"""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from pathlib import Path


def main() -> int:
    """Run the command line that ``args`` gives; returns its exit status."""
    folder = Path(os.environ["RUNNER_TEMP"]) / "bvhlint"
    program = next(folder.glob("*/bvhlint*"))
    words = shlex.split(os.environ.get("BVHLINT_ARGS", "")) or ["check"]
    sarif = os.environ.get("BVHLINT_SARIF")
    if sarif:
        # First, so that the report is there to be uploaded when the check fails.
        options = ["--output-format", "sarif", "--output-file", sarif, "--exit-zero"]
        command = [str(program), words[0], *options, *words[1:]]
        if status := subprocess.run(command, check=False).returncode:
            return status
    return subprocess.run([str(program), *words], check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
