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
are fewer it is unsafe: the missing frames may be found where the file came from. There is no fix
where just the complete rows are counted, and others are damaged. And none where values stand behind
the Frame Time, on its line, or lines without a keyword below it: those may be the missing frames.

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
        yield _fewer(document, item.values[0], declared, rows)


def _more(document: Document, leaf: Leaf, declared: int, rows: int) -> Finding:
    whole = np.count_nonzero(document.motion.complete)
    if whole == declared > 0:
        seen, fix = f"{_rows(rows)}, {declared} of them whole", None
        way = "find out what the others are, and mend or remove them"
    else:
        seen, way = _rows(rows), f"write Frames: {rows}"
        make = Fix.safe if whole > declared else Fix.unsafe
        fix = make(way, Edit(leaf.start, leaf.end, b"%d" % rows))
    return Finding(
        leaf.start,
        leaf.end,
        f"Frames says {declared}, and {seen}: most readers drop the rest",
        variant="more-rows",
        help=way,
        fix=fix,
    )


def _fewer(document: Document, leaf: Leaf, declared: int, rows: int) -> Finding:
    fix = None
    what = "the clip looks cut"
    if facts.frame_time.values_behind(document):
        way = "begin a line before the first value of each frame: some stand behind the Frame Time"
    elif any(line.start > leaf.end for line in facts.unknown.unknown_lines(document).lines):
        what = "other lines stand where they belong"
        way = "mend those lines; they may be the frames"
    else:
        way = "get the whole file again; if these are all frames there are, write their number"
        fix = Fix.unsafe(f"write Frames: {rows}", Edit(leaf.start, leaf.end, b"%d" % rows))
    return Finding(
        leaf.start,
        leaf.end,
        f"Frames says {declared}, and {_rows(rows)}: {what}",
        variant="fewer-rows",
        help=way,
        fix=fix,
    )


def _rows(count: int) -> str:
    if not count:
        return "no frame row follows"
    return f"{count} frame row{'' if count == 1 else 's'} follow{'s' if count == 1 else ''}"
