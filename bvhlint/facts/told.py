"""Many places of one matter told in bounded time: the first ones singly, the rest as a number."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from itertools import islice
from typing import TypeVar

from bvhlint.finding import Finding

T = TypeVar("T")

MOST_SINGLE = 1000


def told(places: Iterable[T], make: Callable[[T], Finding]) -> Iterator[Finding]:
    """``make`` of each place; beyond a thousand the next finding stands for all that follow."""
    remaining = iter(places)
    yield from map(make, islice(remaining, MOST_SINGLE))
    for place in remaining:
        yield replace(make(place), count=1 + sum(1 for _ in remaining))
