"""A file in each exporter's manner (``fixtures/dialects``) is read as that exporter meant it.

What is expected was typed in from the files by hand.
"""

from __future__ import annotations

import codecs
from dataclasses import dataclass

import pytest
from example_files import ROOT

from bvhlint.document.document import Document
from bvhlint.document.joint import Vector
from bvhlint.source import Encoding
from bvhlint.syntax.nodes import Block, Kind

FOLDER = ROOT / "fixtures" / "dialects"
ORIGIN = (0.0, 0.0, 0.0)


@dataclass(frozen=True)
class Expected:
    """``parents`` and ``channels`` go by joint; ``cells`` are values at (row, column)."""

    joints: tuple[str, ...]
    parents: tuple[int, ...]
    channels: tuple[str, ...]
    ends: tuple[tuple[int, Vector], ...]
    frames: int
    rows: int
    rate: float
    cells: dict[tuple[int, int], float]
    complete: int | None = None  # rows, where not all are


P, ZXY, ZYX, XYZ = "PPP", "ZXY", "ZYX", "XYZ"
SIX = (P + ZXY, P + ZXY, P + ZXY)

EXPECTED = {
    "biovision-classic": Expected(
        ("Hips", "Chest", "LeftHip"),
        (-1, 0, 0),
        (P + ZXY, ZXY, ZXY),
        ((1, (0, 4.4, 0)), (2, (0, -18.3, 0))),
        frames=2,
        rows=2,
        rate=30,
        cells={(0, 0): 8.03, (0, 5): -164.35, (1, 10): 43.61},
    ),
    "motionbuilder": Expected(
        ("Hips", "Spine", "Head"),
        (-1, 0, 1),
        (P + ZXY, ZXY, ZXY),
        ((2, ORIGIN),),
        frames=2,
        rows=2,
        rate=30,
        cells={(0, 9): -8.02413e-05, (1, 11): -3.73548},
    ),
    "motionbuilder-six-channels": Expected(
        ("reference", "Hips"),
        (-1, 0),
        SIX[:2],
        ((1, ORIGIN),),
        frames=1,
        rows=1,
        rate=30,
        cells={(0, 8): -1e-15, (0, 9): -1.59028e-15, (0, 10): 12.5},
    ),
    "blender": Expected(
        ("root", "spine.001", "upper-arm.L"),
        (-1, 0, 1),
        (P + XYZ, XYZ, XYZ),
        ((2, (2.4, 0, 0)),),
        frames=2,
        rows=2,
        rate=24,
        cells={(0, 1): 0.6394, (1, 6): 1.75, (1, 9): -0.5},
    ),
    "cmu-cgspeed": Expected(
        ("Hips", "LHipJoint", "LeftUpLeg"),
        (-1, 0, 1),
        (P + ZYX, ZYX, ZYX),
        ((2, (2.2, -6.1, 0)),),
        frames=2,
        rows=2,
        rate=120,
        cells={(0, 9): -21, (1, 9): -29.5745, (1, 11): -8.7583},
    ),
    "cmu-cgspeed-mixed-line-ends": Expected(
        ("Hips", "LowerBack"),
        (-1, 0),
        (P + ZYX, ZYX),
        ((1, (0.02, 2.1, 0.1)),),
        frames=1,
        rows=1,
        rate=120,
        cells={(0, 0): 9.3, (0, 8): -2.5},
    ),
    "cmu-daz-friendly": Expected(
        ("hip", "abdomen", "chest"),
        (-1, 0, 1),
        (P + ZYX, ZXY, ZXY),
        ((2, (0, 22.6, -0.5)),),
        frames=2,
        rows=2,
        rate=120,
        cells={(0, 9): -5.35e-15, (0, 11): 6.21e-17, (1, 2): -219.1},
    ),
    "mixamo-through-blender": Expected(
        ("mixamorig:Hips", "mixamorig:Spine", "mixamorig:Neck"),
        (-1, 0, 1),
        (P + XYZ, P + XYZ, XYZ),
        ((2, (0, 10, 0)),),
        frames=1,
        rows=1,
        rate=30,
        cells={(0, 6): 0.000011, (0, 11): -2.1, (0, 14): 0},
    ),
    "mixamo-through-a-web-converter": Expected(
        ("mixamorig:Hips", "mixamorig:Spine"),
        (-1, 0),
        (P + ZYX, ZYX),
        ((1, ORIGIN),),
        frames=2,
        rows=2,
        rate=30,
        cells={(0, 0): -0.2399, (1, 8): 15.7754},
    ),
    "bandai-namco-1": Expected(
        ("joint_Root", "Hips", "Spine"),
        (-1, 0, 1),
        SIX,
        ((2, ORIGIN),),
        frames=2,
        rows=2,
        rate=30,
        cells={(0, 13): 5.1072e-06, (1, 15): 104.684, (1, 17): 3},
    ),
    "bandai-namco-2": Expected(
        ("joint_Root", "Hips"),
        (-1, 0),
        SIX[:2],
        ((1, (0, 7.1e-05, 0)),),
        frames=2,
        rows=2,
        rate=30,
        cells={(0, 7): 82.9888, (1, 11): 10.2},
    ),
    "qavimator": Expected(
        ("hip", "abdomen", "lThigh", "lCollar"),
        (-1, 0, 0, 0),
        (P + "XZY", "XZY", "XZY", "YZX"),
        ((1, (0, 8.486693, -0.684411)), (2, (0, -19.9, 0)), (3, (5, 0, 0))),
        frames=2,
        rows=2,
        rate=30,
        cells={(0, 1): 43.528519, (1, 8): 2},
    ),
    "avastar": Expected(
        ("hip", "mSpine1", "mSpine2"),
        (-1, 0, 1),
        (P + XYZ, XYZ, P + XYZ),
        ((2, (0, 8, 0)),),
        frames=2,
        rows=2,
        rate=24,
        cells={(0, 10): -3.31, (1, 12): 15.7962},
    ),
    "second-life-return-only": Expected(
        ("hip", "chest"),
        (-1, 0),
        (P + "XZY", "XZY"),
        ((1, ORIGIN),),
        frames=2,
        rows=2,
        rate=30,
        cells={(0, 6): 1.5, (1, 6): 1.75},
    ),
    "kinect-writer": Expected(
        ("Hip", "Spine"),
        (-1, 0),
        (P + ZXY, ZXY),
        ((1, ORIGIN),),
        frames=3,
        rows=3,
        rate=30,
        cells={(1, 7): -2.26273e-37, (2, 5): 6.44597},
        complete=1,
    ),
    "azure-kinect-script": Expected(
        ("PELVIS", "SPINE_NAVAL"),
        (-1, 0),
        (P + XYZ, XYZ),
        (),
        frames=3,
        rows=3,
        rate=100,
        cells={(1, 5): 1.000000000000001, (2, 5): 1.9999999999999998},
    ),
    "leap-hands": Expected(
        ("Leap_Root", "RightHand", "RightHandThumb2"),
        (-1, 0, 1),
        (P + ZXY, P + ZXY, ZXY),
        ((2, ORIGIN),),
        frames=2,
        rows=2,
        rate=1 / 0.018752,
        cells={(0, 6): -3.493751049041748, (1, 9): -6.942331233126137},
    ),
    "mediapipe-script": Expected(
        ("Hips", "Spine"),
        (-1, 0),
        (P + XYZ, XYZ),
        ((1, ORIGIN),),
        frames=2,
        rows=2,
        rate=15,
        cells={(1, 3): 0.115946, (1, 8): -1.665216},
    ),
    "rokoko-like": Expected(
        ("Hips", "Spine1"),
        (-1, 0),
        (P + "YXZ", "YXZ"),
        ((1, (0, 9, 0)),),
        frames=2,
        rows=2,
        rate=30,
        cells={(0, 8): 180, (1, 0): -26.1948},
    ),
    "optitrack": Expected(
        ("Hips", "Spine"),
        (-1, 0),
        (P + ZXY, ZXY),
        ((1, (0, 18.4, 0)),),
        frames=2,
        rows=2,
        rate=120,
        cells={(0, 0): 40.303406, (1, 7): -5.50514},
    ),
    "brekel-hands": Expected(
        ("Brekel_Pro_Hands", "LeftHand", "LeftHandThumb1"),
        (-1, 0, 1),
        (P + ZXY, P + ZXY, ZXY),
        ((2, (0, -3.5, 0)),),
        frames=3,
        rows=3,
        rate=1 / 0.01875222,
        cells={(1, 7): -26.7, (2, 14): 2.59751},
        complete=2,
    ),
    "godot-vr-script": Expected(
        ("__0", "head", "left_hand"),
        (-1, 0, 0),
        ("", P + XYZ, P + XYZ),
        ((1, (0, 1, 0)), (2, (0, 1, 0))),
        frames=2,
        rows=2,
        rate=72,
        cells={(0, 1): 1.61485, (1, 9): -40.000034},
    ),
    "python-float-repr": Expected(
        ("Hips", "LeftUpLeg"),
        (-1, 0),
        (P + XYZ, XYZ),
        ((1, ORIGIN),),
        frames=1,
        rows=1,
        rate=30,
        cells={(0, 3): -32.27821509955131, (0, 7): -5.371501992054073e-05},
    ),
    "named-end-sites": Expected(
        ("Center", "Abdomen", "Chest"),
        (-1, 0, 1),
        (P + ZXY, ZXY, ZXY),
        ((1, (0, 0.25, 0)), (2, (0, 0.5, 0))),
        frames=3,
        rows=3,
        rate=60,
        cells={(0, 4): 0.689839475, (2, 7): 16.9784},
        complete=2,
    ),
    "chain-without-end-site": Expected(
        ("base", "child1", "child2"),
        (-1, 0, 1),
        (P + XYZ, XYZ, XYZ),
        (),
        frames=2,
        rows=2,
        rate=60,
        cells={(0, 6): -90, (1, 6): -89},
    ),
    "sensor-script": Expected(
        ("Hips", "RightUpLeg"),
        (-1, 0),
        (P + XYZ, XYZ),
        ((1, ORIGIN),),
        frames=1048,
        rows=2,
        rate=1 / 0.3,
        cells={(0, 6): 10.5, (1, 6): 11.5},
    ),
    "mocap-library": Expected(
        ("Hips", "Chest"),
        (-1, 0),
        (P + ZXY, ZXY),
        ((1, (0.3229, 15.8173, -2.644)),),
        frames=2,
        rows=2,
        rate=30,
        cells={(0, 2): 229.0256, (1, 8): -3.03},
    ),
    "g-format-script": Expected(
        ("joint_Root", "Hips"),
        (-1, 0),
        (ZXY, P + ZXY),
        ((1, (0, 0.18883, 0)),),
        frames=2,
        rows=2,
        rate=30,
        cells={(0, 1): -1.82938, (1, 3): -1.769e-05},
    ),
}

NAMES = {
    "names-shift-jis": ("ボーン", "マ", "表"),
    "names-utf-8": ("ボーン", "マ", "表"),
    "names-utf-16": ("ボーン", "マ", "表"),
    "names-latin-1": ("Hüfte", "Rücken", "tête"),
    "names-bytes-85-and-a0": ("a\x85b", "a\xa0b", "\xa0"),
    "names-form-feed": ("Hips\x0c", "\x0cSpine", "He\x0bad"),
}
for file, joints in NAMES.items():
    EXPECTED[file] = Expected(
        joints,
        (-1, 0, 1),
        (P + ZXY, ZXY, ZXY),
        ((2, (0, 15, 0)),),
        frames=1,
        rows=1,
        rate=30,
        cells={(0, 1): 90, (0, 11): 9},
    )


def read(name: str) -> Document:
    return Document.parse((FOLDER / f"{name}.bvh").read_bytes())


def test_every_dialect_is_in_the_table() -> None:
    assert {path.stem for path in FOLDER.glob("*.bvh")} == set(EXPECTED)


def test_every_dialect_is_described() -> None:
    text = (ROOT / "grammar" / "README.md").read_text(encoding="utf-8")
    assert [name for name in EXPECTED if f"`{name}`" not in text] == []


@pytest.mark.parametrize("name", EXPECTED)
def test_the_skeleton(name: str) -> None:
    skeleton, expected = read(name).skeleton, EXPECTED[name]
    assert skeleton.is_trusted
    assert tuple(joint.name for joint in skeleton.joints) == expected.joints
    assert tuple(joint.parent for joint in skeleton.joints) == expected.parents
    found = tuple(
        "".join("P" if channel.kind == "position" else channel.axis for channel in joint.channels)
        for joint in skeleton.joints
    )
    assert found == expected.channels
    assert tuple((site.parent, site.offset) for site in skeleton.end_sites) == expected.ends


@pytest.mark.parametrize("name", EXPECTED)
def test_the_motion(name: str) -> None:
    motion, expected = read(name).motion, EXPECTED[name]
    assert motion.declared_frames == expected.frames
    assert len(motion.table) == expected.rows
    complete = expected.rows if expected.complete is None else expected.complete
    assert int(motion.complete.sum()) == complete
    assert motion.rate is not None
    assert motion.rate.fps == pytest.approx(expected.rate, rel=1e-12)
    assert {place: motion.values[place] for place in expected.cells} == expected.cells


@pytest.mark.parametrize("name", EXPECTED)
def test_nothing_in_it_is_unknown(name: str) -> None:
    tree = read(name).tree
    odd = {Kind.JUNK, Kind.UNKNOWN, Kind.EXTRA_CLOSE, Kind.EXTRA_OPEN, Kind.ORPHAN_OPEN}
    assert not [leaf for leaf in tree.tokens if leaf.type in odd]
    blocks = [element for element in tree.items() if isinstance(element, Block)]
    assert not [block for block in blocks if block.open.missing or block.close.missing]


def test_the_short_lines_behind_the_frames_of_qavimator_are_no_frames() -> None:
    document = read("qavimator")
    lines = [document.content[start:end] for start, end in document.motion.table.trailing]
    assert lines == [b"1 1", b"1 1", b"0", b"1 1"]


@pytest.mark.parametrize(
    ("name", "encoding"),
    [
        ("names-shift-jis", Encoding.EIGHT_BIT),
        ("names-latin-1", Encoding.EIGHT_BIT),
        ("names-bytes-85-and-a0", Encoding.EIGHT_BIT),
        ("names-utf-8", Encoding.UTF8),
        ("names-form-feed", Encoding.UTF8),
        ("names-utf-16", Encoding.UTF16_LE),
    ],
)
def test_encodings(name: str, encoding: Encoding) -> None:
    assert read(name).source.encoding is encoding


def test_a_utf_16_file_is_read_as_its_utf_8_twin() -> None:
    wide, narrow = read("names-utf-16"), read("names-utf-8")
    assert wide.content == narrow.content
    assert wide.to_bytes().startswith(codecs.BOM_UTF16_LE)
    place = wide.content.index(b"MOTION")
    assert wide.source.position(place) == narrow.source.position(place)
