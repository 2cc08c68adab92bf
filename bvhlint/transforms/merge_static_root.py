"""``--merge-static-root``: fold a root that never moves into its child."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from bvhlint.document.document import Document
from bvhlint.document.joint import POSITION, Joint
from bvhlint.document.rotations import multiply, rotate
from bvhlint.edits import Edit
from bvhlint.errors import TransformError
from bvhlint.facts.rows import STILL
from bvhlint.proof import JointsAre, OffsetsAre, Rounding, SamePose, offsets_of
from bvhlint.syntax.nodes import Kind
from bvhlint.transforms.base import NOTHING, Change, Outcome, Transform
from bvhlint.transforms.channels import arrange_channels, new_names
from bvhlint.transforms.columns import Columns
from bvhlint.transforms.cut import cut_spans
from bvhlint.transforms.header import leaf_edit, offset_edits, offset_unit
from bvhlint.transforms.refusal import refuse_broken_header
from bvhlint.transforms.rotated import (
    Locals,
    position_axes,
    set_positions,
    set_rotation,
    spread,
    turns,
    without,
)


@dataclass(frozen=True)
class MergeStaticRoot(Transform):
    """A root with one child joint, whose channels never change, goes; the child becomes the root.

    The child takes over where the root stood and how it was turned, and its position channels if
    it has none of its own. A root moves, or is in doubt, in a clip of one frame.
    """

    option = "--merge-static-root"
    keeps = "the world pose of all other joints"
    repeatable = False

    precision: int | None = None

    def apply(self, document: Document) -> Outcome:
        static = [root for root in document.skeleton.roots if _is_static(document, root)]
        if not static:
            return NOTHING
        refuse_broken_header(document, self.option)
        joints = document.skeleton.joints
        local = Locals.of(document)
        columns = Columns(document)
        offsets, ends = offsets_of(document)
        edits: list[Edit] = []
        changes = []
        channels = {}
        for root in static:
            child = joints[root.children[0]]
            self._refuse_what_must_stay(root, child, local)
            names = self._fold(root, child, local, columns, offsets)
            edits += arrange_channels(child, names)
            channels[child.index] = new_names(child, names)
            edits += offset_edits(child, offsets[child.index], self.precision)
            edits += _header_edits(document, root, child)
            changes.append(Change(self.option, f"folded {root.name} into {child.name}"))
        rows = columns.change(self.precision)
        kept = without(len(joints), [root.index for root in static])
        unit = offset_unit(document, self.precision)
        rounding = Rounding(max(rows.rounding.length, unit) + STILL, rows.rounding.angle + STILL)
        promises = (
            JointsAre.of(document, kept, channels),
            OffsetsAre(offsets[kept], ends, unit),
            rows.cells,
            SamePose(rounding, joints=kept),
        )
        return Outcome((*edits, *rows.edits), tuple(changes), promises)

    def _refuse_what_must_stay(self, root: Joint, child: Joint, local: Locals) -> None:
        if root.end_sites:
            raise TransformError(f"{self.option}: {root.name} has an End Site of its own")
        if len(local.rotations) and turns(local.rotations[0, root.index]):
            if not child.has_full_rotation:
                raise TransformError(
                    f"{self.option}: {root.name} is turned, and {child.name} has no three "
                    "rotation channels to take that over"
                )
            if position_axes(child).any() and not position_axes(child).all():
                raise TransformError(
                    f"{self.option}: {root.name} is turned, and {child.name} has some but not all "
                    "position channels"
                )

    def _fold(
        self,
        root: Joint,
        child: Joint,
        local: Locals,
        columns: Columns,
        offsets: np.ndarray[tuple[int, int]],
    ) -> list[int | str]:
        """Give the child the root's place and turn; its channels then. Sets its OFFSET."""
        has_rows = len(local.rotations) > 0
        place = local.translations[0, root.index] if has_rows else offsets[root.index]
        turn = local.rotations[0, root.index] if has_rows else np.array([0.0, 0, 0, 1])
        is_turned = bool(turns(turn))
        moved = local.translations[:, child.index]
        here = offsets[child.index]
        if is_turned:
            moved, here = rotate(turn, moved), rotate(turn, here)
            set_rotation(columns, child, multiply(turn, local.rotations[:, child.index]))
        given = position_axes(child)
        names: list[int | str] = list(range(len(child.channels)))
        if not given.any() and position_axes(root).all():
            given = position_axes(root)
            columns.drop(channel for channel in root.channels if channel.kind != POSITION)
            set_positions(columns, root, moved + place)
            names = [*(channel.name for channel in root.of_kind(POSITION)), *names]
        else:
            columns.drop(root.channels)
            if is_turned or place[given].any():
                set_positions(columns, child, moved + place)
        # Where channels tell the place, an OFFSET would only mislead readers that add it.
        offsets[child.index] = np.where(given, 0.0, here + place)
        return names


def _is_static(document: Document, root: Joint) -> bool:
    """Whether a root has one child joint and never moves; of one frame nobody can tell."""
    if len(root.children) != 1:
        return False
    values = document.motion.values[:, root.columns]
    if not root.channels:
        return True
    return len(values) > 1 and spread(values) <= STILL


def _header_edits(document: Document, root: Joint, child: Joint) -> list[Edit]:
    """The root's lines go, and the child is the ROOT."""
    block, head = root.block, child.block.keyword
    assert head is not None
    items = (root.offset_item, root.channels_item)
    spans = [(block.start, block.head_end), (block.open.start, block.open.end)]
    spans += [(item.start, item.end) for item in items if item]
    spans.append((block.close.start, block.close.end))
    edits = cut_spans(document.content, spans)
    if head.type is Kind.JOINT:
        edits.append(leaf_edit(head, b"ROOT"))
    return edits
