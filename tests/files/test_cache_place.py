"""The folder of the cache: made, refused, left and removed."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

import pytest
from cache_values import CONTENT, OLD, VALUE, Value, change, fill, found

from bvhlint.errors import BvhlintError
from bvhlint.files import cache as cache_module
from bvhlint.files import cache_store
from bvhlint.files.cache import Cache
from bvhlint.files.cache_folder import STORE, TAG, is_ours, remove


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
    assert cache.problem == f"{folder} holds other files"
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
    assert cache.problem == f"{folder} is no folder"
    assert Path(folder).read_text() == "precious"


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
