"""Text made from the grammar is read as the leaves and blocks that it was made of."""

from __future__ import annotations

from bvh_files import ODD_NAMES, GoodFile, good_files
from bvh_text import Odd, Piece, Text, plain_kind, texts
from hypothesis import given

from bvhlint.document.document import Document
from bvhlint.syntax.nodes import Block, Element, Item, Kind, Leaf


def leaves_of(data: bytes) -> list[Piece]:
    document = Document.parse(data)
    return [Piece(plain_kind(leaf.type), leaf.raw) for leaf in document.tree.leaves()]


@given(texts())
def test_each_leaf_is_what_was_made(text: Text) -> None:
    assert leaves_of(text.data) == list(text.pieces)


@given(texts(odd=set(Odd) - {Odd.BRACES, Odd.ORPHANS}))
def test_no_brace_is_missing_or_extra_where_none_was_left_out(text: Text) -> None:
    tree = Document.parse(text.data).tree
    assert {leaf.type for leaf in tree.tokens} <= {piece.kind for piece in text.pieces}
    for item in tree.items():
        if isinstance(item, Block):
            assert not item.open.missing
            assert not item.close.missing


def shape(element: Element) -> object:
    """An element as nested tuples of its texts."""
    if isinstance(element, Leaf):
        return (element.type, element.raw)
    if isinstance(element, Item):
        return (element.type, *((word.type, word.raw) for word in element.values))
    name = element.name.raw if element.name else None
    return (element.type, name, [shape(child) for child in element.children])


def offset_shape(vector: tuple[bytes, ...]) -> object:
    return (Kind.OFFSET, *((Kind.NUMBER, word) for word in vector))


def joint_shape(file: GoodFile, index: int) -> object:
    joint = file.joints[index]
    count = (Kind.NUMBER, str(len(joint.channels)).encode())
    children = [
        offset_shape(joint.offset),
        (Kind.CHANNELS, count, *((Kind.CHANNEL, name) for name in joint.channels)),
        *(joint_shape(file, child) for child in file.children(index)),
    ]
    if joint.end_site:
        children.append((Kind.END_SITE, None, [offset_shape(joint.end_site)]))
    return (Kind.ROOT if joint.parent < 0 else Kind.JOINT, joint.name, children)


@given(good_files(names=ODD_NAMES, max_roots=3))
def test_the_tree_of_a_good_file(file: GoodFile) -> None:
    tree = Document.parse(file.data).tree
    expected = [
        (Kind.HIERARCHY,),
        *(joint_shape(file, root) for root in file.children(-1)),
        (Kind.MOTION,),
        (Kind.FRAMES, (Kind.NUMBER, str(len(file.rows)).encode())),
        (Kind.FRAME_TIME, (Kind.NUMBER, file.frame_time)),
    ]
    elements = list(tree.elements)
    if file.rows and any(file.rows[0]):
        last = elements.pop()
        assert isinstance(last, Leaf)
        assert last.type is Kind.ROWS
        assert last.end == len(tree.content)
    assert [shape(element) for element in elements] == expected
