"""A document as a whole: its views hold together for any bytes, and are made once."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from bvh_files import GoodFile, good_files
from bvh_mutations import mutated
from bvh_text import texts
from example_files import EXAMPLES, FIXTURES, name_of
from hypothesis import given
from hypothesis import strategies as st

from bvhlint.document.document import Document
from bvhlint.document.kinematics import NO_CHANNEL

pytestmark = pytest.mark.unmeasured

SMALL = [path for path in FIXTURES if path.stat().st_size < 4000]


def check_views(document: Document) -> None:
    """What holds whatever the file says."""
    check_skeleton(document)
    motion, size = document.motion, len(document.content)
    table = motion.table
    width = document.skeleton.channel_count
    assert table.values.shape == (len(table), width)
    assert table.complete.shape == (len(table),)
    assert np.isfinite(table.values[table.complete]).all()
    spans = np.stack((table.row_starts, table.row_ends), axis=1)
    assert (spans[:, 0] < spans[:, 1]).all()
    assert (spans[1:, 0] > spans[:-1, 1]).all()
    if motion.rows:
        assert motion.rows.start <= motion.rows.end <= size
        assert ((spans >= motion.rows.start) & (spans <= motion.rows.end)).all()
    else:
        assert not len(table)


def check_skeleton(document: Document) -> None:
    skeleton, size = document.skeleton, len(document.content)
    column = 0
    for index, joint in enumerate(skeleton.joints):
        assert joint.index == index
        assert -1 <= joint.parent < index
        if joint.parent < 0:
            assert joint.depth == 0
        else:
            parent = skeleton.joints[joint.parent]
            assert joint.depth == parent.depth + 1
            assert index in parent.children
        assert joint.columns == slice(column, column + len(joint.channels))
        for channel in joint.channels:
            assert channel.column == column
            assert skeleton.owner(column) == (joint, channel)
            column += 1
        assert all(site.parent == index for site in joint.end_sites)
        start, end = joint.head
        assert 0 <= start <= end <= size
        assert joint.name_span[1] <= size
    assert skeleton.channel_count == column
    assert sum(len(joint.children) for joint in skeleton.joints) + len(skeleton.roots) == len(
        skeleton.joints
    )
    layout = skeleton.layout
    assert not np.isnan(layout.offsets).any()
    used = layout.position_columns[layout.position_columns != NO_CHANNEL]
    assert ((used >= 0) & (used < column)).all()


@given(mutated(st.one_of(texts(), good_files()).map(lambda text: text.data)))
def test_views_of_mutated_text(data: bytes) -> None:
    check_views(Document.parse(data))


@given(mutated(st.sampled_from(SMALL).map(Path.read_bytes), most=6))
def test_views_of_mutated_fixtures(data: bytes) -> None:
    check_views(Document.parse(data))


@given(st.binary(max_size=300))
def test_views_of_any_bytes(data: bytes) -> None:
    check_views(Document.parse(data))


@pytest.mark.parametrize("path", EXAMPLES, ids=name_of)
def test_views_of_every_fixture_and_corpus_file(path: Path) -> None:
    check_views(Document.parse(path.read_bytes()))


@given(good_files(min_frames=1, below_root=("rotations",), max_roots=2))
def test_a_cell_knows_its_joint_channel_text_and_place(file: GoodFile) -> None:
    document = Document.parse(file.data)
    table = document.motion.table
    line = (
        file.data[: table.row_starts[0]].replace(b"\r\n", b"\n").replace(b"\r", b"\n").count(b"\n")
    )
    for row, words in enumerate(file.rows):
        column_in_line = 1 + len(file.layout.row_start)
        for column, word in enumerate(words):
            found = document.cell(column)
            assert found is not None
            joint, channel = found
            assert (joint.index, channel.name.encode()) == file.columns[column]
            start, end = table.cell_span(row, column)
            assert document.content[start:end] == word
            assert document.source.position(start) == (line + row + 1, column_in_line)
            column_in_line += len(word) + len(file.layout.row_separator)
    assert document.cell(len(file.columns)) is None


def test_a_fact_is_worked_out_once() -> None:
    document = Document.parse(b"HIERARCHY\n", "clip.bvh")
    asked = []

    def fact(asking: Document) -> int:
        asked.append(asking.path)
        return len(asking.content)

    assert [document.fact(fact), document.fact(fact)] == [10, 10]
    assert asked == ["clip.bvh"]


def test_the_views_are_made_once() -> None:
    document = Document.parse(b"HIERARCHY\nROOT a\n{\n}\nMOTION\n1\n")
    assert document.tree is document.tree
    assert document.skeleton is document.skeleton
    assert document.motion.table is document.motion.table
