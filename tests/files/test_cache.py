"""The cache remembers, forgets in time, and is shared."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest
from cache_values import CONTENT, OLD, VALUE, Value, fill, found

from bvhlint.files import cache as cache_module
from bvhlint.files import cache_store
from bvhlint.files.cache import Cache, digest
from bvhlint.files.cache_folder import STORE
from bvhlint.files.reading import FileStamp, stamp


def test_remembers_a_value_for_content_and_fingerprint(folder: str) -> None:
    fill(folder)
    assert found(folder) == VALUE
    assert found(folder, "other rules") is None
    with Cache(folder, Value) as cache:
        assert cache.get(digest(b"other"), "rules") is None


def test_remembers_the_digest_of_a_file_that_looks_the_same(folder: str) -> None:
    fill(folder)
    with Cache(folder, Value) as cache:
        assert cache.known_digest("walk.bvh", OLD) == CONTENT
        assert cache.known_digest(os.path.abspath("walk.bvh"), OLD) == CONTENT
        assert cache.known_digest("run.bvh", OLD) is None


@pytest.mark.parametrize("field", ["inode", "size", "mtime_ns", "ctime_ns"])
def test_a_file_that_looks_otherwise_is_unknown(folder: str, field: str) -> None:
    fill(folder)
    other = FileStamp(**OLD._asdict() | {field: 99})
    with Cache(folder, Value) as cache:
        assert cache.known_digest("walk.bvh", other) is None
        assert cache.get(CONTENT, "rules") == VALUE


def test_a_file_younger_than_two_seconds_is_known_by_content_only(
    folder: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "walk.bvh"
    path.write_bytes(b"x")
    now = stamp(str(path))
    for age, expected in ((1.9, None), (2.1, CONTENT)):
        monkeypatch.setattr("time.time_ns", lambda age=age: now.mtime_ns + int(age * 1e9))
        with Cache(folder, Value) as cache:
            cache.put(str(path), now, CONTENT, "rules", VALUE)
        with Cache(folder, Value) as cache:
            assert cache.known_digest(str(path), now) == expected
            assert cache.get(CONTENT, "rules") == VALUE


def test_a_file_from_the_future_is_known_by_content_only(folder: str) -> None:
    future = FileStamp(1, 2, 3, 2**62, 4)
    with Cache(folder, Value) as cache:
        cache.put("walk.bvh", future, CONTENT, "rules", VALUE)
    with Cache(folder, Value) as cache:
        assert cache.known_digest("walk.bvh", future) is None


def test_stamps_beyond_64_bits_and_before_1970_are_no_trouble(folder: str) -> None:
    odd = FileStamp(2**70, 2**64 + 5, 0, -5, -6)
    with Cache(folder, Value) as cache:
        cache.put("walk.bvh", odd, CONTENT, "rules", VALUE)
    with Cache(folder, Value) as cache:
        assert cache.known_digest("walk.bvh", odd) == CONTENT


def test_a_store_held_by_another_run_is_waited_for_and_then_left(
    folder: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(folder)
    monkeypatch.setattr(cache_store, "WAIT_SECONDS", 0.05)
    holder = sqlite3.connect(Path(folder, STORE), isolation_level=None)
    holder.execute("BEGIN EXCLUSIVE")
    with Cache(folder, Value) as cache:
        assert cache.get(CONTENT, "rules") is None
    assert cache.problem == "database is locked"
    holder.close()
    assert found(folder) == VALUE


def test_a_store_that_becomes_busy_costs_the_news_only(
    folder: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(folder)
    monkeypatch.setattr(cache_store, "WAIT_SECONDS", 0.05)
    with Cache(folder, Value) as cache:
        holder = sqlite3.connect(Path(folder, STORE), isolation_level=None)
        holder.execute("BEGIN EXCLUSIVE")
        assert cache.get(CONTENT, "rules") is None
        cache.put("run.bvh", OLD, digest(b"run"), "rules", VALUE)
    assert cache.problem == "database is locked"
    holder.close()
    assert found(folder) == VALUE


def test_several_questions_hold_the_store_once_and_let_it_go(
    folder: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(folder)
    monkeypatch.setattr(cache_store, "WAIT_SECONDS", 0.05)
    with Cache(folder, Value) as cache:
        with cache.reading():
            assert cache.get(CONTENT, "rules") == VALUE
            with Cache(folder, Value) as other:
                other.keep(digest(b"run"), "rules", VALUE)
            assert other.problem == "database is locked"
            assert cache.known_digest("walk.bvh", OLD) == CONTENT
        with Cache(folder, Value) as other:
            other.keep(digest(b"run"), "rules", VALUE)
        assert other.problem == ""
        assert cache.get(digest(b"run"), "rules") == VALUE


def test_a_store_that_is_damaged_or_gone_is_no_trouble_to_hold(folder: str) -> None:
    fill(folder)
    with Cache(folder, Value) as cache:
        whole = Path(folder, STORE).read_bytes()
        Path(folder, STORE).write_bytes(whole[:100] + bytes(len(whole) - 100))
        with cache.reading():
            assert cache.get(CONTENT, "rules") is None
        with cache.reading():
            assert cache.get(CONTENT, "rules") is None
    os.mkdir(f"{folder}2")
    Path(f"{folder}2", "thesis.txt").touch()
    with Cache(f"{folder}2", Value) as cache, cache.reading():
        assert cache.get(CONTENT, "rules") is None


WRITER = """
import sys
from bvhlint.files.cache import Cache, digest
from bvhlint.files.reading import FileStamp
folder, who, turns = sys.argv[1:]
for turn in range(int(turns)):
    with Cache(folder, list[str]) as cache:
        for number in range(20):
            name = f"{who}-{turn}-{number}"
            cache.put(name, FileStamp(1, 2, 3, 4, 5), digest(name.encode()), "f", [name])
    assert cache.problem == "", cache.problem
"""


def test_several_runs_at_once_lose_nothing(folder: str) -> None:
    runs = [
        subprocess.Popen([sys.executable, "-c", WRITER, folder, str(who), "12"]) for who in range(4)
    ]
    assert [run.wait(60) for run in runs] == [0, 0, 0, 0]
    with Cache(folder, list[str]) as cache:
        for who in range(4):
            for turn in range(12):
                for number in range(20):
                    name = f"{who}-{turn}-{number}"
                    assert cache.get(digest(name.encode()), "f") == [name]


def test_a_run_killed_while_it_writes_harms_no_later_one(folder: str) -> None:
    random = Random(3)
    for _ in range(8):
        run = subprocess.Popen([sys.executable, "-c", WRITER, folder, "0", "100000"])
        with pytest.raises(subprocess.TimeoutExpired):
            run.wait(0.15 + random.random() * 0.1)
        run.kill()
        run.wait()
        with Cache(folder, list[str]) as cache:
            assert cache.get(digest(b"0-0-0"), "f") in (["0-0-0"], None)
        assert not [name for name in os.listdir(folder) if name.endswith("-journal")]
        with Cache(folder, list[str]) as cache:
            cache.put("x", OLD, CONTENT, "f", ["x"])
        with Cache(folder, list[str]) as cache:
            assert cache.get(CONTENT, "f") == ["x"]


def at_day(monkeypatch: pytest.MonkeyPatch, day: int) -> None:
    monkeypatch.setattr("time.time", lambda: day * 86_400.0)


def test_what_is_not_used_for_a_month_goes(folder: str, monkeypatch: pytest.MonkeyPatch) -> None:
    at_day(monkeypatch, 20_000)
    fill(folder)
    with Cache(folder, Value) as cache:
        cache.put("run.bvh", OLD, digest(b"run"), "rules", VALUE)
    at_day(monkeypatch, 20_020)
    with Cache(folder, Value) as cache:
        assert cache.get(CONTENT, "rules") == VALUE
        assert cache.known_digest("walk.bvh", OLD) == CONTENT
    at_day(monkeypatch, 20_035)
    with Cache(folder, Value) as cache:
        cache.put("jump.bvh", OLD, digest(b"jump"), "rules", VALUE)
    with Cache(folder, Value) as cache:
        assert cache.get(CONTENT, "rules") == VALUE
        assert cache.known_digest("walk.bvh", OLD) == CONTENT
        assert cache.get(digest(b"run"), "rules") is None
        assert cache.known_digest("run.bvh", OLD) is None


def test_a_store_does_not_grow_without_bound(folder: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache_store, "LARGEST_STORE", 400_000)
    large = Value("x" * 10_000, [])
    for day in range(20_000, 20_010):
        at_day(monkeypatch, day)
        with Cache(folder, Value) as cache:
            for number in range(10):
                content = digest(b"%d-%d" % (day, number))
                cache.put(f"{day}-{number}", OLD, content, "rules", large)
    assert os.path.getsize(Path(folder, STORE)) < 600_000
    with Cache(folder, Value) as cache:
        assert cache.get(digest(b"20009-9"), "rules") == large
        assert cache.get(digest(b"20000-0"), "rules") is None


def test_a_value_too_large_is_not_kept(folder: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache_module, "LARGEST_PAYLOAD", 100)
    with Cache(folder, Value) as cache:
        cache.put("walk.bvh", OLD, CONTENT, "rules", Value("x" * 200, []))
    assert found(folder) is None


def test_a_text_that_cannot_be_encoded_is_not_kept(folder: str) -> None:
    with Cache(folder, Value) as cache:
        cache.put("\udce9.bvh", OLD, CONTENT, "rules", Value("\udce9", []))
    assert cache.problem == ""
    assert found(folder) is None
    with Cache(folder, Value) as cache:
        assert cache.known_digest("\udce9.bvh", OLD) == CONTENT
