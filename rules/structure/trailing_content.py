"""Nothing should stand after the last frame.

## What it does
Tells lines after the last frame that are no frames: of another width than the channels ask for, and
beyond the number of frames that the header gives. QAvimator writes such short lists of keys. The
finding stands at the first of them and counts them.

## Why is this bad?
Readers that take every line below Frame Time for a frame fail at them or load frames that are none;
those that read as many as the header says never see them.

## Example
    Frames: 2
    Frame Time: 0.0333333
    0.00 90.00 0.00 30.00 40.00 50.00
    0.00 90.00 0.00 31.00 41.00 51.00
    0 12 30

## Use instead
    Frames: 2
    Frame Time: 0.0333333
    0.00 90.00 0.00 30.00 40.00 50.00
    0.00 90.00 0.00 31.00 41.00 51.00

## Fix safety
Unsafe: the lines are removed, and some program may have use for them.

## Options
None.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from bvhlint.rule import Document, Edit, Finding, Fix, Options, Safety, Severity, facts, rule

NUL = 0
_LOOKED_AT = 64
_LONGEST_LINE = 100_000


@rule("BVH217", "trailing-content", Severity.WARNING, part="structure", fix=("unsafe",))
def check(document: Document, options: Options) -> Iterator[Finding]:
    spans = document.motion.table.trailing
    content = document.content
    if len(spans):
        # What a crash has left is told as such (text-encoding).
        spans = spans[np.frombuffer(content, np.uint8)[spans[:, 0]] != NUL]
    if not len(spans) or not facts.clip.holds_clip(document):
        return
    start, end = spans[0].tolist()
    seen = facts.words.excerpt(document, start, end)
    amount = "a line that is no frame stands"
    if len(spans) > 1:
        amount = f"{len(spans)} lines that are no frames stand"
    needed = _needed(document, spans)
    yield Finding(
        start,
        end,
        f'{amount} behind the last frame: "{seen}"',
        help=needed or "remove them, or keep them in a file of their own",
        fix=None if needed else _removing(content, spans),
    )


def _needed(document: Document, spans: NDArray[np.int64]) -> str | None:
    """What to do where something among them may be needed and stand nowhere else."""
    first = spans[:_LOOKED_AT].tolist()
    if any(facts.clip.says_of_frames(document, *span) for span in first):
        return "put what is said of the frames above them"
    if any(_holds_frame(document, *span) for span in first):
        return "if these are frames, write their values with blanks between them"
    if not len(document.motion.table):
        return "find out what these lines are: there is no frame but them"
    return None


def _holds_frame(document: Document, start: int, end: int) -> bool:
    """Whether a line holds as many numbers as a frame has, with something else between them."""
    raw = document.content[start : min(end, start + _LONGEST_LINE)]
    return len(facts.flaws.numbers_between(raw)) == document.motion.table.channels


def _removing(content: bytes, spans: NDArray[np.int64]) -> Fix:
    return Fix(
        Safety.UNSAFE,
        "remove what follows the last frame",
        make=lambda: [_edit(content, start, end) for start, end in spans.tolist()],
    )


def _edit(content: bytes, start: int, end: int) -> Edit:
    return Edit(*facts.lines.item_line(content, start, end), b"")
