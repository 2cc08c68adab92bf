"""Clips of every kind of joint: mixed orders, positions that repeat the OFFSET, stand or move,
rotations that rest, few or no rotation channels, several roots; in any layout."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from bvh_files import POSITIONS, GoodFile, JointModel, Layout, Vector, layouts
from hypothesis import strategies as st

ORDERS = ("XYZ", "XZY", "YXZ", "YZX", "ZXY", "ZYX")


@dataclass(frozen=True)
class Kinds:
    """What joints may be. ``below`` are the channels below the root: "rotations", "all", "none" or
    "partial" (one or two rotations); ``positions`` are "equal" to the OFFSET, "constant" or
    "moving"; ``turns`` are "moving", "jumping", "zero" or "constant"."""

    below: Sequence[str] = ("rotations", "rotations", "all", "none", "partial")
    positions: Sequence[str] = ("equal", "constant", "moving")
    turns: Sequence[str] = ("moving", "moving", "jumping", "zero", "constant")
    roots: Sequence[str] = ("all", "all", "all", "rotations")
    orders: Sequence[str] = ORDERS


ANY = Kinds()


@st.composite
def made_clips(
    draw: st.DrawFn,
    kinds: Kinds = ANY,
    *,
    max_joints: int = 7,
    min_frames: int = 0,
    max_frames: int = 6,
    max_roots: int = 2,
    layout: st.SearchStrategy[Layout] = layouts,
    frame_times: Sequence[bytes] = (b"0.0333333", b".0083333", b"0.008333", b"0.041667", b"0.04"),
) -> GoodFile:
    """A good file of such joints."""
    random = Random(draw(st.integers(0, 1 << 32)))
    return make_clip(
        random,
        kinds,
        joints=draw(st.integers(1, max_joints)),
        frames=draw(st.integers(min_frames, max_frames)),
        roots=draw(st.integers(1, max_roots)),
        decimals=draw(st.sampled_from([6, 4, 2, 8])),
        layout=draw(layout),
        frame_time=draw(st.sampled_from(frame_times)),
    )


def make_clip(
    random: Random,
    kinds: Kinds = ANY,
    *,
    joints: int = 6,
    frames: int = 5,
    roots: int = 1,
    decimals: int = 6,
    layout: Layout = Layout(),  # noqa: B008
    frame_time: bytes = b"0.0333333",
) -> GoodFile:
    """The same from a ``Random``."""
    models: list[JointModel] = []
    columns: list[list[bytes]] = []
    path: list[int] = []
    for index in range(joints):
        starts = not index or (
            sum(model.parent < 0 for model in models) < roots and random.randrange(joints) < roots
        )
        path = [] if starts else path[: random.randint(1, len(path))]
        parent = path[-1] if path else -1
        path.append(index)
        kind = random.choice(kinds.roots if starts else kinds.below)
        offset = _vector(random, decimals)
        channels = _channels(random, kind, kinds)
        models.append(JointModel(f"joint{index}".encode(), parent, offset, channels))
        columns += _columns(random, channels, offset, kinds, frames, decimals)
    if not columns:
        model = models[0]
        channels = _channels(random, "all", kinds)
        models[0] = JointModel(model.name, -1, model.offset, channels)
        columns = _columns(random, channels, model.offset, kinds, frames, decimals)
    models = [_with_end_site(random, models, at, decimals) for at in range(joints)]
    rows = tuple(tuple(column[frame] for column in columns) for frame in range(frames))
    return GoodFile(tuple(models), rows, frame_time, layout)


def _channels(random: Random, kind: str, kinds: Kinds) -> tuple[bytes, ...]:
    order = random.choice(kinds.orders)
    if kind == "none":
        return ()
    if kind == "partial":
        order = order[: random.randint(1, 2)]
    rotations = tuple(f"{axis}rotation".encode() for axis in order)
    if kind != "all":
        return rotations
    if random.randrange(5) == 0:
        return rotations + POSITIONS
    return (
        (*random.sample(POSITIONS, 3), *rotations)
        if not random.randrange(5)
        else POSITIONS + rotations
    )


def _columns(
    random: Random,
    channels: Sequence[bytes],
    offset: Vector,
    kinds: Kinds,
    frames: int,
    decimals: int,
) -> list[list[bytes]]:
    """The texts of a joint's columns."""
    place, turn = random.choice(kinds.positions), random.choice(kinds.turns)
    found = []
    for channel in channels:
        if channel.endswith(b"position"):
            axis = b"XYZ".index(channel[:1])
            if place == "equal":
                found.append([offset[axis]] * frames)
            elif place == "constant":
                found.append([_number(random.uniform(-30, 30), decimals)] * frames)
            else:
                found.append(_walk(random, random.uniform(-50, 50), 3, frames, decimals))
        elif turn in ("zero", "constant"):
            value = random.uniform(-170, 170) if turn == "constant" else 0.0
            found.append([_number(value, decimals)] * frames)
        else:
            step = 25 if turn == "moving" else 400
            found.append(_walk(random, random.uniform(-170, 170), step, frames, decimals))
    return found


def _walk(random: Random, start: float, step: float, frames: int, decimals: int) -> list[bytes]:
    value, texts = start, []
    for _ in range(frames):
        texts.append(_number(value, decimals))
        value += random.uniform(-step, step)
    return texts


def _number(value: float, decimals: int) -> bytes:
    return f"{value:.{decimals}f}".encode()


def _vector(random: Random, decimals: int) -> Vector:
    x, y, z = (_number(random.uniform(-20, 20), decimals) for _ in range(3))
    return x, y, z


def _with_end_site(
    random: Random, models: Sequence[JointModel], index: int, decimals: int
) -> JointModel:
    joint = models[index]
    if any(other.parent == index for other in models) or not random.randrange(6):
        return joint
    site = _vector(random, decimals)
    return JointModel(joint.name, joint.parent, joint.offset, joint.channels, site)
