"""``--rotation-order``: one order of rotation channels for every joint."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from bvhlint.document.document import Document
from bvhlint.document.joint import ROTATION, Channel, Joint
from bvhlint.document.rotations import follow_triples, quaternions, triples
from bvhlint.edits import Edit
from bvhlint.errors import TransformError
from bvhlint.proof import SamePose
from bvhlint.transforms.base import NOTHING, Change, Outcome, Transform, refuse_doubtful
from bvhlint.transforms.header import leaf_edit
from bvhlint.transforms.manner import Manner
from bvhlint.transforms.rows import RowPlan, rewrite_rows


@dataclass(frozen=True)
class RotationOrder(Transform):
    """Each joint that turns gets its three rotation channels in this order, such as ``ZXY``.

    One or two rotation channels become three. A joint that never turns is left.
    """

    option = "--rotation-order"
    keeps = "the world pose of every joint in every frame"

    order: str
    precision: int | None = None

    def apply(self, document: Document) -> Outcome:
        joints = [
            joint
            for joint in document.skeleton.joints
            if joint.rotation_order not in ("", self.order)
        ]
        if not joints:
            return NOTHING
        refuse_doubtful(document, self.option)
        plan = _Columns(document)
        edits: list[Edit] = []
        for joint in joints:
            edits += self._joint(document, joint, plan)
        decimals = 6
        if len(document.motion.table):
            decimals = plan.least_decimals(self.precision)
            edits.append(rewrite_rows(document, plan.row_plan(self.precision)))
        orders = Counter(joint.rotation_order for joint in joints)
        was = ", ".join(f"{count} of {order}" for order, count in orders.most_common())
        change = Change(self.option, f"{len(joints)} joints now turn {self.order} ({was})")
        promise = SamePose(decimals, rows=None)
        return Outcome(tuple(edits), (change,), (promise,))

    def _joint(self, document: Document, joint: Joint, plan: _Columns) -> list[Edit]:
        channels = joint.of_kind(ROTATION)
        if len(channels) > 3:
            raise TransformError(
                f"{self.option}: {joint.name} has {len(channels)} rotation channels"
            )
        old = document.motion.values[:, [channel.column for channel in channels]]
        angles = triples(quaternions(old, joint.rotation_order), self.order)
        plan.set(channels, follow_triples(angles[:, np.newaxis], self.order)[:, 0])
        return _channel_edits(joint, channels, self.order)


def _channel_edits(joint: Joint, channels: tuple[Channel, ...], order: str) -> list[Edit]:
    """The names of a joint's rotation channels in the new order, and the count if it grows."""
    assert joint.channels_item is not None
    names = [f"{axis}rotation".encode() for axis in order]
    words = [*names[: len(channels) - 1], b" ".join(names[len(channels) - 1 :])]
    edits = []
    for channel, word in zip(channels, words, strict=True):
        assert channel.leaf is not None
        if channel.leaf.raw != word:
            edits.append(leaf_edit(channel.leaf, word))
    if len(channels) < 3:
        count = len(joint.channels) + 3 - len(channels)
        edits.append(leaf_edit(joint.channels_item.values[0], str(count).encode()))
    return edits


@dataclass(eq=False)
class _Columns:
    """The columns of the new rows as they are put together."""

    document: Document
    added: dict[int, list[NDArray[np.float64]]] = field(default_factory=dict)
    changed: dict[int, NDArray[np.float64]] = field(default_factory=dict)

    def set(self, channels: tuple[Channel, ...], angles: NDArray[np.float64]) -> None:
        """Give rotation channels their new angles, (frames, 3); what has no column is added
        behind the last one."""
        for place, channel in enumerate(channels):
            self.changed[channel.column] = angles[:, place]
        if len(channels) < 3:
            rest = range(len(channels), 3)
            self.added[channels[-1].column] = [angles[:, place] for place in rest]

    def row_plan(self, precision: int | None) -> RowPlan:
        old = self.document.motion.values
        source, fresh, values = [], [], []
        for column in range(old.shape[1]):
            for place, new in enumerate([None, *self.added.get(column, [])]):
                source.append(column)
                fresh.append(place > 0)
                kept = self.changed.get(column, old[:, column])
                values.append(kept if new is None else new)
        return RowPlan(
            np.arange(len(old)),
            np.array(source),
            np.stack(values, axis=1),
            precision,
            fresh=np.array(fresh) if any(fresh) else None,
        )

    def least_decimals(self, precision: int | None) -> int:
        written = Manner.of(self.document.motion.table).decimals_for(precision)
        return int(written[sorted(self.changed)].min())


def majority_order(document: Document) -> str | None:
    """The rotation order that most joints have; a tie goes to the root's."""
    orders = [joint.rotation_order for joint in document.skeleton.joints if joint.has_full_rotation]
    return Counter(orders).most_common(1)[0][0] if orders else None
