"""What stands in a cell of a frame row: its joint and channel, and how messages call it."""

from __future__ import annotations

import msgspec

from bvhlint.document.document import Document
from bvhlint.facts.names import shown
from bvhlint.facts.row_shapes import are_judged
from bvhlint.finding import JointRef


class Cell(msgspec.Struct, frozen=True):
    """A column of the frame rows; joint and channel are None outside the layout, and where it is
    not known how wide a row must be. ``title`` is such as ``Hips Zposition``."""

    column: int
    joint: JointRef | None
    channel: str | None
    title: str


def cell(document: Document, column: int) -> Cell:
    """What a column of the frame rows is."""
    owner = document.cell(column) if are_judged(document) else None
    if owner is None:
        return Cell(column, None, None, f"value {column + 1}")
    joint, channel = owner
    title = f"{shown(joint)} {channel.name}"
    return Cell(column, joint.ref, channel.name or None, title)
