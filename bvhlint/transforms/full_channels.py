"""Channels that a joint lacks: three rotations for each, and positions for the root."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from bvhlint.document.document import Document
from bvhlint.document.joint import ROTATION, Joint
from bvhlint.edits import Edit
from bvhlint.facts.orders import USUAL_ORDER, majority_order
from bvhlint.proof import HeaderKept, JointsAre, SamePose
from bvhlint.transforms.base import NOTHING, Change, Outcome, Transform
from bvhlint.transforms.channels import arrange_channels, new_names
from bvhlint.transforms.columns import Columns
from bvhlint.transforms.header import offset_decimals
from bvhlint.transforms.refusal import refuse_broken_header
from bvhlint.transforms.rotated import position_axes
from bvhlint.transforms.wording import counted


@dataclass(frozen=True)
class FullChannels(Transform):
    """A joint without rotation channels gets three, all zero; a root gets the position channels
    that it lacks, with its OFFSET in every frame.
    """

    option = "--portable"
    keeps = "the world pose"

    def apply(self, document: Document) -> Outcome:
        skeleton = document.skeleton
        lacking = [joint for joint in skeleton.joints if _lacks(joint)]
        if not lacking or not skeleton.channel_count:
            return NOTHING
        refuse_broken_header(document, self.option)
        order = majority_order(document) or USUAL_ORDER
        frames = len(document.motion.table)
        columns = Columns(document)
        edits: list[Edit] = []
        names = {}
        for joint in lacking:
            channels: list[int | str] = list(range(len(joint.channels)))
            if joint.is_root:
                axes = np.flatnonzero(~position_axes(joint))
                assert joint.offset is not None
                columns.add(joint.columns.start, np.tile(np.array(joint.offset)[axes], (frames, 1)))
                channels = [*(f"{'XYZ'[axis]}position" for axis in axes.tolist()), *channels]
            if not joint.of_kind(ROTATION):
                columns.add(joint.columns.stop, np.zeros((frames, 3)))
                channels += [f"{axis}rotation" for axis in order]
            edits += arrange_channels(joint, channels)
            names[joint.index] = new_names(joint, channels)
        # An OFFSET that becomes a position keeps all its digits.
        digits = max(offset_decimals(root, None) for root in skeleton.roots)
        rows = columns.change(digits)
        message = f"gave {counted(len(lacking), 'joint')} the channels that were lacking"
        promises = (
            HeaderKept(channels=False),
            JointsAre.of(document, None, names),
            rows.cells,
            SamePose(rows.rounding),
        )
        return Outcome(
            (*edits, *rows.edits), (Change(self.option, message, len(lacking)),), promises
        )


def _lacks(joint: Joint) -> bool:
    if joint.is_root and not position_axes(joint).all():
        return True
    return not joint.of_kind(ROTATION)
