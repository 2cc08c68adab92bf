"""``--split-roots``: one document for each ROOT."""

from __future__ import annotations

import re
from collections.abc import Iterator

import numpy as np

from bvhlint.document.document import Document
from bvhlint.document.joint import Joint
from bvhlint.errors import TransformError
from bvhlint.proof import JointsAre, SamePose
from bvhlint.transforms.base import Change, Outcome, edited
from bvhlint.transforms.columns import Columns
from bvhlint.transforms.cut import cut_spans
from bvhlint.transforms.refusal import refuse_broken_header, refuse_file

OPTION = "--split-roots"
_UNSAFE = re.compile(r"[^\w-]")
_LONGEST = 60  # characters, of up to four bytes in a path of up to 255


def split_roots(document: Document) -> Iterator[tuple[str, Document]]:
    """A name fit for a file, each but once, and the document that holds this ROOT alone.

    What a ROOT's rows say is kept to the byte; a file of one ROOT stays as it is. Raises
    TransformError where the file is no clip, or its structure is in doubt.
    """
    refuse_file(document, OPTION)
    roots = document.skeleton.roots
    if len(roots) < 2:
        yield from [(_file_name(root, {}), document) for root in roots]
        return
    refuse_broken_header(document, OPTION)
    taken: dict[str, int] = {}
    for root in roots:
        yield _file_name(root, taken), edited(document, _outcome(document, root))


def _outcome(document: Document, root: Joint) -> Outcome:
    """The edits that leave one ROOT."""
    joints = document.skeleton.joints
    owner = np.arange(len(joints))
    for joint in joints:
        if not joint.is_root:
            owner[joint.index] = owner[joint.parent]
    kept = np.flatnonzero(owner == root.index)
    if not any(joints[joint].channels for joint in kept.tolist()):
        raise TransformError(f"{OPTION}: {root.name} has no channel, its file would have no rows")
    others = [other.block for other in document.skeleton.roots if other is not root]
    columns = Columns(document)
    for joint in joints:
        if owner[joint.index] != root.index:
            columns.drop(joint.channels)
    rows = columns.change(None)
    ends = np.flatnonzero(np.isin(document.skeleton.layout.end_parents, kept))
    edits = cut_spans(document.content, [(block.start, block.end) for block in others])
    change = Change(OPTION, f"{root.name} is a file of its own")
    promises = (
        JointsAre.of(document, kept),
        rows.cells,
        SamePose(rows.rounding, joints=kept, ends=ends),
    )
    return Outcome((*edits, *rows.edits), (change,), promises)


def _file_name(root: Joint, taken: dict[str, int]) -> str:
    """The root's name as a file may have it, with a number if it is taken.

    ``taken`` holds the names that are, without regard to capitals, and the last number tried.
    """
    name = plain = _UNSAFE.sub("_", root.name[:_LONGEST]) or "root"
    key = plain.casefold()
    while name.casefold() in taken:
        taken[key] = taken.get(key, 0) + 1
        name = f"{plain}_{taken[key]}"
    taken.setdefault(name.casefold(), 0)
    return name
