"""The changes that options of ``fix`` ask for: the options, and what they ask."""

from __future__ import annotations

import argparse
import io
from collections.abc import Iterator

from bvhlint.cli.options import whole_number
from bvhlint.errors import ConfigError, ReadError
from bvhlint.transforms.order import AXES, METHODS, NAMES, NEWLINES, ORDERS, UNITS, Requests

_LARGEST_FILE = 16 << 20
_ORDER = """\
Applied in this order, whatever their order on the command line, after the safe fixes. On more than
one file those marked * need --output or --backup: done twice they would do harm."""


def add_changes(parser: argparse.ArgumentParser) -> None:
    """All options of the table of changes, in the order in which they are applied."""
    add = parser.add_argument_group("changes", _ORDER).add_argument
    add("--set-fps", metavar="N", help="write another Frame Time, touch no frame")
    add("--drop-reference-frame", action="store_true", help="remove a first T-pose frame *")
    add(
        "--frames",
        metavar="A:B",
        help="keep these frames of the input, a Python slice from 0; -5: are the last five *",
    )
    add("--strip-namespace", action="store_true", help="cut joint names after the last colon")
    add(
        "--rename",
        action="append",
        metavar="OLD=NEW",
        help="rename a joint; OLD may be a path such as Hips/Spine *",
    )
    add("--rename-file", metavar="FILE", help="a file of OLD=NEW lines *")
    add("--rename-duplicates", action="store_true", help="number names that stand twice *")
    add("--fps", metavar="N", help="resample to N frames a second; the motion keeps its time")
    add("--method", choices=METHODS, help="how --fps reads between frames (default: slerp)")
    add("--filter", action="store_true", help="low-pass before --fps goes to a lower rate")
    add("--merge-static-root", action="store_true", help="fold a root that never moves away *")
    add("--drop-joint", action="append", metavar="NAME", help="remove a joint that never turns *")
    add("--positions", choices=("root",), help="remove position channels below the root")
    add("--rest-pose", metavar="FRAME", type=whole_number(0), help="OFFSETs as in this frame *")
    add("--root-offset", choices=("zero",), help="write 0 0 0 as the OFFSET of the root")
    add("--scale", metavar="S", help="multiply all lengths *")
    add("--units", choices=UNITS, help="convert all lengths to this unit *")
    add("--from-units", choices=UNITS, help="from this unit, instead of a guess")
    add("--up", choices=AXES, type=str.lower, help="turn the up axis *")
    add("--from-up", choices=AXES, type=str.lower, help="from this axis, instead of a guess")
    add("--rotation-order", choices=ORDERS, type=str.upper, metavar="XYZ", help="for all joints")
    add("--unroll", action="store_true", help="add whole turns so that channels do not jump")
    add("--split-roots", action="store_true", help="one file a ROOT, into the folder --output")
    add("--newline", choices=NEWLINES, help="the line end of every line")
    add(
        "--precision",
        metavar="N",
        type=whole_number(0),
        help="decimals of new numbers (default: as many as the column has, at least 6); for "
        "--positions what is equal in so many stands still",
    )
    add("--normalize", action="store_true", help="canonical layout, spelling and numbers")
    add(
        "--portable",
        action="store_true",
        help="what every reader takes: --normalize, --root-offset zero, --positions root, one "
        "--rotation-order, --strip-namespace, plain names, a Frame Time in enough digits for its "
        "rate",
    )


def requests_of(args: argparse.Namespace) -> Requests:
    """What the command line asks for. Raises ConfigError for a wrong value."""
    asked = {name: getattr(args, name) for name in NAMES if hasattr(args, name)}
    asked["rename"] = tuple(_renames(args))
    asked["drop_joint"] = tuple(args.drop_joint or ())
    return Requests(**asked, unsafe=args.unsafe_fixes)


def _renames(args: argparse.Namespace) -> Iterator[tuple[str, str]]:
    if not args.rename and args.rename_file is None:
        return
    from bvhlint.files.reading import read
    from bvhlint.transforms.rename import parse_pair, parse_pairs

    for text in args.rename or ():
        try:
            yield parse_pair(text)
        except ConfigError as error:
            raise ConfigError(f"--rename: {error}") from None
    if args.rename_file is not None:
        try:
            text = read(args.rename_file, limit=_LARGEST_FILE)[0].decode("utf-8-sig")
            yield from parse_pairs(io.StringIO(text, newline="\n"), args.rename_file)
        except (ReadError, ValueError) as error:
            raise ConfigError(f"--rename-file: {args.rename_file}: {error}") from error
