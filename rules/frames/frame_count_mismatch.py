"""`Frames:` must say how many frame rows there are.

## What it does
Compares the number after `Frames:` with the rows that follow. A frame that is wrapped over several
lines, and several frames on one line, count as what they are: row-width tells them. It is silent
where the rows hold two versions of an unfinished merge (`conflict-marker`).

## Why is this bad?
With a number that is too small most readers drop the rest of the clip without a word. With one that
is too large they run off the end of the file and fail, or fill up with zeros; the clip was most
likely cut on its way.

## Example
    Frames: 2
    Frame Time: 0.0333333
    0.00 90.00 0.00 ...
    0.00 90.00 0.00 ...
    0.00 90.00 0.00 ...

## Use instead
    Frames: 3

## Fix safety
Writing the number of rows is safe where more complete rows follow than `Frames:` says. Where there
are fewer the fix is unsafe: the missing frames may be found where the file came from. There is none
where values stand behind the Frame Time, on its line: those are frames that are not counted.

## Options
None.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from bvhlint.rule import Document, Edit, Finding, Fix, Leaf, Options, Severity, facts, rule


@rule("BVH501", "frame-count-mismatch", Severity.ERROR, part="frames", fix=("safe", "unsafe"))
def check(document: Document, options: Options) -> Iterator[Finding]:
    motion = document.motion
    declared, item = motion.declared_frames, motion.frames_item
    if declared is None or item is None or not facts.clip.holds_clip(document):
        return
    if any(mark > item.start for mark, _ in facts.text_lines.conflict_marks(document)):
        return  # the rows of two versions: conflict-marker tells it
    rows = facts.row_shapes.row_shapes(document).frames
    if not rows and motion.frame_time_item is None:
        return  # the file ends here: missing-frame-time tells it
    if facts.frame_time.value_below(document):
        rows -= 1  # no frame: bad-frame-time tells it
    if rows > declared:
        yield _more(document, item.values[0], declared, rows)
    elif rows < declared:
        yield _fewer(
            item.values[0], declared, rows, can_count=not facts.frame_time.values_behind(document)
        )


def _more(document: Document, leaf: Leaf, declared: int, rows: int) -> Finding:
    edit = Edit(leaf.start, leaf.end, b"%d" % rows)
    is_safe = np.count_nonzero(document.motion.complete) > declared
    make = Fix.safe if is_safe else Fix.unsafe
    return Finding(
        leaf.start,
        leaf.end,
        f"Frames says {declared}, and {_rows(rows)}: most readers drop the rest",
        variant="more-rows",
        help=f"write Frames: {rows}",
        fix=make(f"write Frames: {rows}", edit),
    )


def _fewer(leaf: Leaf, declared: int, rows: int, *, can_count: bool) -> Finding:
    return Finding(
        leaf.start,
        leaf.end,
        f"Frames says {declared}, and {_rows(rows)}: the clip looks cut",
        variant="fewer-rows",
        help="get the whole file again; if these are all frames there are, write their number"
        if can_count
        else "begin a line before the first value of each frame: some stand behind the Frame Time",
        fix=Fix.unsafe(f"write Frames: {rows}", Edit(leaf.start, leaf.end, b"%d" % rows))
        if can_count
        else None,
    )


def _rows(count: int) -> str:
    if not count:
        return "no frame row follows"
    return f"{count} frame row{'' if count == 1 else 's'} follow{'s' if count == 1 else ''}"
