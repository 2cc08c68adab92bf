"""The changes that options of ``fix`` ask for: the options, and the transforms they make.

``_BEFORE_SPLIT`` and ``_AFTER_SPLIT`` hold the order in which the changes are made, whatever
stands first on the command line.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from bvhlint.cli.options import whole_number
from bvhlint.errors import ConfigError

if TYPE_CHECKING:
    from bvhlint.document.rate import Rate
    from bvhlint.transforms.base import Transform

_SLICE = re.compile(r"(-?\d*):(-?\d*)", re.ASCII)
_ORDERS = ("XYZ", "XZY", "YXZ", "YZX", "ZXY", "ZYX")
_UNITS = ("m", "cm", "mm", "in")
_AXES = ("y", "z")


def add_changes(parser: argparse.ArgumentParser) -> None:
    """All options of the table of changes, in the order in which they are applied."""
    add = parser.add_argument_group(
        "changes", "Applied in this order, whatever their order on the command line."
    ).add_argument
    add("--set-fps", metavar="N", help="write another Frame Time, touch no frame")
    add("--drop-reference-frame", action="store_true", help="remove a first T-pose frame")
    add("--frames", metavar="A:B", help="keep these frames of the input (Python slice, from 0)")
    add("--strip-namespace", action="store_true", help="cut joint names after the last colon")
    add(
        "--rename",
        action="append",
        metavar="OLD=NEW",
        help="rename a joint; OLD may be a path such as Hips/Spine",
    )
    add("--rename-file", metavar="FILE", help="a file of OLD=NEW lines")
    add("--rename-duplicates", action="store_true", help="number names that stand twice")
    add("--fps", metavar="N", help="resample to N frames a second; the motion keeps its time")
    add(
        "--method",
        choices=("slerp", "cubic", "linear", "nearest"),
        help="how --fps reads between frames (default: slerp)",
    )
    add("--filter", action="store_true", help="low-pass before --fps goes to a lower rate")
    add("--merge-static-root", action="store_true", help="fold a root that never moves away")
    add("--drop-joint", action="append", metavar="NAME", help="remove a joint that never turns")
    add("--positions", choices=("root",), help="remove position channels below the root")
    add("--rest-pose", metavar="FRAME", type=whole_number(0), help="OFFSETs as in this frame")
    add("--root-offset", choices=("zero",), help="write 0 0 0 as the OFFSET of the root")
    add("--scale", metavar="S", help="multiply all lengths")
    add("--units", choices=_UNITS, help="convert all lengths to this unit")
    add("--from-units", choices=_UNITS, help="from this unit, instead of a guess")
    add("--up", choices=_AXES, type=str.lower, help="turn the up axis")
    add("--from-up", choices=_AXES, type=str.lower, help="from this axis, instead of a guess")
    add("--rotation-order", choices=_ORDERS, type=str.upper, metavar="XYZ", help="for all joints")
    add("--unroll", action="store_true", help="add whole turns so that channels do not jump")
    add("--split-roots", action="store_true", help="one file a ROOT, into the folder --output")
    add("--newline", choices=("lf", "crlf"), help="the line end of every line")
    add(
        "--precision",
        metavar="N",
        type=whole_number(0),
        help="decimals of new numbers (default: as many as the column has, at least 6)",
    )
    add("--normalize", action="store_true", help="canonical layout, spelling and numbers")
    add(
        "--portable",
        action="store_true",
        help="what every reader takes: --normalize, --root-offset zero, --positions root, one "
        "--rotation-order, --strip-namespace, plain names",
    )


def asked_changes(args: argparse.Namespace) -> tuple[list[Transform], list[Transform]]:
    """The transforms before and after ``--split-roots``. Raises ConfigError for a wrong value."""
    _refuse_lone_modifiers(args)
    before = [made for build in _BEFORE_SPLIT for made in build(args)]
    after = [made for build in _AFTER_SPLIT for made in build(args)]
    return before, after


def _refuse_lone_modifiers(args: argparse.Namespace) -> None:
    for modifier, option in (
        ("method", "fps"),
        ("filter", "fps"),
        ("from_units", "units"),
        ("from_up", "up"),
    ):
        if getattr(args, modifier) and getattr(args, option) is None:
            raise ConfigError(f"--{modifier.replace('_', '-')} says something of --{option} only")
    if args.scale is not None and args.units is not None:
        raise ConfigError("--scale and --units both multiply lengths; say one of them")


def _set_fps(args: argparse.Namespace) -> Iterator[Transform]:
    if args.set_fps is not None:
        from bvhlint.transforms.set_fps import SetFps

        yield SetFps(rate_of_option("--set-fps", args.set_fps))


def _frames(args: argparse.Namespace) -> Iterator[Transform]:
    from bvhlint.transforms.frames import DropReferenceFrame, KeepFrames

    if args.drop_reference_frame:
        yield DropReferenceFrame()
    if args.frames is not None:
        match = _SLICE.fullmatch(args.frames)
        if not match or "-" in match.groups():
            raise ConfigError(f"--frames: {args.frames!r} is no A:B such as 10:200, 10: or :-1")
        first, after = (int(part) if part else None for part in match.groups())
        yield KeepFrames(first, after)


def _names(args: argparse.Namespace) -> Iterator[Transform]:
    from bvhlint.transforms.rename import Rename, parse_pair, parse_pairs
    from bvhlint.transforms.rename_duplicates import RenameDuplicates
    from bvhlint.transforms.strip_namespace import StripNamespace

    if args.strip_namespace:
        yield StripNamespace()
    pairs = tuple(parse_pair(text) for text in args.rename or ())
    if args.rename_file is not None:
        try:
            with open(args.rename_file, encoding="utf-8-sig", newline="\n") as file:
                pairs += parse_pairs(file, args.rename_file)
        except (OSError, UnicodeDecodeError) as error:
            raise ConfigError(f"--rename-file: {args.rename_file}: {error}") from error
    if pairs:
        yield Rename(pairs)
    if args.rename_duplicates:
        yield RenameDuplicates()


def _retime(args: argparse.Namespace) -> Iterator[Transform]:
    if args.fps is not None:
        from bvhlint.transforms.resample import Method
        from bvhlint.transforms.retime import Retime

        rate = rate_of_option("--fps", args.fps)
        yield Retime(rate, Method(args.method or "slerp"), args.filter, args.precision)


def _joints(args: argparse.Namespace) -> Iterator[Transform]:
    if args.merge_static_root:
        from bvhlint.transforms.merge_static_root import MergeStaticRoot

        yield MergeStaticRoot(args.precision)
    for name in args.drop_joint or ():
        from bvhlint.transforms.drop_joint import DropJoint

        yield DropJoint(name, args.unsafe_fixes, args.precision)


def _offsets(args: argparse.Namespace) -> Iterator[Transform]:
    if args.positions:
        from bvhlint.transforms.positions import PositionsRoot

        yield PositionsRoot()
    if args.rest_pose is not None:
        from bvhlint.transforms.rest_pose import RestPose

        yield RestPose(args.rest_pose, args.precision)
    if args.root_offset:
        from bvhlint.transforms.root_offset import RootOffsetZero

        yield RootOffsetZero()


def _lengths(args: argparse.Namespace) -> Iterator[Transform]:
    from bvhlint.transforms.scale import Scale, Units

    if args.scale is not None:
        yield Scale(_factor(args.scale), args.precision)
    if args.units is not None:
        yield Units(args.units, args.from_units, args.precision)


def _turns(args: argparse.Namespace) -> Iterator[Transform]:
    from bvhlint.transforms.rotation_order import RotationOrder
    from bvhlint.transforms.unroll import Unroll
    from bvhlint.transforms.up_axis import UpAxis

    if args.up is not None:
        yield UpAxis(args.up.upper(), args.from_up.upper() if args.from_up else None)
    if args.rotation_order is not None:
        yield RotationOrder(args.rotation_order, args.precision)
    if args.unroll:
        yield Unroll(args.precision)


def _layout(args: argparse.Namespace) -> Iterator[Transform]:
    if args.newline is not None:
        from bvhlint.transforms.newline import Newline

        yield Newline(args.newline)
    if args.normalize and not args.portable:
        from bvhlint.transforms.normalize import Normalize

        yield Normalize()
    if args.portable:
        from bvhlint.transforms.portable import Portable

        yield Portable(args.precision)


_Builder = Callable[[argparse.Namespace], "Iterator[Transform]"]
_BEFORE_SPLIT: tuple[_Builder, ...] = (
    _set_fps,
    _frames,
    _names,
    _retime,
    _joints,
    _offsets,
    _lengths,
    _turns,
)
_AFTER_SPLIT: tuple[_Builder, ...] = (_layout,)


def rate_of_option(option: str, text: str) -> Rate:
    """The frame rate that an option names. Raises ConfigError."""
    from bvhlint.document.rate import parse_rate

    try:
        return parse_rate(text)
    except ValueError as error:
        raise ConfigError(f"{option}: {error}") from None


def _factor(text: str) -> float:
    from bvhlint.document.numbers import parse_number

    value = parse_number(text.encode())
    if value is None or not 0 < value < float("inf"):
        raise ConfigError(f"--scale: {text!r} is no factor above 0")
    return value
