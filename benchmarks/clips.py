"""Makes clips to measure on: seeded, moving like a person, in several exporters' manners."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
_ROWS_AT_ONCE = 4000


@dataclass(frozen=True)
class Manner:
    """How an exporter writes: number format, blanks between, at the end and before a row's line
    end, the line end, and the blank after ``Frames:``."""

    number: str
    between: str = " "
    trailing: str = ""
    line_end: str = "\n"
    after_keyword: str = " "


MANNERS = {
    "blender": Manner("%.6f", trailing=" "),
    "cgspeed": Manner("%.4f", trailing=" ", line_end="\r\n"),
    "motionbuilder": Manner("%.6f", trailing=" ", line_end="\r\n", after_keyword="\t"),
    "optitrack": Manner("%.6f", between="    ", trailing="    ", line_end="\r\n"),
    "short": Manner("%.2f"),
    "general": Manner("%.6g", between="\t"),
}


# The joints of each limb from the hips on; what a rig has beyond them are fingers and a face.
_LIMBS = {
    "": ("Spine", "Chest", "Neck", "Head", "Face"),
    "LeftLower": ("LeftUpLeg", "LeftLeg", "LeftFoot", "LeftToe", "LeftTwist"),
    "RightLower": ("RightUpLeg", "RightLeg", "RightFoot", "RightToe", "RightTwist"),
    "LeftUpper": ("LeftShoulder", "LeftArm", "LeftForeArm", "LeftHand", "LeftFinger"),
    "RightUpper": ("RightShoulder", "RightArm", "RightForeArm", "RightHand", "RightFinger"),
}


@dataclass(frozen=True)
class Bone:
    """A joint of the skeleton: its name, its parent's place in the list, and its OFFSET."""

    name: str
    parent: int
    offset: tuple[float, float, float]


def skeleton(joints: int, seed: int) -> list[Bone]:
    """A figure of so many joints: spine, legs and arms, then fingers and a face in chains of
    four."""
    random = np.random.default_rng(seed)
    bones = [Bone("Hips", -1, (0.0, 0.0, 0.0))]
    limbs = list(_LIMBS.values())
    ends = [0] * len(limbs)
    for number in range(joints - 1):
        limb, depth = number % len(limbs), number // len(limbs)
        names = limbs[limb]
        last = len(names) - 1
        name = names[depth] if depth < last else f"{names[last]}{depth - last + 1}"
        if depth >= last and (depth - last) % 4 == 0:
            # A new finger begins at the hand.
            ends[limb] = 1 + limb + (last - 1) * len(limbs)
        x, y, z = np.round(random.uniform(1, 15, 3), 4).tolist()
        bones.append(Bone(name, ends[limb], (x, y, z)))
        ends[limb] = len(bones) - 1
    return bones


def header(bones: list[Bone], frames: int, frame_time: str, manner: Manner) -> str:
    """The text before the frame rows."""
    children: dict[int, list[int]] = {}
    for index, bone in enumerate(bones):
        children.setdefault(bone.parent, []).append(index)
    lines = ["HIERARCHY"]

    def offset(values: tuple[float, float, float]) -> str:
        return "OFFSET " + " ".join(f"{value:.4f}" for value in values)

    # Depth first by a stack, so that a deep skeleton meets no recursion limit.
    stack: list[tuple[int, int, bool]] = [(0, 0, False)]
    while stack:
        index, depth, closing = stack.pop()
        tab = "\t" * depth
        if closing:
            lines.append(f"{tab}}}")
            continue
        bone = bones[index]
        turns = "Zrotation Xrotation Yrotation"
        moves = "6 Xposition Yposition Zposition " if depth == 0 else "3 "
        lines += [f"{tab}{'JOINT' if depth else 'ROOT'} {bone.name}", f"{tab}{{"]
        lines += [f"{tab}\t{offset(bone.offset)}", f"{tab}\tCHANNELS {moves}{turns}"]
        stack.append((index, depth, True))
        below = children.get(index, [])
        if not below:
            end = offset((0.0, 2.5, 0.0))
            lines += [f"{tab}\tEnd Site", f"{tab}\t{{", f"{tab}\t\t{end}", f"{tab}\t}}"]
        stack += [(child, depth + 1, False) for child in reversed(below)]
    blank = manner.after_keyword
    lines += ["MOTION", f"Frames:{blank}{frames}", f"Frame Time:{blank}{frame_time}", ""]
    return manner.line_end.join(lines)


def motion(channels: int, frames: int, seed: int) -> Iterator[Floats]:
    """Frame values in blocks: the root walks, every joint swings by a few slow waves."""
    random = np.random.default_rng(seed)
    pace = random.uniform(0.02, 0.12, (3, channels))
    size = random.uniform(1, 14, (3, channels))
    start = random.uniform(0, 2 * np.pi, (3, channels))
    for first in range(0, frames, _ROWS_AT_ONCE):
        time = np.arange(first, min(first + _ROWS_AT_ONCE, frames))[:, np.newaxis]
        values = sum(size[wave] * np.sin(time * pace[wave] + start[wave]) for wave in range(3))
        assert not isinstance(values, int)
        values[:, 0] += 0.4 * time[:, 0]
        values[:, 1] += 92.0
        yield values


def write_clip(
    path: Path,
    *,
    joints: int,
    frames: int,
    seed: int,
    manner: str = "blender",
    frame_time: str = "0.0083333",
    spoil: Callable[[str], str] | None = None,
) -> None:
    """Write a clip; ``spoil`` may damage each row's text."""
    style = MANNERS[manner]
    channels = 3 * joints + 3
    row = style.between.join([style.number] * channels) + style.trailing + style.line_end
    with path.open("w", encoding="ascii", newline="") as file:
        file.write(header(skeleton(joints, seed), frames, frame_time, style))
        for block in motion(channels, frames, seed):
            texts = (row % tuple(values) for values in block.tolist())
            file.writelines(map(spoil, texts) if spoil else texts)


def frames_for(size: int, joints: int, manner: str = "blender") -> int:
    """About how many frames make a clip of ``size`` bytes."""
    wide = {"short": 6.6, "general": 8.7, "optitrack": 13.7, "cgspeed": 8.7}.get(manner, 10.6)
    return max(int(size / ((3 * joints + 3) * wide)), 2)
