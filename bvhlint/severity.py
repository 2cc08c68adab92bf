"""How bad a finding is. By itself, as the help of every command names the levels."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum


class Severity(StrEnum):
    """How bad a finding is; ``rank`` grows with it."""

    INFO = "info"
    WARNING = "warning"
    ERROR = "error"

    @property
    def rank(self) -> int:
        return _RANKS[self]


_RANKS = {Severity.INFO: 0, Severity.WARNING: 1, Severity.ERROR: 2}


def worst_of(severities: Sequence[Severity], most: int) -> list[int]:
    """The places of the ``most`` worst, in order; of equal ones the first."""
    places = range(len(severities))
    if len(severities) <= most:
        return list(places)
    return sorted(sorted(places, key=lambda place: -severities[place].rank)[:most])
