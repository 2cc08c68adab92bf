"""Runs a command on a terminal of its own, as a person would see it."""

from __future__ import annotations

import fcntl
import os
import pty
import struct
import subprocess
import termios
from collections.abc import Mapping, Sequence
from pathlib import Path


def run_on_terminal(
    command: Sequence[str], *, columns: int, env: Mapping[str, str], cwd: Path
) -> tuple[int, str]:
    """The exit status and all that the command wrote to its terminal."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 50, columns, 0, 0))
    process = subprocess.Popen(
        command, stdin=theirs, stdout=theirs, stderr=theirs, env=dict(env), cwd=cwd
    )
    os.close(theirs)
    written = b""
    try:
        while piece := os.read(ours, 1 << 16):
            written += piece
    except OSError:
        # Linux says so when the other side is closed.
        pass
    finally:
        os.close(ours)
    return process.wait(timeout=60), written.decode("utf-8", "replace").replace("\r\n", "\n")
