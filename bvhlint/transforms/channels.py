"""Edits of CHANNELS lines: other names, fewer channels, more of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bvhlint.document.joint import Joint
from bvhlint.edits import Edit
from bvhlint.errors import TransformError
from bvhlint.syntax.nodes import Leaf
from bvhlint.transforms.header import leaf_edit


def rename_channels(joint: Joint, names: Mapping[int, str]) -> list[Edit]:
    """Give channels of a joint, by their place in it, other names."""
    edits = []
    for place, name in names.items():
        leaf = joint.channels[place].leaf
        if leaf is not None and leaf.text != name:
            edits.append(leaf_edit(leaf, name.encode()))
    return edits


def drop_channels(joint: Joint, places: Sequence[int]) -> list[Edit]:
    """Take channels of a joint, by place, out of its CHANNELS line and mend the count."""
    kept = [place for place in range(len(joint.channels)) if place not in set(places)]
    return arrange_channels(joint, kept)


def arrange_channels(joint: Joint, channels: Sequence[int | str]) -> list[Edit]:
    """Make the CHANNELS line say these channels.

    Each is one that stands there, by its place, in rising order, or a new one by its name. A name
    that goes takes the blanks before it along. Raises TransformError where the line is damaged.
    """
    count, names = _words(joint)
    edits = []
    if len(channels) != len(names):
        edits.append(leaf_edit(count, str(len(channels)).encode()))
    kept = {channel for channel in channels if isinstance(channel, int)}
    for before, leaf, place in zip([count, *names], names, range(len(names)), strict=False):
        if place not in kept:
            edits.append(Edit(before.end, leaf.end, b""))
    behind = count.end
    added: dict[int, bytes] = {}
    for channel in channels:
        if isinstance(channel, int):
            behind = names[channel].end
        else:
            added[behind] = added.get(behind, b"") + b" " + channel.encode()
    return edits + [Edit(place, place, text) for place, text in added.items()]


def new_names(joint: Joint, channels: Sequence[int | str]) -> tuple[str, ...]:
    """The channels that ``arrange_channels`` makes, by their standard names."""
    return tuple(
        joint.channels[channel].name if isinstance(channel, int) else channel
        for channel in channels
    )


def _words(joint: Joint) -> tuple[Leaf, list[Leaf]]:
    """The count and the names of a CHANNELS line."""
    item = joint.channels_item
    names = [channel.leaf for channel in joint.channels if channel.leaf is not None]
    if item is None or joint.declared_channels is None or len(names) != len(joint.channels):
        raise TransformError(f"the CHANNELS line of {joint.name} is damaged; mend it first")
    return item.values[0], names
