"""The tests' own reader of good BVH files and their own forward kinematics, joint by joint.

Nothing of the product is used: words are split here, matrices come from SciPy's rotations.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.spatial.transform import Rotation

Floats = NDArray[np.float64]

_LINE = re.compile(rb"[^\r\n]+")


@dataclass
class Node:
    """A joint: its channels are names such as ``Xrotation``."""

    name: bytes
    parent: int
    offset: Floats
    channels: list[str]


@dataclass
class Clip:
    """A file as numbers. ``ends`` are End Sites: parent and OFFSET."""

    nodes: list[Node]
    ends: list[tuple[int, Floats]]
    frames: int
    frame_time: bytes
    rows: Floats

    def column(self, node: int, channel: str) -> int:
        before = sum(len(other.channels) for other in self.nodes[:node])
        return before + self.nodes[node].channels.index(channel)

    def values(self, node: int, channel: str) -> Floats:
        column: Floats = self.rows[:, self.column(node, channel)]
        return column

    @property
    def names(self) -> list[bytes]:
        return [node.name for node in self.nodes]


@dataclass
class World:
    """World positions (frames, joints, 3), rotations (frames, joints, 3, 3) and End Sites."""

    positions: Floats
    rotations: Floats
    ends: Floats


def read_clip(data: bytes) -> Clip:
    """Read a good file: lines of words, braces anywhere."""
    text = data.removeprefix(b"\xef\xbb\xbf")
    lines = [line for line in _LINE.findall(text) if line.strip(b" \t")]
    nodes: list[Node] = []
    ends: list[tuple[int, Floats]] = []
    stack: list[int] = []
    is_end = False
    at = 0
    while not lines[at].strip(b" \t").lower().startswith(b"motion"):
        line = lines[at].strip(b" \t")
        at += 1
        if line.startswith((b"#", b"//")):
            continue
        opens = line.endswith(b"{")
        body = line.removesuffix(b"{").strip(b" \t")
        words = body.replace(b"\t", b" ").split(b" ")
        words = [word for word in words if word]
        key = words[0].lower() if words else b""
        if key in (b"root", b"joint"):
            name = body[len(words[0]) :].strip(b" \t")
            nodes.append(Node(name, stack[-1] if stack else -1, np.zeros(3), []))
            pending = len(nodes) - 1
        elif key == b"end":
            is_end = True
            pending = -1
        elif key == b"offset":
            vector = np.array([float(word) for word in words[1:4]])
            if is_end:
                ends.append((stack[-2], vector))
            else:
                nodes[stack[-1]].offset = vector
        elif key == b"channels":
            names = [word.decode() for word in words[2:]]
            nodes[stack[-1]].channels = [name[0].upper() + name[1:].lower() for name in names]
        if opens:
            stack.append(pending)
        elif key == b"}":
            stack.pop()
            is_end = False
    rest = lines[at + 1 :]
    frames = int(rest[0].partition(b":")[2])
    frame_time = rest[1].partition(b":")[2].strip(b" \t")
    rows = [
        [float(word) for word in re.split(rb"[ \t]+", line.strip(b" \t"))]
        for line in rest[2:]
        if not line.strip(b" \t").startswith((b"#", b"//"))
    ]
    width = sum(len(node.channels) for node in nodes)
    return Clip(nodes, ends, frames, frame_time, np.array(rows).reshape(-1, width))


def local_rotation(node: Node, angles: dict[str, float]) -> Rotation:
    """R1 R2 R3, the first channel named outermost."""
    result = Rotation.identity()
    for channel in node.channels:
        if channel.endswith("rotation"):
            result *= Rotation.from_euler(channel[0], angles[channel], degrees=True)
    return result


def world(clip: Clip, *, adding: bool = False) -> World:
    """Where everything stands: positions replace the OFFSET, or add to it."""
    frames = len(clip.rows)
    positions = np.zeros((frames, len(clip.nodes), 3))
    rotations = np.zeros((frames, len(clip.nodes), 3, 3))
    ends = np.zeros((frames, len(clip.ends), 3))
    for frame, row in enumerate(clip.rows):
        column = 0
        for index, node in enumerate(clip.nodes):
            values = dict(zip(node.channels, row[column:], strict=False))
            column += len(node.channels)
            local = node.offset.copy()
            for axis, letter in enumerate("XYZ"):
                if f"{letter}position" in values:
                    given = values[f"{letter}position"]
                    local[axis] = local[axis] + given if adding else given
            turn = local_rotation(node, values).as_matrix()
            if node.parent < 0:
                positions[frame, index], rotations[frame, index] = local, turn
                continue
            above = rotations[frame, node.parent]
            positions[frame, index] = positions[frame, node.parent] + above @ local
            rotations[frame, index] = above @ turn
        for index, (parent, offset) in enumerate(clip.ends):
            tip = positions[frame, parent] + rotations[frame, parent] @ offset
            ends[frame, index] = tip
    return World(positions, rotations, ends)
