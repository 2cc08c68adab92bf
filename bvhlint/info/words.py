"""The facts of one file in words, and its skeleton as the rows of a tree."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from bvhlint.document.joint import POSITION, ROTATION, SCALE
from bvhlint.info.columns import decimals_text, indent_text, maya_orders, rounded
from bvhlint.info.model import EndSiteFacts, FileFacts, JointFacts
from bvhlint.reports.base import ReportContext
from bvhlint.reports.tally import count_of

MOST_NODES = 2000
"""More joints and End Sites than these are counted, not listed; JSON lists all."""

TREE_HEADINGS = ("joint", "channels", "Maya", "OFFSET", "length")
NONE_FITS = "none fits"
_KINDS = (POSITION, ROTATION, SCALE)
_NAMED = 6  # rotation orders told one by one
_DEEPEST = 24  # levels that are drawn
_NAME, _UNKNOWN = 80, 30  # characters shown of a name, of a channel that is none
_BRANCHES, _PLAIN_BRANCHES = ("│  ", "├─ ", "└─ "), ("|  ", "|- ", "`- ")
_SPACE = "   "
_UNITS = {"m": "metres", "cm": "centimetres", "mm": "millimetres", "in": "inches"}


def fact_rows(facts: FileFacts, context: ReportContext) -> list[tuple[str, str]]:
    """What there is to say of a file, each with its label."""
    info, maya = facts.info, facts.maya
    orders = Counter(joint.rotation_order for joint in facts.joints if joint.rotation_order)
    rows = [
        ("skeleton", _skeleton(facts, context)),
        ("rotation", _orders(orders, context)),
        ("frames", _frames(facts)),
        ("rate", "unknown" if info.fps is None else f"{info.fps:.6g} a second"),
        ("Frame Time", "unknown" if info.frame_time is None else f"{info.frame_time!r} s"),
        ("duration", "unknown" if info.duration is None else f"{info.duration:.6g} s"),
        ("size", _size(facts)),
        ("unit", f"looks like {_UNITS[facts.unit]}" if facts.unit else "not clear"),
        ("up axis", f"looks like {facts.up_axis}" if facts.up_axis else "not clear"),
        ("Maya", f"rotateOrder {_maya(facts)}; time unit {maya.time_unit or NONE_FITS}"),
        ("file", _file(facts)),
        ("indent", indent_text(facts)),
        ("numbers", _numbers(facts)),
        ("blanks", _blanks(facts)),
    ]
    return [(label, value) for label, value in rows if value]


def _skeleton(facts: FileFacts, context: ReportContext) -> str:
    roots = [context.show(joint.name, _NAME) for joint in facts.joints if joint.parent is None]
    words = [
        count_of(facts.info.joints, "joint"),
        count_of(facts.end_sites, "End Site"),
        count_of(facts.info.channels, "channel"),
    ]
    if not roots:
        return ", ".join(words)
    more = f" and {len(roots) - 1} more" if len(roots) > 1 else ""
    return f"{', '.join(words)}; root {roots[0]}{more}"


def _orders(orders: Counter[str], context: ReportContext) -> str:
    words = [
        f"{context.show(order, _UNKNOWN)} ({count_of(count, 'joint')})"
        for order, count in orders.most_common(_NAMED)
    ]
    more = [f"{len(orders) - _NAMED} more"] if len(orders) > _NAMED else []
    return ", ".join([*words, *more])


def _frames(facts: FileFacts) -> str:
    info = facts.info
    words = [f"{info.frames:,}"]
    if info.complete_frames != info.frames:
        words.append(f"{info.complete_frames:,} of them complete")
    if info.declared_frames is None:
        words.append("the header tells no number")
    elif info.declared_frames != info.frames:
        words.append(f"the header says {info.declared_frames:,}")
    return ", ".join(words)


def _size(facts: FileFacts) -> str:
    if not facts.size or facts.height is None:
        return "no length" if facts.size == 0 else "unknown"
    # Two digits are all that the guess is worth: 163.4 is "about 160".
    about = float(f"{facts.height:.2g}")
    return f"{facts.size:.4g} from end to end, about {about:.6g} tall"


def _maya(facts: FileFacts) -> str:
    orders = [order or NONE_FITS for order in maya_orders(facts)]
    return ", ".join(orders) or NONE_FITS


def _file(facts: FileFacts) -> str:
    writer = facts.writer
    mark = " with byte-order mark" if writer.byte_order_mark else ""
    ends = "no line end" if writer.line_ends == "none" else f"{writer.line_ends.upper()} line ends"
    last = "" if writer.final_newline else ", none at the end"
    return f"{facts.bytes:,} bytes, {writer.encoding}{mark}, {ends}{last}"


def _numbers(facts: FileFacts) -> str:
    writer = facts.writer
    words = []
    if writer.row_decimals:
        words.append(f"{decimals_text(writer.row_decimals)} decimals in rows")
    if writer.offset_decimals:
        words.append(f"{decimals_text(writer.offset_decimals)} in OFFSETs")
    if writer.exponents:
        words.append("with exponents")
    if writer.padded:
        words.append("padded to columns")
    return ", ".join(words)


def _blanks(facts: FileFacts) -> str:
    writer = facts.writer
    words = [f"{writer.separator} between values"] if writer.separator else []
    for share, where in ((writer.leading_blanks, "begin"), (writer.trailing_blanks, "end")):
        if share != "none":
            words.append(f"{share} rows {where} with blanks")
    return ", ".join(words)


class Node(NamedTuple):
    """A row of the tree: the cells of ``TREE_HEADINGS``, the first with the branches before it."""

    branches: str
    name: str
    cells: tuple[str, str, str, str]


def tree_rows(facts: FileFacts, context: ReportContext) -> Iterator[Node]:
    """The skeleton from the roots down, each joint before its children, End Sites last."""
    children: dict[int | None, list[JointFacts]] = {}
    for joint in facts.joints:
        children.setdefault(joint.parent, []).append(joint)
    bar, fork, corner = _BRANCHES if context.unicode else _PLAIN_BRANCHES
    waiting: list[tuple[JointFacts | EndSiteFacts, str, str]] = [
        (root, "", "") for root in reversed(children.get(None, []))
    ]
    while waiting:
        node, branches, below = waiting.pop()
        if isinstance(node, EndSiteFacts):
            yield Node(branches, "End Site", ("", "", *_offset_cells(node)))
            continue
        yield Node(branches, context.show(node.name, _NAME), _joint_cells(node, context))
        inner: list[JointFacts | EndSiteFacts]
        inner = [*children.get(node.index, []), *node.end_sites]
        if node.depth >= _DEEPEST:
            # Nobody sees branches this far to the right.
            waiting += [(child, f"{below}{context.ellipsis} ", below) for child in reversed(inner)]
            continue
        last = [(inner[-1], below + corner, below + _SPACE)] if inner else []
        waiting += last + [(child, below + fork, below + bar) for child in reversed(inner[:-1])]


def _joint_cells(joint: JointFacts, context: ReportContext) -> tuple[str, str, str, str]:
    maya = joint.maya_rotate_order or NONE_FITS
    channels = channel_words([context.show(name, _UNKNOWN) for name in joint.channels])
    return channels, maya, *_offset_cells(joint)


def _offset_cells(node: JointFacts | EndSiteFacts) -> tuple[str, str]:
    offset = "" if node.offset is None else " ".join(map(rounded, node.offset))
    return offset, rounded(node.length)


def channel_words(channels: Sequence[str]) -> str:
    """``position XYZ, rotation ZXY``: channels by kind, in their order."""
    words = []
    for kind, group in groupby(channels, key=_kind):
        names = list(group)
        words.append(f"{kind} {''.join(name[0] for name in names)}" if kind else " ".join(names))
    return ", ".join(words)


def _kind(channel: str) -> str:
    kind = channel[1:]
    return kind if channel[:1] in ("X", "Y", "Z") and kind in _KINDS else ""
