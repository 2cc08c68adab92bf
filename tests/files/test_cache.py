"""The cache remembers, forgets in time, and believes nothing that it finds."""

from __future__ import annotations

import os
import pickle
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bvhlint.errors import BvhlintError
from bvhlint.files import cache as cache_module
from bvhlint.files import cache_store
from bvhlint.files.cache import Cache, digest
from bvhlint.files.cache_folder import STORE, TAG, is_ours, remove
from bvhlint.files.reading import FileStamp, stamp

OLD = FileStamp(device=1, inode=2, size=3, mtime_ns=10**18, ctime_ns=4)
CONTENT = digest(b"HIERARCHY")


class Value(msgspec.Struct):
    name: str
    numbers: list[int]


VALUE = Value("walk", [1, 2, 3])


@pytest.fixture
def folder(tmp_path: Path) -> str:
    return str(tmp_path / "cache")


def fill(folder: str, count: int = 1, name: str = "walk.bvh") -> None:
    with Cache(folder, Value) as cache:
        for number in range(count):
            path = name if count == 1 else f"{number}{name}"
            content = CONTENT if count == 1 else digest(b"%d" % number)
            cache.put(path, OLD, content, "rules", VALUE)
    assert cache.problem == ""


def found(folder: str, fingerprint: str = "rules") -> Value | None:
    with Cache(folder, Value) as cache:
        return cache.get(CONTENT, fingerprint)


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


def test_the_folder_hides_itself_from_git_and_from_backups(folder: str) -> None:
    fill(folder)
    assert sorted(os.listdir(folder)) == [".gitignore", TAG, STORE]
    assert Path(folder, ".gitignore").read_text() == "*\n"
    assert Path(folder, TAG).read_text().startswith("Signature: 8a477f597d28d172789f06886806bc55\n")


def test_a_folder_with_other_files_is_not_used(folder: str) -> None:
    os.mkdir(folder)
    Path(folder, "thesis.txt").write_text("precious")
    with Cache(folder, Value) as cache:
        cache.put("walk.bvh", OLD, CONTENT, "rules", VALUE)
        assert cache.get(CONTENT, "rules") is None
    assert cache.problem == "is not used as a cache: it holds other files"
    assert os.listdir(folder) == ["thesis.txt"]


def test_a_folder_left_half_made_is_used(folder: str) -> None:
    os.mkdir(folder)
    Path(folder, ".gitignore").write_text("*\n")
    fill(folder)
    assert is_ours(folder)
    assert found(folder) == VALUE


def test_a_file_in_the_folder_s_place_is_left(folder: str) -> None:
    Path(folder).write_text("precious")
    with Cache(folder, Value) as cache:
        assert cache.get(CONTENT, "rules") is None
    assert cache.problem == "is not used as a cache: it is no folder"
    assert Path(folder).read_text() == "precious"


def garbage() -> Iterator[tuple[str, bytes]]:
    yield "empty", b""
    yield "text", b"HIERARCHY\n" * 100
    yield "pickle", pickle.dumps({"walk.bvh": [1, 2]})
    yield "header only", b"SQLite format 3\0" + bytes(84)
    mark = b"SQLite format 3\0\x10\x00\x01\x01" + bytes(48) + b"BVH1" + bytes(4000)
    yield "our mark, then nothing", mark


@pytest.mark.parametrize("data", [pytest.param(data, id=name) for name, data in garbage()])
def test_a_store_that_is_none_is_made_anew(folder: str, data: bytes) -> None:
    fill(folder)
    Path(folder, STORE).write_bytes(data)
    assert found(folder) is None
    fill(folder)
    assert found(folder) == VALUE


def test_a_store_of_another_program_is_not_opened_through_a_link(
    folder: str, tmp_path: Path
) -> None:
    other = tmp_path / "other.sqlite3"
    with sqlite3.connect(other) as connection:
        connection.execute("CREATE TABLE bookmarks(name)")
    connection.close()
    before = other.read_bytes()
    fill(folder)
    os.unlink(Path(folder, STORE))
    os.symlink(other, Path(folder, STORE))
    fill(folder)
    assert found(folder) == VALUE
    assert other.read_bytes() == before
    assert not Path(folder, STORE).is_symlink()


@pytest.mark.parametrize(
    "statement",
    [
        "CREATE TRIGGER t AFTER INSERT ON files BEGIN DELETE FROM results; END",
        "DROP TABLE files",
        "CREATE VIEW v AS SELECT 1",
        "PRAGMA user_version = 7",
    ],
)
def test_a_store_of_another_shape_is_made_anew(folder: str, statement: str) -> None:
    fill(folder)
    connection = sqlite3.connect(Path(folder, STORE))
    connection.execute(statement)
    connection.commit()
    connection.close()
    assert found(folder) is None
    fill(folder)
    assert found(folder) == VALUE


def change(folder: str, statement: str, *values: object) -> None:
    connection = sqlite3.connect(Path(folder, STORE))
    connection.execute(statement, values)
    connection.commit()
    connection.close()


@pytest.mark.parametrize("value", [b"", b"\xc1", pickle.dumps(VALUE.numbers), "text", 7, None, 1.5])
def test_a_row_that_was_changed_is_not_believed(folder: str, value: object) -> None:
    fill(folder)
    change(folder, "UPDATE results SET payload = ?", value)
    assert found(folder) is None
    change(folder, "UPDATE files SET digest = ?", value)
    with Cache(folder, Value) as cache:
        assert cache.known_digest("walk.bvh", OLD) is None
    fill(folder)
    assert found(folder) == VALUE


def test_a_row_that_was_moved_to_another_key_is_not_believed(folder: str) -> None:
    fill(folder)
    with Cache(folder, Value) as cache:
        cache.put("run.bvh", OLD, digest(b"other"), "rules", Value("run", []))
    connection = sqlite3.connect(Path(folder, STORE))
    rows = connection.execute("SELECT key, payload, sum FROM results").fetchall()
    (first, *one), (second, *two) = rows
    for key, (payload, checksum) in ((first, two), (second, one)):
        connection.execute(
            "UPDATE results SET payload = ?, sum = ? WHERE key = ?", (payload, checksum, key)
        )
    connection.commit()
    connection.close()
    assert found(folder) is None


def test_a_value_of_another_structure_is_not_believed(folder: str) -> None:
    with Cache(folder, dict[str, int]) as cache:
        cache.put("walk.bvh", OLD, CONTENT, "rules", {"name": 1})
    assert found(folder) is None


def test_a_journal_that_somebody_put_there_is_not_followed(folder: str, tmp_path: Path) -> None:
    # A rollback journal may name a further file, which SQLite removes when it is done.
    victim = tmp_path / "precious"
    victim.write_bytes(b"precious")
    fill(folder)
    name = str(victim).encode()
    magic = bytes.fromhex("d9d505f920a163d7")
    header = magic + b"".join(n.to_bytes(4, "big") for n in (0, 0, 1, 512, 4096)) + bytes(484)
    trailer = name + len(name).to_bytes(4, "big") + (sum(name)).to_bytes(4, "big") + magic
    Path(folder, f"{STORE}-journal").write_bytes(header + bytes(4) + trailer)
    assert found(folder) == VALUE
    assert victim.read_bytes() == b"precious"
    assert not Path(folder, f"{STORE}-journal").exists()


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, Path]:
    """A cache folder, and a copy of its store while it is sound."""
    place = tmp_path_factory.mktemp("sound")
    folder = str(place / "cache")
    fill(folder, count=30)
    fill(folder)
    copy = place / "copy"
    copy.write_bytes(Path(folder, STORE).read_bytes())
    return folder, copy


@given(
    changes=st.lists(st.tuples(st.integers(0, 1 << 16), st.integers(0, 255)), min_size=1),
    cut=st.one_of(st.none(), st.integers(0, 1 << 16)),
)
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_any_damage_gives_the_right_value_or_none(
    sound: tuple[str, Path], changes: list[tuple[int, int]], cut: int | None
) -> None:
    folder, copy = sound
    path = Path(folder, STORE)
    store = bytearray(copy.read_bytes())
    for at, value in changes:
        store[at % len(store)] = value
    path.write_bytes(store[:cut])
    assert found(folder) in (VALUE, None)
    with Cache(folder, Value) as cache:
        assert cache.known_digest("walk.bvh", OLD) in (CONTENT, None)
        cache.put("walk.bvh", OLD, CONTENT, "rules", VALUE)
    # The next run has a store again that works.
    fill(folder)
    assert found(folder) == VALUE


def test_damage_that_an_error_quotes_is_damage(sound: tuple[str, Path]) -> None:
    folder, copy = sound
    store = copy.read_bytes()
    # In the name of a table: SQLite's message is then no valid UTF-8.
    at = store.index(b"tableresults") + len("table")
    Path(folder, STORE).write_bytes(store[:at] + b"\x80" + store[at + 1 :])
    assert found(folder) is None
    fill(folder)
    assert found(folder) == VALUE


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


def test_remove_takes_our_folder_only(folder: str, tmp_path: Path) -> None:
    assert remove(folder) is False
    fill(folder)
    assert remove(folder) is True
    assert not os.path.exists(folder)
    other = tmp_path / "other"
    other.mkdir()
    (other / TAG).write_text("Signature: 8a477f597d28d172789f06886806bc55\n# another program\n")
    with pytest.raises(BvhlintError, match=r"not removed, since it holds no CACHEDIR\.TAG"):
        remove(str(other))
    assert os.listdir(other) == [TAG]


def test_remove_keeps_what_is_not_ours(folder: str, tmp_path: Path) -> None:
    fill(folder)
    Path(folder, "thesis.txt").write_text("precious")
    with pytest.raises(BvhlintError, match=r"kept, since it holds other files too \(thesis.txt\)"):
        remove(folder)
    assert sorted(os.listdir(folder)) == [TAG, "thesis.txt"]
    link = tmp_path / "link"
    link.symlink_to(folder)
    with pytest.raises(BvhlintError, match="not removed"):
        remove(str(link))


def test_without_sqlite_there_is_no_cache(folder: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "sqlite3", None)
    cache = Cache(folder, Value)
    assert cache.problem == "this Python has no sqlite3"
    cache.put("walk.bvh", OLD, CONTENT, "rules", VALUE)
    assert cache.get(CONTENT, "rules") is None
    assert not os.path.exists(folder)


def test_a_folder_where_no_store_can_be_made_gives_no_cache(
    folder: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(cache_store, "move_to_free_name", refuse)
    with Cache(folder, Value) as cache:
        assert cache.get(CONTENT, "rules") is None
    assert cache.problem == "no space left on device"
    assert sorted(os.listdir(folder)) == [".gitignore", TAG]


def test_a_store_that_cannot_be_replaced_gives_no_cache(
    folder: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(folder)
    change(folder, "DROP TABLE files")
    monkeypatch.setattr(cache_module, "discard_store", lambda _: None)
    with Cache(folder, Value) as cache:
        assert cache.get(CONTENT, "rules") is None
    assert cache.problem == "the store can be neither used nor replaced"


def test_a_store_that_cannot_be_looked_at_is_not_thrown_away(
    folder: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(folder)
    path = Path(folder, STORE)
    real = open

    def refuse(name: Any, *rest: Any) -> Any:
        if str(name) == str(path):
            raise PermissionError(13, "Permission denied")
        return real(name, *rest)

    monkeypatch.setattr("builtins.open", refuse)
    assert found(folder) == VALUE


def test_a_cache_folder_that_cannot_be_made_is_told(folder: str) -> None:
    with Cache(f"{folder}\0", Value) as cache:
        assert cache.get(CONTENT, "rules") is None
    assert "null byte" in cache.problem


def test_remove_says_why_it_cannot(folder: str, monkeypatch: pytest.MonkeyPatch) -> None:
    fill(folder)

    def refuse(_: str) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(os, "unlink", refuse)
    with pytest.raises(BvhlintError, match="cache: not removed: permission denied"):
        remove(folder)
