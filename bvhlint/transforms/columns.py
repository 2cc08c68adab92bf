"""The columns of new frame rows as they are put together: kept, changed, dropped, added."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from bvhlint.document.document import Document
from bvhlint.document.joint import Channel
from bvhlint.errors import TransformError
from bvhlint.transforms.row_change import RowChange, all_rows, change_rows
from bvhlint.transforms.rows import RowPlan

Floats = NDArray[np.float64]


@dataclass(eq=False)
class Columns:
    """A draft of a ``RowPlan`` in which all rows stay."""

    document: Document
    _dropped: set[int] = field(default_factory=set)
    _changed: dict[int, Floats] = field(default_factory=dict)
    _added: dict[int, list[Floats]] = field(default_factory=dict)

    def drop(self, channels: Iterable[Channel]) -> None:
        """Leave channels out."""
        self._dropped |= {channel.column for channel in channels}

    def set(self, channels: Sequence[Channel], values: Floats) -> None:
        """Give channels new values, (frames, channels)."""
        for place, channel in enumerate(channels):
            self._changed[channel.column] = values[:, place]

    def add(self, place: int, values: Floats) -> None:
        """Add columns, (frames, n), before the old column ``place``, behind those added there."""
        self._added.setdefault(place, []).extend(values.T)

    def change(self, precision: int | None) -> RowChange:
        """The change of the rows. Raises TransformError where no column would be left."""
        old = self.document.motion.values
        source: list[int] = []
        values: list[Floats] = []
        fresh: list[bool] = []
        last = old.shape[1] - 1
        for column in range(old.shape[1] + 1):
            for new in self._added.get(column, []):
                # They take the manner of the column before them.
                source.append(min(max(column - 1, 0), last))
                values.append(new)
                fresh.append(True)
            if column <= last and column not in self._dropped:
                source.append(column)
                values.append(self._changed.get(column, old[:, column]))
                fresh.append(False)
        if not source:
            raise TransformError("no channel would be left in the frame rows")
        keeps = not self._changed and not self._added
        plan = RowPlan(
            all_rows(self.document),
            np.array(source),
            None if keeps else np.stack(values, axis=1),
            precision,
            fresh=np.array(fresh) if self._added else None,
        )
        return change_rows(self.document, plan)
