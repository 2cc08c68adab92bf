"""Writing so that a file is at every moment whole: the old one or the new one.

The new bytes go to a temporary file beside the target, reach the disk, and take the target's
place in one step. Just before it a stat tells whether the target is still the file that was
read. Between that stat and the step a window of some microseconds remains in which a change by
another program is not seen; no portable call closes it.
"""

from __future__ import annotations

import contextlib
import os
import stat
import sys
from collections.abc import Callable, Iterator
from typing import BinaryIO

from bvhlint.errors import ReadError, WriteError
from bvhlint.files.leftovers import temporary_name
from bvhlint.files.reading import FileStamp, kind_of, read, reason

__all__ = ["FileStamp", "create", "creating", "is_suffix", "read", "write"]

_BINARY = getattr(os, "O_BINARY", 0)
_NEW_FILE = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0) | _BINARY


def write(path: str, data: bytes, *, expected: FileStamp, backup: str | None = None) -> None:
    """Replace the file at ``path``, of which ``read`` gave ``expected``, by ``data``.

    Follows a symbolic link to its target and keeps mode, owner and extended attributes as far
    as the system lets. ``backup`` is a suffix: the old file stays under its name with it.
    Raises WriteError, without the path in its text, and then the file is as it was: it changed
    since it was read, is read-only, is no regular file, has further names (hard links, which a
    replacement would part), its backup exists, or the system refuses (no space, quota, rights).
    """
    target = _resolve(path)
    status = _check_unchanged(target, expected)
    _check_writable(target, status)
    if status.st_nlink > 1:
        raise WriteError(
            f"is one of {status.st_nlink} names of one file (hard links), which writing would part;"
            " make it a file of its own (copy it, then move the copy over it) or use --output"
        )
    kept = None if backup is None else _backup_name(target, backup)
    with _temporary(target, data, mode=0o600) as temporary:
        _copy_attributes(target, status, temporary)
        _check_unchanged(target, expected)
        with _backup(target, kept, expected), _said("cannot be written"):
            os.replace(temporary, target)
    _sync_folder(target)


def create(path: str, data: bytes, *, overwrite: bool = False) -> None:
    """Make the file ``path`` of ``data``, at once and whole; its folder exists.

    An existing regular file is replaced only with ``overwrite``, and keeps its mode. Raises
    WriteError, without the path in its text, and then what stood there still stands.
    """
    with creating(path, overwrite=overwrite) as file, _said("cannot be written"):
        file.write(data)


@contextlib.contextmanager
def creating(path: str, *, overwrite: bool = False) -> Iterator[BinaryIO]:
    """A file to write to that becomes the file ``path`` at the end, as with ``create``.

    Where the block raises, what stood there still stands.
    """
    _refuse_other_kinds(path)
    target = _resolve(path)
    exists = os.path.lexists(target)
    if exists and not overwrite:
        raise WriteError("exists already and is not overwritten")
    status = _check_kind(target) if exists else None
    if status is not None:
        _check_writable(target, status)
    with _new_file(target, mode=0o666) as (temporary, file):
        yield file
        with _said("cannot be written"):
            _finish(file)
            if status is not None:
                os.chmod(temporary, stat.S_IMODE(status.st_mode))
            if overwrite:
                os.replace(temporary, target)
            else:
                move_to_free_name(temporary, target)
    _sync_folder(target)


@contextlib.contextmanager
def _said(what: str) -> Iterator[None]:
    """Turn what the system says into a WriteError that begins with ``what``."""
    try:
        yield
    except (OSError, ValueError, ReadError) as error:
        raise WriteError(f"{what}: {reason(error)}") from error


def _resolve(path: str) -> str:
    """The path with all symbolic links followed."""
    with _said("cannot be written"):
        try:
            return os.path.realpath(path, strict=True)
        except FileNotFoundError:
            # A new file has no real path yet; its folder has.
            return os.path.realpath(path)


def _check_kind(target: str) -> os.stat_result:
    with _said("cannot be written"):
        status = os.lstat(target)
    if not stat.S_ISREG(status.st_mode):
        raise WriteError(f"cannot be written: it is {kind_of(status)}")
    return status


def _refuse_other_kinds(path: str) -> None:
    """Raise WriteError for a pipe or a device; /dev/stdout may lead to one without a name."""
    with contextlib.suppress(OSError, ValueError):
        status = os.stat(path)
        if not stat.S_ISREG(status.st_mode):
            raise WriteError(f"cannot be written: it is {kind_of(status)}")


def _check_unchanged(target: str, expected: FileStamp) -> os.stat_result:
    if not os.path.lexists(target):
        raise WriteError("was removed after it had been read; nothing is written")
    status = _check_kind(target)
    if FileStamp.of(status) != expected:
        raise WriteError("changed after it had been read; nothing is written")
    return status


def _check_writable(target: str, status: os.stat_result) -> None:
    # A replacement needs no right on the file itself: that it is read-only is a wish to heed.
    # The bits are looked at too, since the system lets root write anything.
    if not status.st_mode & 0o222 or not os.access(target, os.W_OK):
        raise WriteError("cannot be written: it is read-only")


@contextlib.contextmanager
def _temporary(target: str, data: bytes, *, mode: int) -> Iterator[str]:
    """A file of ``data``, safe on the disk, in the target's folder; removed if still there."""
    with _new_file(target, mode=mode) as (temporary, file):
        with _said("cannot be written"):
            file.write(data)
            _finish(file)
        yield temporary


@contextlib.contextmanager
def _new_file(target: str, *, mode: int) -> Iterator[tuple[str, BinaryIO]]:
    """An empty file in the target's folder, and its path; removed if still there."""
    temporary = os.path.join(os.path.dirname(target), temporary_name())
    try:
        with _said("cannot be written, no file can be made in its folder"):
            descriptor = os.open(temporary, _NEW_FILE, mode)
        file = open(descriptor, "wb")  # noqa: SIM115
        try:
            yield temporary, file
        finally:
            # What could not be written cannot be written now either, and has been told.
            with contextlib.suppress(OSError):
                file.close()
    finally:
        _remove(temporary)


def _finish(file: BinaryIO) -> None:
    """Bring what was written to the disk."""
    file.flush()
    os.fsync(file.fileno())
    file.close()


def _copy_attributes(target: str, status: os.stat_result, temporary: str) -> None:
    """Give the new file owner, extended attributes (with them access lists) and mode."""
    if sys.platform != "win32":
        own = os.stat(temporary)
        if (own.st_uid, own.st_gid) != (status.st_uid, status.st_gid):
            _try_each(
                lambda: os.chown(temporary, status.st_uid, status.st_gid),
                lambda: os.chown(temporary, -1, status.st_gid),
            )
    if sys.platform == "linux":
        with contextlib.suppress(OSError):
            for name in os.listxattr(target):
                with contextlib.suppress(OSError):
                    os.setxattr(temporary, name, os.getxattr(target, name))
    with _said("cannot be written"):
        os.chmod(temporary, stat.S_IMODE(status.st_mode))


def _try_each(*calls: Callable[[], object]) -> None:
    """Make the first call that the system allows."""
    for call in calls:
        try:
            call()
        except OSError:
            continue
        return


def is_suffix(text: str) -> bool:
    """Whether a file's name with this behind it is the name of a file beside it."""
    return bool(text) and not any(sign in text for sign in ("/", "\\", "\0", os.sep))


def _backup_name(target: str, suffix: str) -> str:
    if not is_suffix(suffix):
        raise WriteError(f"has no backup made: {suffix!r} is no suffix of a file name")
    name = target + suffix
    if os.path.lexists(name):
        raise WriteError(f"is not written: its backup {os.path.basename(name)} exists already")
    return name


@contextlib.contextmanager
def _backup(target: str, name: str | None, expected: FileStamp) -> Iterator[None]:
    """Keep the old file under ``name``; taken back when what follows fails."""
    if name is None:
        yield
        return
    try:
        _link_or_copy(target, name, expected)
    except FileExistsError:
        # Another run was faster: the name is not ours to remove.
        raise WriteError("is not written: its backup exists already") from None
    except OSError as error:
        raise WriteError(f"is not written: no backup can be made: {reason(error)}") from error
    try:
        with _said("cannot be backed up"):
            status = os.stat(name)
        if (status.st_size, status.st_mtime_ns) != (expected.size, expected.mtime_ns):
            raise WriteError("changed after it had been read; nothing is written")
        yield
    except BaseException:
        _remove(name)
        raise


def _link_or_copy(target: str, name: str, expected: FileStamp) -> None:
    try:
        # The old file itself under a second name: no copy can be more faithful.
        os.link(target, name)
    except FileExistsError:
        raise
    except (OSError, NotImplementedError):
        _copy(target, name, expected)


def _copy(target: str, name: str, expected: FileStamp) -> None:
    with _said("cannot be backed up"):
        data, found = read(target)
    if found != expected:
        raise WriteError("changed after it had been read; nothing is written")
    with _temporary(target, data, mode=0o600) as temporary:
        _copy_attributes(target, os.stat(target), temporary)
        os.utime(temporary, ns=(expected.mtime_ns, expected.mtime_ns))
        move_to_free_name(temporary, name)


def move_to_free_name(temporary: str, target: str) -> None:
    """Give the file its name unless that is taken: then FileExistsError."""
    if sys.platform == "win32":
        os.rename(temporary, target)
        return
    try:
        os.link(temporary, target)
    except FileExistsError:
        raise
    except OSError:
        # A file system without hard links: hold the name with an empty file.
        os.close(os.open(target, _NEW_FILE, 0o600))
        try:
            os.replace(temporary, target)
        except OSError:
            _remove(target)
            raise


def _remove(path: str) -> None:
    with contextlib.suppress(OSError):
        os.unlink(path)


def _sync_folder(target: str) -> None:
    """Make the new entry of the folder last; not every system can, and none needs to."""
    if sys.platform == "win32":
        return
    with contextlib.suppress(OSError):
        descriptor = os.open(os.path.dirname(target), os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
