"""``--positions root``: take the position channels below the root away."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from bvhlint.document.document import Document
from bvhlint.document.joint import POSITION, Joint
from bvhlint.document.numbers import decimals
from bvhlint.edits import Edit
from bvhlint.errors import TransformError
from bvhlint.facts.positions import SAME
from bvhlint.facts.size import skeleton_size
from bvhlint.proof import SamePose
from bvhlint.transforms.base import NOTHING, Change, Outcome, Transform, refuse_doubtful
from bvhlint.transforms.channels import drop_channels
from bvhlint.transforms.header import leaf_edit
from bvhlint.transforms.manner import Manner
from bvhlint.transforms.rows import RowPlan, rewrite_rows


@dataclass(frozen=True)
class PositionsRoot(Transform):
    """Positions that stand still become OFFSETs; one that moves is refused, and then all are.

    The joint that carries the motion below a root without position channels is left.
    """

    option = "--positions"
    keeps = "the world pose, or it refuses"

    def apply(self, document: Document) -> Outcome:
        joints = [joint for joint in document.skeleton.joints if _is_superfluous(document, joint)]
        if not joints:
            return NOTHING
        refuse_doubtful(document, self.option)
        places = _written_decimals(document)
        unit = min(10.0**-places, SAME * skeleton_size(document))
        edits: list[Edit] = []
        moved = 0
        for joint in joints:
            here = self._offset_edits(document, joint, unit)
            moved += bool(here)
            edits += here
            edits += drop_channels(joint, _position_places(joint))
        dropped = {channel.column for joint in joints for channel in joint.of_kind(POSITION)}
        columns = np.array(
            [column for column in range(document.skeleton.channel_count) if column not in dropped]
        )
        rows = np.arange(len(document.motion.table))
        if len(rows):
            edits.append(rewrite_rows(document, RowPlan(rows, columns)))
        message = f"removed the position channels of {len(joints)} joints below the root"
        if moved:
            message += f"; {moved} OFFSETs are now where the positions stood"
        change = Change(self.option, message, len(joints))
        # A position may be a unit of the last decimal away from the OFFSET that stands for it.
        promise = SamePose(places - math.log10(2))
        return Outcome(tuple(edits), (change,), (promise,))

    def _offset_edits(self, document: Document, joint: Joint, unit: float) -> list[Edit]:
        """What the OFFSET must say instead; nothing where the positions repeat it."""
        item = joint.offset_item
        if item is None or joint.offset is None:
            raise TransformError(f"{self.option}: the OFFSET of {joint.name} is damaged")
        table = document.motion.table
        edits = []
        for channel in joint.of_kind(POSITION):
            values = table.values[:, channel.column]
            axis = "XYZ".index(channel.axis)
            if not len(values) or np.abs(values - joint.offset[axis]).max() <= unit:
                continue
            travel = np.abs(values - values[0])
            if travel.max() > unit:
                frame = int(np.argmax(travel > unit))
                raise TransformError(
                    f"{self.option}: {channel.name} of {joint.name} moves: {values[frame]:g} in "
                    f"frame {frame}, {values[0]:g} in frame 0; its positions cannot go"
                )
            edits.append(leaf_edit(item.values[axis], table.cell_text(0, channel.column)))
        return edits


def _is_superfluous(document: Document, joint: Joint) -> bool:
    if joint.is_root or not joint.of_kind(POSITION):
        return False
    parent = document.skeleton.joints[joint.parent]
    return not (parent.is_root and not parent.of_kind(POSITION))


def _position_places(joint: Joint) -> list[int]:
    return [place for place, channel in enumerate(joint.channels) if channel.kind == POSITION]


def _written_decimals(document: Document) -> int:
    """The most decimals of OFFSETs or of position columns, whichever are fewer."""
    skeleton = document.skeleton
    items = [joint.offset_item for joint in skeleton.joints if joint.offset_item]
    texts = [leaf.raw for item in items for leaf in item.values]
    in_offsets = max(map(decimals, texts), default=0)
    columns = [channel.column for joint in skeleton.joints for channel in joint.of_kind(POSITION)]
    in_rows = int(Manner.of(document.motion.table).decimals[columns].max(initial=0))
    return min(in_offsets, in_rows)
