"""Finds the place of a slip among the braces, so that it does not drag the skeleton along.

How many closing braces are missing or too many is known from matching them as they stand. Here
the tokens are matched once more; where one does not stand as the block it would fall into lets
expect (by its line's indentation, and by what a block may hold) the ways out are tried on the
next tokens and the one that disturbs least is taken.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from bvhlint.source import bom_length
from bvhlint.syntax.lines import line_indent
from bvhlint.syntax.nodes import Kind, Leaf
from bvhlint.syntax.values import Values

Token = Leaf | Values

HEADS = frozenset({Kind.ROOT, Kind.JOINT, Kind.END_SITE, Kind.UNKNOWN})
OPENS = frozenset({Kind.OPEN, Kind.ORPHAN_OPEN})
SECTIONS = frozenset({Kind.HIERARCHY, Kind.MOTION, Kind.ROWS})

_TOP_LEVEL = frozenset({Kind.ROOT, Kind.FRAMES, Kind.FRAME_TIME})
_IN_A_BLOCK = frozenset({Kind.JOINT, Kind.END_SITE, Kind.OFFSET, Kind.CHANNELS})
_ONCE = frozenset({Kind.OFFSET, Kind.CHANNELS})
_NOT_IN_END_SITE = frozenset({Kind.JOINT, Kind.END_SITE, Kind.UNKNOWN, Kind.CHANNELS})
_ITEMS = _TOP_LEVEL | _IN_A_BLOCK | {Kind.UNKNOWN}
_JUDGED = _ITEMS | OPENS | SECTIONS | {Kind.CLOSE}

_HORIZON = 24  # judged tokens that a way out is tried on
_DEEPEST = 64  # blocks that may end at once for want of their braces
_PATIENCE = 1000  # doubts, after which braces are taken as they stand


class Matched(msgspec.Struct):
    """Tokens with their braces matched, and how many had to be added or told as too many."""

    tokens: list[Token]
    unclosed: int
    extra: int
    extra_openings: int = 0

    @property
    def slips(self) -> int:
        return self.unclosed + self.extra + self.extra_openings


class _Open(NamedTuple):
    """An open block: what is expected of the lines that follow."""

    closes_at: int | None  # the indentation of its closing brace
    holds_at: int | None  # that of its items, known from the first
    is_end_site: bool
    holds: frozenset[Kind] = frozenset()  # the items that a block has once


class _View(NamedTuple):
    """A judged token: its kind, its indentation if it is its line's first token, and its line's."""

    kind: Kind
    indent: int | None
    line: int
    of_end_site: bool  # an opening brace of an End Site


def absent(kind: Kind, offset: int, content: bytes) -> Leaf:
    """A brace that the file lacks."""
    return Leaf(kind, offset, offset, content)


def retag(token: Token, kind: Kind) -> Leaf:
    assert isinstance(token, Leaf)
    return Leaf(kind, token.start, token.end, token.content)


class Guided:
    """Matches tokens whose braces do not match as they stand."""

    def __init__(self, tokens: Sequence[Token], content: bytes, plain: Matched) -> None:
        self._tokens = tokens
        self._content = content
        self._views = _views(tokens, content)
        self._closings = plain.unclosed  # braces that may be added
        self._extras = plain.extra  # and left out
        self._patience = _PATIENCE
        self._stack: list[_Open] = []
        self._matched = Matched([], 0, 0)

    def run(self) -> Matched:
        place = 0  # of the token among the judged ones
        for token in self._tokens:
            if token.type in _JUDGED:
                if token.type is Kind.CLOSE and not self._stack:
                    token = self._leave_out(token)
                elif self._guides and self._is_doubtful(place):
                    token = self._mend(place, token)
                self._take(place, token)
                place += 1
            self._matched.tokens.append(token)
        self._close(len(self._stack), len(self._content))
        return self._matched

    def _take(self, place: int, token: Token) -> None:
        """Let a token act on the open blocks; a closing brace too many was told before."""
        if token.type in SECTIONS:
            self._close(len(self._stack), token.start)
        elif token.type not in (Kind.EXTRA_CLOSE, Kind.EXTRA_OPEN):
            _step(self._stack, self._views[place])

    def _close(self, count: int, offset: int) -> None:
        """Add the closing braces of so many blocks."""
        if count:
            self._matched.tokens += [absent(Kind.CLOSE, offset, self._content)] * count
            self._matched.unclosed += count
            self._closings -= count
            del self._stack[-count:]

    @property
    def _guides(self) -> bool:
        return self._patience > 0 and (self._closings > 0 or self._extras > 0)

    def _is_doubtful(self, place: int) -> bool:
        kind = self._views[place].kind
        if kind is Kind.ORPHAN_OPEN:
            return self._closings > 0
        # A brace too many may stand right where it is: then the token after it does not.
        steps = 2 if kind is Kind.CLOSE and self._extras > 0 else 1
        if self._outlook(place, steps) == 0:
            return False
        # Of two braces that look alike the second is the one too many.
        return not self._is_repeated(place) or self._outlook(place, 1) > 0

    def _is_repeated(self, place: int) -> bool:
        """Whether the next token is the same brace again."""
        view, following = self._views[place], self._views[place + 1 : place + 2]
        return view.kind is Kind.CLOSE and any(
            other.kind is Kind.CLOSE and other.indent == view.indent for other in following
        )

    def _mend(self, place: int, token: Token) -> Token:
        """Choose the way out that fits the next tokens best; the token as it is then."""
        self._patience -= 1
        as_is = self._outlook(place, _HORIZON)
        count = self._blocks_ended_before(place)
        closed = self._outlook(place, _HORIZON, ended=count) if count else as_is
        left_out = as_is + 1
        if token.type is Kind.ORPHAN_OPEN:
            left_out = self._outlook(place + 1, _HORIZON - 1)
            as_is += 1  # some brace is missing, and this one was not asked for
        elif token.type is Kind.CLOSE and self._extras > 0:
            left_out = self._outlook(place + 1, _HORIZON - 1)
        if left_out < as_is and left_out < closed + (token.type is Kind.ORPHAN_OPEN):
            return self._leave_out(token)
        if closed < as_is:
            self._close(count, token.start)
        return token

    def _leave_out(self, token: Token) -> Token:
        if token.type is Kind.CLOSE:
            self._extras -= 1
            self._matched.extra += 1
            return retag(token, Kind.EXTRA_CLOSE)
        self._closings -= 1
        self._matched.extra_openings += 1
        return retag(token, Kind.EXTRA_OPEN)

    def _blocks_ended_before(self, place: int) -> int:
        """How many blocks have to end before a token so that it stands right; 0 for none."""
        view = self._views[place]
        for count in range(1, min(self._closings, len(self._stack), _DEEPEST) + 1):
            rest = self._stack[-count - 1 : -count]
            if view.kind is Kind.CLOSE:
                if rest and view.indent is not None and rest[0].closes_at == view.indent:
                    return count
            elif not _misplaced(rest, view):
                return count
        return 0

    def _outlook(self, place: int, steps: int, ended: int = 0) -> int:
        """How many of the next tokens stand wrong if no more is done about them."""
        size = len(self._stack)
        low = max(0, size - ended - steps - 1)
        stack = self._stack[low : size - ended]
        cost = 0
        for view in self._views[place : place + steps]:
            cost += _step(stack, view)
        return cost


def _step(stack: list[_Open], view: _View) -> int:
    """Let a token act on the open blocks; 1 if it does not stand as they let expect."""
    kind = view.kind
    if kind in SECTIONS:
        stack.clear()
        return 0
    if kind is Kind.CLOSE:
        if not stack:
            return 1
        expected = stack.pop().closes_at
        return int(view.indent is not None and view.indent != expected)
    if kind in OPENS:
        stack.append(_Open(view.line, None, view.of_end_site))
        return 0
    cost = _misplaced(stack, view)
    if stack and stack[-1].holds_at is None and view.indent is not None:
        stack[-1] = stack[-1]._replace(holds_at=view.indent)
    if stack and kind in _ONCE:
        stack[-1] = stack[-1]._replace(holds=stack[-1].holds | {kind})
    return cost


def _misplaced(stack: list[_Open], view: _View) -> bool:
    """Whether an item or a block's head stands where it should not."""
    if not stack:
        return view.kind in _IN_A_BLOCK
    block = stack[-1]
    if view.kind in _TOP_LEVEL or (block.is_end_site and view.kind in _NOT_IN_END_SITE):
        return True
    if view.kind in _ONCE:
        # Some programs indent CHANNELS less than OFFSET: what the block still lacks is its own.
        return view.kind in block.holds
    return None not in (view.indent, block.holds_at) and view.indent != block.holds_at


def _views(tokens: Sequence[Token], content: bytes) -> list[_View]:
    views: list[_View] = []
    end, line = 0, 0
    head = None
    for token in tokens:
        indent = line_indent(content, end, token.start)
        if indent is None and not end:
            # A byte-order mark takes no room.
            indent = token.start - bom_length(content)
        line = line if indent is None else indent
        if token.type in _JUDGED:
            views.append(_View(Kind(token.type), indent, line, head is Kind.END_SITE))
        if token.type in HEADS:
            head = token.type
        elif token.type is Kind.JUNK:
            line = line_indent(content, token.start, token.end) or line
        end = token.end
    return views
