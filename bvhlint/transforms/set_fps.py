"""``--set-fps``: write another Frame Time and touch no frame."""

from __future__ import annotations

from dataclasses import dataclass

from bvhlint.document.document import Document
from bvhlint.document.rate import LEAST_DECIMALS, Rate, decimals_of, frame_time_text
from bvhlint.edits import Edit
from bvhlint.errors import TransformError
from bvhlint.proof import FrameRate, HeaderKept, RowsKept
from bvhlint.syntax.nodes import Block, Kind
from bvhlint.transforms.base import NOTHING, Change, Outcome, Transform
from bvhlint.transforms.header import line_end_after, words_edit
from bvhlint.transforms.refusal import refuse_parts


@dataclass(frozen=True)
class SetFps(Transform):
    """The Frame Time stands for ``rate``; the clip becomes shorter or longer by that."""

    option = "--set-fps"
    keeps = "all rows to the byte"

    rate: Rate

    def apply(self, document: Document) -> Outcome:
        refuse_parts(document, self.option)
        motion = document.motion
        leaf = motion.frame_time_leaf
        decimals = decimals_of(leaf.text) if leaf and motion.frame_time is not None else 0
        text = frame_time_text(self.rate, max(decimals, LEAST_DECIMALS))
        if leaf and motion.frame_time == float(text):
            return NOTHING
        edit = self._edit(document, text.encode())
        promises = (FrameRate(self.rate), RowsKept(), HeaderKept())
        return Outcome((edit,), (self._change(document, text),), promises)

    def _edit(self, document: Document, text: bytes) -> Edit:
        motion = document.motion
        if motion.frame_time_item:
            return words_edit(motion.frame_time_item, text)
        anchor = motion.frames_item.end if motion.frames_item else None
        if anchor is None and motion.keyword:
            anchor = motion.keyword.end
        if anchor is None:
            raise TransformError(f"{self.option}: the file has no MOTION part, and so no frames")
        for element in document.tree.elements:
            is_strange = element.type is Kind.JUNK or isinstance(element, Block)
            if is_strange and element.start > anchor:
                # Behind a Frame Time it would count as a frame.
                line = document.source.line_of(element.start)
                raise TransformError(
                    f"{self.option}: line {line} is unknown, and no Frame Time stands before it; "
                    "mend it first"
                )
        place, line_end = line_end_after(document, anchor)
        return Edit(place, place, line_end + b"Frame Time: " + text)

    def _change(self, document: Document, text: str) -> Change:
        motion = document.motion
        steps = max(len(motion.table) - 1, 0)
        now = f"Frame Time {text} ({self.rate} a second), {steps / self.rate.fps:.3f} s"
        leaf, rate = motion.frame_time_leaf, motion.rate
        if leaf is None or rate is None:
            return Change(self.option, f"wrote {now}; no frame changed")
        was = f"{leaf.text} ({rate} a second), {steps / rate.fps:.3f} s"
        return Change(self.option, f"{now} instead of {was}; no frame changed")
