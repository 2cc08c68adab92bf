"""Edits of the header that several transforms make: the frame count, Frame Time, a number."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from bvhlint.document.document import Document
from bvhlint.document.joint import EndSite, Joint
from bvhlint.document.numbers import decimals, parse_number
from bvhlint.edits import Edit
from bvhlint.errors import TransformError
from bvhlint.syntax.nodes import Item, Leaf


def frame_count_edits(document: Document, frames: int) -> list[Edit]:
    """The edit that makes ``Frames:`` say ``frames``; none where it does already."""
    item = document.motion.frames_item
    if item is None:
        raise TransformError("the file has no Frames: line; mend it first (--unsafe-fixes)")
    if document.motion.declared_frames == frames:
        return []
    return [words_edit(item, str(frames).encode())]


def words_edit(item: Item, text: bytes) -> Edit:
    """Replace all words after a keyword by ``text``; adds a blank where there are none."""
    if item.values:
        return Edit(item.values[0].start, item.values[-1].end, text)
    return Edit(item.keyword.end, item.keyword.end, b" " + text)


def leaf_edit(leaf: Leaf, text: bytes) -> Edit:
    """Replace one word."""
    return Edit(leaf.start, leaf.end, text)


def offset_edits(
    owner: Joint | EndSite, vector: NDArray[np.float64], precision: int | None
) -> list[Edit]:
    """The edits that make an OFFSET say ``vector``; numbers that do not change keep their text.

    New ones have ``precision`` decimals, or as many as this OFFSET has, at least six.
    """
    item = owner.offset_item
    if item is None or owner.offset is None:
        raise TransformError("an OFFSET is missing or is not three numbers; mend it first")
    texts = [leaf.raw for leaf in item.values]
    places = precision if precision is not None else max(6, *map(decimals, texts))
    return [
        leaf_edit(leaf, b"%.*f" % (places, wanted))
        for leaf, text, wanted in zip(item.values, texts, vector.tolist(), strict=True)
        if parse_number(text) != wanted
    ]


def line_end_after(document: Document, offset: int) -> tuple[int, bytes]:
    """Where the line that holds ``offset`` ends, and its line end (LF where it has none)."""
    content = document.content
    end = content.find(b"\n", offset)
    end = len(content) if end < 0 else end
    carriage = content.find(b"\r", offset, end)
    if carriage < 0:
        return end, b"\n"
    return carriage, b"\r\n" if content[carriage : carriage + 2] == b"\r\n" else b"\r"
