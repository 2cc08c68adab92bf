"""Each promise by itself: two documents that keep it, and what is said where one breaks it."""

from __future__ import annotations

import re

import numpy as np
import pytest

from bvhlint.document.document import Document
from bvhlint.document.rate import parse_rate
from bvhlint.errors import ProofError
from bvhlint.proof import (
    CellsAre,
    FrameCount,
    FrameRate,
    HeaderKept,
    InTime,
    JointsAre,
    LinesKept,
    OffsetsAre,
    Promise,
    Rounding,
    RowsKept,
    SamePose,
    offsets_of,
)

CLIP = """\
HIERARCHY
ROOT Hips
{
\tOFFSET 0 0 0
\tCHANNELS 4 Yposition Zrotation Xrotation Yrotation
\tEnd Site
\t{
\t\tOFFSET 0 5 0
\t}
\tJOINT Spine
\t{
\t\tOFFSET 0 10 0
\t\tCHANNELS 2 Xrotation Yrotation
\t\tEnd Site
\t\t{
\t\t\tOFFSET 0 5 0
\t\t}
\t}
}
MOTION
Frames: 3
Frame Time: 0.1
90 0 0 0 0 0
92 0 0 40 0 8
94 0 0 80 0 350
"""
BEFORE = Document.parse(CLIP.encode())
FIVE = np.full(6, 5)
HIPS_END = "\tEnd Site\n\t{\n\t\tOFFSET 0 5 0\n\t}\n"
SPINE = CLIP[CLIP.index("\tJOINT") : CLIP.index("}\nMOTION")]


def with_(*changes: tuple[str, str]) -> Document:
    text = CLIP
    for old, new in changes:
        assert text.count(old) == 1
        text = text.replace(old, new)
    return Document.parse(text.encode())


def resampled(*rows: str, time: str = "0.05") -> Document:
    """The clip at another rate."""
    start = CLIP.index("Frames:")
    text = f"{CLIP[:start]}Frames: {len(rows)}\nFrame Time: {time}\n" + "\n".join([*rows, ""])
    return Document.parse(text.encode())


ROWS = ("90 0 0 0 0 0", "91 0 0 20 0 4", "92 0 0 40 0 8", "93 0 0 60 0 -1", "94 0 0 80 0 350")
NO_JOINT = CLIP.replace(SPINE, "")


def broken(at: int, row: str) -> tuple[str, ...]:
    return (*ROWS[:at], row, *ROWS[at + 1 :])


@pytest.mark.parametrize(
    ("promise", "after"),
    [
        (FrameCount(3), BEFORE),
        (FrameRate(parse_rate("10")), BEFORE),
        (InTime("slerp", FIVE), resampled(*ROWS)),
        (InTime("nearest", FIVE), resampled(*broken(1, "90 0 0 0 0 0"))),
        (HeaderKept(), BEFORE),
        (HeaderKept(names=False), with_(("Spine", "Chest"))),
        (HeaderKept(offsets=False), with_(("0 10 0", "0 11 0"))),
        (HeaderKept(channels=False), with_(("2 Xrotation Yrotation", "2 Xrotation Zrotation"))),
        (JointsAre.of(BEFORE), BEFORE),
        (LinesKept(b"\r\n"), Document.parse(CLIP.replace("\n", "\r\n").encode())),
        (RowsKept(), with_(("Frames: 3\n", "Frames: 3 \n"))),
        (OffsetsAre(*offsets_of(BEFORE), 0.0), BEFORE),
        (CellsAre(), BEFORE),
        (SamePose(Rounding()), BEFORE),
    ],
)
def test_a_promise_that_is_kept_says_nothing(promise: Promise, after: Document) -> None:
    promise.verify(BEFORE, after)


@pytest.mark.parametrize(
    ("promise", "after", "told"),
    [
        (FrameCount(4), BEFORE, "4 frames"),
        (
            FrameRate(parse_rate("20")),
            BEFORE,
            "20 frames a second were promised, the result has 10",
        ),
        (InTime("slerp", FIVE), resampled(*ROWS, time="0"), "the result tells no frame rate"),
        (
            InTime("slerp", FIVE),
            resampled(*broken(2, "92 0 0 40 0 8.5")),
            "joint Spine Yrotation in frame 2, at the very time of an old frame, would be 8.5 "
            "instead of 8",
        ),
        (
            InTime("slerp", FIVE),
            resampled(*broken(1, "91 0 0 21 0 4")),
            "joint Hips in frame 1 would be 1 degrees away from its way between two frames",
        ),
        (
            InTime("slerp", FIVE),
            resampled(*broken(3, "93 0 0 60 0 179")),
            "joint Spine in frame 3 would be 180 degrees away from its way between two frames",
        ),
        (
            InTime("slerp", FIVE),
            resampled(*broken(1, "91.001 0 0 20 0 4")),
            "joint Hips Yposition in frame 1 would be 0.001 away from its way between two frames",
        ),
        # In numbers alone, the middle of 8 and 350 degrees is 179.
        (
            InTime("linear", FIVE),
            resampled(*ROWS),
            "joint Spine Yrotation in frame 3 would be 180 away from its way between two frames",
        ),
        (
            HeaderKept(),
            Document.parse(NO_JOINT.encode()),
            "2 joints with 2 End Sites were to stay, the result has 1 with 1",
        ),
        (
            HeaderKept(),
            with_(
                (HIPS_END, ""),
                (
                    "\t\t}\n\t}\n}\n",
                    "\t\t}\n\t\tEnd Site\n\t\t{\n\t\t\tOFFSET 0 5 0\n\t\t}\n\t}\n}\n",
                ),
            ),
            "an End Site of Hips has moved",
        ),
        (
            HeaderKept(),
            with_((SPINE, ""), ("}\nMOTION", "}\n" + SPINE.replace("JOINT", "ROOT") + "MOTION")),
            "joint Spine has another parent",
        ),
        (
            HeaderKept(),
            with_(("\t\t\tOFFSET 0 5 0", "\t\t\tOFFSET 0 6 0")),
            "the OFFSET of the End Site of Spine was to stay (0.0, 5.0, 0.0), it is "
            "(0.0, 6.0, 0.0)",
        ),
        (
            JointsAre.of(BEFORE),
            Document.parse(NO_JOINT.encode()),
            "2 joints were promised, the result has 1",
        ),
        (JointsAre.of(BEFORE), with_(("Spine", "Chest")), "joint Chest would be "),
        (LinesKept(b"\r\n"), with_(("Spine", "Chest")), "a line has changed, not only its end"),
        (LinesKept(b"\r\n"), BEFORE, "a line end is not as it was asked for"),
        (RowsKept(np.array([1, 0, 2])), BEFORE, "frame 0 was to stay and has another length"),
        (RowsKept(np.array([0, 2, 2])), BEFORE, "frame 1 was to stay and has another length"),
        (RowsKept(), with_(("40 0 8", "40 1 8")), "frame 1 was to stay and has changed"),
        (RowsKept(np.array([0, 1])), BEFORE, "2 frame rows were to stay, the result has 3"),
        (
            OffsetsAre(np.zeros((3, 3)), np.zeros((2, 3)), 0.0),
            BEFORE,
            "the result has 2 OFFSETs, not 3",
        ),
        (
            CellsAre(np.array([0, 1])),
            BEFORE,
            "2 frames of 6 values were promised, the result has 3 of 6",
        ),
        (
            SamePose(Rounding()),
            resampled(*ROWS[:2], time="0.1"),
            "3 frames were promised, the result has 2",
        ),
    ],
)
def test_a_promise_that_is_broken_is_told(promise: Promise, after: Document, told: str) -> None:
    with pytest.raises(ProofError, match=re.escape(told)):
        promise.verify(BEFORE, after)
