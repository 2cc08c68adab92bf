"""``--rename-duplicates``: a number behind each name that stood before."""

from __future__ import annotations

from dataclasses import dataclass

from bvhlint.document.document import Document
from bvhlint.transforms.base import Outcome, Transform
from bvhlint.transforms.joint_names import raw_names, rename
from bvhlint.transforms.refusal import refuse_parts


@dataclass(frozen=True)
class RenameDuplicates(Transform):
    """The second joint called ``Arm`` becomes ``Arm_1``, or the next that is free."""

    option = "--rename-duplicates"
    keeps = "everything else to the byte"
    repeatable = False

    def apply(self, document: Document) -> Outcome:
        refuse_parts(document, self.option)
        names = raw_names(document)
        taken = set(names)
        seen: set[bytes] = set()
        numbers: dict[bytes, int] = {}
        new: dict[int, bytes] = {}
        for joint, name in enumerate(names):
            if not name or name not in seen:
                seen.add(name)
                continue
            free = name
            while free in taken:
                numbers[name] = numbers.get(name, 0) + 1
                free = name + b"_%d" % numbers[name]
            taken.add(free)
            new[joint] = free
        return rename(document, new, self.option)
