"""The cache's folder: made with its own .gitignore and tag, and removed only if it is ours."""

from __future__ import annotations

import contextlib
import os

from bvhlint.errors import BvhlintError, ReadError, WriteError
from bvhlint.files.leftovers import is_temporary
from bvhlint.files.reading import read, reason

DEFAULT_FOLDER = ".bvhlint_cache"
TAG = "CACHEDIR.TAG"
STORE = "results.sqlite3"

# The first line is what every tool that knows the convention looks for, the second makes it ours.
_TAG_TEXT = b"Signature: 8a477f597d28d172789f06886806bc55\n# bvhlint keeps its results here.\n"
_CONTENTS = {TAG: _TAG_TEXT, ".gitignore": b"*\n"}
_JOURNALS = tuple(f"{STORE}-{kind}" for kind in ("journal", "wal", "shm"))
_OURS = frozenset({*_CONTENTS, STORE, *_JOURNALS})


def is_ours(folder: str) -> bool:
    """Whether a folder holds the tag that bvhlint puts into its cache."""
    try:
        return read(os.path.join(folder, TAG), limit=4096)[0] == _TAG_TEXT
    except ReadError:
        return False


def prepare(folder: str) -> None:
    """Make the cache folder, or take one that is ours or empty; raises WriteError otherwise."""
    try:
        os.makedirs(folder, exist_ok=True)
        # Between two runs that begin at once one may see the folder half made.
        if not is_ours(folder) and not all(map(_is_own_name, os.listdir(folder))):
            raise WriteError(f"{folder} holds other files")
        for name, text in _CONTENTS.items():
            path = os.path.join(folder, name)
            if not os.path.lexists(path):
                with open(path, "xb") as file:
                    file.write(text)
    except FileExistsError:
        if not os.path.isdir(folder):
            raise WriteError(f"{folder} is no folder") from None
    except (OSError, ValueError) as error:
        raise WriteError(f"{folder}: {reason(error)}") from error


def remove(folder: str) -> bool:
    """Remove a cache folder and what bvhlint put into it; False if there is none.

    Raises BvhlintError for a folder without our tag, for a symbolic link, and where something
    cannot be removed or is not ours; nothing but our own files ever goes.
    """
    if not os.path.lexists(folder):
        return False
    if os.path.islink(folder) or not os.path.isdir(folder) or not is_ours(folder):
        raise BvhlintError(f"{folder}: not removed, since it holds no {TAG} of bvhlint")
    try:
        # The tag goes last: a removal that breaks off can be taken up again.
        for name in filter(_is_own_name, os.listdir(folder)):
            if name != TAG:
                os.unlink(os.path.join(folder, name))
        others = sorted(set(os.listdir(folder)) - {TAG})
        if others:
            raise BvhlintError(f"{folder}: kept, since it holds other files too ({others[0]})")
        os.unlink(os.path.join(folder, TAG))
        os.rmdir(folder)
    except OSError as error:
        raise BvhlintError(f"{folder}: not removed: {reason(error)}") from error
    return True


def _is_own_name(name: str) -> bool:
    return name in _OURS or is_temporary(name)


def discard_journals(folder: str) -> None:
    """Remove what only another program can have put beside the store."""
    _discard(folder, *_JOURNALS)


def discard_store(folder: str) -> None:
    """Remove the store; what cannot go stays."""
    _discard(folder, STORE, *_JOURNALS)


def _discard(folder: str, *names: str) -> None:
    for name in names:
        with contextlib.suppress(OSError):
            os.unlink(os.path.join(folder, name))
