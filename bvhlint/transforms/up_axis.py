"""``--up``: turn the world so that another axis points up."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from bvhlint.document.document import Document
from bvhlint.document.joint import POSITION, ROTATION, Channel, Joint
from bvhlint.edits import Edit
from bvhlint.errors import TransformError
from bvhlint.facts.up import up
from bvhlint.proof import SamePose
from bvhlint.transforms.base import NOTHING, Change, Outcome, Transform, refuse_doubtful
from bvhlint.transforms.channels import rename_channels
from bvhlint.transforms.header import offset_edits
from bvhlint.transforms.rows import RowPlan, rewrite_rows

# New X, Y and Z from the old ones: the old axis and the sign it comes with.
_TURNS = {
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
        source = self.source or self._guess(document)
        if source == self.to:
            return NOTHING
        refuse_doubtful(document, self.option)
        turn = _TURNS[source, self.to]
        linear = np.zeros((3, 3))
        for new, (old, sign) in enumerate(turn):
            linear[new, _AXES.index(old)] = sign
        edits = self._header(document, linear)
        skeleton = document.skeleton
        columns = np.arange(skeleton.channel_count)
        flip = np.zeros(skeleton.channel_count, np.bool_)
        for joint in skeleton.joints:
            edits += self._joint(joint, turn, columns, flip)
        rows = np.arange(len(document.motion.table))
        if len(rows) and (flip.any() or np.any(np.diff(columns) != 1)):
            edits.append(rewrite_rows(document, RowPlan(rows, columns, flip=flip)))
        message = f"turned the world a quarter about X: {self.to} is up, {source} was"
        return Outcome(
            tuple(edits), (Change(self.option, message),), (SamePose(12, linear=linear),)
        )

    def _guess(self, document: Document) -> str:
        fact = up(document)
        if fact is None or fact.axis not in ("Y", "Z"):
            raise TransformError(
                f"{self.option}: the figure does not tell which axis is up; say --from-up"
            )
        return fact.axis

    def _header(self, document: Document, linear: np.ndarray[tuple[int, int]]) -> list[Edit]:
        edits: list[Edit] = []
        skeleton = document.skeleton
        for owner in (*skeleton.joints, *skeleton.end_sites):
            if owner.offset_item is None:
                continue
            edits += offset_edits(owner, linear @ np.array(owner.offset), None)
        return edits

    def _joint(
        self,
        joint: Joint,
        turn: Sequence[tuple[str, int]],
        columns: np.ndarray[tuple[int]],
        flip: np.ndarray[tuple[int]],
    ) -> list[Edit]:
        positions = {channel.axis: channel for channel in joint.of_kind(POSITION)}
        if positions and len(positions) < 3:
            raise TransformError(
                f"{self.option}: {joint.name} has {len(positions)} position channels; "
                "one or two cannot be turned"
            )
        for axis, channel in positions.items():
            old, sign = turn[_AXES.index(axis)]
            columns[channel.column] = positions[old].column
            flip[channel.column] = sign < 0
        became = {old: (_AXES[new], sign) for new, (old, sign) in enumerate(turn)}
        names: dict[int, str] = {}
        for channel in joint.of_kind(ROTATION):
            new, sign = became[channel.axis]
            names[_place(joint, channel)] = f"{new}rotation"
            flip[channel.column] = sign < 0
        return rename_channels(joint, names)


def _place(joint: Joint, channel: Channel) -> int:
    return channel.column - joint.columns.start
