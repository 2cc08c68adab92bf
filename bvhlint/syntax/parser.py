"""Any bytes to a concrete syntax tree: scanner, braces, and Lark's LALR parser."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, cast

from bvhlint.resources import folder
from bvhlint.syntax.braces import balance
from bvhlint.syntax.nodes import Block, Element, Item, Kind, Leaf, Tree
from bvhlint.syntax.scanner import Patterns, Scanner

if TYPE_CHECKING:
    from lark import Lark, Token


def parse_content(content: bytes, *, is_utf8: bool) -> Tree:
    """The tree of a content; nothing is refused."""
    tokens = Scanner(content, _patterns(is_utf8)).scan()
    parser = _lark().parse_interactive()
    feed = parser.feed_token
    retagged: dict[int, Leaf] = {}
    for leaf in balance(tokens, content):
        # Lark asks a token for its type alone; our leaves have one.
        feed(cast("Token", leaf))
        if leaf.end > leaf.start:
            retagged[leaf.start] = leaf
    elements = cast("tuple[Element, ...]", parser.feed_eof())  # type: ignore[no-untyped-call]
    return Tree(elements, tuple(retagged.get(leaf.start, leaf) for leaf in tokens), content)


class Builder:
    """Makes our nodes where Lark would make its own trees; one method a rule of the grammar."""

    def file(self, children: list[Element]) -> tuple[Element, ...]:
        return tuple(children)

    def block(self, children: list[Element]) -> Block:
        leaves = cast("list[Leaf]", children)
        keyword, index = leaves[0], 1
        name = None
        if leaves[1].type is Kind.NAME:
            name, index = leaves[1], 2
        brace = index
        while leaves[brace].type is Kind.JUNK:
            brace += 1
        return Block(
            keyword,
            name,
            tuple(leaves[index:brace]),
            leaves[brace],
            tuple(children[brace + 1 : -1]),
            leaves[-1],
        )

    def orphan(self, children: list[Element]) -> Block:
        opening, closing = cast("Leaf", children[0]), cast("Leaf", children[-1])
        return Block(None, None, (), opening, tuple(children[1:-1]), closing)

    def item(self, children: list[Leaf]) -> Item:
        return Item(children[0], tuple(children[1:]))


@cache
def _lark() -> Lark:
    from lark import Lark

    grammar = (folder("grammar") / "bvh.lark").read_text(encoding="utf-8")
    return Lark(grammar, start="file", parser="lalr", lexer="basic", transformer=Builder())


@cache
def _patterns(is_utf8: bool) -> Patterns:
    terminals = {terminal.name: terminal.pattern.to_regexp() for terminal in _lark().terminals}
    return Patterns.of(terminals, brace_in_words=not is_utf8)
