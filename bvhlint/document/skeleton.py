"""The skeleton view: joints in file order, their hierarchy and the layout of a frame row."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property

import msgspec
import numpy as np
from numpy.typing import NDArray

from bvhlint.document.joint import (
    POSITION,
    ROTATION,
    Channel,
    EndSite,
    Joint,
    Vector,
    channels_by_kind,
)
from bvhlint.document.kinematics import NO_CHANNEL, Layout
from bvhlint.document.reading import (
    ONCE,
    block_role,
    first_item,
    headless_role,
    joint_name,
    make_channel,
    misspelt_keywords,
    once_items,
    own_items,
    read_channels,
    read_end_site,
    read_offset,
)
from bvhlint.syntax.nodes import Block, Item, Kind, Leaf, Tree

# Lines that may stand for these leave it open how many values a row has.
_LAYOUT_KEYWORDS = frozenset({Kind.ROOT, Kind.JOINT, Kind.CHANNELS})


class Skeleton(msgspec.Struct, frozen=True, eq=False, dict=True):
    """All joints of the HIERARCHY part before the first MOTION.

    ``is_trusted`` is False where a channel count, a missing CHANNELS or an unknown keyword makes
    it unsure how many values a frame row must have: then rows are not judged by their width.
    ``is_settled`` is False where the counts and the names of CHANNELS add up to different sums,
    so that the rows decide between the two.
    """

    joints: tuple[Joint, ...]
    channel_count: int
    is_trusted: bool
    is_settled: bool

    @cached_property
    def roots(self) -> tuple[Joint, ...]:
        return tuple(joint for joint in self.joints if joint.is_root)

    @cached_property
    def end_sites(self) -> tuple[EndSite, ...]:
        """All End Sites in the order of their joints."""
        return tuple(site for joint in self.joints for site in joint.end_sites)

    @cached_property
    def parents(self) -> NDArray[np.int64]:
        """Each joint's parent, -1 for a root; shape (joints,)."""
        return np.array([joint.parent for joint in self.joints], np.int64)

    @cached_property
    def offsets(self) -> NDArray[np.float64]:
        """OFFSETs, shape (joints, 3); NaN where one is missing or damaged."""
        return vectors([joint.offset for joint in self.joints])

    @cached_property
    def rotation_orders(self) -> tuple[str, ...]:
        """The full rotation orders in the file, in order of their first joint."""
        orders = (joint.rotation_order for joint in self.joints if joint.has_full_rotation)
        return tuple(dict.fromkeys(orders))

    @cached_property
    def _owners(self) -> NDArray[np.int64]:
        sizes = [len(joint.channels) for joint in self.joints]
        return np.repeat(np.arange(len(sizes)), sizes)

    def owner(self, column: int) -> tuple[Joint, Channel] | None:
        """The joint and channel of a column of the frame row, or None outside the layout."""
        if not 0 <= column < len(self._owners):
            return None
        joint = self.joints[int(self._owners[column])]
        return joint, joint.channels[column - joint.columns.start]

    @cached_property
    def layout(self) -> Layout:
        """The arrays that forward kinematics needs; missing OFFSETs count as zero."""
        positions = np.full((len(self.joints), 3), NO_CHANNEL, np.int64)
        columns: list[tuple[int, ...]] = []
        for joint in self.joints:
            for channel in joint.of_kind(POSITION):
                positions[joint.index, "XYZ".index(channel.axis)] = channel.column
            columns.append(tuple(channel.column for channel in joint.of_kind(ROTATION)))
        ends = [site for site in self.end_sites if site.offset]
        return Layout(
            self.parents,
            np.nan_to_num(self.offsets),
            positions,
            tuple(columns),
            tuple(joint.rotation_order for joint in self.joints),
            np.array([site.parent for site in ends], np.int64),
            vectors([site.offset for site in ends]),
        )


def vectors(rows: Sequence[Vector | None]) -> NDArray[np.float64]:
    """Shape (n, 3); NaN where a vector is None."""
    lost = (np.nan, np.nan, np.nan)
    return np.array([row or lost for row in rows], np.float64).reshape(len(rows), 3)


def build_skeleton(tree: Tree, modal_width: Callable[[], int | None]) -> Skeleton:
    """The skeleton of a tree.

    ``modal_width`` gives the commonest number of values of a frame row: it settles whether the
    count or the names of CHANNELS are right where they differ.
    """
    head = tree.head
    if head is None:
        return _build(tree, modal_width(), len(tree.content))
    # Files that share their head share their skeleton.
    skeleton = head.keep((_build, None), lambda: _build(head, None, None))
    if skeleton.is_settled:
        return skeleton
    width = modal_width()
    return head.keep((_build, width), lambda: _build(head, width, None))


def _build(tree: Tree, modal_width: int | None, end: int | None) -> Skeleton:
    """``end`` is where the file ends; None if it goes on behind the tree."""
    drafts = _Walk(tree, end).drafts
    by_names = sum(draft.named for draft in drafts)
    by_count = sum(draft.counted for draft in drafts)
    use_count = by_names != by_count and modal_width == by_count
    joints: list[Joint] = []
    column = 0
    for index, draft in enumerate(drafts):
        channels = draft.channels(column, use_count=use_count)
        joints.append(draft.joint(index, channels, column))
        column += len(channels)
    agrees = use_count or (by_names != by_count and modal_width == by_names)
    sure = all(draft.is_sure for draft in drafts)
    settled = by_names == by_count and not any(draft.differs for draft in drafts)
    trusted = (sure and settled) or agrees
    return Skeleton(tuple(joints), column, trusted, by_names == by_count)


class _Draft(msgspec.Struct, eq=False):
    """A joint while the tree is walked."""

    block: Block
    parent: int
    depth: int
    part: int
    offset_item: Item | None
    channels_item: Item | None
    names: tuple[Leaf, ...]  # of the channels
    declared: int | None
    misspelt: frozenset[Kind]
    children: list[int] = msgspec.field(default_factory=list)
    sites: list[EndSite] = msgspec.field(default_factory=list)

    @property
    def named(self) -> int:
        return len(self.names)

    @property
    def counted(self) -> int:
        return self.named if self.declared is None else self.declared

    @property
    def differs(self) -> bool:
        return self.channels_item is not None and self.declared != self.named

    @property
    def is_sure(self) -> bool:
        return self.channels_item is not None and _LAYOUT_KEYWORDS.isdisjoint(self.misspelt)

    def channels(self, column: int, *, use_count: bool) -> tuple[Channel, ...]:
        names = self.names
        size = self.counted if use_count else self.named
        return tuple(
            make_channel(column + place, names[place] if place < len(names) else None)
            for place in range(size)
        )

    def joint(self, index: int, channels: tuple[Channel, ...], column: int) -> Joint:
        by_kind = channels_by_kind(channels)
        return Joint(
            index,
            joint_name(self.block),
            self.parent,
            self.depth,
            self.part,
            self.block,
            self.offset_item,
            read_offset(self.offset_item),
            self.channels_item,
            self.declared,
            channels,
            by_kind,
            "".join([channel.axis for channel in by_kind[ROTATION]]),
            slice(column, column + len(channels)),
            tuple(self.children),
            tuple(self.sites),
            self.misspelt,
        )


def _is_bare_line(block: Block, end: int | None) -> bool:
    """Whether a ROOT or JOINT line has no block: its braces are missing, and nothing is in it,
    though the file goes on."""
    if not (block.open.missing and block.close.missing):
        return False
    return block.close.start != end and not once_items(block)


class _Walk:
    """Collects the joints before the first MOTION, blocks nested to any depth."""

    def __init__(self, tree: Tree, end: int | None) -> None:
        self._end = end
        self.drafts: list[_Draft] = []
        self._content = tree.content
        self._root = -1
        part = -1
        for element in tree.elements:
            if isinstance(element, Item):
                if element.type is Kind.HIERARCHY:
                    part += 1
                elif element.type is Kind.MOTION or (
                    # Above all joints they are out of place; below them MOTION may be missing.
                    element.type in (Kind.FRAMES, Kind.FRAME_TIME) and self.drafts
                ):
                    break
            elif isinstance(element, Block):
                self._block(element, max(part, 0))
            elif element.type is Kind.ROWS:
                break

    def _block(self, top: Block, part: int) -> None:
        # A joint beside its root, closed too early, hangs on it all the same.
        parent = self._root if block_role(top) is Kind.JOINT else -1
        stack: list[tuple[Block, int, frozenset[Kind]]] = [(top, parent, ONCE)]
        while stack:
            block, parent, held = stack.pop()
            role = block_role(block)
            if role is Kind.ORPHAN_OPEN:
                role = headless_role(block, held)
            elif _is_bare_line(block, self._end):
                role = Kind.ORPHAN_OPEN
            if role is Kind.END_SITE and parent >= 0:
                self.drafts[parent].sites.append(read_end_site(block, parent, self._content))
                inner = parent
            elif role is Kind.ORPHAN_OPEN or role is Kind.END_SITE:
                inner = parent
            else:
                inner = self._joint(block, parent, part)
            below = held if role is Kind.ORPHAN_OPEN else once_items(block)
            stack += [
                (child, inner, below)
                for child in reversed(block.children)
                if isinstance(child, Block)
            ]

    def _joint(self, block: Block, parent: int, part: int) -> int:
        index = len(self.drafts)
        depth = self.drafts[parent].depth + 1 if parent >= 0 else 0
        items = list(own_items(block))
        channels = first_item(items, Kind.CHANNELS)
        names, declared = read_channels(channels)
        offset = first_item(items, Kind.OFFSET)
        misspelt = misspelt_keywords(block, self._content)
        draft = _Draft(block, parent, depth, part, offset, channels, names, declared, misspelt)
        self.drafts.append(draft)
        if parent >= 0:
            self.drafts[parent].children.append(index)
        else:
            self._root = index
        return index
