"""Which way is up: where head and feet are, in the rest pose and over the clip.

The up vector of a pose goes from the mean of the lower body's joints (feet, or else shins, legs)
to the mean of the upper body's (head, or else neck, trunk), End Sites included.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
import numpy as np
from numpy.typing import NDArray

from bvhlint.document.document import Document
from bvhlint.document.joint import Joint
from bvhlint.document.kinematics import Poses, world_poses
from bvhlint.document.rotations import Floats
from bvhlint.facts.body_parts import hub, lower_joints, upper_joints
from bvhlint.facts.memo import fact
from bvhlint.facts.rest_pose import is_collapsed, rest_pose
from bvhlint.facts.rows import spread_rows
from bvhlint.facts.size import bones, end_count, offsets_are_sound

MOST_FRAMES = 200
# Fewer frames of a skeleton as wide as no figure is, and none of one as deep.
_MOST_PLACES = 100_000
_MOST_LEVELS = 500
AXES = ("+X", "+Y", "+Z", "-X", "-Y", "-Z")
# An axis is pointed to within 45 degrees.
_NEAR = np.sqrt(0.5)
_LEAST_ENDS, _LEAST_JOINTS = 2, 3
# Shares of the frames.
_AGREED, _CLEAR = 0.5, 0.9
# How high the hips stand, and how far they go up and down, in lengths of the leg.
_LEAST_LEG, _MOST_LEG, _MOST_RANGE = 0.5, 1.6, 0.5


class Up(msgspec.Struct, frozen=True, eq=False):
    """Up vectors by the axis that they are nearest to.

    ``rest`` is the axis of the rest pose, empty where it points to none; ``shares`` gives for
    each axis the share of ``frames`` frames, spread over the clip, that point to it. ``hub`` is
    where the hips stand in them, shape (frames, 3), and ``leg`` the length of the bones from the
    hips to the lower body, 0 where no joint of it is known.
    """

    rest: str
    shares: Mapping[str, float]
    frames: int
    hub: Floats
    leg: float

    @property
    def main(self) -> str:
        """The axis that most frames point to, empty where none does."""
        best = max(AXES, key=lambda axis: self.shares[axis])
        return best if self.shares[best] else ""


@fact
def up(document: Document) -> Up | None:
    """How the figure stands; None where neither its upper nor its lower body is known, and for
    chains of joints that no figure has."""
    middle = hub(document)
    upper, lower = upper_joints(document), lower_joints(document)
    if middle is None or not (upper or lower):
        return None
    if len(document.skeleton.layout.levels) > _MOST_LEVELS:
        return None
    every = np.arange(len(document.skeleton.joints))
    rest = _pointing(_up_vectors(document, rest_pose(document), every))
    kept = _with_ancestors(document, (*upper, *lower, middle))
    # Fingers and faces say nothing of how a figure stands, and are most of its joints.
    layout = document.skeleton.layout.part(kept)
    axes: list[str] = []
    places: list[Floats] = [np.empty((0, 3))]
    most = min(MOST_FRAMES, max(1, _MOST_PLACES // len(kept)))
    for poses in world_poses(layout, document.motion.values, spread_rows(document, most)):
        axes += _pointing(_up_vectors(document, poses, kept))
        places.append(poses.positions[:, np.searchsorted(kept, middle.index)])
    shares = {axis: axes.count(axis) / max(len(axes), 1) for axis in AXES}
    return Up(rest[0], shares, len(axes), np.concatenate(places), _leg(document, middle, lower))


@fact
def up_axis(document: Document) -> str | None:
    """``Y`` or ``Z``, the axis that looks like pointing up; None where the figure tells neither.

    What is no whole skeleton is not judged. Without frames the rest pose alone decides.
    """
    if not offsets_are_sound(document) or is_collapsed(document):
        return None
    if end_count(document) < _LEAST_ENDS or len(document.skeleton.joints) < _LEAST_JOINTS:
        return None
    found = up(document)
    if found is None:
        return None
    if _is_z_up(found):
        return "Z"
    upright = found.shares["+Y"] + found.shares["-Y"] >= _AGREED
    return "Y" if upright or found.rest == "+Y" else None


def _is_z_up(up: Up) -> bool:
    if not up.frames:
        return up.rest == "+Z"
    share = up.shares["+Z"]
    if up.main != "+Z":
        return False
    if share >= _AGREED and up.rest == "+Z":
        return True
    return share >= _CLEAR and up.leg > 0 and (_stands_on_floor(up) or _stays_level(up))


def _stands_on_floor(up: Up) -> bool:
    """Whether the hips are as high along Z as legs need, and not along Y."""
    height = float(np.median(up.hub[:, 2]))
    return height >= _LEAST_LEG * up.leg and abs(float(np.median(up.hub[:, 1]))) < height / 2


def _stays_level(up: Up) -> bool:
    """Whether the hips keep one leg's height along Z, under a rest pose that is not along Y."""
    low, middle, high = np.percentile(up.hub[:, 2], (5, 50, 95)) / up.leg
    level = _LEAST_LEG <= middle <= _MOST_LEG and high - low <= _MOST_RANGE
    return bool(level and up.rest not in ("+Y", "-Y"))


def _leg(document: Document, middle: Joint, lower: tuple[Joint, ...]) -> float:
    """The mean length of the bones from the hips to the joints of the lower body."""
    lengths = bones(document).joints.tolist()
    away: dict[int, float] = {middle.index: 0.0}
    for joint in document.skeleton.joints:
        if joint.parent in away:
            away[joint.index] = away[joint.parent] + lengths[joint.index]
    found = [away[joint.index] for joint in lower if joint.index in away]
    return sum(found) / max(len(found), 1)


def _with_ancestors(document: Document, joints: tuple[Joint, ...]) -> NDArray[np.int64]:
    """The indexes of some joints and of all that they hang on, ascending."""
    found: set[int] = set()
    for joint in joints:
        index = joint.index
        while index >= 0 and index not in found:
            found.add(index)
            index = document.skeleton.joints[index].parent
    return np.array(sorted(found))


def _up_vectors(document: Document, poses: Poses, kept: NDArray[np.int64]) -> Floats:
    """Shape (frames, 3); a half of the body that is not known is taken to be at the hips.

    ``poses`` are those of the joints ``kept``, ascending.
    """
    upper, lower = upper_joints(document), lower_joints(document)
    middle = hub(document)
    assert middle is not None
    high = _mean(document, poses, kept, upper or (middle,), ends=bool(upper))
    low = _mean(document, poses, kept, lower or (middle,), ends=bool(lower))
    return high - low


def _mean(
    document: Document,
    poses: Poses,
    kept: NDArray[np.int64],
    joints: tuple[Joint, ...],
    *,
    ends: bool = True,
) -> Floats:
    """The mean place of some joints and their End Sites, shape (frames, 3)."""
    chosen = [joint.index for joint in joints]
    points = poses.positions[:, np.searchsorted(kept, chosen)]
    if ends:
        # The End Sites of the joints kept, in the order of all of them.
        count, parents = len(document.skeleton.joints), document.skeleton.layout.end_parents
        parents = parents[_mask(count, kept)[parents]]
        sites = np.flatnonzero(_mask(count, chosen)[parents])
        points = np.concatenate((points, poses.ends[:, sites]), axis=1)
    mean: Floats = points.mean(axis=1)
    return mean


def _mask(count: int, chosen: NDArray[np.int64] | list[int]) -> NDArray[np.bool_]:
    """Which of ``count`` joints are chosen."""
    mask = np.zeros(count, np.bool_)
    mask[chosen] = True
    return mask


def _pointing(vectors: Floats) -> list[str]:
    """The axis that each vector points to, empty for none."""
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    units = np.divide(vectors, lengths, out=np.zeros_like(vectors), where=lengths > 0)
    both = np.concatenate((units, -units), axis=1)
    best = both.argmax(axis=1)
    reached = both.max(axis=1) >= _NEAR
    return [AXES[axis] if good else "" for axis, good in zip(best.tolist(), reached, strict=True)]
