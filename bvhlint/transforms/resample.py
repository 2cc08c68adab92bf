"""Values of a clip between its frames: rotations as rotations, the rest as numbers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from bvhlint.document.kinematics import Layout
from bvhlint.document.rotations import (
    TURN,
    Floats,
    Parts,
    multiply_parts,
    nearest_triples,
    quaternion_parts,
    quaternions,
    relative_angles,
    triples,
    whole_turns,
    wrap,
)

_BLOCK_NUMBERS = 1 << 17


class Method(StrEnum):
    """How to find values between two frames."""

    SLERP = "slerp"  # rotations at constant speed along the shortest way, positions straight
    CUBIC = "cubic"  # splines through rotations and positions
    LINEAR = "linear"  # each channel straight, angles too
    NEAREST = "nearest"  # the nearest frame as it is


@dataclass(frozen=True, eq=False)
class Places:
    """Where new frames stand among the old ones: ``before``, shape (n,), is the frame at or before
    each, never falling, and ``share`` (n,), 0 to below 1, how far it is to the next one."""

    before: NDArray[np.int64]
    share: Floats

    @property
    def nearest(self) -> NDArray[np.int64]:
        """The nearest frame; from halfway on the later one, whatever the parity."""
        return self.before + (self.share >= 0.5)


@dataclass(frozen=True, eq=False)
class Track:
    """The frames of a clip, (frames, channels), to be read between them at some ``before`` frames,
    (n,), each with a next one, and ``share`` (n,). At least two frames."""

    layout: Layout
    values: Floats
    places: Places
    method: Method

    def read(self) -> Floats:
        """All channels at the places, shape (n, channels)."""
        new = np.empty((len(self.places.before), self.values.shape[1]))
        if self.method is Method.LINEAR:
            self._straight(new, range(new.shape[1]))
            return new
        partial: list[int] = []
        others = set(range(new.shape[1]))
        for order, columns in zip(self.layout.orders, self.layout.rotation_columns, strict=True):
            others -= set(columns)
            if not is_full(order):
                partial += columns
        if self.method is Method.CUBIC:
            self._spline(new, sorted(others))
            self._spline(new, partial, angles=True)
            self._spline_rotations(new)
        else:
            self._straight(new, sorted(others))
            self._straight(new, partial, angles=True)
            self._slerp(new)
        return new

    def long_turns(self) -> dict[int, NDArray[np.int64]]:
        """By joint the frames after which a channel turns by more than 180 degrees, read between.

        Between two rotations the shorter way is taken, which is then not the one that the channel
        says. A change near a whole turn is no turn, nor is a change of all three angles that
        leaves the rotation near.
        """
        found: dict[int, NDArray[np.int64]] = {}
        rows = np.unique(self.places.before)
        for joint, columns in enumerate(map(list, self.layout.rotation_columns)):
            # Most joints never turn so far; looking at one column at a time copies nothing.
            far = np.zeros(len(rows), np.bool_)
            for column in columns:
                far |= _is_long(np.diff(self.values[:, column])[rows])
            here, there = self.values[rows[far]][:, columns], self.values[rows[far] + 1][:, columns]
            order = self.layout.orders[joint]
            angles = relative_angles(quaternions(here, order), quaternions(there, order))
            if (angles > TURN / 4).any():
                found[joint] = rows[far][angles > TURN / 4]
        return found

    @cached_property
    def _times(self) -> Floats:
        times: Floats = self.places.before + self.places.share
        return times

    def _blocks(self, width: int) -> Iterator[slice]:
        count = len(self.places.before)
        step = max(_BLOCK_NUMBERS // width, 1)
        for first in range(0, count, step):
            yield slice(first, min(first + step, count))

    def _straight(self, new: Floats, columns: Sequence[int], *, angles: bool = False) -> None:
        """Each number for itself; ``angles`` the shorter way round."""
        if not len(columns):
            return
        for block in self._blocks(len(columns)):
            before = self.places.before[block]
            start = self.values[before][:, columns]
            step = self.values[before + 1][:, columns] - start
            if angles:
                step = wrap(step)
            new[block, columns] = start + self.places.share[block, np.newaxis] * step

    def _slerp(self, new: Floats) -> None:
        for order, _, columns in self.layout.groups:
            if not is_full(order):
                continue
            for block in self._blocks(columns.size):
                before = self.places.before[block]
                here, there = self.values[before][:, columns], self.values[before + 1][:, columns]
                share = self.places.share[block, np.newaxis]
                turned = slerp(quaternion_parts(here, order), quaternion_parts(there, order), share)
                angles = triples(np.stack(turned, axis=-1), order)
                found = nearest_triples(angles, here, order)
                # A rotation that stays keeps its very numbers.
                still = np.all(here == there, axis=-1, keepdims=True)
                new[block, columns.ravel()] = np.where(still, here, found).reshape(len(before), -1)

    def _spline(self, new: Floats, columns: Sequence[int], *, angles: bool = False) -> None:
        from scipy.interpolate import CubicSpline

        if not len(columns):
            return
        values = self.values[:, columns]
        if angles:
            values = np.unwrap(values, axis=0, period=TURN)
        found: Floats = CubicSpline(np.arange(len(values)), values)(self._times)
        if angles:
            found -= whole_turns(found - self.values[self.places.before][:, columns]) * TURN
        new[:, columns] = found

    def _spline_rotations(self, new: Floats) -> None:
        from scipy.spatial.transform import Rotation, RotationSpline

        keys = np.arange(len(self.values), dtype=np.float64)
        for order, _, groups in self.layout.groups:
            if not is_full(order):
                continue
            for columns in groups:
                values = self.values[:, columns]
                spline = RotationSpline(keys, Rotation.from_quat(quaternions(values, order)))
                angles = triples(spline(self._times).as_quat(), order)
                new[:, columns] = nearest_triples(angles, values[self.places.before], order)


def is_full(order: str) -> bool:
    """Whether an order names three different axes, so that a joint can follow any rotation."""
    return sorted(order) == ["X", "Y", "Z"]


def _is_long(steps: Floats) -> NDArray[np.bool_]:
    """Which changes of a channel are more than half a turn, and not near a whole one."""
    size = np.abs(steps)
    size -= TURN / 2
    if size.max(initial=0) <= 0:
        return np.zeros(len(steps), np.bool_)
    long: NDArray[np.bool_] = (size > 0) & (np.abs(wrap(steps)) > TURN / 4)
    return long


def slerp(here: Parts, there: Parts, share: Floats) -> Parts:
    """Rotations between two, ``share`` of the shorter way from ``here``; all shapes broadcast."""
    x, y, z, w = multiply_parts((-here[0], -here[1], -here[2], here[3]), there)
    size = np.sqrt(x * x + y * y + z * z)
    half = np.arctan2(size, np.abs(w))
    # The limit for no turn at all; the sign takes the shorter way.
    tiny = size < 1e-150
    factor = np.where(tiny, share, np.sin(share * half) / np.where(tiny, 1.0, size))
    factor = np.copysign(factor, w)
    step = (x * factor, y * factor, z * factor, np.cos(share * half))
    return multiply_parts(here, step)
