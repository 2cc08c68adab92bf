"""``--frames`` and ``--drop-reference-frame``: keep some frames, each to the byte."""

from __future__ import annotations

from dataclasses import dataclass

from bvhlint.document.document import Document
from bvhlint.document.numbers import parse_number
from bvhlint.errors import TransformError
from bvhlint.facts.reference import reference_frame
from bvhlint.proof import FrameCount, HeaderKept, RowsKept
from bvhlint.transforms.base import NOTHING, Change, Outcome, Transform
from bvhlint.transforms.header import frame_count_edits
from bvhlint.transforms.lines import Offsets
from bvhlint.transforms.refusal import refuse_channels, refuse_parts
from bvhlint.transforms.row_change import all_columns, all_rows
from bvhlint.transforms.rows import RowPlan, rewrite_rows
from bvhlint.transforms.wording import counted


def keep_rows(document: Document, rows: slice, change: Change) -> Outcome:
    """The outcome of keeping the frame rows of a slice, damaged ones too."""
    kept = all_rows(document)[rows]
    _refuse_other_reading(document, kept, change.source)
    edits = [
        *frame_count_edits(document, len(kept)),
        rewrite_rows(document, RowPlan(kept, all_columns(document))),
    ]
    promises = (RowsKept(kept), FrameCount(len(kept)), HeaderKept())
    return Outcome(tuple(edits), (change,), promises)


def _refuse_other_reading(document: Document, kept: Offsets, option: str) -> None:
    """Raise TransformError where rows tell what else the file means: without some of them the
    rest would be read another way."""
    for joint in document.skeleton.joints:
        refuse_channels(joint, option)
        named = [channel for channel in joint.channels if channel.leaf is not None]
        if not joint.declared_channels == len(named) == len(joint.channels):
            raise TransformError(
                f"{option}: the CHANNELS of {joint.name} are in doubt; mend them first"
            )
    table = document.motion.table
    damaged = kept[~table.complete[kept]]
    if not len(damaged):
        return
    # A line is a frame without others before it only if it begins with a number.
    is_lost = damaged[0] == kept[0] and parse_number(table.cell_text(int(kept[0]), 0)) is None
    if is_lost or len(table.trailing):
        line = document.source.line_of(int(table.row_starts[damaged[0]]))
        raise TransformError(
            f"{option}: frame {damaged[0]} (line {line}) is damaged, and alone it might be read as "
            "something else; mend it first"
        )


@dataclass(frozen=True)
class KeepFrames(Transform):
    """Keep the frames ``start:stop`` of the input, as Python slices do; None is an open end."""

    option = "--frames"
    keeps = "the rows to the byte"
    repeatable = False

    start: int | None
    stop: int | None

    def apply(self, document: Document) -> Outcome:
        refuse_parts(document, self.option)
        total = len(document.motion.table)
        first, after, _ = slice(self.start, self.stop).indices(total)
        if first >= after:
            raise TransformError(
                f"{self.option}: none of the clip's {counted(total, 'frame')} is in "
                f"{_shown(self.start)}:{_shown(self.stop)}"
            )
        if after - first == total:
            return NOTHING
        message = f"kept frames {first} to {after - 1} of {total}"
        return keep_rows(document, slice(first, after), Change(self.option, message))


@dataclass(frozen=True)
class DropReferenceFrame(Transform):
    """Remove a first frame that is a reference pose, no part of the motion."""

    option = "--drop-reference-frame"
    keeps = "the other rows to the byte"
    repeatable = False

    def apply(self, document: Document) -> Outcome:
        refuse_parts(document, self.option)
        if reference_frame(document) is None:
            return NOTHING
        change = Change(self.option, "removed frame 0, a reference pose")
        return keep_rows(document, slice(1, None), change)


def _shown(bound: int | None) -> str:
    return "" if bound is None else str(bound)
