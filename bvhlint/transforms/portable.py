"""``--portable``: the form that every reader takes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from bvhlint.document.document import Document
from bvhlint.document.joint import POSITION, SCALE
from bvhlint.edits import Edit
from bvhlint.errors import ProofError
from bvhlint.facts.frame_time import coarsely_rounded
from bvhlint.facts.names import KEYWORD
from bvhlint.facts.orders import USUAL_ORDER, majority_order
from bvhlint.facts.size import offset_bones, skeleton_size
from bvhlint.facts.wording import rate_text
from bvhlint.transforms.base import Change, Outcome, Transform, carry_out
from bvhlint.transforms.full_channels import FullChannels
from bvhlint.transforms.normalize import Normalize
from bvhlint.transforms.portable_parts import (
    OPTION,
    NoIdleScales,
    NoInnerEndSites,
    PlainNames,
    SteadyFrameTime,
)
from bvhlint.transforms.positions import PositionsRoot, PositionsStayError
from bvhlint.transforms.refusal import refuse_broken_header
from bvhlint.transforms.root_offset import RootOffsetZero
from bvhlint.transforms.rotation_order import RotationOrder
from bvhlint.transforms.strip_namespace import StripNamespace

# A bone this short, as a share of the skeleton's size, has no direction.
_NO_LENGTH = 1e-6
_LISTED = 3


@dataclass(frozen=True)
class Portable(Transform):
    """``--strip-namespace``, plain names, ``--positions root``, ``--root-offset zero``, one
    ``--rotation-order``, ``--normalize``, and what else readers stumble over.

    Each step is proved before the next. What needs a person's decision is left and said.
    """

    option = OPTION
    keeps = "the world pose"

    precision: int | None = None
    unsafe: bool = False

    def apply(self, document: Document) -> Outcome:
        refuse_broken_header(document, self.option)
        result = document
        changes: list[Change] = []
        for step in self._steps():
            try:
                result, made = carry_out(result, step)
            except PositionsStayError as error:
                made = (_left(str(error).removeprefix(f"{PositionsRoot.option}: ")),)
            changes += made
        result, made = carry_out(result, RotationOrder(_order(result), self.precision))
        changes += made
        result, made = carry_out(result, Normalize(plain=True))
        changes += [*made, *_left_to_people(result)]
        if result is document:
            return Outcome((), tuple(changes), ())
        edit = Edit(0, len(document.content), result.content)
        return Outcome((edit,), tuple(changes), (ContentIs(result.content),))

    def _steps(self) -> tuple[Transform, ...]:
        return (
            StripNamespace(),
            PlainNames(),
            SteadyFrameTime(),
            NoInnerEndSites(),
            NoIdleScales(),
            FullChannels(),
            PositionsRoot(self.precision, self.unsafe),
            RootOffsetZero(),
        )


def _order(document: Document) -> str:
    return majority_order(document) or USUAL_ORDER


@dataclass(frozen=True, slots=True)
class ContentIs:
    """The result is what the last of several steps made, each of which was proved."""

    content: bytes

    def verify(self, before: Document, after: Document) -> None:  # noqa: ARG002
        if after.content != self.content:
            raise ProofError("the result is not what its last step made")


def _left(message: str, count: int = 1) -> Change:
    return Change(OPTION, f"left to you: {message}", count, remark=True)


def _left_to_people(document: Document) -> Iterator[Change]:
    """What the portable form still has that some reader stumbles over."""
    joints, roots = document.skeleton.joints, document.skeleton.roots
    if len(roots) > 1:
        yield _left(f"{len(roots)} ROOTs; --split-roots makes a file of each", len(roots))
    for root in roots:
        if root.end_sites:
            yield _left(f"the root {root.name} has an End Site and no joint")
    kinds = (
        ("position channels below the root at {}", lambda j: not j.is_root and j.of_kind(POSITION)),
        ("the last joints {}, which have no End Site", lambda j: not (j.children or j.end_sites)),
        ("keywords in the names {}; --rename gives others", lambda j: KEYWORD.search(j.name)),
        ("scale channels of {} that change the size", lambda j: j.of_kind(SCALE)),
    )
    for text, holds in kinds:
        if names := [joint.name for joint in joints if holds(joint)]:
            yield _left(text.format(_some(names)), len(names))
    if short := _without_length(document):
        yield _left(f"bones without length at {_some(short)}", len(short))
    yield from _left_of_time(document)


def _left_of_time(document: Document) -> Iterator[Change]:
    rate, meant, leaf = (
        document.motion.rate,
        coarsely_rounded(document),
        document.motion.frame_time_leaf,
    )
    if meant and leaf:
        yield _left(
            f"the Frame Time {leaf.text} means {rate_text(rate)}, or {meant} in too few "
            f"digits; --set-fps {meant} writes that"
        )
    elif rate and rate.exact is None:
        yield _left(f"the Frame Time means {rate_text(rate)}; --set-fps writes another")
    elif rate and rate.is_ntsc:
        yield _left(f"{rate} frames a second are no whole rate; --fps makes one")


def _without_length(document: Document) -> list[str]:
    """Joints and End Sites at the place of their parent."""
    skeleton, lengths = document.skeleton, offset_bones(document)
    limit = _NO_LENGTH * skeleton_size(document)
    found = [
        joint.name
        for joint, length in zip(skeleton.joints, lengths.joints.tolist(), strict=True)
        if not joint.is_root and length <= limit
    ]
    return found + [
        f"the End Site of {skeleton.joints[site.parent].name}"
        for site, length in zip(skeleton.end_sites, lengths.ends.tolist(), strict=True)
        if length <= limit
    ]


def _some(names: list[str]) -> str:
    if len(names) <= _LISTED + 1:
        return ", ".join(names)
    return f"{', '.join(names[:_LISTED])} and {len(names) - _LISTED} others"
