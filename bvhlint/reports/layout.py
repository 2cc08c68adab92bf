"""Wrapped prose and the clipped source line with its carets, measured in terminal columns."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from typing import NamedTuple

from bvhlint.reports.base import ReportContext
from bvhlint.results import Excerpt
from bvhlint.visible import display_width, visible_cells

TAB_STOP = 4
_KEPT_BLANK = "\0"  # visible text has none


class Clipped(NamedTuple):
    """A source line in three visible pieces: ``marked`` is at fault and may be empty."""

    before: str
    marked: str
    after: str


def wrap(text: str, first: int, rest: int) -> list[str]:
    """Break visible text at blanks into lines of at most ``first``, then ``rest`` columns.

    A word that is longer than a line is broken too; what stands between backticks is one word. No
    line but the first begins with ``::``,
    which a build log would take for a command.
    """
    lines: list[str] = []
    line = ""
    room = max(first, 1)
    for word in _words(text):
        joined = f"{line} {word}" if line else word
        if display_width(joined) <= room:
            line = joined
            continue
        if line:
            lines.append(line)
            room = max(rest, 1)
        line = word
        while display_width(line) > room:
            head = _fitting(line, room)
            lines.append(line[:head])
            line = line[head:]
            room = max(rest, 1)
    lines.append(line)
    return lines[:1] + ["\\x3a" + line[1:] if line.startswith("::") else line for line in lines[1:]]


def _words(text: str) -> list[str]:
    parts = text.split("`")
    parts[1::2] = (part.replace(" ", _KEPT_BLANK) for part in parts[1::2])
    return [word.replace(_KEPT_BLANK, " ") for word in "`".join(parts).split(" ")]


def _fitting(text: str, room: int) -> int:
    """How many characters fit into ``room`` columns; at least one."""
    used = 0
    for index, char in enumerate(text):
        used += display_width(char)
        if used > room:
            return max(index, 1)
    return len(text)


def clip(excerpt: Excerpt, room: int, context: ReportContext) -> Clipped:
    """The excerpt clipped to ``room`` columns around its fault."""
    room = max(room, 12)
    excerpt = _near(excerpt, room)
    mark, stop = excerpt.mark, excerpt.mark + excerpt.length
    cells = _cells(excerpt, context)
    edges = [0, *accumulate(map(display_width, cells))]
    start, end = 0, len(cells)
    if edges[-1] + (excerpt.left + excerpt.right) * len(context.ellipsis) > room:
        start, end = _window(edges, mark, stop, room - 2 * len(context.ellipsis))
    start, end = _at_blanks(excerpt, start, end)
    left = context.ellipsis if start or excerpt.left else ""
    right = context.ellipsis if end < len(cells) or excerpt.right else ""
    return Clipped(
        left + "".join(cells[start:mark]),
        "".join(cells[mark : min(stop, end)]),
        "".join(cells[max(stop, mark) : end]) + right,
    )


def _near(excerpt: Excerpt, room: int) -> Excerpt:
    """The part of an excerpt that can matter: a hostile line may be of any length."""
    mark = min(excerpt.mark, len(excerpt.text))
    length = max(0, min(excerpt.length, len(excerpt.text) - mark))
    start = max(0, mark - room)
    stop = mark + min(length, room) + room
    return Excerpt(
        excerpt.text[start:stop],
        mark - start,
        min(length, stop - mark),
        excerpt.left or start > 0,
        excerpt.right or stop < len(excerpt.text),
    )


def _cells(excerpt: Excerpt, context: ReportContext) -> list[str]:
    """What is printed for each character; blanks are drawn only where they are the fault."""
    stop = excerpt.mark + excerpt.length
    marked = excerpt.text[excerpt.mark : stop]
    draws = context.unicode and not marked.strip(" \t")
    cells = visible_cells(excerpt.text)
    if excerpt.text.isascii() and "\t" not in excerpt.text:
        for index in range(excerpt.mark, stop if draws else excerpt.mark):
            cells[index] = "·"
        return cells
    column = 0
    for index, char in enumerate(excerpt.text):
        drawn = draws and excerpt.mark <= index < stop
        if char == "\t":
            width = TAB_STOP - column % TAB_STOP
            cells[index] = ("→" if drawn else " ").ljust(width)
        elif char == " " and drawn:
            cells[index] = "·"
        else:
            cells[index] = context.fit(cells[index])
        column += display_width(cells[index])
    return cells


def _window(edges: Sequence[int], mark: int, stop: int, room: int) -> tuple[int, int]:
    """The range of cells to keep: the fault, or its beginning, with context on both sides."""
    # Some of what stands before a long fault is worth more than its end.
    marked = min(edges[stop] - edges[mark], room - min(edges[mark], room // 6))
    spare = room - marked
    after = edges[-1] - edges[stop]
    before = min(edges[mark], max(spare // 2, spare - after))
    start = mark
    while start and edges[mark] - edges[start - 1] <= before:
        start -= 1
    end = mark
    while end + 1 < len(edges) and edges[end + 1] - edges[start] <= room:
        end += 1
    return start, end


def _at_blanks(excerpt: Excerpt, start: int, end: int) -> tuple[int, int]:
    """The range without a number cut in half at its ends, as far as the context has a blank."""
    text, mark, stop = excerpt.text, excerpt.mark, excerpt.mark + excerpt.length
    is_cut = text[start - 1] not in " \t" if start else excerpt.left
    if is_cut:
        start = next((at for at in range(start, mark) if text[at] in " \t"), start)
    is_cut = text[end] not in " \t" if end < len(text) else excerpt.right
    if is_cut:
        blank = max(text.rfind(" ", stop, end), text.rfind("\t", stop, end))
        end = blank + 1 if blank >= 0 else end
    return start, end
