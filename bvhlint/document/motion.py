"""The MOTION view: the number of frames, the Frame Time and the frame table."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING

import msgspec
import numpy as np
from numpy.typing import NDArray

from bvhlint.document.numbers import parse_number
from bvhlint.document.rate import Rate, rate_of
from bvhlint.document.reading import keywords_meant
from bvhlint.syntax.nodes import Item, Kind, Leaf, Tree

if TYPE_CHECKING:
    from bvhlint.document.frames import FrameTable

_MOST_DIGITS = 18


class Motion(msgspec.Struct, frozen=True, eq=False, dict=True):
    """The first MOTION part.

    ``keyword`` is None where MOTION is missing, ``frames_item`` and ``frame_time_item`` where
    their lines are, ``rows`` where there is no frame row. ``misspelt`` holds the keywords that
    unknown lines of this part seem to mean.
    """

    keyword: Leaf | None
    frames_item: Item | None
    frame_time_item: Item | None
    rows: Leaf | None
    misspelt: frozenset[Kind]
    _make_table: Callable[[], FrameTable]

    @property
    def exists(self) -> bool:
        """Whether anything of a MOTION part stands in the file."""
        return bool(self.keyword or self.frames_item or self.frame_time_item or self.rows)

    @cached_property
    def table(self) -> FrameTable:
        """The frame rows, read when first asked for."""
        return self._make_table()

    @property
    def values(self) -> NDArray[np.float64]:
        """Shape (frames, channels); NaN where a row or cell is damaged."""
        return self.table.values

    @property
    def complete(self) -> NDArray[np.bool_]:
        """Shape (frames,): rows of the right width whose values are all finite."""
        return self.table.complete

    @cached_property
    def declared_frames(self) -> int | None:
        """What ``Frames:`` says, or None if it says no whole number."""
        return read_count(self.frames_item)

    @property
    def frame_time_leaf(self) -> Leaf | None:
        """The first word after ``Frame Time:``."""
        item = self.frame_time_item
        return item.values[0] if item and item.values else None

    @cached_property
    def frame_time(self) -> float | None:
        """Seconds a frame as written, or None if it is no number."""
        leaf = self.frame_time_leaf
        return parse_number(leaf.raw) if leaf else None

    @cached_property
    def rate(self) -> Rate | None:
        """The rate that the Frame Time stands for; None if it is no number above 0."""
        leaf = self.frame_time_leaf
        return rate_of(leaf.text) if leaf else None


def read_count(item: Item | None) -> int | None:
    """The whole number after ``Frames:``, if it is one of at most 18 digits."""
    if item is None or len(item.values) != 1:
        return None
    leaf = item.values[0]
    if leaf.end - leaf.start > _MOST_DIGITS or not leaf.raw.isdigit():
        return None
    return int(leaf.raw)


def motion_elements(tree: Tree) -> list[Item | Leaf]:
    """The elements of the first MOTION part: up to its rows, or to the next section."""
    found: list[Item | Leaf] = []
    has_keyword = False
    for element in tree.elements:
        if isinstance(element, Item):
            if element.type is Kind.HIERARCHY and found:
                break
            if element.type is Kind.MOTION:
                if has_keyword:
                    break
                has_keyword = True
            if element.type in (Kind.MOTION, Kind.FRAMES, Kind.FRAME_TIME):
                found.append(element)
        elif isinstance(element, Leaf):
            if element.type is Kind.ROWS:
                found.append(element)
                break
            if found:
                found.append(element)
    return found


def build_motion(tree: Tree, make_table: Callable[[Motion], FrameTable]) -> Motion:
    """The first MOTION part of a tree; ``make_table`` reads its rows when they are asked for."""
    elements = motion_elements(tree)
    items = [element for element in elements if isinstance(element, Item)]
    leaves = [element for element in elements if isinstance(element, Leaf)]
    first = {item.type: item for item in reversed(items)}
    misspelt: set[Kind] = set()
    for leaf in leaves:
        if leaf.type is Kind.JUNK:
            misspelt |= keywords_meant(leaf, tree.content)
    keyword = first.get(Kind.MOTION)
    motion = Motion(
        keyword.keyword if keyword else None,
        first.get(Kind.FRAMES),
        first.get(Kind.FRAME_TIME),
        next((leaf for leaf in leaves if leaf.type is Kind.ROWS), None),
        frozenset(misspelt),
        lambda: make_table(motion),
    )
    return motion
