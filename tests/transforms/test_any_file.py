"""Whatever a file holds, a transform gives a proved result or says in a sentence why it cannot."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest
from bvh_mutations import mutate
from example_files import CORPUS, FIXTURES, name_of
from hypothesis import given
from hypothesis import strategies as st

from bvhlint.document.document import Document
from bvhlint.document.rate import parse_rate
from bvhlint.errors import TransformError
from bvhlint.transforms.base import Transform, carry_out
from bvhlint.transforms.drop_joint import DropJoint
from bvhlint.transforms.frames import DropReferenceFrame, KeepFrames
from bvhlint.transforms.merge_static_root import MergeStaticRoot
from bvhlint.transforms.newline import Newline
from bvhlint.transforms.normalize import Normalize
from bvhlint.transforms.portable import Portable
from bvhlint.transforms.positions import PositionsRoot
from bvhlint.transforms.rename import Rename
from bvhlint.transforms.rename_duplicates import RenameDuplicates
from bvhlint.transforms.resample import Method
from bvhlint.transforms.rest_pose import RestPose
from bvhlint.transforms.retime import Retime
from bvhlint.transforms.root_offset import RootOffsetZero
from bvhlint.transforms.rotation_order import RotationOrder
from bvhlint.transforms.scale import Scale, Units
from bvhlint.transforms.set_fps import SetFps
from bvhlint.transforms.split_roots import split_roots
from bvhlint.transforms.strip_namespace import StripNamespace
from bvhlint.transforms.unroll import Unroll
from bvhlint.transforms.up_axis import UpAxis

TRANSFORMS: tuple[Transform, ...] = (
    SetFps(parse_rate("25")),
    DropReferenceFrame(),
    KeepFrames(1, 6),
    KeepFrames(None, -1),
    StripNamespace(),
    Rename((("Spine", "Chest"),)),
    RenameDuplicates(),
    Retime(parse_rate("30")),
    Retime(parse_rate("50")),
    Retime(parse_rate("45"), Method.LINEAR),
    Retime(parse_rate("7"), smooth=True),
    MergeStaticRoot(),
    DropJoint("Spine"),
    DropJoint("Spine", unsafe=True),
    PositionsRoot(),
    PositionsRoot(4, unsafe=True),
    RestPose(0),
    RootOffsetZero(),
    Scale(2.54),
    Units("m"),
    UpAxis("Z"),
    UpAxis("Y", "Z"),
    RotationOrder("XYZ"),
    RotationOrder(None, 2),
    Unroll(),
    Newline("crlf"),
    Normalize(),
    Portable(),
    Portable(unsafe=True),
)
#: What a second run must leave alone.
ONCE: tuple[type[Transform], ...] = (
    *(SetFps, Retime, StripNamespace, PositionsRoot, RootOffsetZero, RotationOrder),
    *(Unroll, Newline, Normalize, Portable),
)
SMALL = [path for path in FIXTURES if path.stat().st_size < 20_000]


def attempt(document: Document, transform: Transform) -> None:
    """One transform on one file."""
    try:
        result, changes = carry_out(document, transform)
    except TransformError as error:
        told = str(error)
        assert re.match(r"(--[a-z-]+: |the |no )?\S", told)
        assert "\n" not in told
        return
    assert (result is document) == (result.content == document.content)
    assert result is document or any(not change.remark for change in changes)
    if isinstance(transform, ONCE):
        again, _ = carry_out(result, transform)
        assert again.content == result.content


def split(document: Document) -> None:
    try:
        parts = list(split_roots(document))
    except TransformError:
        return
    assert len({name.casefold() for name, _ in parts}) == len(parts)


@pytest.mark.unmeasured
@pytest.mark.parametrize("path", SMALL, ids=name_of)
def test_fixtures(path: Path) -> None:
    document = Document.parse(path.read_bytes())
    for transform in TRANSFORMS:
        attempt(document, transform)
    split(document)


@given(st.sampled_from(SMALL), st.integers(0, 1 << 32), st.integers(1, 3))
def test_mutated_fixtures(path: Path, seed: int, count: int) -> None:
    random = Random(seed)
    document = Document.parse(mutate(random, path.read_bytes(), count))
    for transform in random.sample(TRANSFORMS, 8):
        attempt(document, transform)
    split(document)


@given(st.binary(max_size=200))
def test_any_bytes(data: bytes) -> None:
    document = Document.parse(data)
    for transform in TRANSFORMS:
        attempt(document, transform)
    split(document)


@pytest.mark.parametrize("mark", [b"\xff\xfe", b"\xfe\xff"])
@pytest.mark.parametrize("transform", TRANSFORMS, ids=lambda transform: type(transform).__name__)
def test_wide_text_is_refused_or_left(transform: Transform, mark: bytes) -> None:
    encoding = "utf-16-le" if mark == b"\xff\xfe" else "utf-16-be"
    text = SMALL[0].read_bytes().decode()
    document = Document.parse(mark + text.encode(encoding))
    said = ""
    try:
        result, _ = carry_out(document, transform)
    except TransformError as error:
        said, result = str(error), document
    assert result is document
    assert not said or re.search("UTF-16|Spine", said)


if CORPUS:

    @pytest.mark.parametrize("path", CORPUS, ids=name_of)
    def test_the_corpus(path: Path) -> None:
        document = Document.parse(path.read_bytes())
        for transform in TRANSFORMS:
            attempt(document, transform)
        split(document)
