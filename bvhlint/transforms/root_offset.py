"""``--root-offset zero``: a root that has position channels needs no OFFSET."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from bvhlint.document.document import Document
from bvhlint.document.joint import POSITION
from bvhlint.edits import Edit
from bvhlint.proof import RowsKept, SamePose
from bvhlint.transforms.base import NOTHING, Change, Outcome, Transform, refuse_parts
from bvhlint.transforms.header import leaf_edit


@dataclass(frozen=True)
class RootOffsetZero(Transform):
    """Write 0 0 0 as the OFFSET of each root that has X, Y and Z position channels."""

    option = "--root-offset"
    keeps = "the world pose as readers that replace OFFSET see it; those that add now agree"

    def apply(self, document: Document) -> Outcome:
        refuse_parts(document, self.option)
        edits: list[Edit] = []
        changes = []
        for root in document.skeleton.roots:
            axes = {channel.axis for channel in root.of_kind(POSITION)}
            if len(axes) < 3 or root.offset is None or not any(root.offset):
                continue
            assert root.offset_item is not None
            old = " ".join(leaf.text for leaf in root.offset_item.values)
            edits += [
                leaf_edit(leaf, _zero_like(leaf.text))
                for leaf, value in zip(root.offset_item.values, root.offset, strict=True)
                if value
            ]
            changes.append(Change(self.option, f"OFFSET of {root.name} is zero, was {old}"))
        if not edits:
            return NOTHING
        promises = (RowsKept(), SamePose(12)) if _poses_count(document) else (RowsKept(),)
        return Outcome(tuple(edits), tuple(changes), promises)


def _poses_count(document: Document) -> bool:
    """Whether every row has values to compare poses by."""
    motion = document.motion
    return bool(np.all(motion.complete))


def _zero_like(text: str) -> bytes:
    """Zero with as many decimals as the number it replaces."""
    mantissa = text.lower().partition("e")[0]
    decimals = len(mantissa.partition(".")[2])
    return b"%.*f" % (decimals, 0.0)
