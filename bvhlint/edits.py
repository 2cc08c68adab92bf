"""Byte edits: half-open replacements over the content of a document."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from bvhlint.errors import EditError


class Edit(msgspec.Struct, frozen=True, order=True):
    """Replace the bytes ``[start, end)`` by ``data``; an insertion has start == end."""

    start: int
    end: int
    data: bytes

    def __post_init__(self) -> None:
        if not 0 <= self.start <= self.end:
            raise EditError(f"an edit from {self.start} to {self.end} is no range")


def conflicts(first: Edit, second: Edit) -> bool:
    """Whether two edits, ``first`` sorting first, overlap or insert at the same place."""
    return second.start < first.end or (first.start, first.end) == (second.start, second.end)


def apply_edits(content: bytes, edits: Iterable[Edit]) -> bytes:
    """Return ``content`` with every edit made.

    Raises EditError where two edits overlap or one leaves the content.
    """
    ordered: Sequence[Edit] = sorted(edits)
    parts: list[bytes | memoryview] = []
    view = memoryview(content)
    position = 0
    for index, edit in enumerate(ordered):
        if edit.end > len(content):
            raise EditError(f"an edit ends at byte {edit.end}, the document at {len(content)}")
        if index and conflicts(ordered[index - 1], edit):
            raise EditError(f"two edits meet at byte {edit.start}")
        parts += (view[position : edit.start], edit.data)
        position = edit.end
    parts.append(view[position:])
    return b"".join(parts)
