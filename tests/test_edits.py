"""Byte edits: what they make of a content, and which do not go together."""

from __future__ import annotations

import pytest

from bvhlint.edits import Edit, apply_edits, conflicts
from bvhlint.errors import EditError


@pytest.mark.parametrize(
    ("edits", "after"),
    [
        ([], b"0123456789"),
        ([Edit(3, 5, b"ab")], b"012ab56789"),
        ([Edit(3, 5, b"")], b"01256789"),
        ([Edit(0, 0, b"<"), Edit(10, 10, b">")], b"<0123456789>"),
        ([Edit(0, 10, b"")], b""),
        # In any order; side by side they do not meet.
        ([Edit(5, 7, b"X"), Edit(2, 5, b"")], b"01X789"),
        ([Edit(2, 5, b"X"), Edit(2, 2, b"Y")], b"01YX56789"),
        ([Edit(2, 5, b"X"), Edit(5, 5, b"Y")], b"01XY56789"),
    ],
)
def test_edits_replace_their_bytes_and_no_other(edits: list[Edit], after: bytes) -> None:
    assert apply_edits(b"0123456789", iter(edits)) == after


@pytest.mark.parametrize(
    ("first", "second", "meet"),
    [
        (Edit(2, 5, b""), Edit(4, 6, b""), True),
        (Edit(2, 5, b""), Edit(5, 6, b""), False),
        (Edit(2, 5, b""), Edit(2, 6, b""), True),
        (Edit(2, 5, b""), Edit(3, 3, b"x"), True),
        (Edit(2, 2, b"x"), Edit(2, 2, b"y"), True),
        (Edit(2, 2, b"x"), Edit(2, 5, b""), False),
        (Edit(2, 2, b"x"), Edit(3, 3, b"x"), False),
        (Edit(2, 3, b"x"), Edit(2, 3, b"y"), True),
    ],
)
def test_edits_meet_where_they_share_a_byte_or_insert_at_one_place(
    first: Edit, second: Edit, meet: bool
) -> None:
    assert conflicts(first, second) is meet
    if meet:
        with pytest.raises(EditError, match=f"two edits meet at byte {second.start}"):
            apply_edits(b"0123456789", [second, first])


def test_an_edit_stays_inside_the_content() -> None:
    assert apply_edits(b"01", [Edit(2, 2, b"x")]) == b"01x"
    with pytest.raises(EditError, match="an edit ends at byte 3, the document at 2"):
        apply_edits(b"01", [Edit(1, 3, b"x")])


@pytest.mark.parametrize(("start", "end"), [(-1, 2), (3, 2), (-2, -1)])
def test_an_edit_has_a_range(start: int, end: int) -> None:
    with pytest.raises(EditError, match=f"an edit from {start} to {end} is no range"):
        Edit(start, end, b"")


def test_edits_are_values_and_sort_by_place() -> None:
    edits = [Edit(2, 2, b"b"), Edit(0, 9, b"a"), Edit(2, 3, b""), Edit(2, 2, b"a")]
    assert sorted(edits) == [edits[1], edits[3], edits[0], edits[2]]
    assert Edit(0, 1, b"x") in {Edit(0, 1, b"x")}
    with pytest.raises(AttributeError, match="immutable"):
        edits[0].start = 1  # type: ignore[misc]
