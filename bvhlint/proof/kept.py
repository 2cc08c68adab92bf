"""What must stay as it was: bytes outside the edits, rows, lines, and the skeleton's header."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from bvhlint.document.document import Document
from bvhlint.document.joint import EndSite, Joint
from bvhlint.edits import Edit
from bvhlint.errors import ProofError
from bvhlint.proof.promise import Rows


@dataclass(frozen=True, slots=True, eq=False)
class OutsideKept:
    """Every byte outside the edits is that of the file before, in its place."""

    edits: Sequence[Edit]

    def verify(self, before: Document, after: Document) -> None:
        old, new = memoryview(before.content), memoryview(after.content)
        grown = sum(len(edit.data) - (edit.end - edit.start) for edit in self.edits)
        if len(new) - len(old) != grown:
            raise ProofError(f"the result has {len(new) - len(old)} bytes more, not {grown}")
        there = here = 0
        for edit in [*sorted(self.edits), Edit(len(old), len(old), b"")]:
            size = edit.start - here
            if old[here : edit.start] != new[there : there + size]:
                line = before.source.line_of(here)
                raise ProofError(f"bytes behind line {line} have changed outside the edits")
            here, there = edit.end, there + size + len(edit.data)


@dataclass(frozen=True, slots=True, eq=False)
class RowsKept:
    """Row k of the result is row ``rows[k]`` of the file before to the byte (all, if None)."""

    rows: Rows | None = None

    def verify(self, before: Document, after: Document) -> None:
        old, new = before.motion.table, after.motion.table
        rows = np.arange(len(old)) if self.rows is None else self.rows
        if len(new) != len(rows):
            raise ProofError(f"{len(rows)} frame rows were to stay, the result has {len(new)}")
        if not len(rows):
            return
        starts, ends = old.row_starts.astype(np.int64)[rows], old.row_ends.astype(np.int64)[rows]
        shift = new.row_starts - starts
        wrong = np.flatnonzero(new.row_ends - ends != shift)
        if len(wrong):
            raise ProofError(f"frame {wrong[0]} was to stay and has another length")
        # Rows that lie as far from each other as before are one piece.
        cuts = np.flatnonzero((np.diff(shift) != 0) | (np.diff(rows) != 1)) + 1
        low, high = np.append(0, cuts), np.append(cuts, len(rows)) - 1
        there = memoryview(before.content), memoryview(after.content)
        for first, begin, end, moved in zip(
            low.tolist(),
            starts[low].tolist(),
            ends[high].tolist(),
            shift[low].tolist(),
            strict=True,
        ):
            if there[0][begin:end] != there[1][begin + moved : end + moved]:
                _refuse_changed_row(before, after, rows, first)


def _refuse_changed_row(before: Document, after: Document, rows: Rows, first: int) -> None:
    """Raise ProofError for the first changed row from ``first`` on; lines between may change."""
    old, new = before.motion.table, after.motion.table
    for frame in range(first, len(rows)):
        row = int(rows[frame])
        was = before.content[old.row_starts[row] : old.row_ends[row]]
        if was != after.content[new.row_starts[frame] : new.row_ends[frame]]:
            raise ProofError(f"frame {frame} was to stay and has changed")


@dataclass(frozen=True, slots=True)
class LinesKept:
    """All lines are as they were, but for their ends, which are all ``newline``."""

    newline: bytes

    def verify(self, before: Document, after: Document) -> None:
        old, new = _plain(before.content), _plain(after.content)
        if old != new:
            raise ProofError("a line has changed, not only its end")
        if new.replace(b"\n", self.newline) != after.content:
            raise ProofError("a line end is not as it was asked for")


def _plain(content: bytes) -> bytes:
    """The content with all line ends as LF."""
    return content.replace(b"\r\n", b"\n").replace(b"\r", b"\n")


@dataclass(frozen=True, slots=True)
class HeaderKept:
    """Joints, their tree and End Sites are as they were; so are the names, OFFSETs and channels
    that are True, and the text after each End Site with the names."""

    names: bool = True
    offsets: bool = True
    channels: bool = True

    def verify(self, before: Document, after: Document) -> None:
        old, new = before.skeleton, after.skeleton
        if len(old.joints) != len(new.joints) or len(old.end_sites) != len(new.end_sites):
            raise ProofError(
                f"{len(old.joints)} joints with {len(old.end_sites)} End Sites were to stay, the "
                f"result has {len(new.joints)} with {len(new.end_sites)}"
            )
        for was, now in zip(old.joints, new.joints, strict=True):
            self._joint(was, now)
        for end, here in zip(old.end_sites, new.end_sites, strict=True):
            if end.parent != here.parent:
                raise ProofError(f"an End Site of {old.joints[end.parent].name} has moved")
            if self.offsets and end.offset != here.offset:
                _refuse_offset(f"the End Site of {old.joints[end.parent].name}", end, here)

    def _joint(self, was: Joint, now: Joint) -> None:
        if was.parent != now.parent:
            raise ProofError(f"joint {was.name} has another parent")
        if self.names and raw_name(was) != raw_name(now):
            raise ProofError(f"joint {was.name} was to keep its name, it reads {now.name}")
        if self.offsets and was.offset != now.offset:
            _refuse_offset(f"joint {was.name}", was, now)
        if self.channels and channel_names(was) != channel_names(now):
            old, new = (" ".join(channel_names(joint)) for joint in (was, now))
            raise ProofError(f"joint {was.name} was to keep the channels {old}, it has {new}")


@dataclass(frozen=True, slots=True)
class JointFacts:
    """What the header says of a joint but for its OFFSET: its name's bytes, its parent's number,
    and its channels in their standard spelling."""

    name: bytes
    parent: int
    channels: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class JointsAre:
    """The result has these joints, in file order."""

    joints: tuple[JointFacts, ...]

    @classmethod
    def of(
        cls,
        document: Document,
        kept: Rows | None = None,
        channels: Mapping[int, Sequence[str]] | None = None,
    ) -> JointsAre:
        """The joints of a document; those that are ``kept``, by number, alone, each below the
        nearest one above it that is kept; with other ``channels`` by number."""
        joints = document.skeleton.joints
        kept = np.arange(len(joints)) if kept is None else kept
        place = {joint: at for at, joint in enumerate(kept.tolist())}
        facts = []
        for number in kept.tolist():
            joint = joints[number]
            parent = joint.parent
            while parent >= 0 and parent not in place:
                parent = joints[parent].parent
            names = (channels or {}).get(number, channel_names(joint))
            facts.append(JointFacts(raw_name(joint), place.get(parent, -1), tuple(names)))
        return cls(tuple(facts))

    def verify(self, before: Document, after: Document) -> None:  # noqa: ARG002
        found = after.skeleton.joints
        if len(found) != len(self.joints):
            raise ProofError(
                f"{len(self.joints)} joints were promised, the result has {len(found)}"
            )
        for joint, wanted in zip(found, self.joints, strict=True):
            facts = JointFacts(raw_name(joint), joint.parent, channel_names(joint))
            if facts != wanted:
                raise ProofError(f"joint {joint.name} would be {facts}, not {wanted}")


def _refuse_offset(name: str, was: Joint | EndSite, now: Joint | EndSite) -> None:
    raise ProofError(f"the OFFSET of {name} was to stay {was.offset}, it is {now.offset}")


def raw_name(joint: Joint) -> bytes:
    """A joint's name as its bytes stand in the file, empty where it has none."""
    return joint.block.name.raw if joint.block.name else b""


def channel_names(joint: Joint) -> tuple[str, ...]:
    """The channels of a joint in their standard spelling."""
    return tuple(channel.name for channel in joint.channels)
