"""The facts of a file as one row of a table: the columns of CSV, and those that people see."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from bvhlint.info.model import Decimals, FileFacts

Cell = str | int | float | None


class Column(NamedTuple):
    """A column: its name in CSV, its heading for people (empty: not shown), and its value.

    People see so many ``digits`` of it.
    """

    key: str
    heading: str
    value: Callable[[FileFacts], Cell]
    digits: int = 6


def maya_orders(facts: FileFacts) -> list[str | None]:
    """Maya's rotate orders of the joints that turn, each once; None stands for "none fits"."""
    orders = (joint.maya_rotate_order for joint in facts.joints if joint.rotation_order)
    return list(dict.fromkeys(orders))


def indent_text(facts: FileFacts) -> str:
    """``tab``, ``4 spaces``, ``mixed``, ``none``."""
    writer = facts.writer
    if writer.indent_width is None or (writer.indent == "tab" and writer.indent_width == 1):
        return writer.indent
    unit = writer.indent.removesuffix("s") + "s" * (writer.indent_width > 1)
    return f"{writer.indent_width} {unit}"


def decimals_text(decimals: Decimals | None) -> str:
    """``6``, or ``4-6`` where they differ."""
    if decimals is None:
        return ""
    both = (decimals.least, decimals.most)
    return "-".join(map(str, dict.fromkeys(both)))


def rounded(value: float | None, digits: int = 6) -> str:
    """A measured number for people."""
    return "" if value is None else f"{value:.{digits}g}"


COLUMNS: Sequence[Column] = (
    Column("path", "file", lambda facts: facts.path),
    Column("bytes", "", lambda facts: facts.bytes),
    Column("roots", "", lambda facts: facts.info.roots),
    Column("joints", "joints", lambda facts: facts.info.joints),
    Column("end_sites", "", lambda facts: facts.end_sites),
    Column("channels", "channels", lambda facts: facts.info.channels),
    Column("frames", "frames", lambda facts: facts.info.frames),
    Column("complete_frames", "complete", lambda facts: facts.info.complete_frames),
    Column("declared_frames", "", lambda facts: facts.info.declared_frames),
    Column("frame_time", "", lambda facts: facts.info.frame_time),
    Column("fps", "fps", lambda facts: facts.info.fps),
    Column("duration", "seconds", lambda facts: facts.info.duration),
    Column("rotation_orders", "orders", lambda facts: " ".join(facts.info.rotation_orders)),
    Column("size", "", lambda facts: facts.size),
    Column("height", "height", lambda facts: facts.height, 3),
    Column("unit", "unit", lambda facts: facts.unit),
    Column("up_axis", "up", lambda facts: facts.up_axis),
    Column(
        "maya_rotate_orders",
        "",
        lambda facts: " ".join(order or "none" for order in maya_orders(facts)),
    ),
    Column("maya_time_unit", "", lambda facts: facts.maya.time_unit),
    Column("encoding", "", lambda facts: facts.writer.encoding),
    Column("line_ends", "", lambda facts: facts.writer.line_ends),
    Column("indent", "", indent_text),
    Column("offset_decimals", "", lambda facts: decimals_text(facts.writer.offset_decimals)),
    Column("row_decimals", "", lambda facts: decimals_text(facts.writer.row_decimals)),
)
SHOWN = tuple(column for column in COLUMNS if column.heading)


def shown_row(facts: FileFacts) -> list[str]:
    """The cells that people see of a file."""
    return [_text(column.value(facts), column.digits) for column in SHOWN]


def _text(value: Cell, digits: int) -> str:
    if isinstance(value, float):
        return rounded(value, digits)
    return "" if value is None else str(value)
