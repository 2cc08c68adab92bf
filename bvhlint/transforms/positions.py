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
from bvhlint.facts.positions import SAME, Placing, positions_below_root
from bvhlint.facts.size import skeleton_size
from bvhlint.facts.travel import moving_child_of_static_root
from bvhlint.proof import HeaderKept, JointsAre, OffsetsAre, Rounding, SamePose, offsets_of
from bvhlint.transforms.base import NOTHING, Change, Outcome, Transform
from bvhlint.transforms.channels import drop_channels
from bvhlint.transforms.columns import Columns
from bvhlint.transforms.header import leaf_edit
from bvhlint.transforms.manner import manner_of
from bvhlint.transforms.refusal import refuse_doubtful, refuse_offsets
from bvhlint.transforms.wording import counted

# What float64 loses of a difference of two decimals, as a share of the unit.
_SLACK = 1 + 1e-6
# A bone that positions make so much shorter than its OFFSET, they do not tell of: they are what
# rounding has made of 0.
_SHRUNK = 1e-3


class PositionsStayError(TransformError):
    """No OFFSET can stand for a position below the root: it moves, or takes a bone its length."""


@dataclass(frozen=True)
class PositionsRoot(Transform):
    """Positions that stand still become OFFSETs; where one cannot, all are refused.

    What is equal in ``precision`` decimals, or in as many as the file has, stands still. Where
    positions stay about 0 and the OFFSET is no zero, readers that replace the OFFSET see a figure
    collapsed, and those that add see the OFFSET: with ``unsafe`` that stays. The joint that carries
    the motion below a root without position channels is left.
    """

    option = "--positions"
    keeps = "the world pose, or it refuses"

    precision: int | None = None
    unsafe: bool = False

    def apply(self, document: Document) -> Outcome:
        joints = [joint for joint in document.skeleton.joints if _is_superfluous(document, joint)]
        if not joints:
            return NOTHING
        refuse_doubtful(document, self.option)
        refuse_offsets(document, self.option)
        unit = self._unit(document)
        self._refuse_moving(document, joints, unit)
        bare = [joint for joint in joints if _is_bare(document, joint)]
        if bare and not self.unsafe:
            raise PositionsStayError(self._of_bare(bare))
        return self._outcome(document, joints, [joint.index for joint in bare], unit)

    def _outcome(
        self, document: Document, joints: list[Joint], bare: list[int], unit: float
    ) -> Outcome:
        offsets, ends = offsets_of(document)
        edits: list[Edit] = []
        away, moved = 0.0, 0
        columns = Columns(document)
        left = {}
        for joint in joints:
            if joint.index not in bare:
                here = _offset_edits(document, joint, unit, offsets)
                moved += bool(here)
                edits += here
                away = max(away, _farthest(document, joint, offsets))
            edits += drop_channels(joint, _position_places(joint))
            columns.drop(joint.of_kind(POSITION))
            left[joint.index] = [name.name for name in joint.channels if name.kind != POSITION]
        rows = columns.change(None)
        message = f"removed the position channels of {counted(len(joints), 'joint')} below the root"
        if moved:
            message += f"; wrote {counted(moved, 'OFFSET')} where the positions stood"
        if bare:
            message += f"; kept {counted(len(bare), 'OFFSET')} where the positions were about 0"
        change = Change(self.option, message, len(joints))
        promises = (
            HeaderKept(offsets=False, channels=False),
            JointsAre.of(document, None, left),
            OffsetsAre(offsets, ends, 0.0),
            rows.cells,
            SamePose(Rounding(away), at_offset=bare),
        )
        return Outcome((*edits, *rows.edits), (change,), promises)

    def _unit(self, document: Document) -> float:
        """How far a position may be off and still be the same.

        One unit of the last decimal of the OFFSETs or of the position columns, whichever is
        coarser, but never more than rounding reaches for a skeleton of this size.
        """
        joints = document.skeleton.joints
        items = [joint.offset_item for joint in joints if joint.offset_item]
        in_offsets = max((decimals(leaf.raw) for item in items for leaf in item.values), default=0)
        columns = [channel.column for joint in joints for channel in joint.of_kind(POSITION)]
        in_rows = int(manner_of(document).decimals[columns].max(initial=0))
        places = [in_offsets, in_rows, *([] if self.precision is None else [self.precision])]
        unit: float = 10.0 ** -min(places)
        return min(unit, _most(document)) * _SLACK

    def _refuse_moving(self, document: Document, joints: list[Joint], unit: float) -> None:
        """Raise PositionsStayError for the channel that moves most, if any moves."""
        values = document.motion.values
        if not len(values):
            return
        moving: set[int] = set()
        worst, frame, of = 0.0, 0, None
        for joint in joints:
            for channel in joint.of_kind(POSITION):
                column = values[:, channel.column]
                offset = joint.offset["XYZ".index(channel.axis)] if joint.offset else np.nan
                travel = np.abs(column - column[0])
                if np.abs(column - offset).max() <= unit or travel.max() <= unit:
                    continue
                moving.add(joint.index)
                if travel.max() > worst:
                    frame = int(np.argmax(travel))
                    worst, of = float(travel[frame]), (joint, channel)
        if of is None:
            return
        joint, channel = of
        first, then = (document.motion.table.cell_text(row, channel.column) for row in (0, frame))
        message = (
            f"{self.option}: {channel.name} of {joint.name} moves by {worst:.3g}: {then.decode()} "
            f"in frame {frame}, {first.decode()} in frame 0"
        )
        if len(moving) > 1:
            message += f", and {counted(len(moving) - 1, 'other joint')} too"
        raise PositionsStayError(f"{message}; {_way_out(document, joint, worst)}")

    def _of_bare(self, bare: list[Joint]) -> str:
        joint = bare[0]
        assert joint.offset_item is not None
        offset = " ".join(leaf.text for leaf in joint.offset_item.values)
        others = f", and so do those of {counted(len(bare) - 1, 'other joint')}"
        return (
            f"{self.option}: the positions of {joint.name} stay about 0, and its OFFSET is "
            f"{offset}{others if len(bare) > 1 else ''}: readers that replace the OFFSET show a "
            "figure collapsed. If the OFFSETs are right, --unsafe-fixes drops the positions and "
            "keeps them"
        )


def _way_out(document: Document, joint: Joint, travel: float) -> str:
    """What can be done about positions that move so far."""
    if joint == moving_child_of_static_root(document):
        root = document.skeleton.joints[joint.parent].name
        return (
            f"it carries the figure below {root}, which never moves: --merge-static-root makes it "
            "the root"
        )
    if travel <= _most(document):
        return (
            "no more than rounding reaches for this skeleton: "
            f"--precision {math.floor(-math.log10(travel))} takes it as standing still"
        )
    return "the bone changes its length: bake it into rotations where the file is made"


def _most(document: Document) -> float:
    """The farthest that rounding reaches."""
    return SAME * skeleton_size(document)


def _is_bare(document: Document, joint: Joint) -> bool:
    """Whether a joint's positions would leave its bone next to nothing of the OFFSET's length."""
    channels = joint.of_kind(POSITION)
    values = document.motion.values[:, [channel.column for channel in channels]]
    if len(channels) < 3 or not len(values) or joint.offset is None:
        return False
    length = math.hypot(*joint.offset)
    return length > 0 and float(np.abs(values).max()) <= _SHRUNK * length


def _offset_edits(
    document: Document, joint: Joint, unit: float, offsets: np.ndarray[tuple[int, int]]
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
        offsets[joint.index, axis] = values[0]
        edits.append(leaf_edit(joint.offset_item.values[axis], table.cell_text(0, channel.column)))
    return edits


def _is_superfluous(document: Document, joint: Joint) -> bool:
    if joint.is_root or not joint.of_kind(POSITION):
        return False
    parent = document.skeleton.joints[joint.parent]
    return not _is_bare_root(parent) or _all_repeat_offsets(document, parent)


def _is_bare_root(joint: Joint) -> bool:
    return joint.is_root and not joint.of_kind(POSITION)


def _all_repeat_offsets(document: Document, root: Joint) -> bool:
    """Whether no child carries the figure in the root's place: each stands at its OFFSET."""
    placed = positions_below_root(document)
    return bool(placed) and all(
        placed[child].placing is Placing.EQUAL for child in root.children if child in placed
    )


def _position_places(joint: Joint) -> list[int]:
    return [place for place, channel in enumerate(joint.channels) if channel.kind == POSITION]


def _farthest(document: Document, joint: Joint, offsets: np.ndarray[tuple[int, int]]) -> float:
    """The farthest that a position channel is from what the OFFSET says now."""
    channels = joint.of_kind(POSITION)
    axes = ["XYZ".index(channel.axis) for channel in channels]
    values = document.motion.values[:, [channel.column for channel in channels]]
    return float(np.abs(values - offsets[joint.index, axes]).max(initial=0.0))
