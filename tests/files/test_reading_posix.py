"""Reading gives the bytes of one moment, and refuses what is no regular file without waiting."""

from __future__ import annotations

import os
import socket
from pathlib import Path

import pytest

from bvhlint.errors import ReadError
from bvhlint.files import reading
from bvhlint.files.reading import FileStamp, read, stamp


def test_reads_bytes_and_the_stamp_of_the_file(tmp_path: Path) -> None:
    path = tmp_path / "walk.bvh"
    path.write_bytes(b"HIERARCHY\r\n\x00\xff")
    data, found = read(str(path))
    assert data == b"HIERARCHY\r\n\x00\xff"
    status = path.stat()
    assert found == FileStamp(
        status.st_dev, status.st_ino, 13, status.st_mtime_ns, status.st_ctime_ns
    )
    assert stamp(str(path)) == found


def test_reads_an_empty_file_and_through_a_link(tmp_path: Path) -> None:
    (tmp_path / "empty.bvh").touch()
    (tmp_path / "link.bvh").symlink_to("empty.bvh")
    data, found = read(str(tmp_path / "link.bvh"))
    assert data == b""
    assert found.size == 0
    assert found.inode == (tmp_path / "empty.bvh").stat().st_ino


def test_reads_names_with_a_line_end_and_without_valid_utf8(tmp_path: Path) -> None:
    for name in (b"a\nb.bvh", b"\xe9\xff.bvh"):
        path = os.path.join(os.fsencode(tmp_path), name)
        with open(path, "wb") as file:
            file.write(name)
        assert read(os.fsdecode(path))[0] == name


def test_refuses_a_pipe_at_once(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.bvh")
    with pytest.raises(ReadError, match="named pipe"):
        read(str(tmp_path / "pipe.bvh"))


def test_refuses_a_pipe_that_takes_the_place_of_a_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    os.mkfifo(tmp_path / "pipe.bvh")
    monkeypatch.setattr(reading, "stamp", lambda _: None)
    with pytest.raises(ReadError, match="named pipe"):
        read(str(tmp_path / "pipe.bvh"))


def test_refuses_folders_devices_and_sockets(tmp_path: Path) -> None:
    (tmp_path / "x.bvh").mkdir()
    with pytest.raises(ReadError, match="a folder"):
        read(str(tmp_path / "x.bvh"))
    with pytest.raises(ReadError, match="a device"):
        read("/dev/zero")
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(tmp_path / "s.bvh"))
        with pytest.raises(ReadError, match="a socket"):
            read(str(tmp_path / "s.bvh"))


def test_says_why_a_file_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(ReadError, match=r"^cannot be read: no such file or directory$"):
        read(str(tmp_path / "gone.bvh"))
    (tmp_path / "loop.bvh").symlink_to("loop.bvh")
    with pytest.raises(ReadError, match="too many levels of symbolic links"):
        read(str(tmp_path / "loop.bvh"))
    with pytest.raises(ReadError, match="null byte"):
        read("a\0b")
    with pytest.raises(ReadError, match="file name too long"):
        read(str(tmp_path / ("x" * 300)))


def test_refuses_more_than_the_limit(tmp_path: Path) -> None:
    path = tmp_path / "x"
    path.write_bytes(b"12345")
    assert read(str(path), limit=5)[0] == b"12345"
    with pytest.raises(ReadError, match="larger than 4 bytes"):
        read(str(path), limit=4)


class Growing:
    """Makes a file grow between its first stat and the reading, a number of times."""

    def __init__(self, path: Path, times: int) -> None:
        self.path, self.times, self.fstat = path, times, os.fstat

    def __call__(self, descriptor: int) -> os.stat_result:
        status = self.fstat(descriptor)
        if self.times:
            self.times -= 1
            with self.path.open("ab") as file:
                file.write(b"+")
        return status


def test_reads_again_what_changed_while_it_was_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "walk.bvh"
    path.write_bytes(b"x")
    monkeypatch.setattr(os, "fstat", Growing(path, 1))
    data, found = read(str(path))
    assert data == b"x+"
    assert found.size == 2


def test_gives_up_on_a_file_that_never_rests(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "walk.bvh"
    path.write_bytes(b"x")
    monkeypatch.setattr(os, "fstat", Growing(path, 1000))
    with pytest.raises(ReadError, match="changes while it is being read"):
        read(str(path))


def test_a_file_too_large_for_the_memory_is_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_memory(*_: object) -> None:
        raise MemoryError

    (tmp_path / "huge.bvh").touch()
    monkeypatch.setattr(reading, "_read_once", no_memory)
    with pytest.raises(ReadError, match="too large for the memory"):
        read(str(tmp_path / "huge.bvh"))
