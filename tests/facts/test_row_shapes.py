"""What happened to rows of the wrong width, from widths and Frames alone."""

from __future__ import annotations

import pytest
from rule_checks import clip

from bvhlint.document.document import Document
from bvhlint.facts.row_shapes import Shape, row_shapes

CODES = {Shape.SHORT: "s", Shape.LONG: "l", Shape.CUT: "c", Shape.WRAPPED: "w", Shape.JOINED: "j"}


def seen(widths: list[int], frames: int | None) -> tuple[str, int, bool]:
    """A letter a row (``.`` for a right one), the number of frames, whether all can be wrapped."""
    rows = [" ".join(["0"] * width) for width in widths]
    shapes = row_shapes(Document.parse(clip(*rows, frames=frames)))
    letters = ["."] * len(widths)
    for row, shape in zip(shapes.rows.tolist(), shapes.shapes.tolist(), strict=True):
        letters[row] = CODES[Shape(shape)]
    return "".join(letters), shapes.frames, shapes.can_wrap


@pytest.mark.parametrize(
    ("widths", "frames", "expected"),
    [
        ([9, 9, 9], 3, ("...", 3, False)),
        ([9, 8, 9], 3, (".s.", 3, False)),
        ([9, 10, 9], 3, (".l.", 3, False)),
        ([9, 9, 4], 3, ("..c", 3, False)),
        ([9, 8, 4], 3, (".ss", 3, False)),
        ([4], 1, ("s", 1, False)),
        ([6, 3, 6, 3], 2, ("wwww", 2, True)),
        ([6, 3, 9, 6, 3], 3, ("ww.ww", 3, True)),
        ([6, 3, 6, 3, 6], 3, ("wwwwc", 3, False)),
        ([3, 3, 3], 1, ("www", 1, True)),
        ([3, 3, 3], 3, ("sss", 3, False)),
        ([18, 9, 27], 6, ("j.j", 6, True)),
        ([18, 18], 2, ("ll", 2, False)),
        ([18, 4, 5], 3, ("jww", 3, True)),
        ([8, 10, 9], 3, ("ww.", 3, True)),
        ([8, 9, 10], 3, ("s.l", 3, False)),
        ([7, 7, 7, 6], 3, ("wwww", 3, True)),
        ([7, 7, 7, 6], 4, ("ssss", 4, False)),
        ([7, 7, 7, 6], 7, ("ssss", 4, False)),
        ([7, 9, 7, 4], 3, ("w.ww", 3, True)),
        ([12] * 9, 9, ("lllllllll", 9, False)),
        ([12] * 9, 12, ("wwwwwwwww", 12, True)),
        ([12] * 4, 4, ("llll", 4, False)),
    ],
)
def test_widths_and_what_happened(
    widths: list[int], frames: int, expected: tuple[str, int, bool]
) -> None:
    assert seen(widths, frames) == expected


def test_rows_that_are_right_once_glued_numbers_are_split_are_no_wrong_ones() -> None:
    glued = "0 0 0-1 0 0 0 0 0"
    assert len(row_shapes(Document.parse(clip(glued))).rows) == 0
    shapes = row_shapes(Document.parse(clip(glued.removesuffix(" 0"), "0 0 0 0 0 0 0 0 0")))
    assert shapes.rows.tolist() == [0]


def test_a_right_row_with_glued_numbers_in_it_stays_right() -> None:
    assert len(row_shapes(Document.parse(clip("0 0 0-1 0 0 0 0 0 0"))).rows) == 0


def test_rows_are_not_judged_where_their_width_is_unknown() -> None:
    data = clip("0 0 0", "0 0 0 0").replace(b"CHANNELS 3", b"CHANNELS 4")
    shapes = row_shapes(Document.parse(data))
    assert (len(shapes.rows), shapes.frames) == (0, 2)
