"""Rotations: Euler angles in degrees, unit quaternions, matrices and the angle between two.

An order is a string of axis letters such as ``"ZXY"``: R = R1 R2 R3 with R1 about the first
letter's axis, column vectors, each rotation about an axis that the ones before it have turned.
It may have any length and repeat an axis (``""``, ``"Z"``, ``"ZX"``, ``"ZXZ"``). Quaternions are
``(x, y, z, w)`` in the last axis, the scalar last. The angles of three different axes are a
*triple*; two triples, and whole turns of each angle, stand for one rotation.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Floats: TypeAlias = NDArray[np.float64]
Parts: TypeAlias = tuple[Floats, Floats, Floats, Floats]

AXES = {"X": 0, "Y": 1, "Z": 2}
TURN = 360.0
# Nearer than this to the pole (radians) first and third angle cannot be told apart in float64.
POLE = 1e-9


def quaternions(angles: Floats, order: str) -> Floats:
    """Unit quaternions, shape (..., 4), of Euler angles in degrees, shape (..., len(order))."""
    return np.stack(quaternion_parts(angles, order), axis=-1)


def quaternion_parts(angles: Floats, order: str) -> Parts:
    """The same as four arrays x, y, z, w of shape (...): quicker to compute with."""
    parts = [np.zeros(angles.shape[:-1]) for _ in range(3)] + [np.ones(angles.shape[:-1])]
    for index, letter in enumerate(order):
        half = np.deg2rad(angles[..., index]) / 2
        sine, cosine = np.sin(half), np.cos(half)
        axis = AXES[letter]
        if index == 0:
            parts[axis], parts[3] = sine, cosine
            continue
        after, last = (axis + 1) % 3, (axis + 2) % 3
        old = list(parts)
        parts[3] = old[3] * cosine - old[axis] * sine
        parts[axis] = old[axis] * cosine + old[3] * sine
        parts[after] = old[after] * cosine + old[last] * sine
        parts[last] = old[last] * cosine - old[after] * sine
    return parts[0], parts[1], parts[2], parts[3]


def multiply_parts(a: Parts, b: Parts) -> Parts:
    """The product of two rotations: ``b`` first, then ``a``."""
    ax, ay, az, aw = a
    bx, by, bz, bw = b
    return (
        aw * bx + ax * bw + ay * bz - az * by,
        aw * by - ax * bz + ay * bw + az * bx,
        aw * bz + ax * by - ay * bx + az * bw,
        aw * bw - ax * bx - ay * by - az * bz,
    )


def multiply(a: Floats, b: Floats) -> Floats:
    """The product of two rotations, shapes (..., 4) that broadcast: ``b`` first, then ``a``."""
    return np.stack(multiply_parts(split(a), split(b)), axis=-1)


def split(quaternion: Floats) -> Parts:
    """The four parts of quaternions of shape (..., 4), as views."""
    return quaternion[..., 0], quaternion[..., 1], quaternion[..., 2], quaternion[..., 3]


def inverse(quaternion: Floats) -> Floats:
    """The rotation back, of unit quaternions of shape (..., 4)."""
    back: Floats = quaternion * np.array([-1.0, -1.0, -1.0, 1.0])
    return back


def rotate_parts(rotation: Parts, x: Floats, y: Floats, z: Floats) -> tuple[Floats, ...]:
    """The vectors (x, y, z) turned by a rotation; all shapes broadcast."""
    qx, qy, qz, qw = rotation
    cx, cy, cz = 2 * (qy * z - qz * y), 2 * (qz * x - qx * z), 2 * (qx * y - qy * x)
    return (
        x + qw * cx + qy * cz - qz * cy,
        y + qw * cy + qz * cx - qx * cz,
        z + qw * cz + qx * cy - qy * cx,
    )


def rotate(quaternion: Floats, vectors: Floats) -> Floats:
    """Vectors of shape (..., 3) turned by unit quaternions of shape (..., 4); they broadcast."""
    x, y, z = vectors[..., 0], vectors[..., 1], vectors[..., 2]
    return np.stack(rotate_parts(split(quaternion), x, y, z), axis=-1)


def matrices(quaternion: Floats) -> Floats:
    """Rotation matrices, shape (..., 3, 3), for column vectors, of unit quaternions (..., 4)."""
    columns = [rotate(quaternion, axis) for axis in np.eye(3)]
    return np.stack(columns, axis=-1)


def relative_angles(a: Floats, b: Floats) -> Floats:
    """Angle in degrees, 0 to 180, of the rotation from ``a`` to ``b``; shapes (..., 4) -> (...)."""
    return relative_angle_parts(split(a), split(b))


def relative_angle_parts(a: Parts, b: Parts) -> Floats:
    """The same for quaternions given in parts."""
    # The arc tangent keeps its digits near 0, where an arc cosine of the product has none left.
    x, y, z, w = multiply_parts((-a[0], -a[1], -a[2], a[3]), b)
    angle: Floats = np.rad2deg(2 * np.arctan2(np.sqrt(x * x + y * y + z * z), np.abs(w)))
    return angle


def triples(quaternion: Floats, order: str) -> Floats:
    """Euler angles in degrees, shape (..., 3), of unit quaternions (..., 4).

    ``order`` names three different axes. The middle angle lies within 90 degrees of 0, the others
    within 180; at the pole the third is 0. Raises ValueError for another order.
    """
    hand = handedness(order)
    first, middle, last = (AXES[letter] for letter in order)
    x, y, z = quaternion[..., first], quaternion[..., middle], quaternion[..., last] * hand
    w = quaternion[..., 3]
    # Half the sum and half the difference of first and third angle: each keeps all its digits
    # but at one pole, where the other alone counts.
    half_sum, half_difference = np.arctan2(x + z, w + y), np.arctan2(x - z, w - y)
    to_lower, to_upper = np.hypot(w + y, x + z), np.hypot(w - y, x - z)
    upper, lower = to_upper < POLE, to_lower < POLE
    result = np.empty((*quaternion.shape[:-1], 3))
    result[..., 0] = np.where(upper, 2 * half_sum, half_sum + half_difference)
    result[..., 0] = np.where(lower, 2 * half_difference, result[..., 0])
    result[..., 1] = 2 * np.arctan2(to_lower, to_upper) - np.pi / 2
    result[..., 1] = np.where(upper, np.pi / 2, np.where(lower, -np.pi / 2, result[..., 1]))
    result[..., 2] = np.where(upper | lower, 0.0, hand * (half_sum - half_difference))
    result = np.rad2deg(result)
    result[..., 0::2] = wrap(result[..., 0::2])
    return result


def handedness(order: str) -> int:
    """1 for XYZ, YZX and ZXY, -1 for the other three; ValueError for no order of three axes."""
    if sorted(order) != ["X", "Y", "Z"]:
        raise ValueError(f"{order!r} does not name three different axes")
    return 1 if order in "XYZXY" else -1


def whole_turns(degrees: Floats) -> Floats:
    """How many whole turns are nearest to each angle; a float so that NaN goes through."""
    return np.rint(degrees / TURN)


def wrap(degrees: Floats) -> Floats:
    """Angles with whole turns taken off: from -180 to 180."""
    wrapped: Floats = degrees - TURN * whole_turns(degrees)
    return wrapped


def other_triples(angles: Floats) -> Floats:
    """The other triple of each rotation: first + 180, 180 - middle, third + 180."""
    other: Floats = angles * np.array([1.0, -1.0, 1.0]) + 180.0
    return other


def poles(angles: Floats) -> Floats:
    """For triples (..., 3): 1 or -1 where the middle angle is at that pole, else 0."""
    middle = np.deg2rad(angles[..., 1])
    result: Floats = np.where(np.abs(np.cos(middle)) < POLE, np.sign(np.sin(middle)), 0.0)
    return result


def nearest_triples(angles: Floats, reference: Floats, order: str) -> Floats:
    """The same rotations, each as the triple nearest to its reference; shapes (..., 3).

    It is looked for among both triples and whole turns. At the pole only the sum or the
    difference of first and third angle counts: the reference's split is kept and what is
    missing shared between them.
    """
    change = wrap(angles - reference)
    other = wrap(other_triples(angles) - reference)
    change = np.where(_is_nearer(other, change)[..., np.newaxis], other, change)
    nearest: Floats = reference + _shared_at_pole(change, poles(angles) * handedness(order))
    return nearest


def follow_triples(angles: Floats, order: str, start: Floats | None = None) -> Floats:
    """The same rotations, each row as the triples nearest to the row before it.

    ``angles`` has the shape (frames, joints, 3), all of one order and finite; ``start``, shape
    (joints, 3), is what the first row follows; without it the first row stays as it is.
    """
    result = np.array(angles, dtype=np.float64)
    cuts = _segments(poles(angles))
    for begin, end in pairwise(cuts):
        before = result[begin - 1] if begin else start
        if before is not None:
            result[begin] = nearest_triples(result[begin], before, order)
        result[begin:end] = _follow_segment(result[begin:end], order)
    return result


def _segments(pole: Floats) -> list[int]:
    """The frames at which a segment begins, ascending, and the number of frames at the end.

    Which triple is nearer depends on the steps alone, so that all rows of a segment are done at
    once; only a joint that leaves the pole needs to know where the row before it stood.
    """
    leaving = np.flatnonzero(((pole[:-1] != 0) & (pole[:-1] != pole[1:])).any(axis=1)) + 1
    # Long ones are cut, which bounds the memory.
    return sorted({*leaving.tolist(), *range(0, len(pole), 4096), len(pole)})


def _follow_segment(angles: Floats, order: str) -> Floats:
    """Rows that follow the first, where no joint leaves the pole; shape (frames, joints, 3)."""
    pole = poles(angles)
    other = other_triples(angles)
    same = wrap(angles[1:] - angles[:-1])
    flips = _is_nearer(wrap(other[1:] - angles[:-1]), same) & (pole[1:] == 0)
    flipped = np.zeros(pole.shape, dtype=bool)
    np.logical_xor.accumulate(flips, axis=0, out=flipped[1:])
    chosen = np.where(flipped[..., np.newaxis], other, angles)
    steps = wrap(chosen[1:] - chosen[:-1])
    steps = _shared_at_pole(steps, pole[1:] * handedness(order))
    result = angles[:1] + np.concatenate((np.zeros_like(angles[:1]), np.cumsum(steps, axis=0)))
    # The sum has lost some last digits: but for the pole, only whole turns may differ.
    exact = chosen + TURN * whole_turns(result - chosen)
    followed: Floats = np.where((pole != 0)[..., np.newaxis], result, exact)
    return followed


def _is_nearer(change: Floats, than: Floats) -> NDArray[np.bool_]:
    nearer: NDArray[np.bool_] = _squared_length(change) < _squared_length(than)
    return nearer


def _squared_length(change: Floats) -> Floats:
    length: Floats = change[..., 0] ** 2 + change[..., 1] ** 2 + change[..., 2] ** 2
    return length


def _shared_at_pole(change: Floats, sign: Floats) -> Floats:
    """Changes of triples where ``sign`` is 0; elsewhere first and third share what is needed.

    ``sign`` (...) says whether first + third (1) or first - third (-1) counts at the pole.
    """
    half = wrap(change[..., 0] + sign * change[..., 2]) / 2
    shared = change.copy()
    shared[..., 0] = np.where(sign != 0, half, change[..., 0])
    shared[..., 2] = np.where(sign != 0, sign * half, change[..., 2])
    return shared
