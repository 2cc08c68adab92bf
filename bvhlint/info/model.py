"""The facts of a file as plain structures; the JSON of ``bvhlint info`` is made of them.

None stands for what the file does not tell. Lengths are in the file's own unit.
"""

from __future__ import annotations

import msgspec

from bvhlint.results import ErrorEntry, FileInfo

INFO_VERSION = 1

Vector = tuple[float, float, float]


class EndSiteFacts(msgspec.Struct, frozen=True):
    """The end of a chain: its OFFSET, and the length of that."""

    offset: Vector | None
    length: float | None


class JointFacts(msgspec.Struct, frozen=True):
    """A ROOT or JOINT. ``parent`` is an index into the list of joints, None for a ROOT.

    ``length`` is that of the bone from the parent: of the OFFSET, or of the first good row's
    position where the joint has position channels; None for a ROOT. ``rotation_order`` names the
    axes as CHANNELS does, ``maya_rotate_order`` the same order as Maya calls it, or None where
    Maya has none such.
    """

    index: int
    name: str
    parent: int | None
    depth: int
    offset: Vector | None
    length: float | None
    channels: list[str]
    rotation_order: str
    maya_rotate_order: str | None
    end_sites: list[EndSiteFacts]


class Decimals(msgspec.Struct, frozen=True):
    """The fewest and the most digits behind the point of some numbers."""

    least: int
    most: int


class WriterFacts(msgspec.Struct, frozen=True):
    """The manner of whoever wrote the file.

    Of the rows a sample is looked at for decimals, separators and padding, all of them for
    exponents and for blanks at their ends.
    """

    encoding: str
    byte_order_mark: bool
    line_ends: str
    final_newline: bool
    indent: str
    indent_width: int | None
    offset_decimals: Decimals | None
    row_decimals: Decimals | None
    exponents: bool
    separator: str | None
    padded: bool
    leading_blanks: str
    trailing_blanks: str


class MayaFacts(msgspec.Struct, frozen=True):
    """``time_unit`` is Maya's name for the rate, None where it has none."""

    time_unit: str | None


class FileFacts(msgspec.Struct, frozen=True):
    """All facts of one file.

    ``size`` is the longest path in the skeleton from end to end, ``height`` about how tall the
    figure stands; ``unit`` (m, cm, mm, in) and ``up_axis`` (Y, Z) are guesses.
    """

    path: str
    bytes: int
    info: FileInfo
    end_sites: int
    size: float | None
    height: float | None
    unit: str | None
    up_axis: str | None
    maya: MayaFacts
    writer: WriterFacts
    joints: list[JointFacts]


class Tool(msgspec.Struct, frozen=True):
    """Who says so."""

    name: str
    version: str


class InfoReport(msgspec.Struct, frozen=True):
    """The whole of what ``bvhlint info --output-format json`` prints."""

    version: int
    tool: Tool
    files: list[FileFacts]
    errors: list[ErrorEntry]
