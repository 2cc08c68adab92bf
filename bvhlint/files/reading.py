"""Reading a file whole, once, and knowing later whether it is still the same file."""

from __future__ import annotations

import io
import os
import stat
import sys
from typing import NamedTuple

from bvhlint.errors import ReadError

_BINARY = getattr(os, "O_BINARY", 0)
# Opening a FIFO or a terminal must neither wait nor take hold of it.
_CAREFUL = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0) | os.O_RDONLY | _BINARY
_TRIES = 3

_KINDS = (
    (stat.S_ISDIR, "a folder"),
    (stat.S_ISFIFO, "a named pipe"),
    (stat.S_ISSOCK, "a socket"),
    (stat.S_ISCHR, "a device"),
    (stat.S_ISBLK, "a device"),
)


class FileStamp(NamedTuple):
    """What tells a file from another and from itself after a change; times in nanoseconds."""

    device: int
    inode: int
    size: int
    mtime_ns: int
    ctime_ns: int

    @classmethod
    def of(cls, status: os.stat_result) -> FileStamp:
        return cls(
            status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns
        )


def read_stdin() -> bytes:
    """All of standard input. Raises ReadError."""
    # None where it was closed before the start.
    if sys.stdin is None:
        raise ReadError("cannot be read: standard input is closed")
    try:
        return sys.stdin.buffer.read()
    except OSError as error:
        raise ReadError(f"cannot be read: {reason(error)}") from error


def kind_of(status: os.stat_result) -> str:
    """What a thing that is no regular file is, in words."""
    return next((words for test, words in _KINDS if test(status.st_mode)), "no regular file")


def reason(error: BaseException) -> str:
    """Why a call to the system failed, in words, without the path."""
    if isinstance(error, OSError):
        return (error.strerror or str(error) or type(error).__name__).lower()
    if isinstance(error, MemoryError):
        return "too large for the memory"
    return str(error)


def reason_at(path: str, error: BaseException) -> str:
    """``reason``, but of a link that leads to nothing: that there is one anybody can see."""
    if isinstance(error, FileNotFoundError) and os.path.islink(path):
        return "the link leads nowhere"
    return reason(error)


def stamp(path: str) -> FileStamp:
    """The stamp of the regular file at ``path``; raises ReadError."""
    try:
        status = os.stat(path)
    except (OSError, ValueError) as error:
        raise ReadError(f"cannot be read: {reason_at(path, error)}") from error
    if not stat.S_ISREG(status.st_mode):
        raise ReadError(f"cannot be read: it is {kind_of(status)}")
    return FileStamp.of(status)


def read(path: str, *, limit: int | None = None) -> tuple[bytes, FileStamp]:
    """The bytes of a regular file and the stamp of just these bytes.

    Raises ReadError for what cannot be opened or is no regular file (without waiting on a
    FIFO), for more than ``limit`` bytes, and when the file goes on changing while it is read.
    """
    # A device is not even opened: with some, opening does something.
    stamp(path)
    try:
        for _ in range(_TRIES):
            found = _read_once(path, limit)
            if found is not None:
                return found
    except (OSError, ValueError, MemoryError) as error:
        raise ReadError(f"cannot be read: {reason(error)}") from error
    raise ReadError("cannot be read: it changes while it is being read")


def _read_once(path: str, limit: int | None) -> tuple[bytes, FileStamp] | None:
    with io.FileIO(os.open(path, _CAREFUL)) as file:
        before = os.fstat(file.fileno())
        if not stat.S_ISREG(before.st_mode):
            raise ReadError(f"cannot be read: it is {kind_of(before)}")
        if limit is not None and before.st_size > limit:
            raise ReadError(f"cannot be read: it is larger than {limit} bytes")
        data = file.readall()
        after = FileStamp.of(os.fstat(file.fileno()))
    if FileStamp.of(before) == after and len(data) == after.size:
        return data, after
    return None
