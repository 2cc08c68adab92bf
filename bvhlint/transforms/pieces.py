"""New frame rows as pieces of text: where each token, separator and line end comes from."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from bvhlint.document.format import Texts
from bvhlint.document.ragged import join_texts
from bvhlint.transforms.lines import Offsets


class Pieces:
    """The pieces of some new rows, as spans of an arena: the lead, then tokens with separators
    between them, the blanks before the line end, the line end, and lines that follow.

    ``starts`` and ``ends`` (rows, width) are the spans of the tokens of the rows that the new ones
    are made from, ``columns`` (m,) the old column of each new one, at least one. ``blank`` is where
    a single blank stands in the arena.
    """

    def __init__(self, starts: Offsets, ends: Offsets, columns: Offsets, blank: int) -> None:
        rows, width = starts.shape
        count = len(columns)
        self.starts = np.empty((rows, 2 * count + 3), np.int64)
        self.lengths = np.empty_like(self.starts)
        self._first, self._last = starts[:, 0], ends[:, -1]
        self._tokens, self._gaps = slice(1, 2 * count + 1, 2), slice(0, 2 * count, 2)
        self.starts[:, self._tokens] = starts[:, columns]
        self.lengths[:, self._tokens] = ends[:, columns] - starts[:, columns]
        between = slice(2, 2 * count, 2)
        if width == 1:
            self.starts[:, between], self.lengths[:, between] = blank, 1
            return
        after = _separators(columns, width)
        self.starts[:, between] = ends[:, after - 1]
        self.lengths[:, between] = starts[:, after] - ends[:, after - 1]

    def set_leads(self, begin: Offsets) -> None:
        """The blanks at the beginning of the lines, which begin at ``begin``."""
        self.starts[:, 0] = begin
        self.lengths[:, 0] = self._first - begin

    def set_line_ends(
        self, blank_end: Offsets, starts: Offsets, lengths: Offsets, after: Offsets, extra: Offsets
    ) -> None:
        """The ends of the lines: blanks up to ``blank_end``, the line end itself, and ``extra``
        bytes of lines that follow at ``after``."""
        self.starts[:, -3], self.lengths[:, -3] = self._last, blank_end - self._last
        self.starts[:, -2], self.lengths[:, -2] = starts, lengths
        self.starts[:, -1], self.lengths[:, -1] = after, extra

    def token_spans(self, cells: NDArray[np.bool_]) -> tuple[Offsets, Offsets]:
        """Starts and lengths of the tokens of some cells, (rows, columns), in order."""
        return self.starts[:, self._tokens][cells], self.lengths[:, self._tokens][cells]

    def set_tokens(self, cells: NDArray[np.bool_], starts: Offsets, lengths: Offsets) -> None:
        """Give some cells, (rows, columns), other tokens."""
        self.starts[:, self._tokens][cells] = starts
        self.lengths[:, self._tokens][cells] = lengths

    def pad(self, cells: NDArray[np.bool_], room: Offsets, blanks: int) -> None:
        """Make the blanks before some cells so long that blanks and token fill their ``room``
        (columns,), but at least one between two tokens. ``blanks`` is where many stand."""
        wanted = room - self.lengths[:, self._tokens]
        least = np.ones(len(room), np.int64)
        least[0] = 0
        self.starts[:, self._gaps][cells] = blanks
        self.lengths[:, self._gaps][cells] = np.maximum(wanted, least)[cells]

    def join(self, arena: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """The bytes of all rows."""
        return join_texts(Texts(arena, self.starts.ravel(), self.lengths.ravel()))


def _separators(columns: Offsets, width: int) -> Offsets:
    """For each new column but the first, the old column whose separator stands before it.

    A column takes the separator before it along, the first one that behind it. Where columns
    change places, separators do not.
    """
    if np.all(np.diff(columns) >= 0):
        return np.maximum(columns[1:], 1)
    return np.minimum(np.arange(1, len(columns)), width - 1)
