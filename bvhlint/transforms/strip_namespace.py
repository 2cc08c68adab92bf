"""``--strip-namespace``: cut what stands before the last colon of each joint's name."""

from __future__ import annotations

from dataclasses import dataclass

from bvhlint.document.document import Document
from bvhlint.errors import TransformError
from bvhlint.transforms.base import Outcome, Transform
from bvhlint.transforms.joint_names import raw_names, rename
from bvhlint.transforms.refusal import refuse_parts


@dataclass(frozen=True)
class StripNamespace(Transform):
    """``mixamorig:Hips`` becomes ``Hips``."""

    option = "--strip-namespace"
    keeps = "everything else to the byte"

    def apply(self, document: Document) -> Outcome:
        refuse_parts(document, self.option)
        new = {
            joint: name.rpartition(b":")[2].lstrip(b" \t")
            for joint, name in enumerate(raw_names(document))
            if b":" in name
        }
        for joint, name in new.items():
            if not name:
                shown = document.skeleton.joints[joint].name
                raise TransformError(f"{self.option}: nothing would be left of {shown}")
        return rename(document, new, self.option)
