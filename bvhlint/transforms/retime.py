"""``--fps``: resample a clip to another frame rate; the motion keeps its time."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from bvhlint.document.document import Document
from bvhlint.document.joint import ROTATION
from bvhlint.document.kinematics import world_positions
from bvhlint.document.rate import LEAST_DECIMALS, Rate, decimals_of, frame_time_text, same_rate
from bvhlint.edits import Edit
from bvhlint.errors import TransformError
from bvhlint.proof import FrameCount, FrameRate, PoseEquals, Promise, RowsKept
from bvhlint.transforms.base import NOTHING, Change, Outcome, Transform, refuse_doubtful
from bvhlint.transforms.header import frame_count_edits, words_edit
from bvhlint.transforms.lowpass import low_pass
from bvhlint.transforms.manner import Manner
from bvhlint.transforms.resample import Floats, Method, Track, long_turns
from bvhlint.transforms.rows import RowPlan, rewrite_rows

# Less than one new frame is lost at the end; rounding must not lose one more.
_SLACK = 1e-6
# A place so near to a frame is that frame.
_ON_FRAME = 1e-7


@dataclass(frozen=True)
class Retime(Transform):
    """Frame k of the new clip shows what the old one showed at the same time.

    ``smooth`` takes away what the lower rate cannot show before it is read at fewer frames.
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
        if motion.frame_time_item is None or motion.frame_time_leaf is None or old is None:
            raise TransformError(
                f"{self.option}: the file tells no frame rate; say it with --set-fps first"
            )
        if same_rate(old, self.rate):
            return NOTHING
        refuse_doubtful(document, self.option)
        frames = len(motion.table)
        places = self._places(frames, old)
        edits: list[Edit] = frame_count_edits(document, len(places))
        decimals = max(decimals_of(motion.frame_time_leaf.text), LEAST_DECIMALS)
        text = frame_time_text(self.rate, decimals).encode()
        edits.append(words_edit(motion.frame_time_item, text))
        promises: list[Promise] = [FrameRate(self.rate), FrameCount(len(places))]
        changes = [Change(self.option, self._message(frames, old, len(places)))]
        if frames > 1:
            edit, promise, remarks = self._rows(document, places, old)
            edits.append(edit)
            promises.append(promise)
            changes += remarks
        return Outcome(tuple(edits), tuple(changes), tuple(promises))

    def _places(self, frames: int, old: Rate) -> Floats:
        """For each new frame the old frame, with fractions, at its time."""
        ratio = self.rate.fps / old.fps
        if self.rate.exact and old.exact:
            ratio = float(self.rate.exact / old.exact)
        count = math.floor((frames - 1) * ratio + _SLACK) + 1 if frames else 0
        places = np.minimum(np.arange(count) / ratio, max(frames - 1, 0))
        nearest = np.rint(places)
        return np.where(np.abs(places - nearest) < _ON_FRAME, nearest, places)

    def _rows(
        self, document: Document, places: Floats, old: Rate
    ) -> tuple[Edit, Promise, list[Change]]:
        columns = np.arange(document.skeleton.channel_count)
        slower = old.fps / self.rate.fps
        smooth = self.smooth and slower > 1
        if self.method is Method.NEAREST or np.all(places == np.rint(places)):
            # Half a frame goes to the later one, whatever the parity.
            places = np.floor(places + 0.5)
        rows = places.astype(np.int64)
        if not smooth and np.all(places == rows):
            return rewrite_rows(document, RowPlan(rows, columns)), RowsKept(rows), []
        values = low_pass(document, slower) if smooth else document.motion.values
        track = Track(values, places, self.method)
        new, remarks = self._read(document, track)
        plan = RowPlan(rows, columns, new, self.precision)
        decimals = Manner.of(document.motion.table).decimals_for(self.precision).min()
        layout = document.skeleton.layout

        def expected(block: slice) -> Floats:
            return world_positions(layout, new[block])[0]

        promise = PoseEquals(expected, len(new), int(decimals))
        return rewrite_rows(document, plan), promise, remarks

    def _read(self, document: Document, track: Track) -> tuple[Floats, list[Change]]:
        new = np.empty((len(track.places), track.values.shape[1]))
        turning: list[int] = []
        remarks = []
        for joint in document.skeleton.joints:
            columns = [channel.column for channel in joint.of_kind(ROTATION)]
            if not columns:
                continue
            turning += columns
            new[:, columns] = track.angles(joint)
            long = long_turns(track, joint) if self.method is not Method.LINEAR else ()
            if len(long):
                remarks.append(
                    Change(
                        self.option,
                        f"{joint.name} turns by more than 180 degrees after frame {long[0]}: the "
                        "shorter way was taken",
                        len(long),
                    )
                )
        others = [column for column in range(new.shape[1]) if column not in set(turning)]
        new[:, others] = track.numbers(others)
        # What stands at a frame's own time is that frame, spelling and all.
        rows = track.places.astype(np.int64)
        kept = track.places == rows
        new[kept] = track.values[rows[kept]]
        return new, remarks

    def _message(self, frames: int, old: Rate, count: int) -> str:
        was, now = max(frames - 1, 0) / old.fps, max(count - 1, 0) / self.rate.fps
        text = (
            f"{frames} frames at {old} a second became {count} at {self.rate} ({self.method.value}"
            f"{', filtered' if self.smooth else ''}); {now:.3f} s"
        )
        lost = was - now
        return f"{text}, {lost:.3f} s less than before" if lost > _SLACK else text
