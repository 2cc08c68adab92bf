"""``--filter``: takes away what is too fast for a lower frame rate, without shifting in time.

Numbers are averaged with a symmetric kernel, which shifts nothing. Rotations are averaged with the
same kernel as rotation vectors in the tangent space of each frame's own rotation, so that the order
of the channels plays no part; a vector goes on where its neighbour in time left off, beyond half a
turn too. Before its first and behind its last frame the clip goes on mirrored in that frame.
"""

from __future__ import annotations

import math

import numpy as np

from bvhlint.document.document import Document
from bvhlint.document.rotations import (
    TURN,
    Floats,
    inverse,
    multiply,
    nearest_triples,
    quaternions,
    triples,
    whole_turns,
)
from bvhlint.transforms.resample import is_full

# Of half the new rate: where half of the amplitude is left.
_CUTOFF = 0.8
# Half the kernel's length, in frames of the new rate.
_REACH = 6
_WHOLE = 2 * np.pi
_BLOCK_NUMBERS = 1 << 18


def low_pass(document: Document, ratio: float) -> Floats:
    """All values of the clip, (frames, channels), smoothed for a frame rate ``ratio`` times as low
    (above 1). Angles stay next to those of their own row."""
    from scipy.signal import firwin

    old = document.motion.values
    reach = math.ceil(_REACH * ratio)
    kernel: Floats = firwin(2 * reach + 1, _CUTOFF / ratio)
    values = _average(old, kernel)
    for order, _, columns in document.skeleton.layout.groups:
        if not is_full(order):
            own = columns.ravel()
            smooth = _average(np.unwrap(old[:, own], axis=0, period=TURN), kernel)
            values[:, own] = smooth - whole_turns(smooth - old[:, own]) * TURN
            continue
        step = max(_BLOCK_NUMBERS // len(old), 1)
        for first in range(0, len(columns), step):
            here = columns[first : first + step]
            angles = old[:, here]
            turned = _average_rotations(quaternions(angles, order), kernel)
            smooth = nearest_triples(triples(turned, order), angles, order)
            values[:, here.ravel()] = smooth.reshape(len(old), -1)
    return values


def _average(values: Floats, kernel: Floats) -> Floats:
    from scipy.ndimage import convolve1d

    reach = len(kernel) // 2
    extended = np.pad(values, ((reach, reach), (0, 0)), mode="reflect", reflect_type="odd")
    smooth: Floats = convolve1d(extended, kernel, axis=0)[reach : reach + len(values)]
    return smooth


def _average_rotations(turns: Floats, kernel: Floats) -> Floats:
    """Quaternions (frames, joints, 4), each moved by the mean of the ways to its neighbours."""
    reach, count = len(kernel) // 2, len(turns)
    extended = _extend(turns, reach)
    total = np.zeros((count, *turns.shape[1:-1], 3))
    ways = np.zeros((len(extended), *turns.shape[1:-1], 3))
    for away in range(1, reach + 1):
        # From each frame to the one so far behind it; the way back is the same the other way round.
        steps = multiply(inverse(extended[:-away]), extended[away:])
        ways = _vectors(steps, ways[: len(steps)])
        total += kernel[reach + away] * (
            ways[reach : reach + count] - ways[reach - away : reach - away + count]
        )
    return multiply(turns, _exponential(total))


def _extend(turns: Floats, reach: int) -> Floats:
    """Rotations with ``reach`` more on both sides, mirrored in the first and in the last one, as
    often as it takes; at least two."""
    while reach:
        step = min(reach, len(turns) - 1)
        first, last = turns[:1], turns[-1:]
        lead = multiply(multiply(first, inverse(turns[step:0:-1])), first)
        tail = multiply(multiply(last, inverse(turns[-2 : -step - 2 : -1])), last)
        turns = np.concatenate((lead, turns, tail))
        reach -= step
    return turns


def _vectors(quaternion: Floats, near: Floats) -> Floats:
    """Rotation vectors, with the whole turns that bring each next to the vector in ``near``."""
    size = np.linalg.norm(quaternion[..., :3], axis=-1, keepdims=True)
    angle = 2 * np.arctan2(size, quaternion[..., 3:])
    axis = quaternion[..., :3] / np.where(size > 0, size, 1.0)
    along = np.sum(near * axis, axis=-1, keepdims=True)
    vectors: Floats = axis * (angle + np.rint((along - angle) / _WHOLE) * _WHOLE)
    return vectors


def _exponential(vectors: Floats) -> Floats:
    """Unit quaternions of rotation vectors."""
    angle = np.linalg.norm(vectors, axis=-1, keepdims=True)
    factor = np.sinc(angle / _WHOLE) / 2
    return np.concatenate((vectors * factor, np.cos(angle / 2)), axis=-1)
