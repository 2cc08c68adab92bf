"""What CHANNELS lines say: count and names, and which of them the frame rows agree with."""

from __future__ import annotations

from enum import StrEnum
from functools import lru_cache

import msgspec

from bvhlint.document.document import Document
from bvhlint.document.frames import modal_width
from bvhlint.document.joint import POSITION, ROTATION, SCALE, Channel, Joint
from bvhlint.document.reading import make_channel
from bvhlint.facts.clip import is_cut_item
from bvhlint.facts.memo import fact, header_fact
from bvhlint.facts.names import judged_joints
from bvhlint.suggest import nearest
from bvhlint.syntax.nodes import Item, Kind, Leaf

CHANNEL_NAMES = tuple(axis + kind for kind in (POSITION, ROTATION, SCALE) for axis in "XYZ")
_LONGEST = 24


class Right(StrEnum):
    """What the width of the frame rows agrees with."""

    NAMES = "names"
    COUNT = "count"
    BOTH = "both"
    NEITHER = "neither"


class ChannelWords(msgspec.Struct, frozen=True, eq=False):
    """The CHANNELS line of a joint.

    ``count`` is the word in the place of the count, None where names begin at once; ``declared``
    is its number, None if it is no whole number; ``channels`` are all that are named.
    """

    joint: Joint
    item: Item
    count: Leaf | None
    declared: int | None
    channels: tuple[Channel, ...]

    @property
    def agrees(self) -> bool:
        return self.declared == len(self.channels)

    @property
    def unknown(self) -> tuple[Channel, ...]:
        return tuple(channel for channel in self.channels if not channel.kind)

    @property
    def repeated(self) -> tuple[Channel, ...]:
        """The channels that the joint has named before."""
        seen: set[tuple[str, str]] = set()
        found = []
        for channel in self.channels:
            key = (channel.axis, channel.kind)
            if channel.kind and key in seen:
                found.append(channel)
            seen.add(key)
        return tuple(found)

    @property
    def is_sound(self) -> bool:
        """Whether the names can be taken at their word: none unknown or repeated, count right."""
        names = {(channel.axis, channel.kind) for channel in self.channels}
        return self.agrees and len(names) == len(self.channels) and ("", "") not in names


@header_fact
def channel_words(document: Document) -> tuple[ChannelWords, ...]:
    """The CHANNELS lines of all judged joints, but for one in which the file ends."""
    return tuple(
        _read(joint, joint.channels_item)
        for joint in judged_joints(document)
        if joint.channels_item and not is_cut_item(document, joint.channels_item)
    )


@header_fact
def sound_joints(document: Document) -> tuple[Joint, ...]:
    """The judged joints whose channels can be taken at their word."""
    return tuple(words.joint for words in channel_words(document) if words.is_sound)


@fact
def row_width(document: Document) -> int | None:
    """The commonest number of values of the first frame rows; None without a row."""
    rows = document.motion.rows
    return modal_width(document.content, rows.start, rows.end) if rows else None


@fact
def settled_by_rows(document: Document) -> Right:
    """Whether the frame rows have as many values as the names, or as the counts, add up to."""
    lines = channel_words(document)
    names = sum(len(words.channels) for words in lines)
    counts = sum(
        len(words.channels) if words.declared is None else words.declared for words in lines
    )
    width = row_width(document)
    by_names, by_count = width == names, width == counts
    # A count that is missing says nothing against the names.
    every = all(words.declared is not None for words in lines)
    if by_names and by_count and every:
        return Right.BOTH
    return Right.NAMES if by_names else Right.COUNT if by_count else Right.NEITHER


def meant_channel(word: str) -> str | None:
    """The channel that an unknown word most looks like, or None."""
    return _nearest_channel(word) if len(word) <= _LONGEST else None


# Of short words only: what is kept must not grow with a file.
@lru_cache(maxsize=1024)
def _nearest_channel(word: str) -> str | None:
    return nearest(word, CHANNEL_NAMES)


def _read(joint: Joint, item: Item) -> ChannelWords:
    count = item.values[0] if item.values and _is_count(item.values[0]) else None
    names = item.values[1:] if count else item.values
    channels = joint.channels
    if joint.declared_channels != len(names):
        # The skeleton may go by the count.
        channels = tuple(
            make_channel(joint.columns.start + place, leaf) for place, leaf in enumerate(names)
        )
    return ChannelWords(joint, item, count, joint.declared_channels, channels)


def _is_count(leaf: Leaf) -> bool:
    """Whether the first word stands in the count's place, be it a number or not."""
    if leaf.type is not Kind.WORD:
        return leaf.type is Kind.NUMBER
    return leaf.text[0].isdigit() or meant_channel(leaf.text) is None


def line_span(joint: Joint) -> tuple[int, int]:
    """Where the joint's CHANNELS stand, from the keyword to the last name."""
    item = joint.channels_item
    return (item.start, item.end) if item else joint.head
