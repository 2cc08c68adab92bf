"""The words of an item as one token: what the parser need not take one by one.

A joint may have a million channels, and Lark asks some microseconds for each token.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from bvhlint.syntax.nodes import TRIVIA, Kind, Leaf

WORDS = frozenset({Kind.NUMBER, Kind.CHANNEL, Kind.WORD})


class Values(msgspec.Struct, frozen=True):
    """All words of one item."""

    leaves: tuple[Leaf, ...]
    type: str = "VALUES"

    @property
    def start(self) -> int:
        return self.leaves[0].start

    @property
    def end(self) -> int:
        return self.leaves[-1].end


def group_values(tokens: Iterable[Leaf]) -> Iterator[Leaf | Values]:
    """The tokens that the parser gets: no trivia, and the words of each item as one."""
    words: list[Leaf] = []
    for token in tokens:
        if token.type in WORDS:
            words.append(token)
        elif token.type not in TRIVIA:
            if words:
                yield Values(tuple(words))
                words = []
            yield token
    if words:
        yield Values(tuple(words))
