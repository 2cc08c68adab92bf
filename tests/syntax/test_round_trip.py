"""No byte is lost: the leaves of any bytes tile them, and joined they are what was read."""

from __future__ import annotations

from pathlib import Path

import pytest
from bvh_files import good_files
from bvh_mutations import mutated
from bvh_text import Text, texts
from example_files import EXAMPLES, FIXTURES, name_of
from hypothesis import example, given
from hypothesis import strategies as st

from bvhlint.document.document import Document
from bvhlint.syntax.nodes import Block, Item, Kind, Leaf, Tree

pytestmark = pytest.mark.unmeasured

MARKS = (b"", b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff", b"\xff\xfe\x00\x00", b"\x00\x00\xfe\xff")
SMALL = [path for path in FIXTURES if path.stat().st_size < 4000]
GAPS = frozenset({Kind.BLANK, Kind.NEWLINE})


def check_round_trip(data: bytes) -> None:
    document = Document.parse(data)
    assert document.to_bytes() == data
    content = document.content
    position = 0
    for leaf in document.tree.leaves():
        assert leaf.start == position
        assert leaf.end > leaf.start
        if leaf.type is Kind.NEWLINE:
            assert leaf.raw in (b"\r\n", b"\r", b"\n")
        elif leaf.type is Kind.BLANK:
            assert leaf.raw.strip(b" \t") == b""
        position = leaf.end
    assert position == len(content)
    check_tree(document.tree)


def check_tree(tree: Tree) -> None:
    """Every token but comments and the like stands in the tree once, in file order."""
    found: list[Leaf] = []
    missing: list[Leaf] = []
    stack: list[Item | Block | Leaf] = list(reversed(tree.elements))
    while stack:
        node = stack.pop()
        if isinstance(node, Leaf):
            (missing if node.missing else found).append(node)
        elif isinstance(node, Item):
            stack += reversed((node.keyword, *node.values))
        else:
            parts = (node.keyword, node.name, *node.junk, node.open, *node.children, node.close)
            stack += [part for part in reversed(parts) if part is not None]
    aside = (Kind.COMMENT, Kind.CONFLICT, Kind.BOM)
    assert found == [token for token in tree.tokens if token.type not in aside]
    assert {leaf.type for leaf in missing} <= {Kind.OPEN, Kind.CLOSE}


@given(st.sampled_from(MARKS), st.binary(max_size=400))
@example(b"", b"\r\n\r")
@example(b"", b"ROOT a\r{\r\n\n}\r")
def test_any_bytes(mark: bytes, data: bytes) -> None:
    check_round_trip(mark + data)


@given(texts())
def test_text_made_from_the_grammar(text: Text) -> None:
    check_round_trip(text.data)


@given(mutated(st.one_of(texts(), good_files()).map(lambda text: text.data)))
def test_mutations_of_generated_text(data: bytes) -> None:
    check_round_trip(data)


@given(mutated(st.sampled_from(SMALL).map(Path.read_bytes), most=6))
def test_mutations_of_fixtures(data: bytes) -> None:
    check_round_trip(data)


@given(
    mutated(st.sampled_from(SMALL).map(Path.read_bytes)),
    st.sampled_from(["utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be"]),
)
def test_mutations_in_wide_encodings(data: bytes, encoding: str) -> None:
    check_round_trip(("\ufeff" + data.decode("latin-1")).encode(encoding))


@pytest.mark.parametrize("path", EXAMPLES, ids=name_of)
def test_every_fixture_and_corpus_file(path: Path) -> None:
    check_round_trip(path.read_bytes())


@pytest.mark.parametrize("path", SMALL[:5], ids=name_of)
def test_every_beginning_of_a_file(path: Path) -> None:
    data = path.read_bytes()
    for size in range(len(data)):
        check_round_trip(data[:size])
