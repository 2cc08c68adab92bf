"""The writer of frame rows once more, plainly and slowly, one cell after another."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from itertools import pairwise

_LINE = re.compile(rb"([^\r\n]*)(\r\n|\r|\n|\Z)")
_WORD = re.compile(rb"[^ \t]+")


@dataclass
class Row:
    """A frame row: ``gaps`` are the blanks before each token, the line's beginning first."""

    tokens: list[bytes]
    gaps: list[bytes]
    trail: bytes
    end: bytes
    following: list[bytes] = field(default_factory=list)


def read_rows(text: bytes) -> tuple[bytes, list[Row]]:
    """What stands before the first row, and the rows with the lines that follow each."""
    before: list[bytes] = []
    rows: list[Row] = []
    for match in _LINE.finditer(text):
        if not match[0]:
            continue
        words = list(_WORD.finditer(match[1]))
        if not words or words[0][0].startswith((b"#", b"//")):
            (rows[-1].following if rows else before).append(match[0])
            continue
        spans = [(0, 0), *(word.span() for word in words)]
        gaps = [match[1][a[1] : b[0]] for a, b in pairwise(spans)]
        tokens = [word[0] for word in words]
        rows.append(Row(tokens, gaps, match[1][spans[-1][1] :], match[2]))
    return b"".join(before), rows


@dataclass(frozen=True)
class SlowPlan:
    """What ``RowPlan`` says, as lists."""

    source: Sequence[int]
    columns: Sequence[int]
    values: Sequence[Sequence[float]] | None = None
    precision: int | None = None
    flip: Sequence[bool] | None = None
    fresh: Sequence[bool] | None = None


def slow_rewrite(text: bytes, plan: SlowPlan, header_newline: bytes) -> bytes:
    """The text after the Frame Time line, rewritten."""
    before, rows = read_rows(text)
    width = len(rows[0].tokens)
    decimals = [_column_decimals([row.tokens[column] for row in rows]) for column in range(width)]
    rooms = _rooms(rows, width)
    parts = [before]
    for place, source in enumerate(plan.source):
        row = rows[source]
        last = place == len(plan.source) - 1
        parts.append(_line(row, plan, place, decimals, rooms))
        parts.append(row.trail)
        if last:
            parts.append(rows[-1].end)
        else:
            parts.append(row.end or rows[0].end or header_newline)
            if plan.source[place + 1] != source and row is not rows[-1]:
                parts += row.following
    return b"".join([*parts, *rows[-1].following])


def _line(
    row: Row, plan: SlowPlan, place: int, decimals: Sequence[int], rooms: Sequence[int]
) -> bytes:
    columns = list(plan.columns)
    moves = columns != sorted(columns)
    width = len(row.tokens)
    line = b""
    for at, column in enumerate(columns):
        is_fresh = plan.fresh is not None and plan.fresh[at]
        token, is_new = _token(row.tokens[column], plan, place, at, decimals[column], is_fresh)
        if moves:
            room = rooms[at] if at < width else 0
            is_new = is_new or column != at
        else:
            room = rooms[column] if at or not column else 0
        if not at:
            gap = row.gaps[0]
        elif width == 1:
            gap = b" "
        else:
            gap = row.gaps[min(at, width - 1) if moves else max(column, 1)]
        if is_new and room:
            gap = b" " * max(room - len(token), 1 if at else 0)
        line += gap + token
    return line


def _token(
    old: bytes, plan: SlowPlan, place: int, at: int, decimals: int, is_fresh: bool
) -> tuple[bytes, bool]:
    """The text of a cell, and whether it is another than it was."""
    if plan.flip is not None:
        if not plan.flip[at] or float(old) == 0:
            return old, False
        digits = old.lstrip(b"+-")
        return (digits if old.startswith(b"-") else b"-" + digits), True
    if plan.values is None:
        return old, False
    value = plan.values[place][at]
    if not is_fresh and value.hex() == float(old).hex():
        return old, False
    places = decimals if plan.precision is None else plan.precision
    if plan.precision is None:
        places = min(max(places, 6), 17)
    new = f"{value:.{places}f}".encode()
    if float(new) == 0:
        new = new.removeprefix(b"-")
    if not is_fresh and float(new) == float(old):
        return old, False
    return new, True


def _column_decimals(tokens: Sequence[bytes]) -> int:
    """The most decimals in plain spelling, noise in exponent form aside."""
    counts = [0]
    for token in tokens:
        exponent = Decimal(token.decode()).as_tuple().exponent
        assert isinstance(exponent, int)
        if b"e" in token.lower():
            if abs(float(token)) <= 1e-6:
                continue
            counts.append(min(max(-exponent, 0), 17))
        else:
            counts.append(max(-exponent, 0))
    return max(counts)


def _rooms(rows: Sequence[Row], width: int) -> list[int]:
    """By column the constant width of blanks and token where the column is padded, else 0."""
    rooms = [0] * width
    aligned = []
    for column in range(width):
        edges = {
            sum(map(len, row.gaps[: column + 1])) + sum(map(len, row.tokens[: column + 1]))
            for row in rows
        }
        if len(edges) > 1:
            break
        aligned.append(column)
    varying = [c for c in aligned if len({len(row.gaps[c]) for row in rows}) > 1]
    for column in aligned:
        gaps = [row.gaps[column] for row in rows]
        if any(b"\t" in gap for gap in gaps) or not varying:
            continue
        if column in varying or min(map(len, gaps)) > 1:
            rooms[column] = len(gaps[0]) + len(rows[0].tokens[column])
    return rooms
