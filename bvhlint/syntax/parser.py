"""Any bytes to a concrete syntax tree: scanner, braces, and Lark's LALR parser."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING, Any, cast

from bvhlint.resources import folder
from bvhlint.syntax import scanner
from bvhlint.syntax.braces import RETAGGED, balance
from bvhlint.syntax.heads import Heads
from bvhlint.syntax.nodes import TRIVIA, Block, Element, Item, Kind, Leaf, Tree
from bvhlint.syntax.scanner import Patterns, Scanner
from bvhlint.syntax.values import Values, group_values

if TYPE_CHECKING:
    from lark import Lark, Token

# A head of 64 KB holds a few hundred joints; its leaves take about ten times as much.
_LONGEST_HEAD = 1 << 16
_MOST_HEAD_TOKENS = 12_000  # as many as a head of that length has that is no heap of braces
_MOTION_LINE = re.compile(rb"[\r\n]MOTION(?=[ \t\r\n])")
_HEADS = Heads()
_SECTIONS = frozenset({Kind.MOTION, Kind.FRAMES, Kind.FRAME_TIME, Kind.ROWS})
_PLAIN = _SECTIONS | TRIVIA | {Kind.NUMBER, Kind.CHANNEL, Kind.WORD, Kind.JUNK}


def parse_content(content: bytes, *, is_utf8: bool) -> Tree:
    """The tree of a content; nothing is refused."""
    at = _motion_line(content)
    # The clips of one actor differ in their frames alone: their head is parsed once.
    head = _HEADS.get(content[:at], is_utf8, _parse_head) if at else None
    if head is None:
        return _parse(Scanner(content, _patterns(is_utf8)).scan(), content)
    tokens = Scanner(content, _patterns(is_utf8)).scan(at)
    if any(token.type not in _PLAIN for token in tokens):
        # Braces behind MOTION may belong to blocks before it.
        return _parse(Scanner(content, _patterns(is_utf8)).scan(), content)
    rest = _parse(tokens, content)
    return Tree(head.elements + rest.elements, head.tokens + rest.tokens, content, head)


def _motion_line(content: bytes) -> int:
    """Where the first line begins that says MOTION; 0 if the head is long or none."""
    match = _MOTION_LINE.search(content, 0, _LONGEST_HEAD)
    return match.start() + 1 if match else 0


def prepare() -> None:
    """Make the parser, which the first file would have to wait for."""
    _patterns(True)


def forget_heads() -> None:
    """Drop the heads that are kept for other files, and all that was worked out of them."""
    _HEADS.clear()


def _parse_head(head: bytes, is_utf8: bool) -> Tree | None:
    """The tree of what stands before MOTION; None if a later section begins in it already, or if
    it has more tokens than are told apart or kept."""
    tokens = Scanner(head, _patterns(is_utf8)).scan()
    most = min(scanner.MAX_TOKENS, _MOST_HEAD_TOKENS)
    if len(tokens) >= most or any(token.type in _SECTIONS for token in tokens):
        return None
    return _parse(tokens, head)


def _parse(tokens: list[Leaf], content: bytes) -> Tree:
    parser = _lark().parse_interactive(start="file")
    feed = parser.parser_state.feed_token
    retagged: dict[int, Leaf] = {}
    for token in balance(list(group_values(tokens)), content):
        # Lark asks a token for its type alone; ours have one.
        feed(cast("Token", token))
        if token.type in RETAGGED:
            retagged[token.start] = cast("Leaf", token)
    elements = cast("tuple[Element, ...]", parser.feed_eof())  # type: ignore[no-untyped-call]
    if retagged:
        tokens = [retagged.get(leaf.start, leaf) for leaf in tokens]
    return Tree(elements, tuple(tokens), content)


class Builder:
    """Makes our nodes where Lark would make its own trees; one method a rule of the grammar."""

    def file(self, children: list[Element]) -> tuple[Element, ...]:
        return tuple(children)

    def block(self, children: list[Any]) -> Block:
        keyword: Leaf = children[0]
        if keyword.type is Kind.UNKNOWN:
            name, junk, brace = None, (), 1
        else:
            brace = 2 if isinstance(children[1], tuple) else 3
            name, junk = children[1] if brace == 3 else None, children[brace - 1]
        inner = tuple(children[brace + 1 : -1])
        return Block(keyword, name, junk, children[brace], inner, children[-1])

    def between(self, children: list[Leaf]) -> tuple[Leaf, ...]:
        return tuple(children)

    def orphan(self, children: list[Element]) -> Block:
        opening, closing = cast("Leaf", children[0]), cast("Leaf", children[-1])
        return Block(None, None, (), opening, tuple(children[1:-1]), closing)

    def item(self, children: list[Leaf | Values]) -> Item:
        words = cast("Values", children[1]).leaves if len(children) > 1 else ()
        return Item(cast("Leaf", children[0]), words)


@cache
def _lark() -> Lark:
    from lark import Lark
    from lark.lexer import Lexer

    class Fed(Lexer):
        """None: the parser is fed with tokens, and a lexer would take as long to make as it."""

        def __init__(self, conf: object) -> None:
            del conf

        def lex(self, lexer_state: object, parser_state: object) -> Iterator[Token]:
            raise NotImplementedError

    grammar = (folder("grammar") / "bvh.lark").read_text(encoding="utf-8")
    starts = ["file", "values"]
    return Lark(grammar, start=starts, parser="lalr", lexer=Fed, transformer=Builder())


@cache
def _patterns(is_utf8: bool) -> Patterns:
    terminals = {terminal.name: terminal.pattern.to_regexp() for terminal in _lark().terminals}
    return Patterns(terminals, brace_in_words=not is_utf8)
