"""``--root-offset zero``: a root that has position channels needs no OFFSET."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from bvhlint.document.document import Document
from bvhlint.document.joint import POSITION
from bvhlint.document.numbers import decimals
from bvhlint.edits import Edit
from bvhlint.proof import HeaderKept, OffsetsAre, Promise, Rounding, RowsKept, SamePose, offsets_of
from bvhlint.transforms.base import NOTHING, Change, Outcome, Transform
from bvhlint.transforms.header import leaf_edit
from bvhlint.transforms.refusal import refuse_parts


@dataclass(frozen=True)
class RootOffsetZero(Transform):
    """Write 0 0 0 as the OFFSET of each root that has X, Y and Z position channels."""

    option = "--root-offset"
    keeps = "the world pose as readers that replace OFFSET see it; those that add now agree"

    def apply(self, document: Document) -> Outcome:
        refuse_parts(document, self.option)
        edits: list[Edit] = []
        changes = []
        joints, ends = offsets_of(document)
        for root in document.skeleton.roots:
            axes = {channel.axis for channel in root.of_kind(POSITION)}
            if len(axes) < 3 or root.offset is None or not any(root.offset):
                continue
            assert root.offset_item is not None
            leaves = root.offset_item.values
            old = " ".join(leaf.text for leaf in leaves)
            edits += [
                # With as many decimals as the number that it replaces.
                leaf_edit(leaf, b"%.*f" % (decimals(leaf.raw), 0.0))
                for leaf, value in zip(leaves, root.offset, strict=True)
                if value
            ]
            joints[root.index] = 0.0
            changes.append(Change(self.option, f"OFFSET of {root.name} is zero, was {old}"))
        if not edits:
            return NOTHING
        promises: list[Promise] = [RowsKept(), HeaderKept(offsets=False)]
        # A missing OFFSET stays missing, and a damaged row leaves no pose to compare.
        if np.isfinite(joints).all() and np.isfinite(ends).all():
            promises.append(OffsetsAre(joints, ends, 0.0))
        if np.all(document.motion.complete):
            promises.append(SamePose(Rounding()))
        return Outcome(tuple(edits), tuple(changes), tuple(promises))
