"""Gives each block its braces: the step between the scanner and the parser.

Braces are matched as they stand. Only where that leaves a block open, or a brace without a block,
the indentation is asked which one is at fault, so that a single slip does not drag the rest of the
skeleton along.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from bvhlint.syntax.nodes import TRIVIA, Kind, Leaf

_HEADS = frozenset({Kind.ROOT, Kind.JOINT, Kind.END_SITE})
_INDENTED = frozenset({Kind.JOINT, Kind.END_SITE, Kind.OFFSET, Kind.CHANNELS})
_OPENS = frozenset({Kind.OPEN, Kind.ORPHAN_OPEN})
_TAB = 8


@dataclass(slots=True)
class _Open:
    """An open block: where its brace stands among the tokens, and its line's indentation."""

    index: int
    indent: int | None


def balance(tokens: Sequence[Leaf], content: bytes) -> list[Leaf]:
    """The parser's tokens: no trivia, and every block opened and closed.

    Missing braces come as leaves of no width, closing braces that close nothing as EXTRA_CLOSE,
    opening ones that no keyword asked for as ORPHAN_OPEN, or EXTRA_OPEN if nothing closes them.
    """
    opened = _with_openings([token for token in tokens if token.type not in TRIVIA])
    plain = _Matcher(opened, content, budget=0)
    result = plain.run()
    if plain.unclosed and any(token.type is Kind.ORPHAN_OPEN for token in opened):
        # The brace too many may be the one that no keyword asked for.
        opened = [
            replace(token, type=Kind.EXTRA_OPEN) if token.type is Kind.ORPHAN_OPEN else token
            for token in opened
        ]
        plain = _Matcher(opened, content, budget=0)
        result = plain.run()
    if plain.unclosed or plain.extra:
        guided = _Matcher(opened, content, budget=plain.unclosed, extra_budget=plain.extra)
        result = guided.run()
    return result


def _with_openings(tokens: list[Leaf]) -> list[Leaf]:
    """Add the opening brace that a head lacks; tell braces without a head."""
    result: list[Leaf] = []
    head: Leaf | None = None  # a head that still waits for its brace
    for token in tokens:
        if token.type is Kind.OPEN:
            if head is None:
                token = replace(token, type=Kind.ORPHAN_OPEN)
            head = None
        elif head is not None and token.type is Kind.NAME:
            head = token
        elif head is not None and token.type is not Kind.JUNK:
            result.append(_absent(Kind.OPEN, result[-1].end))
            head = None
        result.append(token)
        if token.type in _HEADS or token.type is Kind.UNKNOWN:
            head = token
    if head is not None:
        result.append(_absent(Kind.OPEN, result[-1].end))
    return result


def _absent(kind: Kind, offset: int) -> Leaf:
    return Leaf(kind, offset, offset, "")


class _Matcher:
    """One walk over the tokens; the budgets say how many slips the indentation may place."""

    def __init__(
        self, tokens: list[Leaf], content: bytes, budget: int, extra_budget: int = 0
    ) -> None:
        self._tokens = tokens
        self._content = content
        self._budget = budget
        self._extra_budget = extra_budget
        self._guided = bool(budget or extra_budget)
        self._stack: list[_Open] = []
        self._indents: set[int] = set()
        self._result: list[Leaf] = []
        self.unclosed = 0
        self.extra = 0

    def run(self) -> list[Leaf]:
        previous: Leaf | None = None
        for token in self._tokens:
            if token.type in (Kind.MOTION, Kind.HIERARCHY, Kind.ROWS) and self._stack:
                self._close_all(token.start)
            if self._guided and token.type in _INDENTED:
                self._leave_deeper(token)
            if token.type in _OPENS:
                anchor = token if previous is None or not token.missing else previous
                self._stack.append(_Open(len(self._result), self._indent(anchor)))
                self._result.append(token)
            elif token.type is Kind.CLOSE:
                self._close(token)
            else:
                self._result.append(token)
            previous = token
        self._close_all(len(self._content))
        return self._result

    def _close(self, token: Leaf) -> None:
        if self._guided:
            indent = self._indent(token)
            if indent is not None and self._stack:
                top = self._stack[-1].indent
                if self._extra_budget and top is not None and indent > top:
                    self._extra_budget -= 1
                    self._add_extra(token)
                    return
                self._close_missing(indent, token.start)
        if not self._stack:
            self._add_extra(token)
            return
        self._stack.pop()
        self._result.append(token)

    def _close_missing(self, indent: int, offset: int) -> None:
        """Before a closing brace: blocks deeper than it whose own brace is missing."""
        deeper = 0
        for entry in reversed(self._stack):
            if entry.indent is None or entry.indent < indent or deeper > self._budget:
                return
            if entry.indent == indent:
                break
            deeper += 1
        else:
            return
        for _ in range(min(deeper, self._budget)):
            self._insert_close(offset)

    def _leave_deeper(self, token: Leaf) -> None:
        """Before an item: blocks that are not further left than it ended before it."""
        indent = self._indent(token)
        while self._budget and indent is not None and len(self._stack) > 1:
            top = self._stack[-1].indent
            if top is None or top < indent:
                return
            self._insert_close(token.start)

    def _insert_close(self, offset: int) -> None:
        self._budget -= 1
        self._stack.pop()
        self._result.append(_absent(Kind.CLOSE, offset))
        self.unclosed += 1

    def _close_all(self, offset: int) -> None:
        self.unclosed += len(self._stack)
        self._result += [_absent(Kind.CLOSE, offset)] * len(self._stack)
        self._stack.clear()

    def _add_extra(self, token: Leaf) -> None:
        self.extra += 1
        self._result.append(replace(token, type=Kind.EXTRA_CLOSE))

    def _indent(self, token: Leaf) -> int | None:
        """The indentation of the token's line, or None for a brace that is not its first."""
        if not self._guided:
            return None
        start = token.start
        while start and self._content[start - 1] in b" \t":
            start -= 1
        if start and self._content[start - 1] not in b"\r\n":
            if token.type is Kind.CLOSE:
                return None
            line = max(self._content.rfind(b"\n", 0, start), self._content.rfind(b"\r", 0, start))
            start = line + 1
            blanks = len(self._content[start : token.start]) - len(
                self._content[start : token.start].lstrip(b" \t")
            )
            return len(self._content[start : start + blanks].expandtabs(_TAB))
        return len(self._content[start : token.start].expandtabs(_TAB))
