"""Values of a clip between its frames: rotations as rotations, the rest as numbers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from bvhlint.document.joint import ROTATION, Joint
from bvhlint.document.rotations import nearest_triples, quaternions, relative_angles, triples, wrap
from bvhlint.errors import ProofError

Floats = NDArray[np.float64]
# Degrees by which Euler angles may miss the rotation that they stand for.
_SAME_ROTATION = 1e-5
# A change of a channel between two rows that is near a whole turn is a wrap, not a turn.
_WRAP_REST = 90.0


class Method(StrEnum):
    """How to find values between two frames."""

    SLERP = "slerp"  # rotations at constant speed along the shortest way, positions straight
    CUBIC = "cubic"  # splines through rotations and positions
    LINEAR = "linear"  # each channel straight, angles too
    NEAREST = "nearest"  # the nearest frame as it is


@dataclass(frozen=True, eq=False)
class Track:
    """The frames of a clip, (frames, channels), to be read at ``places``: numbers of frames
    with fractions, shape (n,), ascending, within the clip. At least two frames."""

    values: Floats
    places: Floats
    method: Method

    @property
    def before(self) -> NDArray[np.int64]:
        """For each place the frame at or before it, never the last."""
        return np.minimum(self.places.astype(np.int64), len(self.values) - 2)

    def numbers(self, columns: Sequence[int]) -> Floats:
        """Positions and other plain values, shape (n, columns)."""
        values = self.values[:, columns]
        if self.method is Method.CUBIC:
            from scipy.interpolate import CubicSpline

            spline: Floats = CubicSpline(np.arange(len(values)), values)(self.places)
            return spline
        return self._straight(values, np.diff(values, axis=0))

    def angles(self, joint: Joint) -> Floats:
        """The rotation channels of a joint, shape (n, its rotation channels)."""
        columns = [channel.column for channel in joint.of_kind(ROTATION)]
        if self.method is Method.LINEAR:
            return self.numbers(columns)
        values = self.values[:, columns]
        if not joint.has_full_rotation:
            # One or two angles cannot follow every rotation: each goes its own shorter way.
            return self._straight(values, wrap(np.diff(values, axis=0)))
        wanted = self._turn(quaternions(values, joint.rotation_order))
        angles = triples(wanted, joint.rotation_order)
        result = nearest_triples(angles, values[self.before], joint.rotation_order)
        missed = relative_angles(quaternions(result, joint.rotation_order), wanted)
        if missed.max(initial=0.0) > _SAME_ROTATION:
            raise ProofError(f"the angles of {joint.name} do not give the rotation that they must")
        return result

    def _straight(self, values: Floats, steps: Floats) -> Floats:
        share = self.places - self.before
        between: Floats = values[self.before] + share[:, np.newaxis] * steps[self.before]
        return between

    def _turn(self, keys: Floats) -> Floats:
        from scipy.spatial.transform import Rotation, RotationSpline, Slerp

        times = np.arange(len(keys), dtype=np.float64)
        rotations = Rotation.from_quat(keys)
        make: Callable[..., Callable[[Floats], Rotation]] = (
            RotationSpline if self.method is Method.CUBIC else Slerp
        )
        turned: Floats = make(times, rotations)(self.places).as_quat()
        return turned


def long_turns(track: Track, joint: Joint) -> NDArray[np.int64]:
    """The frames after which a channel of the joint turns by more than 180 degrees, read between.

    Between two rotations the shorter way is taken, which is then not the one the channel says.
    """
    columns = [channel.column for channel in joint.of_kind(ROTATION)]
    steps = np.diff(track.values[:, columns], axis=0)
    far = np.any((np.abs(steps) > 180) & (np.abs(wrap(steps)) > _WRAP_REST), axis=1)
    inside = track.places != np.rint(track.places)
    return np.unique(track.before[inside & far[track.before]])
