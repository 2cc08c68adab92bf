"""What the portable form has beyond the other changes: plain names, no inner End Sites, no scales
of one, a Frame Time that does not drift."""

from __future__ import annotations

import re
from dataclasses import dataclass

import numpy as np

from bvhlint.document.document import Document
from bvhlint.document.joint import SCALE
from bvhlint.edits import Edit
from bvhlint.facts.frame_time import coarsely_rounded
from bvhlint.proof import JointsAre, Rounding, RowsKept, SamePose
from bvhlint.transforms.base import NOTHING, Change, Outcome, Transform
from bvhlint.transforms.channels import drop_channels
from bvhlint.transforms.columns import Columns
from bvhlint.transforms.cut import cut_spans
from bvhlint.transforms.joint_names import raw_names, rename
from bvhlint.transforms.refusal import refuse_broken_header, refuse_parts
from bvhlint.transforms.rotated import without
from bvhlint.transforms.set_fps import SetFps

OPTION = "--portable"
_STRANGE = re.compile(r"[^A-Za-z0-9_]", re.ASCII)


@dataclass(frozen=True)
class PlainNames(Transform):
    """Every letter of a name that is not in ``[A-Za-z0-9_]`` becomes ``_``."""

    option = OPTION
    keeps = "everything else to the byte"

    def apply(self, document: Document) -> Outcome:
        refuse_parts(document, self.option)
        joints = zip(document.skeleton.joints, raw_names(document), strict=True)
        new = {
            joint.index: _STRANGE.sub("_", joint.name).encode()
            for joint, name in joints
            if name and _STRANGE.search(joint.name)
        }
        return rename(document, new, self.option)


@dataclass(frozen=True)
class NoInnerEndSites(Transform):
    """An End Site of a joint that has child joints goes."""

    option = OPTION
    keeps = "the world pose of every joint"

    def apply(self, document: Document) -> Outcome:
        joints, sites = document.skeleton.joints, document.skeleton.end_sites
        gone = [at for at, site in enumerate(sites) if joints[site.parent].children]
        if not gone:
            return NOTHING
        refuse_broken_header(document, self.option)
        blocks = (sites[at].block for at in gone)
        edits = cut_spans(document.content, [(block.start, block.end) for block in blocks])
        change = Change(
            self.option, "removed End Sites of joints that go on in child joints", len(gone)
        )
        ends = without(len(sites), gone)
        promises = (RowsKept(), JointsAre.of(document), SamePose(Rounding(), ends=ends))
        return Outcome(tuple(edits), (change,), promises)


@dataclass(frozen=True)
class NoIdleScales(Transform):
    """Scale channels that are 1 in every frame go; if one is not, all stay."""

    option = OPTION
    keeps = "the world pose"

    def apply(self, document: Document) -> Outcome:
        joints = [joint for joint in document.skeleton.joints if joint.of_kind(SCALE)]
        channels = [channel for joint in joints for channel in joint.of_kind(SCALE)]
        if not channels:
            return NOTHING
        refuse_broken_header(document, self.option)
        values = document.motion.values[:, [channel.column for channel in channels]]
        if np.any(values != 1):
            return NOTHING
        columns = Columns(document)
        columns.drop(channels)
        edits: list[Edit] = []
        left = {}
        for joint in joints:
            scales = [at for at, channel in enumerate(joint.channels) if channel.kind == SCALE]
            edits += drop_channels(joint, scales)
            left[joint.index] = [name.name for name in joint.channels if name.kind != SCALE]
        rows = columns.change(None)
        change = Change(
            self.option, "removed scale channels, which were 1 in every frame", len(channels)
        )
        promises = (JointsAre.of(document, None, left), rows.cells, SamePose(Rounding()))
        return Outcome((*edits, *rows.edits), (change,), promises)


@dataclass(frozen=True)
class SteadyFrameTime(Transform):
    """A Frame Time in so few digits that the clip drifts is written in more of them, if there is
    no doubt which rate it stands for."""

    option = OPTION
    keeps = "all rows to the byte, and the rate"

    def apply(self, document: Document) -> Outcome:
        meant, rate = coarsely_rounded(document), document.motion.rate
        if meant is None or rate is None or rate.exact is None:
            return NOTHING
        outcome = SetFps(rate).apply(document)
        changes = tuple(Change(self.option, change.message) for change in outcome.changes)
        return Outcome(outcome.edits, changes, outcome.promises)
