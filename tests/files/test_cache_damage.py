"""The cache believes nothing that it finds."""

from __future__ import annotations

import os
import pickle
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from cache_values import CONTENT, OLD, VALUE, Value, change, fill, found
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bvhlint.files.cache import Cache, digest
from bvhlint.files.cache_folder import STORE


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
