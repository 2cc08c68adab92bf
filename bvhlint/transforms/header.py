"""Edits of the header that several transforms make: the frame count, Frame Time, a number."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from bvhlint.document.document import Document
from bvhlint.document.joint import EndSite, Joint
from bvhlint.document.numbers import decimals, parse_number
from bvhlint.document.tokens import skip_blanks
from bvhlint.edits import Edit
from bvhlint.errors import TransformError
from bvhlint.proof import half_unit
from bvhlint.syntax.nodes import Item, Leaf
from bvhlint.transforms.manner import LEAST_DECIMALS, MOST_DECIMALS


def frame_count_edits(document: Document, frames: int) -> list[Edit]:
    """The edit that makes ``Frames:`` say ``frames``; none where it does already."""
    item = document.motion.frames_item
    if item is None:
        raise TransformError("the file has no Frames line; --unsafe-fixes counts the rows")
    if document.motion.declared_frames == frames:
        return []
    return [words_edit(item, str(frames).encode())]


def words_edit(item: Item, text: bytes) -> Edit:
    """Replace all words after a keyword by ``text``; adds a blank where there are none.

    Raises TransformError where something else stands on the line instead.
    """
    if item.values:
        return Edit(item.values[0].start, item.values[-1].end, text)
    end, content = item.keyword.end, item.keyword.content
    following = skip_blanks(content, end)
    if content[following : following + 1] not in (b"", b"\r", b"\n"):
        raise TransformError(f"no number stands after {item.keyword.text}; mend it first")
    return Edit(end, end, b" " + text)


def leaf_edit(leaf: Leaf, text: bytes) -> Edit:
    """Replace one word."""
    return Edit(leaf.start, leaf.end, text)


def offset_edits(
    owner: Joint | EndSite, vector: NDArray[np.float64], precision: int | None
) -> list[Edit]:
    """The edits that make an OFFSET, which must be three numbers, say ``vector``.

    Numbers that do not change keep their text. New ones have ``precision`` decimals, or as many
    as this OFFSET has, at least six.
    """
    assert owner.offset_item is not None
    leaves = owner.offset_item.values
    places = offset_decimals(owner, precision)
    texts = [
        new_number(leaf.raw, wanted, places)
        for leaf, wanted in zip(leaves, vector.tolist(), strict=True)
    ]
    return [
        leaf_edit(leaf, text) for leaf, text in zip(leaves, texts, strict=True) if text != leaf.raw
    ]


def offset_decimals(owner: Joint | EndSite, precision: int | None) -> int:
    """The decimals of new numbers in an OFFSET."""
    if precision is not None or owner.offset_item is None:
        return LEAST_DECIMALS if precision is None else precision
    written = max(decimals(leaf.raw) for leaf in owner.offset_item.values)
    return min(max(LEAST_DECIMALS, written), MOST_DECIMALS)


def offset_unit(document: Document, precision: int | None) -> float:
    """By how much a new number in any OFFSET may miss its value."""
    skeleton = document.skeleton
    owners: list[Joint | EndSite] = [*skeleton.joints, *skeleton.end_sites]
    fewest = min((offset_decimals(owner, precision) for owner in owners), default=LEAST_DECIMALS)
    return float(half_unit(fewest))


def new_number(old: bytes, value: float, places: int) -> bytes:
    """``value`` in so many decimals; the old text where that says the same."""
    was = parse_number(old)
    if was == value:
        return old
    text = b"%.*f" % (places, value)
    written = float(text)
    if written == was:
        return old
    return text.removeprefix(b"-") if written == 0 else text


def flipped(raw: bytes) -> bytes:
    """A number with the other sign and the same digits; zero as it is."""
    if not parse_number(raw):
        return raw
    return raw[1:] if raw.startswith(b"-") else b"-" + raw.removeprefix(b"+")


def line_end_after(document: Document, offset: int) -> tuple[int, bytes]:
    """Where the line that holds ``offset`` ends, and its line end (LF where it has none)."""
    content = document.content
    end = content.find(b"\n", offset)
    end = len(content) if end < 0 else end
    carriage = content.find(b"\r", offset, end)
    if carriage < 0:
        return end, b"\n"
    return carriage, b"\r\n" if content[carriage : carriage + 2] == b"\r\n" else b"\r"
