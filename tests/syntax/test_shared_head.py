"""Files with the same head share its tree: that must show nowhere but in time."""

from __future__ import annotations

import gc
import weakref
from pathlib import Path

import pytest
from bvh_mutations import mutated
from bvh_text import Text, texts
from hypothesis import given
from hypothesis import strategies as st
from installed import CHECKOUT

from bvhlint.document.document import Document
from bvhlint.document.frames import modal_width
from bvhlint.document.skeleton import Skeleton, build_skeleton
from bvhlint.syntax import parser
from bvhlint.syntax.nodes import Element, Leaf, Tree
from bvhlint.syntax.scanner import Scanner

pytestmark = pytest.mark.unmeasured


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
    assert joints(document.skeleton) == joints(build_skeleton(expected, lambda: width_of(document)))


def width_of(document: Document) -> int | None:
    rows = document.motion.rows
    return modal_width(document.content, rows.start, rows.end) if rows else None


def joints(skeleton: Skeleton) -> list[tuple[object, ...]]:
    return [
        (joint.name, joint.parent, joint.offset, joint.columns, len(joint.end_sites))
        for joint in skeleton.joints
    ]


FIXTURES = sorted((CHECKOUT / "fixtures").rglob("*.bvh"))


@given(texts())
def test_generated_text(text: Text) -> None:
    assert_same(text.data)


@pytest.mark.parametrize(
    "text",
    [
        b"HIERARCHY\njunk\nMOTIONS x\nfoo\n",
        b"HIERARCHY\nROOT a\n{\n}\njunk\nMOTION:\nFrames: 1\n",
        b"HIERARCHY\nROOT a\nMOTION\nFrames: 1\n",
        b"HIERARCHY\nROOT a\n{\nJOINT b\nMOTION\n",
        b"HIERARCHY\rROOT a\r{\rOFFSET 0 0 0\rMOTION\r1\rMOTION\r2",
        b"ROOT MOTION\nMOTION",
    ],
)
def test_lines_around_the_cut(text: bytes) -> None:
    assert_same(text)


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


def test_no_cache_keeps_a_file_alive() -> None:
    # A misspelt MOTION: there is no head to share.
    document = Document.parse(b"HIERARCHY\nROOT a\n{\n}\nmotion\nFrames: 1\n1 2 3\n")
    assert document.tree.head is None
    assert len(document.skeleton.joints) == 1
    tree = weakref.ref(document.tree)
    del document
    gc.collect()
    assert tree() is None
