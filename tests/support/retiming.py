"""Clips of one joint, and their frames at another rate."""

from __future__ import annotations

from collections.abc import Sequence

from changing import changed
from made_clips import Kinds

from bvhlint.document.rate import parse_rate
from bvhlint.transforms.resample import Method
from bvhlint.transforms.retime import Retime

METHODS = tuple(Method)
RATES = ("24", "25", "29.97", "30", "50", "59.94", "60", "100", "120", "31.4159", "7", "144")
FULL = Kinds(below=("rotations", "all", "none"), turns=("moving", "jumping", "zero", "constant"))
# Two joints that move and turn.
MOVING = b"""HIERARCHY
ROOT a
{
OFFSET 0 0 0
CHANNELS 5 Xposition Yposition Zposition Zrotation Xrotation
JOINT b
{
OFFSET 0 1 0
CHANNELS 3 Zrotation Xrotation Yrotation
End Site
{
OFFSET 0 1 0
}
}
}
MOTION
Frames: 8
Frame Time: 0.04
"""


def clip(rows: Sequence[str], time: str = "0.0333333", order: str = "ZXY") -> bytes:
    names = " ".join(f"{axis}rotation" for axis in order)
    head = f"HIERARCHY\nROOT a\n{{\nOFFSET 0 0 0\nCHANNELS {len(order)} {names}\n}}\nMOTION\n"
    head += f"Frames: {len(rows)}\nFrame Time: {time}\n"
    return (head + "".join(f"{row}\n" for row in rows)).encode()


def retimed(
    data: bytes, fps: str, method: Method = Method.SLERP, precision: int | None = None
) -> bytes:
    return changed(data, Retime(parse_rate(fps), method, precision=precision))


def frames(data: bytes) -> list[bytes]:
    return data.partition(b"Frame Time: ")[2].split(b"\n")[1:-1]
