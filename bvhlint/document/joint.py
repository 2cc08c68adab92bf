"""What the skeleton is made of: joints, channels and End Sites, each with its place in the tree."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import permutations

import msgspec

from bvhlint.finding import JointRef
from bvhlint.syntax.nodes import Block, Item, Kind, Leaf

Vector = tuple[float, float, float]
POSITION, ROTATION, SCALE = "position", "rotation", "scale"
FULL_ORDERS = frozenset(map("".join, permutations("XYZ")))
"""The orders of a joint that turns about three different axes."""


class Channel(msgspec.Struct, frozen=True, eq=False, gc=False):
    """One value of a frame row: ``axis`` X, Y or Z and ``kind`` position, rotation or scale.

    Both are empty where CHANNELS names no known channel in that place; ``leaf`` is None where
    the count asks for a channel that has no name.
    """

    column: int
    axis: str
    kind: str
    leaf: Leaf | None

    @property
    def name(self) -> str:
        """The channel's standard spelling, or the file's own if it is unknown."""
        if self.kind:
            return self.axis + self.kind
        return self.leaf.text if self.leaf else ""


class EndSite(msgspec.Struct, frozen=True, eq=False):
    """The end of a chain; ``offset`` is None where it is missing or not three numbers."""

    parent: int
    block: Block
    offset_item: Item | None
    offset: Vector | None
    misspelt: frozenset[Kind]


class Joint(msgspec.Struct, frozen=True, eq=False):
    """A ROOT or JOINT.

    ``index`` counts joints in file order over all ROOTs; ``parent`` is -1 for a root; ``part``
    counts HIERARCHY keywords before it beyond the first. ``channels`` are its values in a frame
    row, ``columns`` where they stand, ``by_kind`` the same channels by POSITION, ROTATION and
    SCALE; ``rotation_order`` are the axes of the rotation channels as the file names them, such
    as ``ZXY``. ``misspelt`` holds the keywords that an unknown line in its block seems to mean:
    what is told there is not missing.
    """

    index: int
    name: str
    parent: int
    depth: int
    part: int
    block: Block
    offset_item: Item | None
    offset: Vector | None
    channels_item: Item | None
    declared_channels: int | None
    channels: tuple[Channel, ...]
    by_kind: Mapping[str, tuple[Channel, ...]]
    rotation_order: str
    columns: slice
    children: tuple[int, ...]
    end_sites: tuple[EndSite, ...]
    misspelt: frozenset[Kind]

    @property
    def is_root(self) -> bool:
        return self.parent < 0

    @property
    def ref(self) -> JointRef:
        return JointRef(self.index, self.name)

    @property
    def head(self) -> tuple[int, int]:
        """The span of the keyword and the name: where a joint's own matter stands."""
        return self.block.start, self.block.head_end

    @property
    def name_span(self) -> tuple[int, int]:
        """The span of the name, or of the keyword where there is none."""
        leaf = self.block.name or self.block.keyword or self.block.open
        return leaf.start, leaf.end

    def of_kind(self, kind: str) -> tuple[Channel, ...]:
        """The joint's channels of a kind: POSITION, ROTATION or SCALE."""
        return self.by_kind[kind]

    @property
    def has_full_rotation(self) -> bool:
        """Whether it turns about three different axes."""
        return self.rotation_order in FULL_ORDERS


def channels_by_kind(channels: tuple[Channel, ...]) -> dict[str, tuple[Channel, ...]]:
    """The channels of each kind, in file order; those that are unknown are of none."""
    found: dict[str, list[Channel]] = {POSITION: [], ROTATION: [], SCALE: [], "": []}
    for channel in channels:
        found[channel.kind].append(channel)
    return {kind: tuple(members) for kind, members in found.items() if kind}
