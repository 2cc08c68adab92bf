"""A result that is not what was promised is caught, by the name of joint, frame and distance."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from random import Random

import numpy as np
import pytest
from bvh_files import GoodFile
from changing import changed
from fk import read_clip, world
from hypothesis import given
from hypothesis import strategies as st
from made_clips import Kinds, made_clips, make_clip

from bvhlint.document.document import Document
from bvhlint.document.rate import parse_rate
from bvhlint.edits import Edit, apply_edits
from bvhlint.errors import ProofError
from bvhlint.proof import (
    CellsAre,
    HeaderKept,
    OffsetsAre,
    OutsideKept,
    Rounding,
    RowsKept,
    SamePose,
    Tolerance,
    offsets_of,
)
from bvhlint.transforms.base import Outcome, Transform, carry_out
from bvhlint.transforms.drop_joint import DropJoint
from bvhlint.transforms.frames import KeepFrames
from bvhlint.transforms.merge_static_root import MergeStaticRoot
from bvhlint.transforms.newline import Newline
from bvhlint.transforms.normalize import Normalize
from bvhlint.transforms.positions import PositionsRoot
from bvhlint.transforms.rename import Rename
from bvhlint.transforms.resample import Method
from bvhlint.transforms.rest_pose import RestPose
from bvhlint.transforms.retime import Retime
from bvhlint.transforms.root_offset import RootOffsetZero
from bvhlint.transforms.rotation_order import RotationOrder
from bvhlint.transforms.scale import Scale
from bvhlint.transforms.set_fps import SetFps
from bvhlint.transforms.unroll import Unroll
from bvhlint.transforms.up_axis import UpAxis

CLIP = b"""HIERARCHY
ROOT Hips
{
\tOFFSET 1.00 2.00 3.00
\tCHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation
\tJOINT Spine
\t{
\t\tOFFSET 0.00 10.00 0.00
\t\tCHANNELS 6 Xposition Yposition Zposition Xrotation Yrotation Zrotation
\t\tJOINT Head
\t\t{
\t\t\tOFFSET 0.00 20.00 1.00
\t\t\tCHANNELS 3 Zrotation Xrotation Yrotation
\t\t\tEnd Site
\t\t\t{
\t\t\t\tOFFSET 0.00 5.00 0.00
\t\t\t}
\t\t}
\t}
}
MOTION
Frames: 4
Frame Time: 0.0333333
0.00 90.00 0.00 10.00 20.00 30.00 0.00 10.00 0.00 350.00 5.00 0.00 1.00 2.00 3.00
1.00 91.00 0.00 12.00 21.00 33.00 0.00 10.00 0.00 -8.00 6.00 1.00 4.00 5.00 6.00
2.00 92.00 1.00 14.00 22.00 36.00 0.00 10.00 0.00 -6.00 7.00 2.00 7.00 8.00 9.00
3.00 93.00 2.00 16.00 23.00 39.00 0.00 10.00 0.00 -4.00 8.00 3.00 9.00 8.00 7.00
"""
STATIC = re.sub(
    rb"(?m)^\d.00 9\d.00 \d.00 \d+.00 \d+.00 \d+.00", b"0.00 0.00 0.00 0.00 0.00 0.00", CLIP
)
NEUTRAL = re.sub(rb"(?m)-?\d+.00 \d.00 \d.00 (?=\d.00 \d.00 \d.00$)", b"0.00 0.00 0.00 ", CLIP)

TRANSFORMS: dict[str, tuple[Transform, bytes]] = {
    "fps up": (Retime(parse_rate("50")), CLIP),
    "fps half": (Retime(parse_rate("15")), CLIP),
    "fps cubic": (Retime(parse_rate("50"), Method.CUBIC), CLIP),
    "fps linear": (Retime(parse_rate("50"), Method.LINEAR), CLIP),
    "fps filter": (Retime(parse_rate("20"), smooth=True), CLIP),
    "frames": (KeepFrames(1, 4), CLIP),
    "set-fps": (SetFps(parse_rate("25")), CLIP),
    "rename": (Rename((("Head", "Neck"),)), CLIP),
    "merge": (MergeStaticRoot(), STATIC),
    "drop": (DropJoint("Spine"), NEUTRAL),
    "positions": (PositionsRoot(), CLIP),
    "rest": (RestPose(2), CLIP),
    "root-offset": (RootOffsetZero(), CLIP),
    "scale": (Scale(2.54), CLIP),
    "up": (UpAxis("Z", "Y"), CLIP),
    "order": (RotationOrder("YXZ"), CLIP),
    "unroll": (Unroll(), CLIP),
    "newline": (Newline("crlf"), CLIP),
    "normalize": (Normalize(), CLIP),
}


@dataclass(frozen=True)
class Wrong(Transform):
    """Another transform whose result is damaged as an error in it would."""

    option = "--wrong"
    keeps = "nothing"

    right: Transform
    damage: Callable[[bytes], bytes]

    def apply(self, document: Document) -> Outcome:
        outcome = self.right.apply(document)
        result = self.damage(apply_edits(document.content, outcome.edits))
        # One edit that holds all: only the promises can tell.
        return replace(outcome, edits=(Edit(0, len(document.content), result),))


def refused(name: str, damage: Callable[[bytes], bytes]) -> str:
    """What is said of a damaged result."""
    transform, data = TRANSFORMS[name]
    right, _ = carry_out(Document.parse(data), transform)
    assert damage(right.content) != right.content
    with pytest.raises(ProofError) as error:
        carry_out(Document.parse(data), Wrong(transform, damage))
    return str(error.value)


def in_rows(change: Callable[[list[bytes]], None]) -> Callable[[bytes], bytes]:
    """A damage of the lines of the rows."""

    def damage(data: bytes) -> bytes:
        head, mark, rows = data.partition(b"Frame Time:")
        lines = (mark + rows).split(b"\n")
        change(lines)
        return head + b"\n".join(lines)

    return damage


def in_word(row: int, column: int, change: Callable[[bytes], bytes]) -> Callable[[bytes], bytes]:
    """A damage of one value, counted from the end of its row."""

    def alter(lines: list[bytes]) -> None:
        words = re.split(rb"([ \r]+)", lines[row + 1])
        place = [at for at, word in enumerate(words) if word.strip(b" \r")][column]
        words[place] = change(words[place])
        lines[row + 1] = b"".join(words)

    return in_rows(alter)


def next_digit(word: bytes) -> bytes:
    """The word with its last digit one more, or one less from 9."""
    digit = word[-1] - ord("0")
    return word[:-1] + str(digit + 1 if digit < 9 else 8).encode()


def swap(lines: list[bytes]) -> None:
    words = lines[2].split(b" ")
    words[-1], words[-2] = words[-2], words[-1]
    lines[2] = b" ".join(words)


every = pytest.mark.parametrize("name", TRANSFORMS)


@every
def test_one_digit_off_is_caught(name: str) -> None:
    said = refused(name, in_word(1, -1, next_digit))
    assert "frame 1" in said or name == "newline"


@every
def test_a_swapped_column_is_caught(name: str) -> None:
    refused(name, in_rows(swap))


@every
def test_a_lost_row_is_caught(name: str) -> None:
    refused(name, in_rows(lambda lines: lines.remove(lines[2])))


@every
def test_a_changed_name_is_caught(name: str) -> None:
    refused(name, lambda data: data.replace(b"Hips" if b"Hips" in data else b"Spine", b"Spina"))


@every
def test_a_changed_offset_is_caught(name: str) -> None:
    # The last OFFSET is that of the End Site.
    refused(name, lambda data: re.sub(rb"(?s)(.*OFFSET )(-?)(\d)", rb"\1\g<2>1\3", data))


@pytest.mark.parametrize(
    ("name", "column", "said"),
    [
        (
            "order",
            -1,
            r"joint Head Zrotation in frame 1 would be 4\.514393, 1\.49e-06 away from 4\.51",
        ),
        ("scale", 0, r"joint Hips Xposition in frame 1 would be 2.540001, 1e-06 away from 2.54"),
        ("scale", -1, r"joint Head Yrotation in frame 1 would be 6.01, 0.01 away from 6"),
        ("unroll", 9, r"joint Spine Xrotation in frame 1 would be 352.000001, 1e-06 away from 352"),
        ("fps half", 3, "frame 1 was to stay and has changed"),
        ("frames", 3, "frame 1 was to stay and has changed"),
        ("normalize", 3, "joint Hips Zrotation in frame 1 would be 13, 1 away from 12"),
    ],
)
def test_what_is_said(name: str, column: int, said: str) -> None:
    assert re.match(said, refused(name, in_word(1, column, next_digit)))


# Poses


def test_a_pose_that_moves_is_named_with_its_distance() -> None:
    # The root turned by 10 degrees more about the chain's own way moves the head by least.
    before, after = (
        Document.parse(CLIP.replace(b"33.00", angle)) for angle in (b"33.00", b"43.00")
    )
    with pytest.raises(ProofError) as error:
        SamePose(Rounding(0.01, 0.01)).verify(before, after)
    was, now = (world(read_clip(document.content)) for document in (before, after))
    moved = np.linalg.norm(now.positions - was.positions, axis=2)
    # The spine stands on the axis that the last angle turns about.
    assert moved[1, 1] < 1e-12
    assert str(error.value).startswith(
        f"joint Head in frame 1 would stand {moved[1, 2]:.3g} away from where it must; rounding "
    )


def test_a_turn_that_moves_nothing_is_seen() -> None:
    # A last joint without End Site: only its own rotation tells.
    data = CLIP.replace(b"\t\t\tEnd Site\n\t\t\t{\n\t\t\t\tOFFSET 0.00 5.00 0.00\n\t\t\t}\n", b"")
    after = Document.parse(data.replace(b"4.00 5.00 6.00", b"4.00 5.00 7.00"))
    with pytest.raises(ProofError, match="joint Head in frame 1 would be turned 1 degrees away"):
        SamePose(Rounding()).verify(Document.parse(data), after)
    SamePose(Rounding(), turns=False).verify(Document.parse(data), after)


def test_positions_that_do_not_count_leave_the_joint_at_its_offset() -> None:
    before = Document.parse(
        b"HIERARCHY\nROOT a\n{\nOFFSET 0 0 0\nCHANNELS 1 Zrotation\nJOINT b\n{\nOFFSET 0 5 0\n"
        b"CHANNELS 3 Xposition Yposition Zposition\n}\n}\nMOTION\nFrames: 1\nFrame Time: 0.1\n"
        b"30 0 0 0\n"
    )
    data = before.content.replace(b"3 Xposition Yposition Zposition", b"0")
    after = Document.parse(data.replace(b"30 0 0 0", b"30"))
    SamePose(Rounding(), at_offset=[1]).verify(before, after)
    with pytest.raises(ProofError, match="joint b in frame 0 would stand 5 away"):
        SamePose(Rounding()).verify(before, after)
    other = Document.parse(after.content.replace(b"OFFSET 0 5 0", b"OFFSET 0 5.5 0"))
    with pytest.raises(ProofError, match=r"joint b in frame 0 would stand 0\.5 away"):
        SamePose(Rounding(), at_offset=[1]).verify(before, other)


def test_an_end_site_that_moves_is_seen() -> None:
    after = Document.parse(CLIP.replace(b"OFFSET 0.00 5.00 0.00", b"OFFSET 0.00 5.01 0.00"))
    with pytest.raises(ProofError, match=r"End Site of joint Head in frame 0 would stand 0\.01"):
        SamePose(Rounding(0.001)).verify(Document.parse(CLIP), after)


@given(
    made_clips(Kinds(below=("rotations", "all")), min_frames=1), st.integers(0, 3), st.integers()
)
def test_rounding_never_exceeds_the_tolerance(file: GoodFile, decimals: int, seed: int) -> None:
    """Every number of the rows moved by up to half a unit: no pose is refused."""
    random = Random(seed)
    before = Document.parse(file.data)
    unit = 10.0**-decimals
    moved = before.motion.values + np.array(
        [random.choice([-0.5, 0.5]) * unit for _ in range(before.motion.values.size)]
    ).reshape(before.motion.values.shape)
    rows = tuple(tuple(f"{value:.9f}".encode() for value in row) for row in moved.tolist())
    after = Document.parse(replace(file, rows=rows).data)
    SamePose(Rounding(unit / 2, unit / 2)).verify(before, after)


def test_the_tolerance_is_no_looser_than_rounding_can_be() -> None:
    """A straight chain, every number off by half a unit to the same side."""
    joints = 6
    head = "".join(
        f"{'JOINT' if k else 'ROOT'} j{k}\n{{\nOFFSET 0 {10 if k else 0} 0\nCHANNELS 3 Zrotation "
        "Xrotation Yrotation\n"
        for k in range(joints)
    )
    tail = "End Site\n{\nOFFSET 0 10 0\n}\n" + "}\n" * joints + "MOTION\nFrames: 1\nFrame Time: 1\n"

    def posed(angle: str) -> Document:
        row = " ".join([angle] * 3 * joints)
        return Document.parse(f"HIERARCHY\n{head}{tail}{row}\n".encode())

    before, after = posed("0"), posed("0.05")
    tolerance = Tolerance.of(after.skeleton.layout, after.motion.values, Rounding(0, 0.05))
    was, now = (world(read_clip(document.content)) for document in (before, after))
    moved = np.linalg.norm(now.ends[0, 0] - was.ends[0, 0])
    # Of the three angles one turns about the chain itself: at most sqrt(2) of 3 can show.
    assert 0.4 * tolerance.ends[0] < moved < tolerance.ends[0]
    SamePose(Rounding(0, 0.05)).verify(before, after)
    with pytest.raises(ProofError, match="would stand"):
        SamePose(Rounding(0, 0.05)).verify(before, posed("0.15"))


@pytest.mark.unmeasured
@given(made_clips(Kinds(below=("rotations", "all"))), st.integers(0, 4))
def test_coarse_numbers_are_no_broken_promise(file: GoodFile, decimals: int) -> None:
    for transform in (
        RotationOrder("YXZ", decimals),
        Scale(0.3937, decimals),
        Retime(parse_rate("77"), precision=decimals),
    ):
        changed(file.data, transform)
    if file.rows:
        changed(file.data, RestPose(0, decimals))


# Bytes


def test_a_byte_outside_the_edits_is_seen() -> None:
    before = Document.parse(CLIP)
    place = CLIP.index(b"Head")
    edits = [Edit(place, place + 4, b"Neck")]
    right = apply_edits(CLIP, edits)
    OutsideKept(edits).verify(before, Document.parse(right))
    for wrong in (
        right.replace(b"Neck\n", b"Neck \n"),
        right.replace(b"\tJOINT Neck", b" JOINT Neck"),
        right.replace(b"Spine", b"Spina"),
        right[:-1] + b" ",
    ):
        with pytest.raises(ProofError, match=r"outside the edits|bytes more"):
            OutsideKept(edits).verify(before, Document.parse(wrong))


def test_rows_kept_compares_every_row() -> None:
    file = make_clip(Random(1), frames=40)
    before = Document.parse(file.data)
    rows = np.arange(0, 40, 3)
    kept = replace(file, rows=file.rows[::3])
    RowsKept(rows).verify(before, Document.parse(kept.data))
    for row in range(len(rows)):
        words = list(kept.rows[row])
        words[0] = b"9" + words[0]
        other = replace(kept, rows=(*kept.rows[:row], tuple(words), *kept.rows[row + 1 :]))
        with pytest.raises(ProofError, match=f"frame {row} was to stay"):
            RowsKept(rows).verify(before, Document.parse(other.data))


def test_blank_lines_between_kept_rows_may_go() -> None:
    before = Document.parse(
        CLIP.replace(b"33.00 0.00", b"33.00  0.00").replace(b"3.00\n1.00", b"3.00\n\n1.00")
    )
    after = Document.parse(CLIP.replace(b"33.00 0.00", b"33.00  0.00"))
    RowsKept().verify(before, after)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (b"JOINT Head", b"JOINT Hand", "joint Head was to keep its name, it reads Hand"),
        (b"10.00 0.00\n\t\tCH", b"10.01 0.00\n\t\tCH", "the OFFSET of joint Spine was to stay"),
        (b"OFFSET 0.00 5.00", b"OFFSET 0.00 5.50", "the OFFSET of the End Site of Head was to st"),
        (b"3 Zrotation X", b"3 Yrotation X", "joint Head was to keep the channels Zrotation Xrot"),
    ],
)
def test_the_header_is_kept(old: bytes, new: bytes, said: str) -> None:
    before, after = Document.parse(CLIP), Document.parse(CLIP.replace(old, new))
    HeaderKept().verify(before, before)
    with pytest.raises(ProofError, match=said):
        HeaderKept().verify(before, after)
    HeaderKept(names=False, offsets=False, channels=False).verify(before, after)


def test_offsets_and_cells_to_half_a_unit() -> None:
    document = Document.parse(CLIP)
    joints, ends = offsets_of(document)
    OffsetsAre(joints + 0.005, ends - 0.005, 0.005).verify(document, document)
    with pytest.raises(ProofError, match=r"the OFFSET of the End Site of joint Head .*0\.006 away"):
        OffsetsAre(joints, ends + 0.006, 0.005).verify(document, document)
    values = document.motion.values + 0.0049
    decimals = np.full(values.shape[1], 2)
    CellsAre(values=values, decimals=decimals).verify(document, document)
    values[3, 14] += 0.0002
    with pytest.raises(ProofError, match=r"joint Head Yrotation in frame 3 would be 7, 0\.0051"):
        CellsAre(values=values, decimals=decimals).verify(document, document)
