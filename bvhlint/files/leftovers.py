"""Temporary files: named after the process that makes them, removed when it is gone.

A name reads ``.bvhlint-PLACE-PID-START-NUMBER.tmp``: PLACE stands for the machine (and the
container) in which PID counts, START for the time at which the process began, so that another
process that got the same number later is not taken for it.
"""

from __future__ import annotations

import hashlib
import os
import re
import sys
from collections.abc import Iterable

_NAME = re.compile(r"\.bvhlint-([0-9a-f]{8})-([0-9]{1,10})-([0-9]{1,20})-[0-9a-f]{8}\.tmp")


def temporary_name() -> str:
    """A new name for a temporary file of this process."""
    pid = os.getpid()
    return f".bvhlint-{_place()}-{pid}-{_start_time(pid)}-{os.urandom(4).hex()}.tmp"


def is_temporary(name: str) -> bool:
    """Whether a file of this name is such a one, whoever made it."""
    return _NAME.fullmatch(name) is not None


def sweep(paths: Iterable[str]) -> list[str]:
    """Remove what runs that are gone left beside the files ``paths``; returns what went.

    Left alone is what a living process, or one on another machine, may still need.
    """
    folders = dict.fromkeys(os.path.dirname(os.path.realpath(path)) for path in paths)
    removed: list[str] = []
    for folder in folders:
        try:
            names = [entry.name for entry in os.scandir(folder) if _is_abandoned(entry.name)]
        except OSError:
            continue
        for name in sorted(names):
            path = os.path.join(folder, name)
            try:
                os.unlink(path)
            except OSError:
                continue
            removed.append(path)
    return removed


def _is_abandoned(name: str) -> bool:
    match = _NAME.fullmatch(name)
    if match is None or match[1] != _place():
        return False
    pid, start = int(match[2]), int(match[3])
    if not _is_running(pid):
        return True
    now = _start_time(pid)
    return 0 not in (now, start) and now != start


def _place() -> str:
    """Eight hexadecimal digits for the machine, and on Linux the namespace, of this process."""
    import platform

    try:
        namespace = os.readlink("/proc/self/ns/pid")
    except OSError:
        namespace = ""
    text = f"{platform.node()} {namespace}"
    return hashlib.blake2b(text.encode("utf-8", "surrogateescape"), digest_size=4).hexdigest()


def _start_time(pid: int) -> int:
    """When the process began, in the system's own unit; 0 where the system does not tell."""
    try:
        with open(f"/proc/{pid}/stat", "rb") as file:
            # The second field is the program's name in brackets and may hold blanks.
            fields = file.read().rpartition(b")")[2].split()
        return int(fields[19])
    except (OSError, IndexError, ValueError):
        return 0


def _is_running(pid: int) -> bool:
    if sys.platform == "win32":
        return _is_running_on_windows(pid)
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except (OSError, OverflowError):
        return True
    return True


def _is_running_on_windows(pid: int) -> bool:
    # There os.kill with 0 would send Ctrl-C; a process is asked for by opening it.
    import ctypes

    query_limited, still_active, access_denied = 0x1000, 259, 5
    kernel = ctypes.WinDLL("kernel32", use_last_error=True)  # type: ignore[attr-defined, unused-ignore]
    handle = kernel.OpenProcess(query_limited, False, pid)
    if not handle:
        return bool(ctypes.get_last_error() == access_denied)  # type: ignore[attr-defined, unused-ignore]
    code = ctypes.c_ulong()
    known = kernel.GetExitCodeProcess(handle, ctypes.byref(code))
    kernel.CloseHandle(handle)
    return not known or code.value == still_active
