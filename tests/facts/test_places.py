"""Where matters of the whole clip are told, and how messages word what they measured."""

from __future__ import annotations

from fractions import Fraction

import pytest

from bvhlint.document.document import Document
from bvhlint.document.rate import Rate
from bvhlint.facts.places import (
    cell_span,
    frame_time_span,
    frames_span,
    motion_span,
    root_span,
    row_span,
)
from bvhlint.facts.wording import angle_text, more_joints, rate_text, turn_text

HEADER = b"HIERARCHY\nROOT Hips\n{\nOFFSET 0 0 0\nCHANNELS 3 Zrotation Xrotation Yrotation\n}\n"


def text(data: bytes, span: tuple[int, int]) -> bytes:
    return data[span[0] : span[1]]


def test_places_of_a_whole_file() -> None:
    data = HEADER + b"MOTION\nFrames: 2\nFrame Time: 0.04\n1 2 3\n 4 5.50 6 \n"
    document = Document.parse(data)
    assert text(data, root_span(document)) == b"ROOT Hips"
    assert text(data, motion_span(document)) == b"MOTION"
    assert text(data, frames_span(document)) == b"2"
    assert text(data, frame_time_span(document)) == b"0.04"
    assert text(data, row_span(document, 1)) == b"4 5.50 6"
    assert text(data, cell_span(document, 1, 1)) == b"5.50"


@pytest.mark.parametrize(
    ("motion", "shown"),
    [
        (b"Frames: 2\nFrame Time: 0.04\n", b"Frames: 2"),
        (b"Frame Time: 0.04\n", b"Frame Time: 0.04"),
        (b"MOTION\n", b"MOTION"),
        (b"", b""),
    ],
)
def test_what_is_missing_is_told_at_what_stands_next(motion: bytes, shown: bytes) -> None:
    data = HEADER + motion
    assert text(data, motion_span(Document.parse(data))) == shown


def test_numbers_that_are_missing_are_told_at_their_keyword() -> None:
    data = HEADER + b"MOTION\nFrames:\nFrame Time:\n"
    document = Document.parse(data)
    assert text(data, frames_span(document)) == b"Frames:"
    assert text(data, frame_time_span(document)) == b"Frame Time:"
    nothing = Document.parse(b"")
    assert frames_span(nothing) == frame_time_span(nothing) == root_span(nothing) == (0, 0)


def test_wording() -> None:
    assert [angle_text(angle) for angle in (0, 2e-14, 0.0123, 1.99999, 123.456)] == [
        "0",
        "0",
        "0.0123",
        "2",
        "123",
    ]
    assert [turn_text(angle) for angle in (0, 0.0123, 1.0001, 1.01, 2)] == [
        "0 degrees",
        "0.0123 degrees",
        "1 degree",
        "1.01 degrees",
        "2 degrees",
    ]
    rates = (Rate.of(Fraction(1)), Rate.of(Fraction(30)), Rate.of(Fraction(30000, 1001)))
    assert [rate_text(rate) for rate in rates] == [
        "1 frame a second",
        "30 frames a second",
        "29.97 frames a second",
    ]
    assert more_joints(0) == ""
    assert more_joints(1) == " (and 1 more joint)"
    assert more_joints(2) == " (and 2 more joints)"
