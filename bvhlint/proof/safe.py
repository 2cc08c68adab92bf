"""What no safe fix may touch: joints and their tree, names, frame rows, and every value."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from bvhlint.document.document import Document
from bvhlint.document.joint import Joint
from bvhlint.errors import ProofError
from bvhlint.proof.kept import HeaderKept
from bvhlint.syntax.nodes import Kind, Leaf

# The leaves that make the tree of joints; of a name the text counts too.
_TREE = frozenset(
    {
        Kind.HIERARCHY,
        Kind.ROOT,
        Kind.JOINT,
        Kind.END_SITE,
        Kind.UNKNOWN,
        Kind.NAME,
        Kind.OPEN,
        Kind.CLOSE,
        Kind.EXTRA_CLOSE,
        Kind.ORPHAN_OPEN,
        Kind.EXTRA_OPEN,
        Kind.MOTION,
    }
)
_LINE = re.compile(rb"[^\r\n]+(?:\r\n|\r|\n|\Z)")
_BLANKS = b" \t\r\n"


@dataclass(frozen=True, slots=True)
class SafeFixKept:
    """The leaves of the tree say the same joints, names and rows, the views the same values.

    A frame row is its whole line, blanks and line end too; only blank lines between rows may go,
    and the last line may get a line end.
    """

    def verify(self, before: Document, after: Document) -> None:
        for was, now in _pairs(_tree_leaves(before), _tree_leaves(after)):
            if was is None or now is None or _said(was) != _said(now):
                found = now or was
                assert found is not None
                document = after if now else before
                line = document.source.line_of(found.start)
                raise ProofError(f"a safe fix must keep joints and names; line {line} has changed")
        HeaderKept(channels=False).verify(before, after)
        for joint, same in zip(before.skeleton.joints, after.skeleton.joints, strict=True):
            if _channels(joint) != _channels(same):
                raise ProofError(f"a safe fix must keep the channels of {joint.name}")
        _refuse_other_rows(before, after)
        time = before.motion.frame_time
        if time is not None and time != after.motion.frame_time:
            raise ProofError(f"a safe fix must keep the Frame Time {time!r}")


def _channels(joint: Joint) -> list[str]:
    """The channels that there are: a word in place of their count is none."""
    return [channel.name for channel in joint.channels if channel.kind]


def _tree_leaves(document: Document) -> Iterator[Leaf]:
    return (leaf for leaf in document.tree.tokens if leaf.type in _TREE)


def _pairs(
    before: Iterator[Leaf], after: Iterator[Leaf]
) -> Iterator[tuple[Leaf | None, Leaf | None]]:
    while True:
        pair = next(before, None), next(after, None)
        if pair == (None, None):
            return
        yield pair


def _said(leaf: Leaf) -> tuple[Kind, bytes, bool]:
    return leaf.type, leaf.raw if leaf.type is Kind.NAME else b"", leaf.missing


def _refuse_other_rows(before: Document, after: Document) -> None:
    old, new = _rows(before), _rows(after)
    if old == new:
        return
    was, now = _lines(old), _lines(new)
    if len(was) != len(now):
        raise ProofError(
            f"a safe fix must keep {len(was)} lines of rows, the result has {len(now)}"
        )
    for number, (line, other) in enumerate(zip(was, now, strict=True)):
        last = number == len(was) - 1
        # CR CR LF may become CR LF.
        kept = other == line or (line.endswith(b"\r") and other == line + b"\n")
        if not kept and not (last and _without_end(other) == line):
            raise ProofError(f"a safe fix must keep every frame row; row line {number} has changed")


def _rows(document: Document) -> bytes:
    return b"".join(leaf.raw for leaf in document.tree.tokens if leaf.type is Kind.ROWS)


def _lines(rows: bytes) -> list[bytes]:
    """All lines with their ends, but for blank ones."""
    return [line for line in _LINE.findall(rows) if line.strip(_BLANKS)]


def _without_end(line: bytes) -> bytes:
    return line.rstrip(b"\r\n")
