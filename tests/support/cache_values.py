"""What the tests of the cache keep in it."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import msgspec

from bvhlint.files.cache import Cache, digest
from bvhlint.files.cache_folder import STORE
from bvhlint.files.reading import FileStamp

OLD = FileStamp(device=1, inode=2, size=3, mtime_ns=10**18, ctime_ns=4)
CONTENT = digest(b"HIERARCHY")


class Value(msgspec.Struct):
    name: str
    numbers: list[int]


VALUE = Value("walk", [1, 2, 3])


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


def change(folder: str, statement: str, *values: object) -> None:
    connection = sqlite3.connect(Path(folder, STORE))
    connection.execute(statement, values)
    connection.commit()
    connection.close()
