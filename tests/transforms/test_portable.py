"""``--portable``: the form that every reader takes, and what it leaves to people."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import numpy as np
import pytest
from bvh_files import GoodFile, JointModel
from changing import changed, messages, same_pose
from fix_clips import GOOD
from fk import read_clip, world
from hypothesis import given
from hypothesis import strategies as st
from made_clips import made_clips

from bvhlint import readers
from bvhlint.document.document import Document
from bvhlint.errors import TransformError
from bvhlint.linter import ActiveRule, check_document
from bvhlint.plugins import builtin_rules
from bvhlint.rule import RunSettings
from bvhlint.transforms.base import carry_out
from bvhlint.transforms.portable import Portable

TARGETS = readers.resolve_targets("portable")
RULES = [
    ActiveRule.of(rule, RunSettings(targets=TARGETS)) for rule in builtin_rules() if rule.default
]
JUDGED = {rule.code for rule in builtin_rules() if rule.portability or rule.part == "targets"}
#: Codes that the portable form may still have, with a word of the remark that lists them.
LEFT = {
    "BVH301": "ROOTs",
    "BVH302": "no End Site",
    "BVH408": "position channels",
    "BVH409": "position channels",
    "BVH412": "position channels",
    "BVH309": "keywords",
    "BVH702": "without length",
    "BVH413": "scale channels",
    "BVH603": "Frame Time",
    "FM001": "no whole rate|frames a second",
    "PM001": "End Site and no joint",
}


def judge(data: bytes) -> bytes:
    """The portable form, with nothing left that it does not list."""
    document, changes = carry_out(Document.parse(data), Portable())
    remarks = " ".join(change.message for change in changes if change.remark)
    for finding in check_document(document, RULES).findings:
        if finding.code in JUDGED:
            words = LEFT[finding.code].split("|")
            assert any(word in remarks for word in words), finding
    again, _ = carry_out(document, Portable())
    assert again.content == document.content
    return document.content


@pytest.mark.unmeasured
@given(made_clips(), st.integers(0, 1 << 32))
def test_the_portable_form(file: GoodFile, seed: int) -> None:
    result = judge(renamed(file, Random(seed)).data)
    before, after = read_clip(file.data), read_clip(result)
    same_pose(before, after)
    orders = set()
    for node in after.nodes:
        turning = "".join(name[0] for name in node.channels if name.endswith("rotation"))
        orders.add(turning)
        if node.parent < 0 and node.channels:
            assert node.channels[:3] == ["Xposition", "Yposition", "Zposition"]
            assert not node.offset.any()
    assert len(orders - {""}) == 1
    # Readers that add positions to OFFSETs see the same figure, unless positions move.
    if not any("Xposition" in node.channels for node in after.nodes if node.parent >= 0):
        np.testing.assert_allclose(
            world(after, adding=True).positions, world(after).positions, atol=1e-9
        )


def renamed(file: GoodFile, random: Random) -> GoodFile:
    """The file with odd names."""
    odd = ["mixamorig:joint{}", "Bip01 joint{}", "joint{}.L", "joint{}-ä", "joint{}"]
    joints = [
        JointModel(
            random.choice(odd).format(at).encode(),
            joint.parent,
            joint.offset,
            joint.channels,
            joint.end_site,
        )
        for at, joint in enumerate(file.joints)
    ]
    return replace(file, joints=tuple(joints))


def test_names_are_plain_or_refused() -> None:
    data = GOOD.replace(b"Spine", "mixamorig:Linkes Bein.ü".encode())
    assert b"\tJOINT Linkes_Bein__\n" in judge(data)
    with pytest.raises(TransformError, match="would both be Hips"):
        judge(GOOD.replace(b"Spine", b"rig:Hips"))


SIX_CHANNELS = """HIERARCHY
ROOT a_b
{
\tOFFSET 0 0 0
\tCHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation
\tJOINT c
\t{
\t\tOFFSET 0 1 0
\t\tCHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation
\t\tEnd Site
\t\t{
\t\t\tOFFSET 0 1 0
\t\t}
\t}
}
MOTION
Frames: 2
Frame Time: 0.0083333
0 0 0 0 0 0 0 1 0 0 0 0
0 0 0 0 0 0 0 1.5 0 0 0 0
"""


def test_moving_positions_are_left_and_all_the_rest_is_done() -> None:
    head = b"HIERARCHY\r\nROOT a.b { OFFSET 1 2 3\r\nCHANNELS 3 Xposition Yposition Zposition\r\n"
    head += b"JOINT c { OFFSET 0 1 0\r\nCHANNELS 3 Xposition Yposition Zposition\r\n"
    head += b"End Site tip { OFFSET 0 1 0 } } }\r\nMOTION\r\nFrames: 2\r\nFrame Time: 0.008333\r\n"
    data = head + b"0 0 0 0 1 0\r\n0 0 0 0 1.5 0\r\n"
    assert judge(data).decode() == SIX_CHANNELS
    assert (
        "left to you: Yposition of c moves by 0.5: 1.5 in frame 1, 1 in frame 0; it carries the "
        "figure below a_b, which never moves: --merge-static-root makes it the root"
        in (messages(data, Portable()))
    )


def test_rounding_that_moves_goes_with_fewer_decimals_and_zeros_with_unsafe() -> None:
    head = b"HIERARCHY\nROOT a\n{\nOFFSET 0 0 0\nCHANNELS 3 Xposition Yposition Zposition\n"
    head += b"JOINT c\n{\nOFFSET 0 40.000000 0\nCHANNELS 3 Xposition Yposition Zposition\n"
    head += b"End Site\n{\nOFFSET 0 1 0\n}\n}\n}\nMOTION\nFrames: 2\nFrame Time: 0.0083333\n"
    rounded = head + b"0 0 0 0 40.000003 0\n1 0 0 0 40.000005 0\n"
    assert any("--precision 5" in said for said in messages(rounded, Portable()))
    bare = head + b"0 0 0 0 0 0\n1 0 0 0 0 0\n"
    assert any("--unsafe-fixes" in said for said in messages(bare, Portable()))
    for data, transform in ((rounded, Portable(5)), (bare, Portable(unsafe=True))):
        result = changed(data, transform)
        assert b"OFFSET 0 40 0\n\t\tCHANNELS 3 Zrotation" in result
        assert not any("left to you" in said for said in messages(result, Portable()))


FILLED = """HIERARCHY
ROOT a
{
\tOFFSET 0 0 0
\tCHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation
\tJOINT b
\t{
\t\tOFFSET 0 1 0
\t\tCHANNELS 3 Zrotation Xrotation Yrotation
\t\tEnd Site
\t\t{
\t\t\tOFFSET 0 1 0
\t\t}
\t}
}
MOTION
Frames: 1
Frame Time: 0.04
1 2.25 3 0 0 0 5 0 0
"""


def test_a_root_without_channels_gets_them_and_inner_end_sites_go() -> None:
    data = b"HIERARCHY\nROOT a\n{\nOFFSET 1 2.25 3\nCHANNELS 0\nEnd Site\n{\nOFFSET 0 9 0\n}\n"
    data += b"JOINT b\n{\nOFFSET 0 1 0\nCHANNELS 4 Zrotation Xscale Yscale Zscale\n"
    data += b"End Site\n{\nOFFSET 0 1 0\n}\n}\n}\nMOTION\nFrames: 1\nFrame Time: 0.04\n5 1 1 1.0\n"
    assert judge(data).decode() == FILLED


def test_scales_that_scale_are_left() -> None:
    data = b"HIERARCHY\nROOT a\n{\nOFFSET 0 0 0\nCHANNELS 2 Zrotation Yscale\nEnd Site\n{\n"
    data += b"OFFSET 0 1 0\n}\n}\nMOTION\nFrames: 2\nFrame Time: 0.04\n5 1\n6 2\n"
    assert (
        b"\tCHANNELS 7 Xposition Yposition Zposition Zrotation Xrotation Yrotation Yscale\n"
        in judge(data)
    )
    assert "left to you: scale channels of a that change the size" in messages(data, Portable())
