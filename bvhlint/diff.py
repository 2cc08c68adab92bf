"""A unified diff for people: frame rows clipped and counted, line ends shown where they differ."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from difflib import SequenceMatcher
from typing import NamedTuple

from bvhlint.source import Source, decode_text
from bvhlint.visible import visible

_LINE = re.compile(rb"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+\Z")
_ROW = re.compile(rb"[ \t]*[-+.0-9][-+.0-9eE \t]*")
_CONTEXT = 3
_WIDTH = 100
# Lines are compared one by one up to so many, and so many pairs of equal ones: a table that was
# rewritten is another as a whole.
_MOST_LINES = 4000
_MOST_PAIRS = 200_000
# So many frame rows, and so many other lines, are shown of each kind in a hunk.
_MOST_ROWS = 10
_MOST_OTHERS = 1000
_WHAT = {"-": "removed", "+": "added", " ": "as they were"}


class _Line(NamedTuple):
    """A line of a hunk: ``sign`` says which, ``ends`` that its line end is the difference."""

    sign: str
    raw: bytes
    ends: bool = False


def diff_lines(path: str, old: bytes, new: bytes) -> Iterator[str]:
    """The lines of a unified diff, without line ends, safe to print; none where both are equal.

    Files in UTF-16 are compared by what they say.
    """
    if old == new:
        return
    sources = Source.of(old), Source.of(new)
    name = visible(path)
    yield f"--- {name}{_encoding_of(sources[0])}"
    yield f"+++ {name}{_encoding_of(sources[1])}"
    before, after = (_LINE.findall(source.content) for source in sources)
    first = _common(before, after)
    last = _common(before[first:][::-1], after[first:][::-1])
    # Some equal lines on both sides give every hunk its context.
    start = max(first - _CONTEXT, 0)
    stop = max(last - _CONTEXT, 0)
    parts = before[start : len(before) - stop], after[start : len(after) - stop]
    if _are_many(*parts):
        yield from _whole(*parts, first - start, last - stop, start)
    else:
        yield from _hunks(*parts, start)


def _encoding_of(source: Source) -> str:
    return f" ({source.encoding.value})" if source.encoding.is_wide else ""


def _common(before: Sequence[bytes], after: Sequence[bytes]) -> int:
    """How many lines at the beginning are equal."""
    for index, (old, new) in enumerate(zip(before, after, strict=False)):
        if old != new:
            return index
    return min(len(before), len(after))


def _are_many(before: Sequence[bytes], after: Sequence[bytes]) -> bool:
    """Whether to compare these line by line would take long."""
    if len(before) + len(after) > _MOST_LINES:
        return True
    times = Counter(after)
    return sum(times[line] for line in before) > _MOST_PAIRS


def _hunks(before: list[bytes], after: list[bytes], start: int) -> Iterator[str]:
    matcher = SequenceMatcher(None, before, after, autojunk=False)
    for group in matcher.get_grouped_opcodes(_CONTEXT):
        old_from, old_to = group[0][1], group[-1][2]
        new_from, new_to = group[0][3], group[-1][4]
        yield _header(start + old_from, old_to - old_from, start + new_from, new_to - new_from)
        pieces = (
            (before[low:high], None if tag == "equal" else after[new_low:new_high])
            for tag, low, high, new_low, new_high in group
        )
        yield from _shown_hunk(line for piece in pieces for line in _lines_of(*piece))


def _whole(
    before: list[bytes], after: list[bytes], head: int, tail: int, start: int
) -> Iterator[str]:
    """One hunk for lines that are others as a whole, with ``head`` and ``tail`` equal ones."""
    yield _header(start, len(before), start, len(after))
    old, new = before[head : len(before) - tail], after[head : len(after) - tail]
    pieces = (before[:head], None), (old, new), (before[len(before) - tail :], None)
    yield from _shown_hunk(line for piece in pieces for line in _lines_of(*piece))


def _header(old: int, old_count: int, new: int, new_count: int) -> str:
    return f"@@ -{_span(old, old_count)} +{_span(new, new_count)} @@"


def _span(start: int, count: int) -> str:
    # As diff has it: a range without lines stands behind the line before.
    return f"{start + 1 if count else start},{count}"


def _lines_of(removed: Sequence[bytes], added: Sequence[bytes] | None) -> Iterator[_Line]:
    """The lines of a piece; without ``added`` those that are equal."""
    if added is None:
        yield from (_Line(" ", line) for line in removed)
        return
    ends = [line.rstrip(b"\r\n") for line in removed] == [line.rstrip(b"\r\n") for line in added]
    yield from (_Line("-", line, ends) for line in removed)
    yield from (_Line("+", line, ends) for line in added)


def _shown_hunk(lines: Iterable[_Line]) -> Iterator[str]:
    """The lines as text; of long tables the first rows, and how many more there are."""
    seen: Counter[tuple[str, bool]] = Counter()
    hidden: Counter[str] = Counter()
    for line in lines:
        is_row = _ROW.fullmatch(line.raw.rstrip(b"\r\n")) is not None
        seen[line.sign, is_row] += 1
        if seen[line.sign, is_row] <= (_MOST_ROWS if is_row else _MOST_OTHERS):
            yield line.sign + _shown(line)
        else:
            hidden[line.sign] += 1
    if hidden:
        counts = (f"{hidden[sign]:,} {what}" for sign, what in _WHAT.items() if hidden[sign])
        yield f"... more lines: {', '.join(counts)}"


def _shown(line: _Line) -> str:
    """A line as text, clipped; its line end spelt out where nothing else differs."""
    body = line.raw.rstrip(b"\r\n")
    text = visible(decode_text(body[: 4 * _WIDTH])).replace("\\t", "\t")
    if len(body) > _WIDTH:
        text = f"{text[:_WIDTH]} ... ({len(body) - _WIDTH:,} more bytes)"
    if not line.ends:
        return text
    end = line.raw[len(body) :]
    return text + (end.decode("ascii").replace("\r", "\\r").replace("\n", "\\n") or "(no line end)")
