"""Left-over temporary files go when their process is gone, and not before."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from bvhlint.files import leftovers
from bvhlint.files.leftovers import sweep, temporary_name

MAKE_NAME = "from bvhlint.files.leftovers import temporary_name; print(temporary_name())"


def name_of_a_dead_process() -> str:
    done = subprocess.run(
        [sys.executable, "-c", MAKE_NAME], capture_output=True, text=True, check=True
    )
    return done.stdout.strip()


def test_a_name_tells_the_process_and_is_never_found_as_a_clip() -> None:
    name = temporary_name()
    start = Path("/proc/self/stat").read_text().rpartition(")")[2].split()[19]
    assert re.fullmatch(rf"\.bvhlint-[0-9a-f]{{8}}-{os.getpid()}-{start}-[0-9a-f]{{8}}\.tmp", name)
    assert temporary_name() != name


def test_only_what_a_dead_process_left_is_removed(tmp_path: Path) -> None:
    dead, mine = name_of_a_dead_process(), temporary_name()
    for name in (dead, mine, "walk.bvh", ".bvhlint-x.tmp"):
        (tmp_path / name).touch()
    assert sweep([str(tmp_path / "walk.bvh"), str(tmp_path / "run.bvh")]) == [str(tmp_path / dead)]
    assert sorted(os.listdir(tmp_path)) == sorted([mine, "walk.bvh", ".bvhlint-x.tmp"])


def test_a_number_that_another_process_got_since_is_not_taken_for_the_maker(
    tmp_path: Path,
) -> None:
    name = temporary_name()
    place, pid, start, number = re.findall(r"[0-9a-f]+", name.removeprefix(".bvhlint"))
    earlier = f".bvhlint-{place}-{pid}-{int(start) - 1}-{number}.tmp"
    (tmp_path / earlier).touch()
    assert sweep([str(tmp_path / "walk.bvh")]) == [str(tmp_path / earlier)]


def test_a_process_on_another_machine_may_live(tmp_path: Path) -> None:
    dead = name_of_a_dead_process()
    elsewhere = dead.replace(dead.split("-")[1], "00000000")
    (tmp_path / elsewhere).touch()
    assert sweep([str(tmp_path / "walk.bvh")]) == []


def test_the_folder_of_a_link_s_target_is_swept(tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    (tmp_path / "link.bvh").symlink_to("there/walk.bvh")
    dead = name_of_a_dead_process()
    (tmp_path / "there" / dead).touch()
    assert sweep([str(tmp_path / "link.bvh")]) == [str(tmp_path / "there" / dead)]


def test_a_folder_that_is_missing_is_no_trouble(tmp_path: Path) -> None:
    assert sweep([str(tmp_path / "no/walk.bvh")]) == []


def test_what_cannot_be_removed_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    dead = name_of_a_dead_process()
    (tmp_path / dead).touch()

    def refuse(_: str) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(os, "unlink", refuse)
    assert sweep([str(tmp_path / "walk.bvh")]) == []
    assert os.listdir(tmp_path) == [dead]


def test_where_the_system_tells_no_start_a_running_number_counts_as_the_maker(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # As on macOS, which has no /proc.
    monkeypatch.setattr(leftovers, "_start_time", lambda _: 0)
    mine = temporary_name()
    earlier = mine.replace("-0-", "-17-")
    dead = mine.replace(f"-{os.getpid()}-", "-4194304-")
    for name in (mine, earlier, dead):
        (tmp_path / name).touch()
    assert sweep([str(tmp_path / "walk.bvh")]) == [str(tmp_path / dead)]


def test_a_process_of_somebody_else_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / temporary_name()).touch()

    def refuse(pid: int, number: int) -> None:
        assert (pid, number) == (os.getpid(), 0)
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(os, "kill", refuse)
    assert sweep([str(tmp_path / "walk.bvh")]) == []


def test_without_namespaces_the_machine_alone_is_the_place(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def unknown(_: str) -> str:
        raise FileNotFoundError(2, "No such file or directory")

    before = temporary_name().split("-")[1]
    monkeypatch.setattr(os, "readlink", unknown)
    after = temporary_name().split("-")[1]
    assert after != before
    assert after == temporary_name().split("-")[1]


def test_a_process_that_is_gone_has_no_start() -> None:
    assert leftovers._start_time(4194304) == 0
