"""Gives each block its braces: the step between the scanner and the parser.

Braces are matched as they stand. Only where that leaves a block open, or a closing brace without
a block, it is asked where the slip may be (``bvhlint.syntax.slips``).
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice, zip_longest

from bvhlint.syntax.nodes import Kind
from bvhlint.syntax.slips import HEADS, OPENS, SECTIONS, Guided, Matched, Token, absent, retag

#: Kinds that are known only once the braces are matched.
RETAGGED = frozenset({Kind.EXTRA_CLOSE, Kind.ORPHAN_OPEN, Kind.EXTRA_OPEN})

_MOST_SLIPS = 1000  # more are no slips of the pen


def balance(tokens: Sequence[Token], content: bytes) -> list[Token]:
    """The parser's tokens: every block opened and closed.

    Missing braces come as leaves of no width, closing braces that close nothing as EXTRA_CLOSE,
    opening ones that no keyword asked for as ORPHAN_OPEN, or EXTRA_OPEN if nothing closes them.
    """
    opened = _with_openings(tokens, content)
    plain = _match(opened, content)
    if 0 < plain.slips <= _MOST_SLIPS:
        guided = Guided(opened, content, plain).run()
        if guided.slips <= plain.slips:
            return guided.tokens
    return plain.tokens


def _with_openings(tokens: Sequence[Token], content: bytes) -> list[Token]:
    """Add the opening brace that a head lacks; tell braces without a head.

    A closing brace between a head and its opening one is too many.
    """
    result: list[Token] = []
    waiting: int | None = None  # behind a head that has no brace yet: where one would stand
    for token, following in zip_longest(tokens, islice(tokens, 1, None)):
        kind = token.type
        if kind is Kind.OPEN:
            if waiting is None:
                token = retag(token, Kind.ORPHAN_OPEN)
            waiting = None
        elif waiting is not None:
            if kind is Kind.NAME:
                waiting = len(result) + 1
            elif kind is Kind.CLOSE and following and following.type is Kind.OPEN:
                token = retag(token, Kind.EXTRA_CLOSE)
            elif kind is not Kind.JUNK:
                result.insert(waiting, absent(Kind.OPEN, result[waiting - 1].end, content))
                waiting = None
        result.append(token)
        if kind in HEADS:
            waiting = len(result)
    if waiting is not None:
        result.insert(waiting, absent(Kind.OPEN, result[waiting - 1].end, content))
    return result


def _match(tokens: Sequence[Token], content: bytes) -> Matched:
    """Match the braces as they stand."""
    result: list[Token] = []
    depth = unclosed = extra = 0
    for token in tokens:
        kind = token.type
        if kind in OPENS:
            depth += 1
        elif kind is Kind.CLOSE:
            if depth:
                depth -= 1
            else:
                extra += 1
                token = retag(token, Kind.EXTRA_CLOSE)
        elif depth and kind in SECTIONS:
            unclosed += depth
            result += [absent(Kind.CLOSE, token.start, content)] * depth
            depth = 0
        result.append(token)
    result += [absent(Kind.CLOSE, len(content), content)] * depth
    return Matched(result, unclosed + depth, extra)
