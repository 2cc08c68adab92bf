"""Other names for rotation channels, and other columns: edits of CHANNELS lines."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bvhlint.document.joint import Joint
from bvhlint.edits import Edit
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
    item = joint.channels_item
    assert item is not None
    edits = [leaf_edit(item.values[0], str(len(joint.channels) - len(places)).encode())]
    names = item.values[1:]
    for place in places:
        leaf = names[place]
        before = item.values[place]
        # The name goes with the blanks before it.
        edits.append(Edit(before.end, leaf.end, b""))
    return edits
