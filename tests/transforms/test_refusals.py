"""Clips that a change cannot be made to: each is refused with the reason, not half changed."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import bvhlint
from bvhlint.document.document import Document
from bvhlint.errors import ConfigError, ProofError, TransformError
from bvhlint.transforms.joint_names import NamesAre
from bvhlint.transforms.normalize import ValuesKept
from bvhlint.transforms.portable import ContentIs

CLIP = """\
HIERARCHY
ROOT Hips
{
	OFFSET 0 0 0
	CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation
	JOINT Spine
	{
		OFFSET 0 10 0
		CHANNELS 3 Zrotation Xrotation Yrotation
		JOINT Head
		{
			OFFSET 0 10 0
			CHANNELS 3 Zrotation Xrotation Yrotation
			End Site
			{
				OFFSET 0 5 0
			}
		}
	}
}
MOTION
Frames: 2
Frame Time: 0.033333
0 90 0 10 20 30 0 0 0 1 2 3
0 90 0 10 20 30 0 0 0 4 5 6
"""
HEAD = "OFFSET 0 10 0\n\t\t\tCHANNELS 3 Zrotation Xrotation Yrotation"
SPINE = "OFFSET 0 10 0\n\t\tCHANNELS 3 Zrotation Xrotation Yrotation"
ROOT = "CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation"
END = "\t}\n}\nMOTION"


def edited(*changes: tuple[str, str]) -> bytes:
    text = CLIP
    for old, new in changes:
        assert text.count(old) == 1
        text = text.replace(old, new)
    return text.encode()


@pytest.mark.parametrize(
    ("data", "options", "told"),
    [
        (
            edited((END, "\t}\n\tEnd Site\n\t{\n\t\tOFFSET 1 0 0\n\t}\n}\nMOTION")),
            {"merge_static_root": True},
            "Hips has an End Site of its own",
        ),
        (
            edited(
                (SPINE, SPINE.replace("3 Z", "4 Yposition Z")),
                ("30 0 0 0 1 2", "30 10 0 0 0 1 2"),
                ("30 0 0 0 4 5", "30 10 0 0 0 4 5"),
            ),
            {"merge_static_root": True},
            "Hips is turned, and Spine has some but not all position channels",
        ),
        (
            edited(
                (SPINE, SPINE.replace("3 Z", "4 Yposition Z")),
                ("30 0 0 0 1 2", "30 10 0 0 0 1 2"),
                ("30 0 0 0 4 5", "30 10 0 0 0 4 5"),
            ),
            {"up": "z", "from_up": "y"},
            "Spine has 1 position channel; one or two cannot be turned",
        ),
        (
            edited(
                (HEAD, HEAD.replace("3 Z", "4 Xscale Z")),
                ("0 1 2 3", "0 1 1 2 3"),
                ("0 4 5 6", "0 1 4 5 6"),
            ),
            {"drop_joint": ["Spine"]},
            "Head has scale channels",
        ),
        (
            edited(
                (HEAD, HEAD.replace("3 Zrotation Xrotation Yrotation", "1 Zrotation")),
                ("30 0 0 0 1 2 3", "30 0 5 0 1"),
                ("30 0 0 0 4 5 6", "30 0 5 0 4"),
            ),
            {"drop_joint": ["Spine"], "unsafe": True},
            "Head would have to turn with Spine, and has no three rotation channels for that",
        ),
        (
            edited(
                (SPINE, SPINE.replace("3 Z", "4 Yposition Z")),
                ("30 0 0 0 1 2", "30 10 0 0 0 1 2"),
                ("30 0 0 0 4 5", "30 10 0 0 0 4 5"),
            ),
            {"rest_pose": 0},
            "Spine has some but not all position channels",
        ),
        (
            edited(("0 5 0", "0 5000000 0")),
            {"scale": 1e290},
            "lengths would become too large to write",
        ),
    ],
)
def test_what_cannot_be_changed_is_refused(data: bytes, options: dict[str, Any], told: str) -> None:
    with pytest.raises(TransformError, match=told):
        bvhlint.fix(bvhlint.parse(data), **options)


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"positions": "hips"}, "--positions: 'hips' is none of "),
        ({"method": "cubic"}, "--method says something of --fps only"),
        ({"scale": 2, "units": "m"}, "--scale and --units both multiply lengths"),
        ({"rest_pose": -1}, "--rest-pose: -1 is no frame"),
        ({"precision": 99}, "--precision: 99 is not 0 to 17 decimals"),
        ({"frames": slice(0, 9, 2)}, "--frames takes no step"),
        ({"frames": "1-2"}, "--frames: '1-2' is no A:B"),
    ],
)
def test_what_nobody_can_mean_is_told(options: dict[str, Any], told: str) -> None:
    with pytest.raises(ConfigError, match=told):
        bvhlint.fix(bvhlint.parse(CLIP.encode()), **options)


def test_frames_may_be_a_slice_or_a_pair() -> None:
    document = bvhlint.parse(CLIP.encode())
    wanted = edited(("Frames: 2", "Frames: 1"), ("0 90 0 10 20 30 0 0 0 1 2 3\n", ""))
    for frames in (slice(1, None), (1, None), "1:"):
        assert bvhlint.fix(document, frames=frames).document.to_bytes() == wanted


def test_a_promise_about_names_and_about_bytes_is_held() -> None:
    document = Document.parse(CLIP.encode())
    NamesAre((b"Hips", b"Spine", b"Head")).verify(document, document)
    with pytest.raises(ProofError, match="the result has 3 joints, not 2"):
        NamesAre((b"Hips", b"Spine")).verify(document, document)
    with pytest.raises(ProofError, match="joint 1 would read Spine, not Chest"):
        NamesAre((b"Hips", b"Chest", b"Head")).verify(document, document)
    ContentIs(CLIP.encode()).verify(document, document)
    with pytest.raises(ProofError, match="is not what its last step made"):
        ContentIs(CLIP.encode() + b"\n").verify(document, document)


def test_a_promise_about_values_is_held_to_the_last_bit() -> None:
    document = Document.parse(CLIP.encode())
    kept = ValuesKept(np.arange(12))
    kept.verify(document, Document.parse(edited(("1 2 3\n", "1.0 2e0 +3\n"))))
    for old, new, told in (
        ("30 0 0 0 1 2", "30 0 0 -0 1 2", "joint Spine Yrotation in frame 0 would not be the same"),
        ("4 5 6", "4 5 6.0000000000000009", "joint Head Yrotation in frame 1 would not be the"),
        ("0.033333", "0.0333333", "Frames or Frame Time would not be what they were"),
        ("Frames: 2", "Frames: 3", "Frames or Frame Time would not be what they were"),
    ):
        with pytest.raises(ProofError, match=told):
            kept.verify(document, Document.parse(edited((old, new))))
