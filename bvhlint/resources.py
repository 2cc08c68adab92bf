"""Where the rule and grammar folders are: inside the wheel, or beside the package."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


def folder(name: str) -> Path:
    """The folder ``rules`` or ``grammar``: packaged as ``_name``, in a checkout a sibling."""
    packaged = _PACKAGE / f"_{name}"
    return packaged if packaged.is_dir() else _PACKAGE.parent / name
