"""Every file is whole at every moment: what write and create keep, refuse and clean up."""

from __future__ import annotations

import errno
import os
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


def test_replaces_the_bytes_and_leaves_nothing_else(tmp_path: Path) -> None:
    path = make(tmp_path / "walk.bvh")
    rewrite(path)
    assert path.read_bytes() == NEW
    assert names(tmp_path) == ["walk.bvh"]


def test_a_file_that_changed_since_it_was_read_is_left(tmp_path: Path) -> None:
    path = make(tmp_path / "walk.bvh")
    _, found = read(str(path))
    path.write_bytes(b"by another hand")
    with pytest.raises(WriteError, match="changed after it had been read"):
        write(str(path), NEW, expected=found)
    assert path.read_bytes() == b"by another hand"
    assert names(tmp_path) == ["walk.bvh"]


def test_a_file_that_was_replaced_by_one_of_same_size_and_time_is_left(tmp_path: Path) -> None:
    path = make(tmp_path / "walk.bvh")
    _, found = read(str(path))
    other = make(tmp_path / "other", OLD.upper())
    os.utime(other, ns=(found.mtime_ns, found.mtime_ns))
    other.rename(path)
    with pytest.raises(WriteError, match="changed after it had been read"):
        write(str(path), NEW, expected=found)
    assert path.read_bytes() == OLD.upper()


def test_a_file_that_changes_while_the_new_one_is_made_is_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = make(tmp_path / "walk.bvh")
    _, found = read(str(path))
    real = os.fsync

    def change_meanwhile(descriptor: int) -> None:
        path.write_bytes(b"by another hand")
        real(descriptor)

    monkeypatch.setattr(os, "fsync", change_meanwhile)
    with pytest.raises(WriteError, match="changed after it had been read"):
        write(str(path), NEW, expected=found)
    assert path.read_bytes() == b"by another hand"
    assert names(tmp_path) == ["walk.bvh"]


def test_a_file_that_was_removed_is_not_made_again(tmp_path: Path) -> None:
    path = make(tmp_path / "walk.bvh")
    _, found = read(str(path))
    path.unlink()
    with pytest.raises(WriteError, match="was removed"):
        write(str(path), NEW, expected=found)
    assert names(tmp_path) == []


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (errno.ENOSPC, "no space left"),
        (errno.EDQUOT, "quota exceeded"),
        (errno.EIO, "input/output error"),
    ],
)
@pytest.mark.parametrize("where", ["fsync", "replace"])
def test_a_fault_of_the_system_loses_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int, words: str, where: str
) -> None:
    path = make(tmp_path / "walk.bvh")

    def fail(*_: object) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(os, where, fail)
    with pytest.raises(WriteError, match=f"cannot be written: .*{words}"):
        rewrite(path, backup=".bak")
    assert path.read_bytes() == OLD
    assert names(tmp_path) == ["walk.bvh"]


def test_an_interrupt_leaves_no_temporary_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = make(tmp_path / "walk.bvh")

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "replace", interrupt)
    with pytest.raises(KeyboardInterrupt):
        rewrite(path, backup=".bak")
    assert path.read_bytes() == OLD
    assert names(tmp_path) == ["walk.bvh"]


def test_an_existing_backup_is_never_overwritten(tmp_path: Path) -> None:
    path = make(tmp_path / "walk.bvh")
    kept = make(tmp_path / "walk.bvh.bak", b"precious")
    with pytest.raises(WriteError, match=r"its backup walk\.bvh\.bak exists already"):
        rewrite(path, backup=".bak")
    assert kept.read_bytes() == b"precious"
    assert path.read_bytes() == OLD
    kept.unlink()
    kept.symlink_to("nowhere")
    with pytest.raises(WriteError, match="exists already"):
        rewrite(path, backup=".bak")


@pytest.mark.parametrize("suffix", ["", "/../x", "\0"])
def test_a_suffix_that_is_none_is_refused(tmp_path: Path, suffix: str) -> None:
    path = make(tmp_path / "walk.bvh")
    with pytest.raises(WriteError, match="no suffix of a file name"):
        rewrite(path, backup=suffix)
    assert path.read_bytes() == OLD


def test_create_does_not_overwrite_what_appears_meanwhile(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "new.bvh"
    real = os.fsync

    def be_late(descriptor: int) -> None:
        path.write_bytes(b"precious")
        real(descriptor)

    monkeypatch.setattr(os, "fsync", be_late)
    with pytest.raises(WriteError, match="file exists"):
        create(str(path), NEW)
    assert path.read_bytes() == b"precious"
    assert names(tmp_path) == ["new.bvh"]


def test_create_in_a_folder_that_is_missing_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(WriteError, match="no such file or directory"):
        create(str(tmp_path / "no/new.bvh"), NEW)


def test_of_two_writers_at_once_one_wins_and_the_other_says_so(tmp_path: Path) -> None:
    path = make(tmp_path / "walk.bvh")
    _, found = read(str(path))
    write(str(path), NEW, expected=found)
    with pytest.raises(WriteError, match="changed after it had been read"):
        write(str(path), b"other", expected=found)
    assert path.read_bytes() == NEW


def no_links(*_: object) -> None:
    raise PermissionError(errno.EPERM, "Operation not permitted")


def test_a_backup_that_cannot_be_made_stops_the_writing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = make(tmp_path / "walk.bvh")
    real = os.fsync
    calls: list[int] = []

    def fail_second(descriptor: int) -> None:
        # The first is that of the new file.
        calls.append(descriptor)
        if len(calls) == 2:
            raise OSError(errno.ENOSPC, "No space left on device")
        real(descriptor)

    monkeypatch.setattr(os, "link", no_links)
    monkeypatch.setattr(os, "fsync", fail_second)
    with pytest.raises(WriteError, match="no space left on device"):
        rewrite(path, backup=".bak")
    assert path.read_bytes() == OLD
    assert names(tmp_path) == ["walk.bvh"]


def test_a_backup_whose_time_cannot_be_kept_stops_the_writing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = make(tmp_path / "walk.bvh")

    def fail(*_: object, **__: object) -> None:
        raise OSError(errno.EIO, "Input/output error")

    monkeypatch.setattr(os, "link", no_links)
    monkeypatch.setattr(os, "utime", fail)
    with pytest.raises(WriteError, match="no backup can be made: input/output error"):
        rewrite(path, backup=".bak")
    assert path.read_bytes() == OLD
    assert names(tmp_path) == ["walk.bvh"]


def test_a_file_that_is_replaced_while_it_is_backed_up_is_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = make(tmp_path / "walk.bvh")
    real = os.link

    def replace_first(source: str, target: str) -> None:
        make(tmp_path / "other", b"by another hand").replace(source)
        real(source, target)

    monkeypatch.setattr(os, "link", replace_first)
    with pytest.raises(WriteError, match="changed after it had been read"):
        rewrite(path, backup=".bak")
    assert path.read_bytes() == b"by another hand"
    assert names(tmp_path) == ["walk.bvh"]


def test_a_file_that_changes_while_it_is_copied_for_the_backup_is_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = make(tmp_path / "walk.bvh")

    def change(*_: object) -> None:
        path.write_bytes(b"by another hand")
        no_links()

    monkeypatch.setattr(os, "link", change)
    with pytest.raises(WriteError, match="changed after it had been read"):
        rewrite(path, backup=".bak")
    assert path.read_bytes() == b"by another hand"
    assert names(tmp_path) == ["walk.bvh"]


def test_a_name_that_was_held_is_given_back_when_the_move_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise OSError(errno.EIO, "Input/output error")

    monkeypatch.setattr(os, "link", no_links)
    monkeypatch.setattr(os, "replace", fail)
    with pytest.raises(WriteError, match="input/output error"):
        create(str(tmp_path / "new.bvh"), NEW)
    assert names(tmp_path) == []


def test_a_path_that_cannot_exist_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(WriteError, match="null byte"):
        create(str(tmp_path / "a\0b"), NEW)
