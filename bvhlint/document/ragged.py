"""Puts many short texts one after another without a Python loop."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from bvhlint.document.digits import WORD, slots_before
from bvhlint.document.format import Texts

#: Texts of up to so many words are copied whole and then trimmed; longer ones byte by byte.
_MOST_WORDS = 4
_BATCH = 1 << 14


def join_texts(texts: Texts) -> NDArray[np.uint8]:
    """The bytes of all texts, one after another."""
    total = int(texts.lengths.sum())
    result = np.empty(total, np.uint8)
    position = 0
    for first in range(0, len(texts.starts), _BATCH):
        starts, lengths = (part[first : first + _BATCH] for part in texts[1:])
        ends = np.cumsum(lengths)
        size = int(ends[-1])
        # For each byte of the result its place there, moved to its text's place in the buffer.
        index = np.repeat(starts - (ends - lengths), lengths)
        index += np.arange(size)
        result[position : position + size] = texts.buffer[index]
        position += size
    return result


def write_rows(
    texts: Texts, columns: int, separator: bytes = b" ", line_end: bytes = b"\n"
) -> NDArray[np.uint8]:
    """Rows of ``columns`` texts each: ``separator`` between two, ``line_end`` behind each row."""
    count = len(texts.starts)
    if not count:
        return np.empty(0, np.uint8)
    room = max(len(separator), len(line_end))
    words = -(-(int(texts.lengths.max()) + room) // WORD)
    if words > _MOST_WORDS:
        return _write_long_rows(texts, columns, separator, line_end)
    # Each text at the end of a slot, before as many bytes as the longer of the two needs.
    size = words * WORD
    buffer = np.concatenate((np.zeros(size, np.uint8), texts.buffer, np.zeros(room, np.uint8)))
    ends = texts.starts + texts.lengths + (size + room)
    slots = slots_before(buffer, ends, size)
    kept = _last_kept(size, room).take(texts.lengths, axis=0)
    for rows, tail in ((slice(None), separator), (slice(columns - 1, None, columns), line_end)):
        slots[rows, size - room : size - room + len(tail)] = np.frombuffer(tail, np.uint8)
        kept[rows, size - room :] = np.arange(room) < len(tail)
    return slots[kept]


def _last_kept(size: int, room: int) -> NDArray[np.bool_]:
    """Masks over slots that keep the k bytes before the last ``room``, to be taken by k."""
    places = np.arange(size)
    lengths = np.arange(size - room + 1)[:, None]
    return (places >= size - room - lengths) & (places < size - room)


def _write_long_rows(
    texts: Texts, columns: int, separator: bytes, line_end: bytes
) -> NDArray[np.uint8]:
    tail = np.frombuffer(separator + line_end, np.uint8)
    count = len(texts.starts)
    starts = np.full((count, 2), len(texts.buffer))
    lengths = np.full((count, 2), len(separator))
    starts[:, 0], lengths[:, 0] = texts.starts, texts.lengths
    starts[columns - 1 :: columns, 1] += len(separator)
    lengths[columns - 1 :: columns, 1] = len(line_end)
    arena = np.concatenate((texts.buffer, tail))
    return join_texts(Texts(arena, starts.ravel(), lengths.ravel()))
