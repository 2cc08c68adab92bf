"""Leaves out the tests of what only POSIX systems have, where there is no such thing."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

collect_ignore_glob = ["*_posix.py"] if sys.platform == "win32" else []


@pytest.fixture
def folder(tmp_path: Path) -> str:
    return str(tmp_path / "cache")
