"""The changes that can be asked for, and the order in which they are made.

The one place that turns requests into transforms, for the command line and for Python. It imports
a transform only when that is asked for.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, fields
from fractions import Fraction
from typing import TYPE_CHECKING

from bvhlint.errors import ConfigError

if TYPE_CHECKING:
    from bvhlint.document.rate import Rate
    from bvhlint.transforms.base import Transform

ORDERS = ("XYZ", "XZY", "YXZ", "YZX", "ZXY", "ZYX")
UNITS = ("m", "cm", "mm", "in")
AXES = ("y", "z")
METHODS = ("slerp", "cubic", "linear", "nearest")
NEWLINES = ("lf", "crlf")
MOST_DECIMALS = 17
"""No float64 needs more after its first digit that is not 0."""

_CHOICES: Mapping[str, tuple[str, ...]] = {
    "method": METHODS,
    "positions": ("root",),
    "root_offset": ("zero",),
    "units": UNITS,
    "from_units": UNITS,
    "up": AXES,
    "from_up": AXES,
    "rotation_order": ORDERS,
    "newline": NEWLINES,
}
# What says something of another option and nothing alone.
_MODIFIERS = (("method", "fps"), ("filter", "fps"), ("from_units", "units"), ("from_up", "up"))
_SLICE = re.compile(r"([+-]?\d{1,18})?:([+-]?\d{1,18})?", re.ASCII)

RateLike = float | str | Fraction
"""Frames a second: ``30``, ``29.97``, ``"30000/1001"``; 29.97 and its like mean the NTSC rates."""
FrameRange = str | slice | tuple[int | None, int | None]
"""``"10:200"``, ``slice(10, 200)`` or ``(10, 200)``, as Python slices: 0-based, end exclusive."""


@dataclass(frozen=True, kw_only=True)
class Requests:
    """What is asked for, by the names of the options of ``fix`` (``-`` is ``_`` here).

    ``unsafe`` lets ``drop_joint`` remove a joint that turns, and ``positions`` and ``portable``
    drop positions that are 0 where the OFFSET is not. Raises ConfigError, which names the
    option, for a value that is none, and for one that says something of an option not given.
    """

    set_fps: RateLike | None = None
    drop_reference_frame: bool = False
    frames: FrameRange | None = None
    strip_namespace: bool = False
    rename: tuple[tuple[str, str], ...] = ()
    rename_duplicates: bool = False
    fps: RateLike | None = None
    method: str | None = None
    filter: bool = False
    merge_static_root: bool = False
    drop_joint: tuple[str, ...] = ()
    positions: str | None = None
    rest_pose: int | None = None
    root_offset: str | None = None
    scale: float | str | None = None
    units: str | None = None
    from_units: str | None = None
    up: str | None = None
    from_up: str | None = None
    rotation_order: str | None = None
    unroll: bool = False
    split_roots: bool = False
    newline: str | None = None
    precision: int | None = None
    normalize: bool = False
    portable: bool = False
    unsafe: bool = False

    def __post_init__(self) -> None:
        for name, choices in _CHOICES.items():
            value = getattr(self, name)
            if value is not None and value not in choices:
                raise ConfigError(f"{spelt(name)}: {value!r} is none of {', '.join(choices)}")
        for modifier, name in _MODIFIERS:
            if getattr(self, modifier) and getattr(self, name) is None:
                raise ConfigError(f"{spelt(modifier)} says something of {spelt(name)} only")
        for pair in self.rename:
            if isinstance(pair, str) or len(pair) != 2 or not all(isinstance(n, str) for n in pair):
                raise ConfigError(f"--rename: {pair!r} is no pair of an old and a new name")
        if self.scale is not None and self.units is not None:
            raise ConfigError("--scale and --units both multiply lengths; say one of them")
        if self.rest_pose is not None and self.rest_pose < 0:
            raise ConfigError(f"--rest-pose: {self.rest_pose} is no frame, they count from 0")
        if self.precision is not None and not 0 <= self.precision <= MOST_DECIMALS:
            raise ConfigError(f"--precision: {self.precision} is not 0 to {MOST_DECIMALS} decimals")

    def transforms(self) -> tuple[Transform, ...]:
        """All transforms asked for, in their order; ``split_roots`` makes none. Raises ConfigError
        for a rate, a factor or a range that is none."""
        return (*self.before_split(), *self.after_split())

    def before_split(self) -> tuple[Transform, ...]:
        """Those that are made on the file as a whole."""
        return tuple(made for build in _BEFORE_SPLIT for made in build(self))

    def after_split(self) -> tuple[Transform, ...]:
        """Those that are made on each file that ``split_roots`` makes."""
        return tuple(made for build in _AFTER_SPLIT for made in build(self))


NAMES = tuple(field.name for field in fields(Requests))


def spelt(name: str) -> str:
    """A field's name as the command line spells it."""
    return f"--{name.replace('_', '-')}"


def _set_fps(asked: Requests) -> Iterator[Transform]:
    if asked.set_fps is not None:
        from bvhlint.transforms.set_fps import SetFps

        yield SetFps(rate_asked("set_fps", asked.set_fps))


def _frames(asked: Requests) -> Iterator[Transform]:
    if asked.drop_reference_frame:
        from bvhlint.transforms.frames import DropReferenceFrame

        yield DropReferenceFrame()
    if asked.frames is not None:
        from bvhlint.transforms.frames import KeepFrames

        yield KeepFrames(*_range(asked.frames))


def _range(frames: FrameRange) -> tuple[int | None, int | None]:
    if isinstance(frames, slice):
        if frames.step not in (None, 1):
            raise ConfigError("--frames takes no step; --fps keeps every k-th frame")
        return frames.start, frames.stop
    if isinstance(frames, tuple):
        return frames
    match = _SLICE.fullmatch(frames)
    if match is None:
        raise ConfigError(f"--frames: {frames!r} is no A:B such as 10:200, 10: or :-1")
    first, stop = (int(part) if part else None for part in match.groups())
    return first, stop


def _names(asked: Requests) -> Iterator[Transform]:
    if asked.strip_namespace:
        from bvhlint.transforms.strip_namespace import StripNamespace

        yield StripNamespace()
    if asked.rename:
        from bvhlint.transforms.rename import Rename

        yield Rename(asked.rename)
    if asked.rename_duplicates:
        from bvhlint.transforms.rename_duplicates import RenameDuplicates

        yield RenameDuplicates()


def _retime(asked: Requests) -> Iterator[Transform]:
    if asked.fps is not None:
        from bvhlint.transforms.resample import Method
        from bvhlint.transforms.retime import Retime

        method = Method(asked.method or METHODS[0])
        yield Retime(rate_asked("fps", asked.fps), method, asked.filter, asked.precision)


def _joints(asked: Requests) -> Iterator[Transform]:
    if asked.merge_static_root:
        from bvhlint.transforms.merge_static_root import MergeStaticRoot

        yield MergeStaticRoot(asked.precision)
    for name in asked.drop_joint:
        from bvhlint.transforms.drop_joint import DropJoint

        yield DropJoint(name, asked.unsafe, asked.precision)


def _offsets(asked: Requests) -> Iterator[Transform]:
    if asked.positions:
        from bvhlint.transforms.positions import PositionsRoot

        yield PositionsRoot(asked.precision, asked.unsafe)
    if asked.rest_pose is not None:
        from bvhlint.transforms.rest_pose import RestPose

        yield RestPose(asked.rest_pose, asked.precision)
    if asked.root_offset:
        from bvhlint.transforms.root_offset import RootOffsetZero

        yield RootOffsetZero()


def _lengths(asked: Requests) -> Iterator[Transform]:
    if asked.scale is not None:
        from bvhlint.transforms.scale import Scale

        yield Scale(_factor(asked.scale), asked.precision)
    if asked.units is not None:
        from bvhlint.transforms.scale import Units

        yield Units(asked.units, asked.from_units, asked.precision)


def _turns(asked: Requests) -> Iterator[Transform]:
    if asked.up is not None:
        from bvhlint.transforms.up_axis import UpAxis

        yield UpAxis(asked.up.upper(), asked.from_up.upper() if asked.from_up else None)
    if asked.rotation_order is not None:
        from bvhlint.transforms.rotation_order import RotationOrder

        yield RotationOrder(asked.rotation_order, asked.precision)
    if asked.unroll:
        from bvhlint.transforms.unroll import Unroll

        yield Unroll(asked.precision)


def _layout(asked: Requests) -> Iterator[Transform]:
    if asked.newline is not None:
        from bvhlint.transforms.newline import Newline

        yield Newline(asked.newline)
    if asked.normalize and not asked.portable:
        from bvhlint.transforms.normalize import Normalize

        yield Normalize()
    if asked.portable:
        from bvhlint.transforms.portable import Portable

        yield Portable(asked.precision, asked.unsafe)


_Builder = Callable[[Requests], "Iterator[Transform]"]
# The order of the table of changes in the documentation: a promise to users.
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


def rate_asked(name: str, value: RateLike) -> Rate:
    """The frame rate that an option names. Raises ConfigError."""
    from bvhlint.document.rate import parse_rate

    try:
        return parse_rate(str(value))
    except ValueError as error:
        raise ConfigError(f"{spelt(name)}: {error}") from None


def _factor(value: float | str) -> float:
    from bvhlint.document.numbers import parse_number

    factor = parse_number(str(value).encode())
    if factor is None or not 0 < factor < float("inf"):
        raise ConfigError(f"--scale: {str(value)!r} is no factor above 0")
    return factor
