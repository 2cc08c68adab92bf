"""Work on pieces shared by threads: NumPy lets others run while it computes."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from concurrent.futures import Future

Piece = TypeVar("Piece")
Result = TypeVar("Result")

#: Fewer pieces than this are done before a second thread would have begun.
THREADS_FROM_PIECES = 4


def threads_for(pieces: int) -> int:
    """How many threads pay for so many pieces of about a megabyte."""
    return 2 if pieces >= THREADS_FROM_PIECES else 1


def map_in_order(
    function: Callable[[Piece], Result], pieces: Iterable[Piece], threads: int = 2
) -> Iterator[Result]:
    """The results of ``function`` for all pieces in their order; what it raises is raised here.

    Only a few pieces ahead of the one asked for are worked on: finished results cost memory.
    """
    if threads < 2:
        yield from map(function, pieces)
        return
    # Late: small files are never shared, and this import is not cheap.
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(threads) as pool:
        waiting: deque[Future[Result]] = deque()
        try:
            for piece in pieces:
                waiting.append(pool.submit(function, piece))
                if len(waiting) > 2 * threads:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        finally:
            for future in waiting:
                future.cancel()
