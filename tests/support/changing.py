"""Carrying out transforms in tests, and comparing what became of a clip with what it was."""

from __future__ import annotations

import numpy as np
from fk import Clip, Floats, read_clip, world

from bvhlint.document.document import Document
from bvhlint.transforms.base import Transform, carry_out


def changed(data: bytes, *transforms: Transform) -> bytes:
    """The bytes after some transforms, each proved."""
    document = Document.parse(data)
    for transform in transforms:
        document, _ = carry_out(document, transform)
    return document.to_bytes()


def messages(data: bytes, transform: Transform) -> list[str]:
    """What a transform says of its work."""
    return [change.message for change in transform.apply(Document.parse(data)).changes]


def same_pose(
    before: bytes | Clip,
    after: bytes | Clip,
    *,
    decimals: int = 6,
    joints: list[int] | None = None,
    ends: list[int] | None = None,
    turns: bool = True,
    linear: Floats | None = None,
) -> None:
    """Every joint of ``after`` stands where joint ``joints[k]`` of ``before`` stood."""
    old = read_clip(before) if isinstance(before, bytes) else before
    new = read_clip(after) if isinstance(after, bytes) else after
    was, now = world(old), world(new)
    joints = list(range(len(old.nodes))) if joints is None else joints
    ends = list(range(len(old.ends))) if ends is None else ends
    assert len(new.nodes) == len(joints)
    assert len(new.ends) == len(ends)
    moved = np.eye(3) if linear is None else linear
    # A handful of links, some hundred units long, each off by half a unit of the last decimal.
    far = 300 * 10.0**-decimals
    np.testing.assert_allclose(now.positions, was.positions[:, joints] @ moved.T, rtol=0, atol=far)
    np.testing.assert_allclose(now.ends, was.ends[:, ends] @ moved.T, rtol=0, atol=far)
    if turns:
        turn = moved / np.cbrt(np.linalg.det(moved))
        wanted = turn @ was.rotations[:, joints] @ turn.T
        np.testing.assert_allclose(now.rotations, wanted, rtol=0, atol=10.0**-decimals)
