"""Takes pieces out of the header, with the lines that they fill."""

from __future__ import annotations

from collections.abc import Iterable

from bvhlint.edits import Edit

_BLANKS = b" \t"
_SPACING = b" \t\r\n"


def cut_spans(content: bytes, spans: Iterable[tuple[int, int]]) -> list[Edit]:
    """The edits that take spans out.

    Spans with nothing but blanks and line ends between them go as one. Whole lines go with their
    line end; what shares its line with something goes with the blanks on one side.
    """
    edits = []
    for start, end in _merged(content, spans):
        low, high = _line_start(content, start), _line_end(content, end)
        fills_start = not content[low:start].strip(_BLANKS)
        fills_end = not content[end:high].strip(_BLANKS)
        if fills_start and fills_end:
            edits.append(Edit(low, _behind_line_end(content, high), b""))
        elif fills_end:
            edits.append(Edit(low + len(content[low:start].rstrip(_BLANKS)), high, b""))
        else:
            tail = content[end:high]
            edits.append(Edit(start, end + len(tail) - len(tail.lstrip(_BLANKS)), b""))
    return edits


def _merged(content: bytes, spans: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    merged: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        if merged and not content[merged[-1][1] : start].strip(_SPACING):
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return merged


def _line_start(content: bytes, offset: int) -> int:
    return max(content.rfind(b"\n", 0, offset), content.rfind(b"\r", 0, offset)) + 1


def _line_end(content: bytes, offset: int) -> int:
    ends = [
        place for place in (content.find(b"\n", offset), content.find(b"\r", offset)) if place >= 0
    ]
    return min(ends, default=len(content))


def _behind_line_end(content: bytes, offset: int) -> int:
    return offset + (
        2 if content[offset : offset + 2] == b"\r\n" else 1 if content[offset : offset + 1] else 0
    )
