"""Leaves out the tests of what only POSIX systems have, where there is no such thing."""

from __future__ import annotations

import sys

collect_ignore_glob = ["*_posix.py"] if sys.platform == "win32" else []
