"""The table of what ``fix`` did: file, what, how many."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from bvhlint.fixer import Mended
from bvhlint.reports.base import ReportContext
from bvhlint.reports.layout import wrap
from bvhlint.reports.paint import Painter
from bvhlint.reports.tally import count_of
from bvhlint.transforms.base import Change
from bvhlint.visible import display_width

# So many changed files have rows of their own; of more the changes are added up.
FILES_LISTED = 20
# So many remarks on them are listed all the same: they are for a person to read.
REMARKS_LISTED = 20
_GAP = 2
_NARROW = 60
_UNBOUNDED = 1 << 20
_HOW_MANY = "how many"


class Done(NamedTuple):
    """A file and what was done to it, or would be; remarks among the changes are not counted."""

    path: str
    changes: Sequence[Change]
    mended: Sequence[Mended]


class _Row(NamedTuple):
    """A row of the table: the first column is empty where it is that of the row above."""

    first: str
    what: str
    many: str


def change_table(done: Sequence[Done], context: ReportContext, *, verbose: bool) -> list[str]:
    """The lines of the table, safe to print; with ``verbose`` each mended finding has a row."""
    changed = [one for one in done if one.changes]
    if not changed:
        return []
    if verbose or len(changed) <= FILES_LISTED:
        rows = [row for one in changed for row in _rows_of(one, context, verbose=verbose)]
        return _Table(_Row("file", "what", _HOW_MANY), rows, context).lines()
    rows = list(_added_up(changed, context))
    lines = _Table(_Row("files", "what", _HOW_MANY), rows, context).lines() if rows else []
    remarks = _remarks(changed, context)
    return [*lines, *([""] if lines and remarks else []), *remarks]


def _remarks(changed: Sequence[Done], context: ReportContext) -> list[str]:
    """What a person must know or decide, file by file, as far as there is room for it."""
    every = [(one.path, change) for one in changed for change in one.changes if change.remark]
    if not every:
        return []
    rows: list[_Row] = []
    last = ""
    for path, change in every[:REMARKS_LISTED]:
        shown = "" if path == last else context.show_path(path)
        rows.append(_Row(shown, context.show(f"{change.source}: {change.message}"), ""))
        last = path
    lines = _Table(_Row("file", "what to know or to decide", ""), rows, context).lines()
    left = every[REMARKS_LISTED:]
    if left:
        files = len({path for path, _ in left})
        text = f"and {count_of(len(left), 'more remark')} on {count_of(files, 'file')}: --verbose"
        lines += wrap(f"{text} shows them", context.width or _UNBOUNDED, _UNBOUNDED)
    return lines


def _rows_of(one: Done, context: ReportContext, *, verbose: bool) -> Iterator[_Row]:
    path = context.show_path(one.path)
    if verbose:
        changes = [change for change in one.changes if not _is_fix(change)]
        entries = [*map(_as_change, one.mended), *changes]
    else:
        entries = list(one.changes)
    for entry in entries:
        many = "" if entry.remark else f"{entry.count:,}"
        yield _Row(path, context.show(f"{entry.source}: {entry.message}"), many)
        path = ""


def _as_change(mended: Mended) -> Change:
    place = f" (line {mended.line})" if mended.line else ""
    return Change(f"{mended.code} {mended.name}", f"{mended.title}{place}", mended.count)


def _is_fix(change: Change) -> bool:
    """Whether a change sums up fixes of findings: its source is a rule, no option."""
    return not change.source.startswith("-")


def _added_up(changed: Iterable[Done], context: ReportContext) -> Iterator[_Row]:
    """Files and places of each change; what transforms say differs by file and is left out."""
    sums: dict[str, tuple[int, int]] = {}
    for one in changed:
        seen: dict[str, int] = {}
        for change in one.changes:
            if not change.remark:
                said = _in_short(change)
                seen[said] = seen.get(said, 0) + change.count
        for said, count in seen.items():
            files, total = sums.get(said, (0, 0))
            sums[said] = files + 1, total + count
    for said, (files, total) in sums.items():
        yield _Row(f"{files:,}", context.show(said), f"{total:,}")


def _in_short(change: Change) -> str:
    return f"{change.source}: {change.message}" if _is_fix(change) else change.source


@dataclass
class _Table:
    """Three columns where there is room for them, else one below the other."""

    heading: _Row
    rows: Sequence[_Row]
    context: ReportContext

    def lines(self) -> list[str]:
        width = self.context.width
        if width is not None and width < _NARROW:
            return list(self._stacked(width))
        return list(self._side_by_side(width or _UNBOUNDED))

    def _side_by_side(self, width: int) -> Iterator[str]:
        everything = (self.heading, *self.rows)
        last = max(display_width(row.many) for row in everything)
        first = max(display_width(row.first) for row in everything)
        what = max(display_width(row.what) for row in everything)
        room = width - last - 2 * _GAP
        if first + what > room:
            # A long path is broken before what was done has less than half of the line.
            first = min(first, max(room - what, room // 2))
            what = room - first
        paint = Painter(self.context.color)
        head = _line(self.heading, first, what, last)
        yield paint(head.rstrip(" "), "bold")
        for row in self.rows:
            paths, texts = wrap(row.first, first, first), wrap(row.what, what, what - 2)
            for place in range(max(len(paths), len(texts))):
                indent = "  " if place else ""
                path, text = (_at(pieces, place) for pieces in (paths, texts))
                line = _Row(path, indent + text if text else "", "" if place else row.many)
                yield _line(line, first, what, last).rstrip(" ")

    def _stacked(self, width: int) -> Iterator[str]:
        paint = Painter(self.context.color)
        for row in self.rows:
            if row.first:
                title = row.first if self.heading.first == "file" else f"{row.first} files"
                yield from (paint(line, "bold") for line in wrap(title, width, width))
            text = f"{row.many} x {row.what}" if row.many else row.what
            first, *rest = wrap(text, width - 2, width - 4)
            yield f"  {first}"
            yield from (f"    {line}" for line in rest)


def _at(pieces: Sequence[str], place: int) -> str:
    return pieces[place] if place < len(pieces) else ""


def _line(row: _Row, first: int, what: int, last: int) -> str:
    gap = " " * _GAP
    return (
        f"{_padded(row.first, first)}{gap}{_padded(row.what, what)}{gap}"
        f"{' ' * (last - display_width(row.many))}{row.many}"
    )


def _padded(text: str, width: int) -> str:
    return text + " " * (width - display_width(text))
