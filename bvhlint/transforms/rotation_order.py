"""``--rotation-order``: one order of rotation channels for every joint."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

import numpy as np

from bvhlint.document.document import Document
from bvhlint.document.joint import ROTATION, Joint
from bvhlint.document.rotations import Floats, follow_triples, quaternions, triples
from bvhlint.edits import Edit
from bvhlint.facts.orders import majority_order
from bvhlint.proof import HeaderKept, JointsAre, SamePose
from bvhlint.transforms.base import NOTHING, Change, Outcome, Transform
from bvhlint.transforms.channels import arrange_channels, rename_channels
from bvhlint.transforms.columns import Columns
from bvhlint.transforms.refusal import refuse_doubtful
from bvhlint.transforms.wording import counted


@dataclass(frozen=True)
class RotationOrder(Transform):
    """Each joint that turns gets its three rotation channels in this order, such as ``ZXY``.

    ``order`` is None for the one that most joints have. One or two rotation channels become
    three. A joint without rotation channels is left.
    """

    option = "--rotation-order"
    keeps = "the world pose of every joint in every frame"

    order: str | None
    precision: int | None = None

    def apply(self, document: Document) -> Outcome:
        order = self.order or majority_order(document)
        joints = [
            joint
            for joint in document.skeleton.joints
            if order and joint.rotation_order not in ("", order)
        ]
        if not joints or order is None:
            return NOTHING
        refuse_doubtful(document, self.option)
        columns = Columns(document)
        edits: list[Edit] = []
        names = {}
        for joint in joints:
            set_rotations(columns, joint, turned(document, joint, order))
            edits += order_edits(joint, order)
            names[joint.index] = ordered_names(joint, order)
        rows = columns.change(self.precision)
        orders = Counter(joint.rotation_order for joint in joints)
        was = ", ".join(f"{count} of {old}" for old, count in orders.most_common())
        change = Change(
            self.option,
            f"gave {counted(len(joints), 'joint')} the order {order} ({was})",
            len(joints),
        )
        promises = (
            HeaderKept(channels=False),
            JointsAre.of(document, None, names),
            rows.cells,
            SamePose(rows.rounding),
        )
        return Outcome((*edits, *rows.edits), (change,), promises)


def turned(document: Document, joint: Joint, order: str) -> Floats:
    """The rotations of a joint as triples of an order, row following row, (frames, 3)."""
    channels = joint.of_kind(ROTATION)
    old = document.motion.values[:, [channel.column for channel in channels]]
    angles = triples(quaternions(old, joint.rotation_order), order)
    return follow_triples(angles[:, np.newaxis], order)[:, 0]


def set_rotations(columns: Columns, joint: Joint, angles: Floats) -> None:
    """Give a joint the angles (frames, 3) of an order; what has no column comes behind the rest.

    The joint must have a rotation channel; ``order_edits`` makes its CHANNELS line say so.
    """
    channels = joint.of_kind(ROTATION)
    columns.set(channels, angles[:, : len(channels)])
    if len(channels) < angles.shape[1]:
        columns.add(channels[-1].column + 1, angles[:, len(channels) :])


def order_edits(joint: Joint, order: str) -> list[Edit]:
    """The edits that make a joint's rotation channels those of an order."""
    names = [f"{axis}rotation" for axis in order]
    places = [place for place, channel in enumerate(joint.channels) if channel.kind == ROTATION]
    edits = rename_channels(joint, dict(zip(places, names, strict=False)))
    if len(places) < len(names):
        channels: list[int | str] = list(range(len(joint.channels)))
        channels[places[-1] + 1 : places[-1] + 1] = names[len(places) :]
        edits += arrange_channels(joint, channels)
    return edits


def ordered_names(joint: Joint, order: str) -> list[str]:
    """A joint's channels with its rotations in another order."""
    turns = [f"{axis}rotation" for axis in order]
    names = []
    for channel in joint.channels:
        names.append(turns.pop(0) if channel.kind == ROTATION else channel.name)
        if channel is joint.of_kind(ROTATION)[-1]:
            names += turns
    return names
