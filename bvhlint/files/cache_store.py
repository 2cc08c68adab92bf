"""The cache's store: one SQLite file, opened only if it is ours, and kept from growing.

The journal is kept in memory: a journal file is followed on opening, also one that somebody else
put there, and would be the only thing here that could touch files elsewhere. A run that is killed
while it writes may thus leave a damaged store, which the next one throws away.
"""

from __future__ import annotations

import contextlib
import os
import stat
from typing import TYPE_CHECKING

from bvhlint.files.atomic import move_to_free_name
from bvhlint.files.leftovers import sweep, temporary_name

if TYPE_CHECKING:
    import sqlite3

_APPLICATION = 0x42564831
_VERSION = 1
_SCHEMA = (
    "CREATE TABLE files(path BLOB PRIMARY KEY, stamp BLOB, digest BLOB, sum BLOB, used INTEGER)"
    " WITHOUT ROWID",
    "CREATE TABLE results(key BLOB PRIMARY KEY, payload BLOB, sum BLOB, used INTEGER)",
    "CREATE TABLE state(pruned INTEGER)",
)
_SCHEMA_BYTES = {statement.encode() for statement in _SCHEMA}

KEPT_DAYS = 30
LARGEST_STORE = 256 << 20
WAIT_SECONDS = 2.0
# SQLite's own numbers: PERM, BUSY, LOCKED, NOMEM, READONLY, FULL, CANTOPEN.
_PASSING = frozenset({3, 5, 6, 7, 8, 13, 14})


def is_passing(error: Exception) -> bool:
    """Whether the store itself may be sound: it is held by another run, no space is left ..."""
    code = getattr(error, "sqlite_errorcode", None)
    return code is not None and code & 0xFF in _PASSING


def connect(path: str, *, longest: int) -> sqlite3.Connection:
    """Open a store; no cell of it is longer than ``longest``. Raises sqlite3.DatabaseError,
    or UnicodeDecodeError where a damaged store makes its text."""
    import sqlite3

    store = sqlite3.connect(path, timeout=WAIT_SECONDS, isolation_level=None)
    try:
        store.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, longest)
        store.text_factory = bytes
        # A store from elsewhere shall run nothing of its own: no trigger, no view, no function.
        store.execute("PRAGMA trusted_schema = OFF")
        store.execute("PRAGMA cell_size_check = ON")
        store.execute("PRAGMA journal_mode = MEMORY")
        found = store.execute("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL").fetchall()
        version = store.execute("PRAGMA user_version").fetchone()[0]
        if version != _VERSION or {row[0] for row in found} != _SCHEMA_BYTES:
            raise sqlite3.DatabaseError("not a store of this version")
    except BaseException:
        store.close()
        raise
    return store


def create_store(path: str) -> None:
    """Make an empty store under another name: whoever finds it finds it complete.

    Raises OSError and sqlite3.DatabaseError.
    """
    import sqlite3

    sweep([path])
    temporary = os.path.join(os.path.dirname(path), temporary_name())
    try:
        with contextlib.closing(sqlite3.connect(temporary, isolation_level=None)) as store:
            store.execute("PRAGMA journal_mode = MEMORY")
            store.execute("PRAGMA auto_vacuum = FULL")
            for statement in _SCHEMA:
                store.execute(statement)
            store.execute("INSERT INTO state VALUES(0)")
            store.execute(f"PRAGMA application_id = {_APPLICATION}")
            store.execute(f"PRAGMA user_version = {_VERSION}")
        with contextlib.suppress(FileExistsError):
            move_to_free_name(temporary, path)
    finally:
        with contextlib.suppress(OSError):
            os.unlink(temporary)


def looks_ours(path: str) -> bool:
    """Whether the file may be opened as our store: missing, or with our mark and no WAL.

    Looked at before SQLite touches it: a link planted under its name must not lead to another
    program's database.
    """
    try:
        status = os.lstat(path)
    except OSError:
        return True
    if not stat.S_ISREG(status.st_mode):
        return False
    try:
        with open(path, "rb") as file:
            head = file.read(100)
    except OSError:
        return True
    mark = _APPLICATION.to_bytes(4, "big")
    is_database = head.startswith(b"SQLite format 3\0") and head[18:20] == b"\1\1"
    return is_database and head[68:72] == mark


def prune(store: sqlite3.Connection, day: int) -> None:
    """Once a day drop what was not used for long, and the oldest of what is too much."""
    pages, size = (
        store.execute(f"PRAGMA {name}").fetchone()[0] for name in ("page_count", "page_size")
    )
    too_much = pages * size > LARGEST_STORE
    if store.execute("SELECT pruned FROM state").fetchone() == (day,) and not too_much:
        return
    for table in ("files", "results"):
        store.execute(f"DELETE FROM {table} WHERE used < ?", (day - KEPT_DAYS,))
    if too_much:
        _drop_oldest(store)
    store.execute("UPDATE state SET pruned = ?", (day,))


def _drop_oldest(store: sqlite3.Connection) -> None:
    """Keep the results used last, up to half of what the store may hold."""
    total = 0
    dropped = []
    query = "SELECT key, length(payload) FROM results ORDER BY used DESC, rowid DESC"
    for key, size in store.execute(query).fetchall():
        total += size + 100
        if total > LARGEST_STORE // 2:
            dropped.append((key,))
    store.executemany("DELETE FROM results WHERE key = ?", dropped)
