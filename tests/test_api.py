"""The Python interface: its names, what fix takes, gives back and refuses."""

from __future__ import annotations

import argparse
import inspect
import os
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from fix_clips import BAD, BROKEN, GOOD

import bvhlint
from bvhlint import api
from bvhlint.cli.changes import add_changes
from bvhlint.errors import BvhlintError
from bvhlint.transforms import order
from bvhlint.transforms.base import Change, carry_out
from bvhlint.transforms.order import Requests
from bvhlint.transforms.scale import Scale

ERRORS = ("ConfigError", "EditError", "ProofError", "ReadError", "TransformError", "WriteError")
ROWS = GOOD.partition(b"0.0333333\n")[2]


def fixed(data: bytes, **changes: Any) -> bytes:
    return bvhlint.fix(bvhlint.parse(data), **changes).document.to_bytes()


# Names


def test_the_public_names_are_those_of_the_documentation() -> None:
    names = {"BvhlintError", "Document", "Finding", "Rule", "__version__", *ERRORS}
    assert set(bvhlint.__all__) == names | {"read", "parse", "check", "fix"}
    for name in bvhlint.__all__:
        value = getattr(bvhlint, name)
        assert name == "__version__" or inspect.getdoc(value), name
    for name in ERRORS:
        assert issubclass(getattr(bvhlint, name), BvhlintError)
    with pytest.raises(AttributeError, match="no attribute 'write'"):
        _ = bvhlint.write


def test_the_public_names_are_shown() -> None:
    assert set(bvhlint.__all__) <= set(dir(bvhlint))


@pytest.mark.parametrize("function", [bvhlint.check, bvhlint.fix])
@pytest.mark.parametrize("given", ["walk.bvh", b"HIERARCHY", Path("walk.bvh"), None])
def test_what_is_no_document_is_refused_at_once(function: Any, given: Any) -> None:
    with pytest.raises(TypeError, match=r"takes a Document, not \w+: bvhlint\.read\(path\) and"):
        function(given)


@pytest.mark.parametrize("given", ["HIERARCHY", None, 3])
def test_what_are_no_bytes_is_refused(given: Any) -> None:
    with pytest.raises(TypeError, match=r"parse takes bytes, not \w+; bvhlint\.read\(path\) reads"):
        bvhlint.parse(given)


def test_bytes_of_every_kind_are_taken() -> None:
    for given in (bytearray(GOOD), memoryview(GOOD)):
        assert bvhlint.parse(given).to_bytes() == GOOD


@pytest.mark.parametrize(
    ("capital", "small"),
    [
        ({"rotation_order": "XYZ"}, {"rotation_order": "xyz"}),
        ({"up": "Z", "from_up": "Y"}, {"up": "z", "from_up": "y"}),
    ],
)
def test_orders_and_axes_go_in_either_case(capital: dict[str, str], small: dict[str, str]) -> None:
    assert fixed(GOOD, **capital) == fixed(GOOD, **small) != GOOD


def test_read_and_parse_and_to_bytes(tmp_path: Path) -> None:
    path = tmp_path / "walk.bvh"
    path.write_bytes(BAD)
    document = bvhlint.read(path)
    assert document.to_bytes() == bvhlint.read(str(path)).to_bytes() == BAD
    assert [joint.name for joint in document.skeleton.joints] == ["Hips", "Spine"]
    assert document.motion.values.shape == (3, 9)
    assert {finding.code for finding in bvhlint.check(document)} >= {"BVH204", "BVH105"}


@pytest.mark.parametrize(
    ("make", "told"),
    [
        (os.fspath, "no such file"),
        (os.mkdir, "it is a folder"),
    ],
)
def test_read_says_what_it_cannot_read(
    tmp_path: Path, make: Callable[[Path], object], told: str
) -> None:
    path = tmp_path / "walk.bvh"
    make(path)
    with pytest.raises(bvhlint.ReadError, match=f"walk.bvh: cannot be read: {told}"):
        bvhlint.read(path)


# fix


def test_fix_makes_the_safe_fixes_and_says_what_and_why() -> None:
    result = bvhlint.fix(bvhlint.parse(BAD))
    assert result.document.to_bytes() == GOOD
    assert result.changes == (
        Change("BVH204 keyword-case", "correct the capitals"),
        Change("BVH105 irregular-whitespace", "one space"),
    )
    assert bvhlint.fix(result.document).changes == ()
    assert bvhlint.fix(result.document).document is result.document


def test_a_document_is_never_changed() -> None:
    document = bvhlint.parse(BAD)
    values = document.motion.values.copy()
    names = [joint.name for joint in document.skeleton.joints]
    result = bvhlint.fix(document, fps=60, scale=2, rename={"Spine": "Chest"}, normalize=True)
    assert result.document.to_bytes() != BAD
    assert document.to_bytes() == BAD
    assert np.array_equal(document.motion.values, values)
    assert [joint.name for joint in document.skeleton.joints] == names
    assert not document.motion.values.flags.writeable


def test_without_fixes_only_what_is_asked_for() -> None:
    assert fixed(BAD, fixes=False) == BAD
    assert fixed(BAD, fixes=False, newline="crlf") == BAD.replace(b"\n", b"\r\n")


def test_unsafe_fixes_when_asked_for() -> None:
    commas = GOOD.replace(b".", b",")
    assert fixed(commas) == commas
    assert fixed(commas, unsafe=True) == GOOD


@pytest.mark.parametrize("rate", [15, 15.0, "15", Fraction(15), "15/1"])
def test_rates_may_be_written_in_many_ways(rate: float | str | Fraction) -> None:
    first, _, third = ROWS.splitlines(keepends=True)
    header = GOOD.removesuffix(ROWS).replace(b"Frames: 3", b"Frames: 2")
    assert fixed(GOOD, fps=rate) == header.replace(b"0.0333333", b"0.0666667") + first + third
    assert b"Frame Time: 0.0666667\n" + ROWS in fixed(GOOD, set_fps=rate)


def test_a_short_ntsc_rate_is_that_rate() -> None:
    assert b"Frame Time: 0.0333667\n" in fixed(GOOD, set_fps=29.97)
    assert b"Frame Time: 0.0333667\n" in fixed(GOOD, set_fps=Fraction(30000, 1001))


@pytest.mark.parametrize("frames", ["1:", "1:3", "-2:", slice(1, None), slice(-2, 3), (1, None)])
def test_frames_may_be_written_in_many_ways(frames: Any) -> None:
    wanted = GOOD.removesuffix(ROWS).replace(b"Frames: 3", b"Frames: 2")
    wanted += ROWS.split(b"\n", 1)[1]
    assert fixed(GOOD, frames=frames) == wanted


def test_names_and_joints_may_be_one_or_several() -> None:
    wanted = GOOD.replace(b"Spine", b"Chest").replace(b"Hips", b"Pelvis")
    assert fixed(GOOD, rename={"Spine": "Chest", "Hips": "Pelvis"}) == wanted
    assert fixed(GOOD, rename=[("Spine", "Chest"), ("Hips", "Pelvis")]) == wanted
    one = fixed(GOOD, drop_joint="Spine", unsafe=True)
    assert b"Spine" not in one
    assert fixed(GOOD, drop_joint=["Spine"], unsafe=True) == one


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"fps": 0}, "--fps: '0' is no number of frames a second"),
        ({"set_fps": "fast"}, "--set-fps: 'fast'"),
        ({"fps": float("nan")}, "--fps: 'nan'"),
        ({"scale": 0.0}, "--scale: '0.0' is no factor"),
        ({"scale": float("inf")}, "--scale: 'inf' is no factor"),
        ({"units": "ft"}, "--units: 'ft' is none of m, cm, mm, in"),
        ({"up": "x"}, "--up: 'x' is none of y, z"),
        ({"rotation_order": "xxy"}, "--rotation-order: 'XXY' is none of XYZ"),
        ({"newline": "cr"}, "--newline"),
        ({"positions": "none"}, "--positions"),
        ({"method": "slerp"}, "--method says something of --fps only"),
        ({"filter": True}, "--filter says something of --fps only"),
        ({"from_units": "m"}, "--from-units says something of --units only"),
        ({"scale": 2, "units": "m"}, "say one of them"),
        ({"rest_pose": -1}, "--rest-pose: -1 is no frame"),
        ({"rename": ["Hips=Pelvis"]}, "--rename: 'Hips=Pelvis' is no pair of an old and"),
        ({"rename": [("Hips",)]}, "--rename: ('Hips',) is no pair"),
        ({"rename": {"Hips": 1}}, "--rename: ('Hips', 1) is no pair"),
        ({"precision": 18}, "--precision"),
        ({"frames": "1"}, "--frames: '1' is no A:B"),
        ({"frames": slice(0, 9, 2)}, "--frames takes no step"),
    ],
    ids=str,
)
def test_a_wrong_value_is_refused_by_the_name_of_its_option(
    changes: dict[str, Any], told: str
) -> None:
    with pytest.raises(bvhlint.ConfigError) as refused:
        fixed(GOOD, **changes)
    assert told in str(refused.value)


def test_what_is_not_possible_says_where() -> None:
    with pytest.raises(bvhlint.TransformError, match=r"--fps: frame 0 \(line 19\) has .x., which"):
        fixed(BROKEN, fps=60)
    with pytest.raises(bvhlint.TransformError, match="--rename: no joint is named Spin; did you"):
        fixed(GOOD, rename={"Spin": "Chest"})


def test_a_transform_can_be_used_by_itself() -> None:
    document, changes = carry_out(bvhlint.parse(GOOD), Scale(0.5))
    assert b"OFFSET 0.00 5.000000 0.00\n" in document.to_bytes()
    assert [change.source for change in changes] == ["--scale"]


# One place


def test_command_line_and_python_know_the_same_changes() -> None:
    parser = argparse.ArgumentParser()
    add_changes(parser)
    options = {action.dest for action in parser._actions} - {"help"}
    arguments = set(inspect.signature(bvhlint.fix).parameters)
    assert options == set(order.NAMES) - {"unsafe"} | {"rename_file"}
    assert arguments == set(order.NAMES) - {"split_roots"} | {"document", "fixes"}
    manual = inspect.getdoc(api.fix) or ""
    assert all(f"{name}: " in manual for name in arguments - {"from_units", "from_up"})


EVERYTHING = {
    "set_fps": 60,
    "drop_reference_frame": True,
    "frames": "1:",
    "strip_namespace": True,
    "rename": (("A", "B"),),
    "rename_duplicates": True,
    "fps": 30,
    "merge_static_root": True,
    "drop_joint": ("C",),
    "positions": "root",
    "rest_pose": 0,
    "root_offset": "zero",
    "units": "m",
    "up": "z",
    "rotation_order": "XYZ",
    "unroll": True,
    "newline": "lf",
    "normalize": True,
}
IN_ORDER = [
    ("--set-fps", True),
    ("--drop-reference-frame", False),
    ("--frames", False),
    ("--strip-namespace", True),
    ("--rename", False),
    ("--rename-duplicates", False),
    ("--fps", True),
    ("--merge-static-root", False),
    ("--drop-joint", False),
    ("--positions", True),
    ("--rest-pose", False),
    ("--root-offset", True),
    ("--units", False),
    ("--up", False),
    ("--rotation-order", True),
    ("--unroll", True),
    ("--newline", True),
    ("--normalize", True),
]


def test_the_order_of_changes_and_which_may_be_repeated() -> None:
    made = Requests(**EVERYTHING).transforms()  # type: ignore[arg-type]
    assert [(transform.option, transform.repeatable) for transform in made] == IN_ORDER
    (scale,) = Requests(scale=2).transforms()
    assert (scale.option, scale.repeatable) == ("--scale", False)
    (portable,) = Requests(portable=True, normalize=True).transforms()
    assert (portable.option, portable.repeatable) == ("--portable", True)
    assert all(transform.keeps for transform in made)


def test_what_comes_after_a_split_are_the_layout_changes() -> None:
    asked = Requests(**EVERYTHING, split_roots=True)  # type: ignore[arg-type]
    assert [made.option for made in asked.after_split()] == ["--newline", "--normalize"]
    assert (*asked.before_split(), *asked.after_split()) == asked.transforms()
