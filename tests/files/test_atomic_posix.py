"""What write and create do with modes, owners, links, pipes and kills: where there are such."""

from __future__ import annotations

import errno
import os
import resource
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from bvhlint.errors import WriteError
from bvhlint.files.atomic import create, read, write

OLD, NEW = b"old bytes\r\n", b"new bytes, longer\n"


def make(path: Path, data: bytes = OLD) -> Path:
    path.write_bytes(data)
    return path


def rewrite(path: Path, data: bytes = NEW, *, backup: str | None = None) -> None:
    write(str(path), data, expected=read(str(path))[1], backup=backup)


def names(folder: Path) -> list[str]:
    return sorted(os.listdir(folder))


@pytest.mark.parametrize("mode", [0o644, 0o600, 0o755, 0o664, 0o200])
def test_keeps_the_mode(tmp_path: Path, mode: int) -> None:
    path = make(tmp_path / "walk.bvh")
    _, found = read(str(path))
    path.chmod(mode)
    found = type(found).of(path.stat())
    write(str(path), NEW, expected=found)
    assert stat.S_IMODE(path.stat().st_mode) == mode


def test_keeps_owner_and_extended_attributes(tmp_path: Path) -> None:
    path = make(tmp_path / "walk.bvh")
    os.setxattr(path, "user.stage", b"3")
    if os.geteuid() == 0:
        os.chown(path, 1234, 2345)
    before = path.stat()
    rewrite(path)
    after = path.stat()
    assert os.getxattr(path, "user.stage") == b"3"
    assert (after.st_uid, after.st_gid) == (before.st_uid, before.st_gid)


def test_a_group_that_may_not_be_kept_does_not_stop_the_writing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = make(tmp_path / "walk.bvh")
    asked: list[tuple[int, int]] = []

    def refuse(_: str, uid: int, gid: int) -> None:
        asked.append((uid, gid))
        raise PermissionError(errno.EPERM, "Operation not permitted")

    real = os.stat
    monkeypatch.setattr(os, "chown", refuse)

    def other_owner(name: str, **options: bool) -> os.stat_result:
        status = real(name, **options)
        return os.stat_result((*status[:4], 4242, *status[5:10])) if ".tmp" in name else status

    _, found = read(str(path))
    monkeypatch.setattr(os, "stat", other_owner)
    write(str(path), NEW, expected=found)
    monkeypatch.undo()
    assert path.read_bytes() == NEW
    status = path.stat()
    assert asked == [(status.st_uid, status.st_gid), (-1, status.st_gid)]


def test_follows_a_symbolic_link_out_of_the_folder(tmp_path: Path) -> None:
    (tmp_path / "here").mkdir()
    (tmp_path / "there").mkdir()
    target = make(tmp_path / "there/walk.bvh")
    link = tmp_path / "here/link.bvh"
    link.symlink_to("../there/walk.bvh")
    rewrite(link, backup=".bak")
    assert link.is_symlink()
    assert target.read_bytes() == NEW
    assert names(tmp_path / "here") == ["link.bvh"]
    assert names(tmp_path / "there") == ["walk.bvh", "walk.bvh.bak"]


def test_writes_names_with_a_line_end_and_without_valid_utf8(tmp_path: Path) -> None:
    for raw in (b"a\nb.bvh", b"\xe9\xff.bvh"):
        path = make(Path(os.fsdecode(os.path.join(os.fsencode(tmp_path), raw))))
        rewrite(path, backup=".bak")
        assert path.read_bytes() == NEW
        assert path.with_name(path.name + ".bak").read_bytes() == OLD


def test_hard_links_are_refused_and_the_way_out_is_named(tmp_path: Path) -> None:
    path = make(tmp_path / "walk.bvh")
    os.link(path, tmp_path / "also.bvh")
    with pytest.raises(WriteError, match=r"one of 2 names .*--output"):
        rewrite(path)
    assert path.samefile(tmp_path / "also.bvh")
    assert path.read_bytes() == OLD


@pytest.mark.parametrize(
    ("put", "words"),
    [(Path.mkdir, "a folder"), (os.mkfifo, "a named pipe")],
)
def test_what_is_no_regular_file_is_refused(
    tmp_path: Path, put: Callable[[Path], None], words: str
) -> None:
    path = make(tmp_path / "walk.bvh")
    _, found = read(str(path))
    path.unlink()
    put(path)
    with pytest.raises(WriteError, match=words):
        write(str(path), NEW, expected=found)
    with pytest.raises(WriteError, match=words):
        create(str(path), NEW, overwrite=True)
    assert names(tmp_path) == ["walk.bvh"]


def test_a_device_is_refused() -> None:
    with pytest.raises(WriteError, match="a device"):
        create("/dev/null", NEW, overwrite=True)
    assert stat.S_ISCHR(os.stat("/dev/null").st_mode)


def test_a_read_only_file_is_left(tmp_path: Path) -> None:
    path = make(tmp_path / "walk.bvh")
    path.chmod(0o444)
    with pytest.raises(WriteError, match="read-only"):
        rewrite(path)
    with pytest.raises(WriteError, match="read-only"):
        create(str(path), NEW, overwrite=True)
    assert path.read_bytes() == OLD


def as_nobody(call: Callable[[], None]) -> str:
    """What WriteError says in a child process without root's rights, or "" for success."""
    reader, writer = os.pipe()
    child = os.fork()
    if not child:
        try:
            if os.geteuid() == 0:
                os.setgid(65534)
                os.setuid(65534)
            call()
        except WriteError as error:
            os.write(writer, str(error).encode())
        except BaseException as error:
            os.write(writer, repr(error).encode())
        os._exit(0)
    os.close(writer)
    with open(reader, "rb") as pipe:
        said = pipe.read().decode()
    os.waitpid(child, 0)
    return said


@pytest.fixture
def open_folder(tmp_path: Path) -> Path:
    """A folder that every user can reach."""
    folder = tmp_path
    while folder != Path("/tmp") and folder != folder.parent:
        if folder.stat().st_uid == os.geteuid():
            folder.chmod(folder.stat().st_mode | 0o055)
        folder = folder.parent
    return tmp_path


def test_a_read_only_folder_is_named_as_the_reason(open_folder: Path) -> None:
    path = make(open_folder / "walk.bvh")
    path.chmod(0o666)
    open_folder.chmod(0o555)
    said = as_nobody(lambda: rewrite(path))
    open_folder.chmod(0o755)
    assert said == "cannot be written, no file can be made in its folder: permission denied"
    assert path.read_bytes() == OLD
    assert names(open_folder) == ["walk.bvh"]


def test_a_file_of_somebody_else_is_left(open_folder: Path) -> None:
    path = make(open_folder / "walk.bvh")
    path.chmod(0o644)
    open_folder.chmod(0o777)
    said = as_nobody(lambda: rewrite(path))
    assert said == ("cannot be written: it is read-only" if os.geteuid() == 0 else "")
    assert path.read_bytes() == (OLD if os.geteuid() == 0 else NEW)


def test_a_limit_on_the_size_of_files_loses_nothing(tmp_path: Path) -> None:
    path = make(tmp_path / "walk.bvh")

    def write_too_much() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 16, 1 << 16))
        rewrite(path, bytes(1 << 20))

    reader, writer = os.pipe()
    child = os.fork()
    if not child:
        try:
            write_too_much()
        except WriteError as error:
            os.write(writer, str(error).encode())
        os._exit(0)
    os.close(writer)
    with open(reader, "rb") as pipe:
        assert pipe.read() == b"cannot be written: file too large"
    os.waitpid(child, 0)
    assert path.read_bytes() == OLD
    assert names(tmp_path) == ["walk.bvh"]


def test_the_backup_is_the_old_file(tmp_path: Path) -> None:
    path = make(tmp_path / "walk.bvh")
    path.chmod(0o640)
    before = path.stat()
    rewrite(path, backup=".orig")
    kept = tmp_path / "walk.bvh.orig"
    assert path.read_bytes() == NEW
    assert kept.read_bytes() == OLD
    assert kept.stat().st_mtime_ns == before.st_mtime_ns
    assert stat.S_IMODE(kept.stat().st_mode) == 0o640
    assert path.stat().st_nlink == kept.stat().st_nlink == 1


def test_the_backup_is_a_copy_where_there_are_no_hard_links(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = make(tmp_path / "walk.bvh")
    path.chmod(0o640)
    before = path.stat()

    def no_links(*_: object) -> None:
        raise PermissionError(errno.EPERM, "Operation not permitted")

    monkeypatch.setattr(os, "link", no_links)
    rewrite(path, backup=".orig")
    kept = tmp_path / "walk.bvh.orig"
    assert kept.read_bytes() == OLD
    assert kept.stat().st_mtime_ns == before.st_mtime_ns
    assert stat.S_IMODE(kept.stat().st_mode) == 0o640
    assert path.read_bytes() == NEW
    assert names(tmp_path) == ["walk.bvh", "walk.bvh.orig"]


def test_a_backup_that_appears_meanwhile_is_not_overwritten(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = make(tmp_path / "walk.bvh")
    kept = tmp_path / "walk.bvh.bak"
    real = os.link

    def be_late(source: str, target: str) -> None:
        kept.write_bytes(b"precious")
        real(source, target)

    monkeypatch.setattr(os, "link", be_late)
    with pytest.raises(WriteError, match="backup exists already"):
        rewrite(path, backup=".bak")
    assert kept.read_bytes() == b"precious"
    assert path.read_bytes() == OLD


def test_create_makes_a_file_with_the_usual_mode(tmp_path: Path) -> None:
    before = os.umask(0o027)
    try:
        create(str(tmp_path / "new.bvh"), NEW)
    finally:
        os.umask(before)
    assert (tmp_path / "new.bvh").read_bytes() == NEW
    assert stat.S_IMODE((tmp_path / "new.bvh").stat().st_mode) == 0o640
    assert names(tmp_path) == ["new.bvh"]


def test_create_overwrites_only_when_asked(tmp_path: Path) -> None:
    path = make(tmp_path / "walk.bvh")
    path.chmod(0o600)
    with pytest.raises(WriteError, match="exists already"):
        create(str(path), NEW)
    assert path.read_bytes() == OLD
    create(str(path), NEW, overwrite=True)
    assert path.read_bytes() == NEW
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_create_works_where_there_are_no_hard_links(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_links(*_: object) -> None:
        raise OSError(errno.ENOTSUP, "Operation not supported")

    monkeypatch.setattr(os, "link", no_links)
    create(str(tmp_path / "new.bvh"), NEW)
    assert (tmp_path / "new.bvh").read_bytes() == NEW
    assert names(tmp_path) == ["new.bvh"]


REWRITER = """
import sys
from bvhlint.files.atomic import read, write
paths = sys.argv[1:]
print("ready", flush=True)
while True:
    for path in paths:
        data, found = read(path)
        write(path, data[::-1], expected=found)
"""


@pytest.mark.unmeasured
def test_killed_at_any_moment_leaves_whole_files_and_a_later_run_cleans(tmp_path: Path) -> None:
    from random import Random

    from bvhlint.files.leftovers import sweep

    random = Random(7)
    old = bytes(random.randrange(256) for _ in range(1000)) * 300
    paths = [make(tmp_path / f"{index}.bvh", old) for index in range(4)]
    left = 0
    for _ in range(20):
        runs = subprocess.Popen(
            [sys.executable, "-c", REWRITER, *map(str, paths)], stdout=subprocess.PIPE
        )
        assert runs.stdout is not None
        runs.stdout.readline()
        with pytest.raises(subprocess.TimeoutExpired):
            runs.wait(random.random() * 0.05)
        runs.kill()
        runs.wait()
        runs.stdout.close()
        assert {path.read_bytes() for path in paths} <= {old, old[::-1]}
        extra = set(names(tmp_path)) - {path.name for path in paths}
        assert not [name for name in extra if name.lower().endswith(".bvh")]
        left += len(extra)
        assert {os.path.basename(path) for path in sweep(map(str, paths))} == extra
    assert names(tmp_path) == [path.name for path in paths]
    assert left, "no run was killed while it wrote"


def test_a_file_system_without_attributes_or_folders_to_sync_is_written_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = make(tmp_path / "walk.bvh")
    real = os.fsync

    def no_folders(descriptor: int) -> None:
        if stat.S_ISDIR(os.fstat(descriptor).st_mode):
            raise OSError(errno.EINVAL, "Invalid argument")
        real(descriptor)

    def unsupported(*_: object) -> list[str]:
        raise OSError(errno.ENOTSUP, "Operation not supported")

    monkeypatch.setattr(os, "fsync", no_folders)
    monkeypatch.setattr(os, "listxattr", unsupported)
    rewrite(path)
    assert path.read_bytes() == NEW


def test_an_attribute_that_cannot_be_kept_does_not_stop_the_writing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = make(tmp_path / "walk.bvh")
    os.setxattr(path, "user.one", b"1")
    os.setxattr(path, "user.two", b"2")
    real = os.setxattr

    def refuse_one(target: str, name: str, value: bytes) -> None:
        if name == "user.one":
            raise OSError(errno.EPERM, "Operation not permitted")
        real(target, name, value)

    monkeypatch.setattr(os, "setxattr", refuse_one)
    rewrite(path)
    assert path.read_bytes() == NEW
    assert os.listxattr(path) == ["user.two"]
