"""The trees of headers parsed last, kept for the next file of the same skeleton."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from threading import Lock

from bvhlint.syntax.nodes import Tree

# The headers of some two hundred skeletons of eighty joints; with what is worked out of them they
# take about 100 MB.
MOST_TOKENS = 250_000
MOST_HEADS = 512
# What is charged for a header whatever it holds, or for the word that it is none.
_LEAST = 16


class Heads:
    """The heads used last, as many as have ``most`` tokens together; for any number of threads."""

    def __init__(self, most: int = MOST_TOKENS) -> None:
        self._most = most
        self._tokens = 0
        self._kept: OrderedDict[tuple[bytes, bool], Tree | None] = OrderedDict()
        self._lock = Lock()

    def get(
        self, head: bytes, is_utf8: bool, parse: Callable[[bytes, bool], Tree | None]
    ) -> Tree | None:
        """The tree of a head, or None where ``parse`` says that it is none."""
        key = (head, is_utf8)
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
                return self._kept[key]
        tree = parse(head, is_utf8)
        with self._lock:
            if key not in self._kept:
                self._kept[key] = tree
                self._tokens += _cost(tree)
            while self._tokens > self._most or len(self._kept) > MOST_HEADS:
                _, dropped = self._kept.popitem(last=False)
                self._tokens -= _cost(dropped)
        return tree

    def clear(self) -> None:
        """Forget all of them."""
        with self._lock:
            self._kept.clear()
            self._tokens = 0


def _cost(tree: Tree | None) -> int:
    return _LEAST + (len(tree.tokens) if tree else 0)
