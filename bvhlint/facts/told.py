"""Many places of one matter told in bounded time: the first ones singly, the rest as a number."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import TypeVar

from msgspec.structs import replace

from bvhlint.edits import Edit
from bvhlint.finding import Finding

T = TypeVar("T")

MOST_SINGLE = 1000


def told(
    places: Iterable[T],
    make: Callable[[T], Finding],
    mend: Callable[[T], Edit] | None = None,
) -> Iterator[Finding]:
    """``make`` of each place; beyond a thousand the next finding stands for all that follow.

    ``mend`` is the edit of one place: with it the fix of that last finding mends all of them.
    """
    remaining = iter(places)
    yield from map(make, islice(remaining, MOST_SINGLE))
    rest = list(remaining)
    if not rest:
        return
    last = replace(make(rest[0]), count=len(rest))
    if mend and last.fix:
        last = replace(last, fix=replace(last.fix, make=lambda: [mend(place) for place in rest]))
    yield last
