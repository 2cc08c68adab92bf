"""``--up``: turn the world so that another axis points up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from bvhlint.document.document import Document
from bvhlint.document.joint import POSITION, ROTATION, SCALE, Channel, EndSite, Joint
from bvhlint.edits import Edit
from bvhlint.errors import TransformError
from bvhlint.facts.up import up_axis
from bvhlint.proof import HeaderKept, JointsAre, OffsetsAre, Rounding, SamePose, offsets_of
from bvhlint.transforms.base import NOTHING, Change, Outcome, Transform
from bvhlint.transforms.channels import rename_channels
from bvhlint.transforms.header import flipped, leaf_edit
from bvhlint.transforms.refusal import offset_owners, refuse_doubtful, refuse_offsets
from bvhlint.transforms.row_change import all_columns, all_rows, change_rows
from bvhlint.transforms.rows import RowPlan
from bvhlint.transforms.wording import counted

# New X, Y and Z from the old ones: the old axis and the sign it comes with.
_Turn = Sequence[tuple[str, int]]
_TURNS: Mapping[tuple[str, str], _Turn] = {
    ("Y", "Z"): (("X", 1), ("Z", -1), ("Y", 1)),
    ("Z", "Y"): (("X", 1), ("Z", 1), ("Y", -1)),
}
_AXES = "XYZ"


@dataclass(frozen=True)
class UpAxis(Transform):
    """Make ``to`` (Y or Z) the up axis, from ``source`` or the one that the figure stands on.

    Everything is turned a quarter about X: OFFSETs and positions as vectors, and each rotation
    about an axis becomes the same rotation about the axis that it is turned to, so that no digit
    changes: channels change their names and some their sign.
    """

    option = "--up"
    keeps = "the shape of the motion, digit by digit"
    repeatable = False

    to: str
    source: str | None = None

    def apply(self, document: Document) -> Outcome:
        source = self.source or up_axis(document)
        if source is None:
            raise TransformError(
                f"{self.option}: the figure does not tell which axis is up; say --from-up"
            )
        if source == self.to:
            return NOTHING
        refuse_doubtful(document, self.option)
        refuse_offsets(document, self.option)
        turn = _TURNS[source, self.to]
        skeleton = document.skeleton
        columns = all_columns(document)
        flip = np.zeros(len(columns), np.bool_)
        edits: list[Edit] = []
        for owner in offset_owners(document):
            edits += _offset_edits(owner, turn)
        for joint in skeleton.joints:
            self._positions(joint, turn, columns, flip)
            edits += _other_channels(joint, turn, flip)
        plan = RowPlan(all_rows(document), columns, flip=flip)
        rows = change_rows(document, plan)
        linear = _matrix(turn)
        joints, ends = offsets_of(document)
        message = (
            f"turned the world a quarter about X: {self.to} is up, {source} was; Y and Z changed "
            "places in all channels, and so in the rotation orders"
        )
        promises = (
            HeaderKept(offsets=False, channels=False),
            JointsAre.of(document, None, _names(document, turn)),
            OffsetsAre(joints @ linear.T, ends @ linear.T, 0.0),
            rows.cells,
            SamePose(Rounding(), linear=linear),
        )
        return Outcome((*edits, *rows.edits), (Change(self.option, message),), promises)

    def _positions(
        self,
        joint: Joint,
        turn: _Turn,
        columns: np.ndarray[tuple[int]],
        flip: np.ndarray[tuple[int]],
    ) -> None:
        positions = {channel.axis: channel for channel in joint.of_kind(POSITION)}
        if positions and len(positions) < 3:
            raise TransformError(
                f"{self.option}: {joint.name} has {counted(len(positions), 'position channel')}; "
                "one or two cannot be turned"
            )
        for axis, channel in positions.items():
            old, sign = turn[_AXES.index(axis)]
            columns[channel.column] = positions[old].column
            flip[channel.column] = sign < 0


def _offset_edits(owner: Joint | EndSite, turn: _Turn) -> list[Edit]:
    """The numbers of an OFFSET in their new places."""
    assert owner.offset_item is not None
    leaves = owner.offset_item.values
    texts = []
    for old, sign in turn:
        raw = leaves[_AXES.index(old)].raw
        texts.append(flipped(raw) if sign < 0 else raw)
    return [
        leaf_edit(leaf, text) for leaf, text in zip(leaves, texts, strict=True) if leaf.raw != text
    ]


def _other_channels(joint: Joint, turn: _Turn, flip: np.ndarray[tuple[int]]) -> list[Edit]:
    """Rotations and scales are about other axes now, and some rotations the other way."""
    became = {old: (_AXES[new], sign) for new, (old, sign) in enumerate(turn)}
    names: dict[int, str] = {}
    for channel in joint.channels:
        if channel.kind not in (ROTATION, SCALE) or channel.axis == became[channel.axis][0]:
            continue
        new, sign = became[channel.axis]
        names[_place(joint, channel)] = f"{new}{channel.kind}"
        flip[channel.column] = sign < 0 and channel.kind == ROTATION
    return rename_channels(joint, names)


def _names(document: Document, turn: _Turn) -> dict[int, list[str]]:
    """The channels of each joint as they are turned."""
    became = {old: _AXES[new] for new, (old, _) in enumerate(turn)}
    return {
        joint.index: [
            channel.name if channel.kind == POSITION else became[channel.axis] + channel.kind
            for channel in joint.channels
        ]
        for joint in document.skeleton.joints
    }


def _place(joint: Joint, channel: Channel) -> int:
    return int(channel.column - joint.columns.start)


def _matrix(turn: _Turn) -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
    linear = np.zeros((3, 3))
    for new, (old, sign) in enumerate(turn):
        linear[new, _AXES.index(old)] = sign
    return linear
