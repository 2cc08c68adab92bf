"""``--positions root``: take the position channels below the root away."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from bvhlint.document.document import Document
from bvhlint.document.joint import POSITION, Joint
from bvhlint.document.numbers import decimals
from bvhlint.edits import Edit
from bvhlint.errors import TransformError
from bvhlint.facts.positions import SAME
from bvhlint.facts.size import skeleton_size
from bvhlint.proof import HeaderKept, JointsAre, OffsetsAre, Rounding, SamePose, offsets_of
from bvhlint.transforms.base import NOTHING, Change, Outcome, Transform
from bvhlint.transforms.channels import drop_channels
from bvhlint.transforms.columns import Columns
from bvhlint.transforms.header import leaf_edit
from bvhlint.transforms.manner import manner_of
from bvhlint.transforms.refusal import refuse_doubtful, refuse_offsets

# What float64 loses of a difference of two decimals, as a share of the unit.
_SLACK = 1 + 1e-6


class PositionsMoveError(TransformError):
    """A position below the root moves, so that no OFFSET can stand for it."""


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
        refuse_offsets(document, self.option)
        unit = _unit(document)
        offsets, ends = offsets_of(document)
        edits: list[Edit] = []
        away, moved = 0.0, 0
        columns = Columns(document)
        left = {}
        for joint in joints:
            here = self._offset_edits(document, joint, unit, offsets)
            moved += bool(here)
            edits += here
            edits += drop_channels(joint, _position_places(joint))
            columns.drop(joint.of_kind(POSITION))
            left[joint.index] = [name.name for name in joint.channels if name.kind != POSITION]
            away = max(away, _farthest(document, joint, offsets))
        rows = columns.change(None)
        message = f"removed the position channels of {len(joints)} joints below the root"
        if moved:
            message += f"; {moved} OFFSETs are now where the positions stood"
        change = Change(self.option, message, len(joints))
        promises = (
            HeaderKept(offsets=False, channels=False),
            JointsAre.of(document, None, left),
            OffsetsAre(offsets, ends, 0.0),
            rows.cells,
            SamePose(Rounding(away)),
        )
        return Outcome((*edits, *rows.edits), (change,), promises)

    def _offset_edits(
        self, document: Document, joint: Joint, unit: float, offsets: np.ndarray[tuple[int, int]]
    ) -> list[Edit]:
        """What the OFFSET must say instead; nothing where the positions repeat it."""
        assert joint.offset_item is not None
        table = document.motion.table
        edits = []
        for channel in joint.of_kind(POSITION):
            values = table.values[:, channel.column]
            axis = "XYZ".index(channel.axis)
            if not len(values) or np.abs(values - offsets[joint.index, axis]).max() <= unit:
                continue
            travel = np.abs(values - values[0])
            if travel.max() > unit:
                frame = int(np.argmax(travel > unit))
                raise PositionsMoveError(
                    f"{self.option}: {channel.name} of {joint.name} moves: {values[frame]:g} in "
                    f"frame {frame}, {values[0]:g} in frame 0; its positions cannot go"
                )
            offsets[joint.index, axis] = values[0]
            edits.append(
                leaf_edit(joint.offset_item.values[axis], table.cell_text(0, channel.column))
            )
        return edits


def _is_superfluous(document: Document, joint: Joint) -> bool:
    if joint.is_root or not joint.of_kind(POSITION):
        return False
    parent = document.skeleton.joints[joint.parent]
    return not (parent.is_root and not parent.of_kind(POSITION))


def _position_places(joint: Joint) -> list[int]:
    return [place for place, channel in enumerate(joint.channels) if channel.kind == POSITION]


def _farthest(document: Document, joint: Joint, offsets: np.ndarray[tuple[int, int]]) -> float:
    """The farthest that a position channel is from what the OFFSET says now."""
    channels = joint.of_kind(POSITION)
    axes = ["XYZ".index(channel.axis) for channel in channels]
    values = document.motion.values[:, [channel.column for channel in channels]]
    return float(np.abs(values - offsets[joint.index, axes]).max(initial=0.0))


def _unit(document: Document) -> float:
    """How far a position may be off and still be the same.

    One unit of the last decimal of the OFFSETs or of the position columns, whichever is coarser,
    but never more than rounding reaches for a skeleton of this size.
    """
    skeleton = document.skeleton
    items = [joint.offset_item for joint in skeleton.joints if joint.offset_item]
    in_offsets = max((decimals(leaf.raw) for item in items for leaf in item.values), default=0)
    columns = [channel.column for joint in skeleton.joints for channel in joint.of_kind(POSITION)]
    in_rows = int(manner_of(document).decimals[columns].max(initial=0))
    unit: float = 10.0 ** -min(in_offsets, in_rows)
    return min(unit, SAME * skeleton_size(document)) * _SLACK
