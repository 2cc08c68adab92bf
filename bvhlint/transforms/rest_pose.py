"""``--rest-pose``: re-base the OFFSETs on the pose of a frame."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from bvhlint.document.document import Document
from bvhlint.document.joint import POSITION, ROTATION, Joint
from bvhlint.document.kinematics import world_poses
from bvhlint.document.rotations import Floats, inverse, multiply, rotate
from bvhlint.edits import Edit
from bvhlint.errors import TransformError
from bvhlint.proof import HeaderKept, OffsetsAre, Rounding, SamePose, offsets_of
from bvhlint.transforms.base import NOTHING, Change, Outcome, Transform
from bvhlint.transforms.columns import Columns
from bvhlint.transforms.header import offset_edits, offset_unit
from bvhlint.transforms.refusal import offset_owners, refuse_doubtful, refuse_offsets
from bvhlint.transforms.rotated import Locals, position_axes, set_positions, set_rotation, turns
from bvhlint.transforms.wording import counted


@dataclass(frozen=True)
class RestPose(Transform):
    """The OFFSETs become the pose of ``frame``, whose rotations become zero.

    All other rotations are told against that pose. Where a joint stands does not change, how it
    is turned in the world is counted from the new rest pose.
    """

    option = "--rest-pose"
    keeps = "world positions"
    repeatable = False

    frame: int
    precision: int | None = None

    def apply(self, document: Document) -> Outcome:
        refuse_doubtful(document, self.option)
        refuse_offsets(document, self.option)
        frames = len(document.motion.table)
        if not -frames <= self.frame < frames:
            have = f"the {counted(frames, 'frame')} of the clip" if frames else "a clip without any"
            raise TransformError(f"{self.option}: there is no frame {self.frame} in {have}")
        frame = self.frame % frames
        layout, joints = document.skeleton.layout, document.skeleton.joints
        # How each joint, and what each hangs on, is turned in the pose.
        turn = next(world_poses(layout, document.motion.values[[frame]])).rotations[0]
        above = np.array(
            [turn[joint.parent] if joint.parent >= 0 else (0, 0, 0, 1) for joint in joints]
        )
        if not turns(turn).any():
            return NOTHING
        local = Locals.of(document)
        columns = Columns(document)
        offsets, ends = offsets_of(document)
        count = 0
        for joint in joints:
            index = joint.index
            count += self._joint(joint, columns, local, turn[index], above[index], frame)
            if joint.parent >= 0:
                self._refuse_no_length(joint, local.translations[frame, index])
                offsets[index] = local.translations[frame, index]
            if turns(above[index]):
                offsets[index] = rotate(above[index], offsets[index])
        owners = np.array([site.parent for site in document.skeleton.end_sites], np.int64)
        ends = np.where(turns(turn[owners])[:, np.newaxis], rotate(turn[owners], ends), ends)
        edits: list[Edit] = []
        for owner, vector in zip(offset_owners(document), (*offsets, *ends), strict=True):
            edits += offset_edits(owner, vector, self.precision)
        rows = columns.change(self.precision)
        unit = offset_unit(document, self.precision)
        message = f"the rest pose is that of frame {frame}, {counted(count, 'joint')} told anew"
        rounding = Rounding(max(unit, rows.rounding.length), rows.rounding.angle)
        promises = (
            HeaderKept(offsets=False),
            OffsetsAre(offsets, ends, unit),
            rows.cells,
            SamePose(rounding, turns=False),
        )
        return Outcome((*edits, *rows.edits), (Change(self.option, message, count),), promises)

    def _refuse_no_length(self, joint: Joint, place: Floats) -> None:
        """Raise TransformError where positions of 0 would take a bone its length."""
        if joint.of_kind(POSITION) and not place.any() and any(joint.offset or ()):
            raise TransformError(
                f"{self.option}: the positions of {joint.name} are 0 in frame {self.frame}, and "
                "its OFFSET is not: it would lose its length. If the OFFSET is right, "
                "--positions root with --unsafe-fixes drops the positions first"
            )

    def _joint(
        self,
        joint: Joint,
        columns: Columns,
        local: Locals,
        turn: Floats,
        above: Floats,
        frame: int,
    ) -> bool:
        """Tell a joint's channels against the new rest pose; whether its rotations are new."""
        is_turned, hangs_turned = bool(turns(turn)), bool(turns(above))
        given = position_axes(joint)
        if hangs_turned and given.any():
            if not given.all():
                raise TransformError(
                    f"{self.option}: {joint.name} has some but not all position channels"
                )
            set_positions(columns, joint, rotate(above, local.translations[:, joint.index]))
        if not joint.of_kind(ROTATION) or not (is_turned or hangs_turned):
            return False
        if not joint.has_full_rotation:
            raise TransformError(
                f"{self.option}: {joint.name} turns about {joint.rotation_order} only and cannot "
                "be told against another pose; --rotation-order, in a run before this one, gives "
                "it three channels"
            )
        own = local.rotations[:, joint.index]
        set_rotation(columns, joint, multiply(multiply(above, own), inverse(turn)), frame)
        return True
