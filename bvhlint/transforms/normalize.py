"""``--normalize``: the canonical layout."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from bvhlint.document.document import Document
from bvhlint.edits import Edit
from bvhlint.errors import ProofError, TransformError
from bvhlint.facts.lines import indent_of, line_start
from bvhlint.proof import CellsAre, HeaderKept, JointsAre
from bvhlint.syntax.keywords import SPELLING
from bvhlint.syntax.nodes import Item, Kind
from bvhlint.transforms.base import NOTHING, Change, Outcome, Transform
from bvhlint.transforms.canonical import channel_order, count_comments, header, rows
from bvhlint.transforms.lines import Offsets
from bvhlint.transforms.refusal import refuse_broken_header

_NUL = b"\0"


@dataclass(frozen=True)
class Normalize(Transform):
    """One tab a level, one item a line, braces alone, single blanks, standard spelling, LF, a final
    newline; positions X Y Z before rotations; numbers as the shortest plain decimal that reads
    back to the same float64.

    With ``plain`` comments and texts after End Site, which few readers take, go too.
    """

    option = "--normalize"
    keeps = "all values, names and the pose"

    plain: bool = False

    def apply(self, document: Document) -> Outcome:
        refuse_broken_header(document, self.option)
        self._refuse_loss(document)
        columns = _columns(document)
        lines = header(document, plain=self.plain)
        pieces = [line + b"\n" for line in lines]
        pieces += rows(document, columns, plain=self.plain)
        text = b"".join(pieces)
        if text == document.content:
            return NOTHING
        edit = Edit(0, len(document.content), text)
        promises = (
            HeaderKept(channels=False),
            JointsAre.of(document, None, _channels(document)),
            CellsAre(columns=columns),
            ValuesKept(columns),
        )
        return Outcome((edit,), tuple(self._changes(document, columns)), promises)

    def _refuse_loss(self, document: Document) -> None:
        """Raise TransformError where the canonical layout has no place for what is there."""
        self._refuse_missing(document)
        if document.content.rstrip().endswith(_NUL):
            raise TransformError(
                f"{self.option}: the file holds NUL bytes at its end; --unsafe-fixes cuts them off"
            )
        for element in document.tree.elements:
            if isinstance(element, Item):
                most = 1 if element.type in (Kind.FRAMES, Kind.FRAME_TIME) else 0
                if len(element.values) > most:
                    line = document.source.line_of(element.start)
                    what = SPELLING[element.type].rstrip(":")
                    raise TransformError(f"{self.option}: words behind {what} at line {line}")

    def _refuse_missing(self, document: Document) -> None:
        """Raise TransformError where the head of the MOTION part is not whole."""
        motion = document.motion
        if not motion.exists:
            raise TransformError(f"{self.option}: the file has no MOTION part, and so no frames")
        for item, what, way in (
            (motion.frames_item, "Frames", "--unsafe-fixes counts the rows"),
            (motion.frame_time_item, "Frame Time", "--set-fps writes one"),
        ):
            if motion.keyword is None or item is None:
                raise TransformError(f"{self.option}: the file has no {what} line; {way}")
        if motion.declared_frames is None:
            raise TransformError(
                f"{self.option}: Frames is no whole number; write the number of rows"
            )
        if motion.frame_time is None or not np.isfinite(motion.frame_time):
            raise TransformError(
                f"{self.option}: the Frame Time is no number; --set-fps writes another"
            )

    def _changes(self, document: Document, columns: Offsets) -> list[Change]:
        changes = [Change(self.option, "wrote the file in the canonical layout")]
        moved = int(np.count_nonzero(columns != np.arange(len(columns))))
        if moved:
            message = f"moved {moved} columns: positions X, Y, Z stand before rotations"
            changes.append(Change(self.option, message, moved))
        if self.plain:
            comments = count_comments(document)
            named = sum(site.block.name is not None for site in document.skeleton.end_sites)
            if comments:
                changes.append(Change(self.option, "removed comments", comments))
            if named:
                changes.append(Change(self.option, "removed texts after End Site", named))
        elif moved_comments := _comments_behind_items(document):
            message = (
                "put comments that stood behind items on lines of their own, which readers may "
                "take for items or frames; --unsafe-fixes removes them"
            )
            changes.append(Change(self.option, message, moved_comments, remark=True))
        return changes


def _comments_behind_items(document: Document) -> int:
    """How many comments share their line with something before them."""
    comments = (leaf for leaf in document.tree.tokens if leaf.type is Kind.COMMENT)
    content = document.content
    return sum(
        line_start(content, leaf.start) + len(indent_of(content, leaf.start)) < leaf.start
        for leaf in comments
    )


def _columns(document: Document) -> Offsets:
    """The old column of each new one."""
    ordered = [
        channel.column for joint in document.skeleton.joints for channel in channel_order(joint)
    ]
    return np.array(ordered, np.int64)


def _channels(document: Document) -> dict[int, list[str]]:
    joints = document.skeleton.joints
    return {joint.index: [channel.name for channel in channel_order(joint)] for joint in joints}


@dataclass(frozen=True, slots=True, eq=False)
class ValuesKept:
    """Every value of the rows is the same float64 to the last bit, in its new column, and so is the
    Frame Time."""

    columns: Offsets

    def verify(self, before: Document, after: Document) -> None:
        old, new = before.motion, after.motion
        if (old.frame_time, old.declared_frames) != (new.frame_time, new.declared_frames):
            raise ProofError("Frames or Frame Time would not be what they were")
        for block in new.table.blocks():
            was = np.ascontiguousarray(old.values[block][:, self.columns]).view(np.int64)
            differs = was != np.ascontiguousarray(new.values[block]).view(np.int64)
            if differs.any():
                row, column = (int(axis[0]) for axis in np.nonzero(differs))
                owner = after.cell(column)
                assert owner is not None
                raise ProofError(
                    f"joint {owner[0].name} {owner[1].name} in frame {block.start + row} would not "
                    "be the same number"
                )
