"""How messages of changes count things."""

from __future__ import annotations


def counted(number: int, noun: str) -> str:
    """``1 joint``, ``2 joints``."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
