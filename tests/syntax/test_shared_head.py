"""Files with the same head share its tree: that must show nowhere but in time."""

from __future__ import annotations

from pathlib import Path

import pytest
from bvh_mutations import mutated
from bvh_text import Text, texts
from hypothesis import given
from hypothesis import strategies as st
from installed import CHECKOUT

from bvhlint.document.document import Document
from bvhlint.document.skeleton import _build
from bvhlint.syntax import parser
from bvhlint.syntax.nodes import Element, Leaf, Tree
from bvhlint.syntax.scanner import Scanner


def whole(content: bytes) -> Tree:
    """The tree by one parse of everything."""
    is_utf8 = Document.parse(content).source.encoding.value != "8-bit"
    return parser._parse(Scanner(content, parser._patterns(is_utf8)).scan(), content)


def shape(element: Element) -> tuple[object, ...]:
    """What an element is, all the way down, without the bytes that its leaves stand in."""
    if isinstance(element, Leaf):
        return element.type, element.start, element.end, element.raw
    inner = getattr(element, "children", getattr(element, "values", ()))
    edges = [
        part and (part.type, part.start, part.end, part.raw)
        for part in (getattr(element, name, None) for name in ("keyword", "name", "open", "close"))
    ]
    return element.type, element.start, element.end, tuple(edges), tuple(map(shape, inner))


def assert_same(content: bytes) -> None:
    document = Document.parse(content)
    if document.source.encoding.is_wide:
        return
    expected = whole(document.content)
    assert [shape(leaf) for leaf in document.tree.tokens] == [
        shape(leaf) for leaf in expected.tokens
    ]
    assert list(map(shape, document.tree.elements)) == list(map(shape, expected.elements))
    assert document.to_bytes() == content
    by_itself = _build(expected, None)
    shared = _build(document.tree.head or document.tree, None)
    assert [(j.name, j.parent, j.offset, j.columns) for j in shared.joints] == [
        (j.name, j.parent, j.offset, j.columns) for j in by_itself.joints
    ]


FIXTURES = sorted((CHECKOUT / "fixtures").rglob("*.bvh"))


@given(texts())
def test_generated_text(text: Text) -> None:
    assert_same(text.data)


@given(mutated(st.sampled_from(FIXTURES).map(Path.read_bytes)))
def test_mutated_fixtures(data: bytes) -> None:
    assert_same(data)


@pytest.mark.parametrize("path", FIXTURES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_fixtures(path: Path) -> None:
    assert_same(path.read_bytes())


def test_two_clips_of_one_skeleton_share_it() -> None:
    clip = (CHECKOUT / "fixtures/readme/walk.bvh").read_bytes()
    first, second = Document.parse(clip), Document.parse(clip.replace(b"0.02 92.38", b"0.03 92.39"))
    assert first.tree.head is second.tree.head is not None
    assert first.skeleton is second.skeleton
    assert second.motion.values[1, 0] == 0.03


def test_the_shared_head_keeps_no_clip_alive() -> None:
    clip = (CHECKOUT / "fixtures/readme/walk.bvh").read_bytes()
    head = Document.parse(clip).tree.head
    assert head is not None
    assert len(head.content) == clip.index(b"MOTION")
    assert all(leaf.content is head.content for leaf in head.tokens)
