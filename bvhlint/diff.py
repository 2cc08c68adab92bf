"""A unified diff for people: long frame rows clipped, line ends shown where they differ."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher

from bvhlint.source import decode_text
from bvhlint.visible import visible

_LINE = re.compile(rb"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+\Z")
_CONTEXT = 3
_WIDTH = 100
# Lines that differ are compared one by one up to so many; a rewritten table is not.
_COMPARED = 2000
_SHOWN = 60


def diff_lines(path: str, old: bytes, new: bytes) -> Iterator[str]:
    """The lines of a unified diff, without line ends; nothing where the two are equal."""
    if old == new:
        return
    before, after = _LINE.findall(old), _LINE.findall(new)
    name = visible(path)
    yield f"--- {name}"
    yield f"+++ {name}"
    first = _common(before, after)
    last = _common(before[first:][::-1], after[first:][::-1])
    middle = before[first : len(before) - last], after[first : len(after) - last]
    context = before[max(first - _CONTEXT, 0) : first]
    if max(map(len, middle)) > _COMPARED:
        yield from _whole(context, *middle, first)
        return
    # Some equal lines on both sides give every hunk its context.
    start = first - len(context)
    tail = before[len(before) - last :][:_CONTEXT]
    yield from _hunks(context + middle[0] + tail, context + middle[1] + tail, start)


def _common(before: Sequence[bytes], after: Sequence[bytes]) -> int:
    """How many lines at the beginning are equal."""
    for index, (old, new) in enumerate(zip(before, after, strict=False)):
        if old != new:
            return index
    return min(len(before), len(after))


def _hunks(before: list[bytes], after: list[bytes], start: int) -> Iterator[str]:
    matcher = SequenceMatcher(None, before, after, autojunk=False)
    for group in matcher.get_grouped_opcodes(_CONTEXT):
        old_from, old_to = group[0][1], group[-1][2]
        new_from, new_to = group[0][3], group[-1][4]
        yield _header(start + old_from, old_to - old_from, start + new_from, new_to - new_from)
        for tag, low, high, new_low, new_high in group:
            if tag == "equal":
                yield from (f" {_shown(line)}" for line in before[low:high])
                continue
            removed, added = before[low:high], after[new_low:new_high]
            ends = _only_ends_differ(removed, added)
            yield from (f"-{_shown(line, ends=ends)}" for line in removed)
            yield from (f"+{_shown(line, ends=ends)}" for line in added)


def _whole(context: list[bytes], before: list[bytes], after: list[bytes], at: int) -> Iterator[str]:
    """One hunk for a table that is another as a whole: its first lines, and how many follow."""
    start = at - len(context)
    yield _header(start, len(context) + len(before), start, len(context) + len(after))
    yield from (f" {_shown(line)}" for line in context)
    ends = _only_ends_differ(before, after)
    for sign, lines in (("-", before), ("+", after)):
        yield from (f"{sign}{_shown(line, ends=ends)}" for line in lines[:_SHOWN])
        if len(lines) > _SHOWN:
            yield f"{sign}... {len(lines) - _SHOWN} more lines"


def _header(old: int, old_count: int, new: int, new_count: int) -> str:
    return f"@@ -{old + 1},{old_count} +{new + 1},{new_count} @@"


def _only_ends_differ(removed: Sequence[bytes], added: Sequence[bytes]) -> bool:
    return [line.rstrip(b"\r\n") for line in removed] == [line.rstrip(b"\r\n") for line in added]


def _shown(line: bytes, *, ends: bool = False) -> str:
    """A line as text, clipped; its line end spelt out where nothing else differs."""
    body = line.rstrip(b"\r\n")
    text = visible(decode_text(body[: 4 * _WIDTH])).replace("\\t", "\t")
    if len(body) > _WIDTH:
        text = f"{text[:_WIDTH]} ... ({len(body) - _WIDTH} more bytes)"
    if not ends:
        return text
    end = line[len(body) :]
    return text + (end.decode("ascii").replace("\r", "\\r").replace("\n", "\\n") or "(no line end)")
