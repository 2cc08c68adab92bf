"""``--drop-joint``: remove a joint that never turns, or any whose turns its children can take."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from bvhlint.document.document import Document
from bvhlint.document.joint import ROTATION, SCALE, EndSite, Joint
from bvhlint.document.rotations import Floats, multiply, rotate
from bvhlint.edits import Edit
from bvhlint.errors import TransformError
from bvhlint.facts.rows import STILL
from bvhlint.proof import JointsAre, OffsetsAre, Rounding, SamePose, offsets_of
from bvhlint.transforms.base import Change, Outcome, Transform
from bvhlint.transforms.columns import Columns
from bvhlint.transforms.cut import cut_spans
from bvhlint.transforms.header import offset_edits, offset_unit
from bvhlint.transforms.joint_names import find_joint
from bvhlint.transforms.refusal import refuse_broken_header
from bvhlint.transforms.rotated import (
    Locals,
    position_axes,
    set_positions,
    set_rotation,
    spread,
    turns,
    without,
)


@dataclass(frozen=True)
class DropJoint(Transform):
    """The joint called ``name`` (or a path to it) goes; its children hang on its parent.

    A joint that turns goes only with ``unsafe``: then its children turn by as much more. One that
    has no children leaves its End Site to a parent that would end without.
    """

    option = "--drop-joint"
    keeps = "the world pose of all other joints"
    repeatable = False

    name: str
    unsafe: bool = False
    precision: int | None = None

    def apply(self, document: Document) -> Outcome:
        refuse_broken_header(document, self.option)
        joint = find_joint(document, self.name, self.option)
        if joint.is_root:
            raise TransformError(
                f"{self.option}: {joint.name} is a root; --merge-static-root folds one that never "
                "moves into its child"
            )
        if joint.of_kind(SCALE):
            raise TransformError(f"{self.option}: {joint.name} has scale channels")
        draft = _Draft(document, joint, Locals.of(document), self.option)
        if not self.unsafe:
            self._refuse_turns(document, draft)
        for child in joint.children:
            draft.hang(document.skeleton.joints[child])
        removed = draft.leave_end_sites()
        draft.columns.drop(joint.channels)
        rows = draft.columns.change(self.precision)
        joints, sites = document.skeleton.joints, document.skeleton.end_sites
        gone = [at for at, site in enumerate(sites) if site in removed]
        kept, ends = without(len(joints), [joint.index]), without(len(sites), gone)
        edits = self._header(document, draft, removed)
        unit = offset_unit(document, self.precision)
        rounding = Rounding(max(rows.rounding.length, unit) + STILL, rows.rounding.angle + STILL)
        promises = (
            JointsAre.of(document, kept),
            OffsetsAre(draft.joint_offsets[kept], draft.end_offsets[ends], unit),
            rows.cells,
            SamePose(rounding, joints=kept, ends=np.where(draft.new_ends[ends], -1, ends)),
        )
        change = Change(self.option, self._message(draft, removed))
        return Outcome((*edits, *rows.edits), (change,), promises)

    def _refuse_turns(self, document: Document, draft: _Draft) -> None:
        if not draft.turns:
            return
        frame = int(np.argmax(turns(draft.turn)))
        channels = draft.joint.of_kind(ROTATION)
        values = document.motion.values[frame, [channel.column for channel in channels]]
        shown = ", ".join(
            f"{channel.name} {value:g}"
            for channel, value in zip(channels, values.tolist(), strict=True)
        )
        raise TransformError(
            f"{self.option}: {draft.joint.name} turns ({shown} in frame {frame}); --unsafe-fixes "
            "lets its children turn by as much more"
        )

    def _header(self, document: Document, draft: _Draft, removed: list[EndSite]) -> list[Edit]:
        """The joint's own lines go; OFFSETs of what hung on it are told from its parent."""
        block = draft.joint.block
        items = (draft.joint.offset_item, draft.joint.channels_item)
        spans = [(block.start, block.head_end), (block.open.start, block.open.end)]
        spans += [(item.start, item.end) for item in items if item]
        spans += [(site.block.start, site.block.end) for site in removed]
        spans.append((block.close.start, block.close.end))
        edits = cut_spans(document.content, spans)
        for child in draft.joint.children:
            owner = document.skeleton.joints[child]
            edits += offset_edits(owner, draft.joint_offsets[child], self.precision)
        for at, site in enumerate(document.skeleton.end_sites):
            if site in draft.joint.end_sites and site not in removed:
                edits += offset_edits(site, draft.end_offsets[at], self.precision)
        return edits

    def _message(self, draft: _Draft, removed: list[EndSite]) -> str:
        count = len(draft.joint.children)
        parent = draft.document.skeleton.joints[draft.joint.parent].name
        text = f"removed {draft.joint.name}"
        if count:
            text += f", {count} {'child hangs' if count == 1 else 'children hang'} on {parent} now"
        if removed:
            return f"{text}; its End Site went with it"
        return f"{text}; its End Site is that of {parent}" if draft.joint.end_sites else text


@dataclass(eq=False)
class _Draft:
    """What becomes of the joints around one that goes."""

    document: Document
    joint: Joint
    local: Locals
    option: str
    columns: Columns = field(init=False)
    joint_offsets: Floats = field(init=False)
    end_offsets: Floats = field(init=False)
    # End Sites that do not stay where they were.
    new_ends: np.ndarray[tuple[int], np.dtype[np.bool_]] = field(init=False)

    def __post_init__(self) -> None:
        self.columns = Columns(self.document)
        self.joint_offsets, self.end_offsets = offsets_of(self.document)
        self.new_ends = np.zeros(len(self.end_offsets), np.bool_)

    @property
    def turn(self) -> Floats:
        """The joint's own rotations, (frames, 4)."""
        return self.local.rotations[:, self.joint.index]

    @property
    def place(self) -> Floats:
        """Where the joint stands on its parent, (frames, 3)."""
        return self.local.translations[:, self.joint.index]

    @property
    def turns(self) -> bool:
        return bool(turns(self.turn).any())

    def hang(self, child: Joint) -> None:
        """Hang a child on the joint's parent."""
        if child.of_kind(SCALE):
            raise TransformError(f"{self.option}: {child.name} has scale channels")
        moved = self.place + self._turned(self.local.translations[:, child.index])
        given = position_axes(child)
        if spread(moved[:, ~given]) > STILL:
            raise TransformError(
                f"{self.option}: {child.name} would have to travel with {self.joint.name}, and has "
                "no position channels for that"
            )
        if given.any():
            set_positions(self.columns, child, moved)
        self.joint_offsets[child.index] = self._rest(self.joint_offsets[child.index])
        if len(moved):
            still = ~given
            self.joint_offsets[child.index, still] = moved[0, still]
        if not self.turns:
            return
        if not child.has_full_rotation:
            raise TransformError(
                f"{self.option}: {child.name} would have to turn with {self.joint.name}, and has "
                "no three rotation channels for that"
            )
        set_rotation(self.columns, child, multiply(self.turn, self.local.rotations[:, child.index]))

    def leave_end_sites(self) -> list[EndSite]:
        """Give the joint's End Sites to a parent that would end without; those that go."""
        parent = self.document.skeleton.joints[self.joint.parent]
        if self.joint.children or len(parent.children) > 1 or parent.end_sites:
            return list(self.joint.end_sites)
        if self.joint.end_sites and spread(self.place) > STILL:
            raise TransformError(
                f"{self.option}: {self.joint.name} travels, and {parent.name} would end without an "
                "End Site"
            )
        for at, site in enumerate(self.document.skeleton.end_sites):
            if site in self.joint.end_sites:
                # Of a tip that turns about the joint, the joint's own place is what stays.
                self.new_ends[at] = self.turns
                tip = np.zeros(3) if self.turns else self.end_offsets[at]
                self.end_offsets[at] = self._rest(tip)
        return []

    def _turned(self, vectors: Floats) -> Floats:
        turned: Floats = rotate(self.turn, vectors) if self.turns else vectors
        return turned

    def _rest(self, vector: Floats) -> Floats:
        """A vector on the joint as one on its parent, as in the first frame."""
        if not len(self.place):
            rest: Floats = self.joint_offsets[self.joint.index] + vector
            return rest
        first: Floats = self.place[0] + (rotate(self.turn[0], vector) if self.turns else vector)
        return first
