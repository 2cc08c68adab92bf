"""Results of earlier runs, by the content of the file and all that the result depends on.

Nothing in the store is trusted: each row carries a checksum, a payload is decoded into a fixed
structure and never unpickled, and a store that is damaged or not ours is thrown away and made
anew. News are written in one go at the end of a run. The cache never fails a run; ``problem``
says why it is not used.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import struct
import time
from collections.abc import Iterator
from typing import TYPE_CHECKING, Generic, TypeVar

import msgspec

from bvhlint.errors import WriteError
from bvhlint.files.cache_folder import STORE, discard_journals, discard_store, prepare
from bvhlint.files.cache_store import connect, create_store, is_passing, looks_ours, prune
from bvhlint.files.reading import FileStamp, reason

if TYPE_CHECKING:
    import sqlite3

T = TypeVar("T")

_STAMP = struct.Struct("<4Q")
_MASK = (1 << 64) - 1
_DAY = 86_400
_SECOND = 1_000_000_000

YOUNGEST_NS = 2 * _SECOND
LARGEST_PAYLOAD = 8 << 20


def digest(data: bytes) -> bytes:
    """What stands for the content of a file."""
    return hashlib.blake2b(data, digest_size=20).digest()


class Cache(Generic[T]):
    """A cache of values of one structure; use it as a context manager."""

    def __init__(self, folder: str, value_type: type[T]) -> None:
        self.folder = folder
        self.problem = ""
        self._decoder = msgspec.msgpack.Decoder(value_type)
        self._encoder = msgspec.msgpack.Encoder()
        self._today = int(time.time()) // _DAY
        self._new_files: dict[bytes, tuple[bytes, bytes]] = {}
        self._new_results: dict[bytes, bytes] = {}
        self._used: tuple[list[bytes], list[bytes]] = ([], [])
        self._store: sqlite3.Connection | None = None
        self._open()

    def __enter__(self) -> Cache[T]:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @contextlib.contextmanager
    def reading(self) -> Iterator[None]:
        """Hold the store for several questions: taking hold of it costs more than asking.

        Other runs cannot write meanwhile.
        """
        self._tell("BEGIN")
        try:
            yield
        finally:
            self._tell("COMMIT")

    def known_digest(self, path: str, stamp: FileStamp) -> bytes | None:
        """The digest of a file that has not changed since it was remembered."""
        name = _name(path)
        row = self._row("SELECT stamp, digest, sum, used FROM files WHERE path = ?", name)
        if row is None:
            return None
        (packed, content, checksum), used = row
        if packed != _pack(stamp) or checksum != _sum(name, packed, content):
            return None
        if used != self._today:
            self._used[0].append(name)
        return content

    def get(self, content: bytes, fingerprint: str) -> T | None:
        """The value for a content (its digest) under a fingerprint of all else it depends on."""
        key = _key(content, fingerprint)
        row = self._row("SELECT payload, sum, used FROM results WHERE key = ?", key)
        if row is None:
            return None
        (payload, checksum), used = row
        if checksum != _sum(key, payload):
            return None
        try:
            value = self._decoder.decode(payload)
        except (msgspec.DecodeError, RecursionError):
            return None
        if used != self._today:
            self._used[1].append(key)
        return value

    def put(self, path: str, stamp: FileStamp, content: bytes, fingerprint: str, value: T) -> None:
        """Keep the value of a file's content, and remember the digest of the file."""
        self.remember(path, stamp, content)
        self.keep(content, fingerprint, value)

    def keep(self, content: bytes, fingerprint: str, value: T) -> None:
        """Keep a value for a content; one that is very large is not kept."""
        if self._store is None:
            return
        try:
            payload = self._encoder.encode(value)
        except UnicodeEncodeError:
            # Half a surrogate pair, as in a path that is not valid UTF-8.
            return
        if len(payload) <= LARGEST_PAYLOAD:
            self._new_results[_key(content, fingerprint)] = payload

    def remember(self, path: str, stamp: FileStamp, content: bytes) -> None:
        """Remember the digest of a file while it looks the same.

        A file that changed in the last two seconds may change again without looking different:
        its digest is not remembered.
        """
        if time.time_ns() - stamp.mtime_ns >= YOUNGEST_NS:
            self._new_files[_name(path)] = (_pack(stamp), content)

    def close(self) -> None:
        """Write what is new; what cannot be written is forgotten."""
        if self._store is None:
            return
        import sqlite3

        try:
            if self._new_files or self._new_results or any(self._used):
                self._write(self._store)
        except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
            self._meet(error)
        finally:
            if self._store is not None:
                with contextlib.suppress(sqlite3.Error):
                    self._store.close()
            self._store = None

    def _open(self) -> None:
        try:
            import sqlite3
        except ImportError:
            self.problem = "this Python has no sqlite3"
            return
        try:
            prepare(self.folder)
        except WriteError as error:
            self.problem = str(error)
            return
        path = os.path.join(self.folder, STORE)
        for _ in range(2):
            try:
                discard_journals(self.folder)
                if not looks_ours(path):
                    discard_store(self.folder)
                if not os.path.lexists(path):
                    create_store(path)
                self._store = connect(path, longest=2 * LARGEST_PAYLOAD)
            except OSError as error:
                self.problem = reason(error)
                return
            except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
                self._meet(error)
                if is_passing(error):
                    return
                continue
            self.problem = ""
            return
        self.problem = "the store can be neither used nor replaced"

    def _tell(self, statement: str) -> None:
        if self._store is None:
            return
        import sqlite3

        try:
            self._store.execute(statement)
        except sqlite3.OperationalError:
            # Each question that follows takes hold of the store by itself.
            return
        except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
            self._meet(error)

    def _row(self, query: str, key: bytes) -> tuple[list[bytes], int] | None:
        """The cells of a row that are bytes, and the day when it was last used."""
        if self._store is None:
            return None
        import sqlite3

        try:
            row = self._store.execute(query, (key,)).fetchone()
        except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
            self._meet(error)
            return None
        if row is None or not all(isinstance(cell, bytes) for cell in row[:-1]):
            return None
        return list(row[:-1]), row[-1]

    def _meet(self, error: Exception) -> None:
        """Go on without a store that is damaged, and make room for a new one.

        Besides SQLite's errors it may be a UnicodeDecodeError: their text quotes the damage.
        """
        self.problem = str(error)
        if is_passing(error):
            return
        if self._store is not None:
            self._store.close()
        self._store = None
        discard_store(self.folder)

    def _write(self, store: sqlite3.Connection) -> None:
        day = self._today
        with store:
            store.execute("BEGIN IMMEDIATE")
            store.executemany(
                "INSERT OR REPLACE INTO files VALUES(?, ?, ?, ?, ?)",
                (
                    (name, stamp, content, _sum(name, stamp, content), day)
                    for name, (stamp, content) in self._new_files.items()
                ),
            )
            store.executemany(
                "INSERT OR REPLACE INTO results VALUES(?, ?, ?, ?)",
                (
                    (key, payload, _sum(key, payload), day)
                    for key, payload in self._new_results.items()
                ),
            )
            for table, column, names in (
                ("files", "path", self._used[0]),
                ("results", "key", self._used[1]),
            ):
                store.executemany(
                    f"UPDATE {table} SET used = ? WHERE {column} = ?",
                    ((day, name) for name in names),
                )
            prune(store, day)


def _name(path: str) -> bytes:
    return os.fsencode(os.path.abspath(path))


def _key(content: bytes, fingerprint: str) -> bytes:
    text = fingerprint.encode("utf-8", "surrogateescape")
    return hashlib.blake2b(text, digest_size=20, key=content).digest()


def _pack(stamp: FileStamp) -> bytes:
    # Without the device: its number changes from one container or boot to the next.
    fields = (stamp.inode, stamp.size, stamp.mtime_ns, stamp.ctime_ns)
    return _STAMP.pack(*(field & _MASK for field in fields))


def _sum(*parts: bytes) -> bytes:
    state = hashlib.blake2b(digest_size=8)
    for part in parts:
        state.update(len(part).to_bytes(8, "little"))
        state.update(part)
    return state.digest()
