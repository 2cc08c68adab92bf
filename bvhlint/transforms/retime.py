"""``--fps``: resample a clip to another frame rate; the motion keeps its time."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from bvhlint.document.document import Document
from bvhlint.document.rate import (
    LEAST_DECIMALS,
    Rate,
    decimals_of,
    frame_time_text,
    rate_of,
    same_rate,
)
from bvhlint.document.rotations import Floats
from bvhlint.edits import Edit
from bvhlint.errors import TransformError
from bvhlint.facts.frame_time import coarsely_rounded
from bvhlint.proof import FrameCount, FrameRate, HeaderKept, InTime, Promise, RowsKept
from bvhlint.transforms.base import NOTHING, Change, Outcome, Transform
from bvhlint.transforms.header import frame_count_edits, words_edit
from bvhlint.transforms.lowpass import low_pass
from bvhlint.transforms.manner import manner_of
from bvhlint.transforms.refusal import refuse_doubtful
from bvhlint.transforms.resample import Method, Places, Track
from bvhlint.transforms.row_change import all_columns, change_rows
from bvhlint.transforms.rows import RowPlan, rewrite_rows
from bvhlint.transforms.wording import counted

# Less than one new frame is lost at the end; rounding must not lose one more. A place so near to a
# frame is that frame.
_SLACK = Fraction(1, 10**6)
# Rates that digits of Frame Time may take for each other: 1/30 s is 0.033 in three.
_NEAR = 0.02
_MOST_VALUES = 1 << 27
_MOST_SHOWN = 10**12


@dataclass(frozen=True)
class Retime(Transform):
    """Frame k of the new clip shows what the old one showed at the same time.

    ``smooth`` takes away what a lower rate cannot show before fewer frames are read.
    """

    option = "--fps"
    keeps = "the motion in time; rows that stand at the same time to the byte"

    rate: Rate
    method: Method = Method.SLERP
    smooth: bool = False
    precision: int | None = None

    def apply(self, document: Document) -> Outcome:
        motion = document.motion
        old = motion.rate
        if not motion.exists:
            raise TransformError(f"{self.option}: the file has no MOTION part, and so no frames")
        if motion.frame_time_item is None or motion.frame_time_leaf is None or old is None:
            raise TransformError(
                f"{self.option}: the file tells no frame rate; say it with --set-fps first"
            )
        if same_rate(old, self.rate):
            return NOTHING
        refuse_doubtful(document, self.option)
        frames = len(motion.table)
        if motion.declared_frames and not frames:
            raise TransformError(
                f"{self.option}: Frames says {motion.declared_frames}, and no frame row follows: "
                "the clip looks cut; get the whole file again, or write the rate alone with "
                "--set-fps"
            )
        decimals = max(decimals_of(motion.frame_time_leaf.text), LEAST_DECIMALS)
        text = frame_time_text(self.rate, decimals)
        # A rate that is no whole one is what its digits say.
        places = self._places(document, old, rate_of(text) or self.rate)
        count = len(places.before)
        edits: list[Edit] = frame_count_edits(document, count)
        edits.append(words_edit(motion.frame_time_item, text.encode()))
        promises: list[Promise] = [FrameRate(self.rate), FrameCount(count), HeaderKept()]
        changes = [Change(self.option, self._message(frames, old, count))]
        if frames > 1:
            edit, kept, remarks = self._rows(document, places, old)
            edits.append(edit)
            promises += kept
            changes += [*self._of_rates(document, old), *remarks]
        elif frames:
            promises.append(RowsKept())
        return Outcome(tuple(edits), tuple(changes), tuple(promises))

    def _places(self, document: Document, old: Rate, new: Rate) -> Places:
        """Where each new frame stands among the old ones."""
        step = _exact(old) / _exact(new)
        last = max(len(document.motion.table) - 1, 0)
        count = math.floor(last / step + _SLACK) + 1 if len(document.motion.table) else 0
        if count * max(document.skeleton.channel_count, 1) > _MOST_VALUES:
            raise TransformError(
                f"{self.option}: {_shown(count)} frames would be more than fit in memory"
            )
        number = np.arange(count)
        if max(step.numerator * count, step.denominator) < 1 << 62:
            # Frames at the very time of an old one are found exactly.
            before, rest = np.divmod(number * step.numerator, step.denominator)
            share = rest / step.denominator
        else:
            times = number * float(step)
            before = np.floor(times + float(_SLACK)).astype(np.int64)
            share = times - before
        share[(share < float(_SLACK)) | (before >= last)] = 0.0
        late = share > 1 - float(_SLACK)
        before[late] += 1
        share[late] = 0.0
        return Places(np.minimum(before, last), share)

    def _rows(
        self, document: Document, places: Places, old: Rate
    ) -> tuple[Edit, list[Promise], list[Change]]:
        columns = all_columns(document)
        smooth = self._is_smooth(old)
        if self.method is Method.NEAREST:
            places = Places(places.nearest, np.zeros(len(places.share)))
        if not smooth and not places.share.any():
            rows = places.before
            return rewrite_rows(document, RowPlan(rows, columns)), [RowsKept(rows)], []
        values = document.motion.values
        if smooth:
            values = low_pass(document, old.fps / self.rate.fps)
        new, remarks = self._read(document, values, places)
        change = change_rows(document, RowPlan(places.before, columns, new, self.precision))
        promises: list[Promise] = [change.cells]
        if not smooth:
            decimals = manner_of(document).decimals_for(self.precision)
            promises.append(InTime(self.method.value, decimals))
        (edit,) = change.edits
        return edit, promises, remarks

    def _of_rates(self, document: Document, old: Rate) -> Iterator[Change]:
        """A remark where the Frame Time may mean another rate, or another rate and not another
        number of frames is what was wanted."""
        meant, leaf = coarsely_rounded(document), document.motion.frame_time_leaf
        message = ""
        if abs(old.fps / self.rate.fps - 1) < _NEAR:
            message = (
                f"{old} and {self.rate} frames a second are near: if Frame Time has too few "
                f"digits, --set-fps {self.rate} keeps every frame as it is"
            )
        elif meant and leaf and not same_rate(meant, old):
            message = (
                f"Frame Time {leaf.text} was taken for {old} frames a second: if it means {meant}, "
                f"say --set-fps {meant} --fps {self.rate}"
            )
        if message:
            yield Change(self.option, message, remark=True)

    def _is_smooth(self, old: Rate) -> bool:
        return self.smooth and old.fps > self.rate.fps

    def _read(
        self, document: Document, values: Floats, places: Places
    ) -> tuple[Floats, list[Change]]:
        """The values of all new frames, and what is to be said of them."""
        # What stands at a frame's own time is that frame, spelling and all.
        new = values[places.before]
        between = np.flatnonzero(places.share)
        if not len(between):
            return new, []
        inner = Places(places.before[between], places.share[between])
        track = Track(document.skeleton.layout, values, inner, self.method)
        new[between] = track.read()
        remarks = []
        if self.method in (Method.SLERP, Method.CUBIC):
            for joint, long in track.long_turns().items():
                message = (
                    f"{document.skeleton.joints[joint].name} turns by more than 180 degrees after "
                    f"frame {long[0]}: the shorter way was taken"
                )
                remarks.append(Change(self.option, message, len(long), remark=True))
        return new, remarks

    def _message(self, frames: int, old: Rate, count: int) -> str:
        was, now = max(frames - 1, 0) / old.fps, max(count - 1, 0) / self.rate.fps
        text = (
            f"{counted(frames, 'frame')} at {old} a second became {count} at {self.rate} "
            f"({self.method.value}"
            f"{', filtered' if self._is_smooth(old) else ''}); {now:.3f} s"
        )
        lost = was - now
        return f"{text}, {lost:.3f} s less than before" if lost > 5e-4 else f"{text} as before"


def _shown(count: int) -> str:
    return f"{count:,}" if count <= _MOST_SHOWN else f"more than {_MOST_SHOWN:,}"


def _exact(rate: Rate) -> Fraction:
    return rate.exact or Fraction(rate.fps)
