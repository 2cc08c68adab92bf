"""OFFSET, CHANNELS, Frames and Frame Time should stand where readers look for them.

## What it does
Tells a `Frame Time:` above `Frames:`, `Frames:` above MOTION, CHANNELS below the End Site or the
JOINTs of their joint, and an OFFSET or CHANNELS that goes on on a further line. CHANNELS are not
judged where a brace is missing or too many; an OFFSET below CHANNELS is told by
`offset-after-channels`.

## Why is this bad?
Most readers take one line after the other and know what comes next. Bvhio and three.js fail or load
places that are no numbers; Blender fails, or loads a joint that does not move, or no Frame Time;
bvh-python fails at an OFFSET over several lines, and does not find a `Frames:` below `Frame Time:`.

## Example
    JOINT Spine
    {
        OFFSET 0.00
               10.00 0.00
        End Site
        {
            OFFSET 0.00 5.00 0.00
        }
        CHANNELS 3 Zrotation Xrotation Yrotation
    }

## Use instead
    JOINT Spine
    {
        OFFSET 0.00 10.00 0.00
        CHANNELS 3 Zrotation Xrotation Yrotation
        End Site
        {
            OFFSET 0.00 5.00 0.00
        }
    }

## Fix safety
`--normalize` writes the whole file in the usual layout: each item on one line and in its place, all
values as they are. It does not move a Frames or a Frame Time that stands above MOTION.

## Options
None.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import msgspec

from bvhlint.rule import (
    Block,
    Document,
    Finding,
    Fix,
    Item,
    Joint,
    Kind,
    Options,
    Severity,
    facts,
    header_fact,
    rule,
)

SIZE = 3
FIX = Fix.by_option("--normalize", "write each item on one line and in its place")


class Place(msgspec.Struct, frozen=True):
    """An item of a joint or of its End Site; ``below`` is the block that it should stand above,
    None where it goes on on a further line."""

    joint: Joint
    item: Item
    below: Block | None = None
    is_end_site: bool = False


@rule(
    "BVH221",
    "item-out-of-place",
    Severity.WARNING,
    part="structure",
    portability=True,
    fix=("--normalize",),
)
def check(document: Document, options: Options) -> Iterator[Finding]:
    yield from facts.told.told(_places(document), lambda place: _finding(document, place))
    motion = document.motion
    if motion.frame_time_item and _is_above_frames(document, motion.frame_time_item):
        yield _of_frame_time(document, motion.frame_time_item)
    elif motion.frames_item and _is_above_motion(document, motion.frames_item):
        yield _of_frames(motion.frames_item)


@header_fact
def _places(document: Document) -> tuple[Place, ...]:
    """The items of joints that are out of place, by joint."""
    are_braces_sound = not facts.braces.brace_slips(document)
    places: list[Place] = []
    for joint in facts.names.judged_joints(document):
        channels = joint.channels_item
        below = _block_above(joint, channels) if channels and are_braces_sound else None
        if channels and below:
            places.append(Place(joint, channels, below))
        places += [
            Place(joint, item)
            for item in (joint.offset_item, channels)
            if item and _goes_on(document, item)
        ]
        places += [
            Place(joint, site.offset_item, is_end_site=True)
            for site in joint.end_sites
            if site.offset_item and _goes_on(document, site.offset_item)
        ]
    return tuple(places)


def _block_above(joint: Joint, item: Item) -> Block | None:
    """The first block of a joint if that stands above the item."""
    first = next((child for child in joint.block.children if isinstance(child, Block)), None)
    return first if first and first.start < item.start else None


def _goes_on(document: Document, item: Item) -> bool:
    """Whether an item is whole but for the line ends in it."""
    content = document.content
    if not any(content.find(end, item.start, item.end) >= 0 for end in (b"\n", b"\r")):
        return False
    if item.type is Kind.OFFSET and len(item.values) != SIZE:
        return False  # bad-offset tells that
    return not facts.clip.is_cut_item(document, item)


def _finding(document: Document, place: Place) -> Finding:
    if place.below:
        return _of_channels(document, place, place.below)
    return _of_lines(document, place)


def _of_channels(document: Document, place: Place, below: Block) -> Finding:
    item, offset = place.item, place.joint.offset_item
    both = offset is not None and below.start < offset.start < item.start
    what = "OFFSET and CHANNELS" if both else "CHANNELS"
    title = facts.words.block_title(document, below)
    return Finding(
        item.start,
        item.end,
        f"the {what} of {facts.names.shown(place.joint)} stand below {title}: readers that go "
        "line by line fail, or the joint does not move",
        joint=place.joint.ref,
        variant="channels",
        help=f"write them above {title}: fix --normalize",
        fix=FIX,
    )


def _of_lines(document: Document, place: Place) -> Finding:
    item, what = place.item, place.item.type.value
    end, further = _first_break(document, item)
    whose = facts.names.shown(place.joint)
    if place.is_end_site:
        whose = f"the End Site of {whose}"
    verb = "goes" if item.type is Kind.OFFSET else "go"
    return Finding(
        item.start,
        end,
        f"the {what} of {whose} {verb} on on line {document.source.line_of(further)}: readers "
        "that go line by line fail or lose what stands there",
        joint=place.joint.ref,
        variant="lines",
        help=f"write the {what} on one line: fix --normalize",
        fix=FIX,
    )


def _first_break(document: Document, item: Item) -> tuple[int, int]:
    """Where the item's first line ends and where it goes on."""
    content = document.content
    for before, after in pairwise((item.keyword, *item.values)):
        if any(content.find(end, before.end, after.start) >= 0 for end in (b"\n", b"\r")):
            return before.end, after.start
    raise AssertionError("the item goes on on a further line")


def _is_above_frames(document: Document, time: Item) -> bool:
    frames = document.motion.frames_item
    if frames is None or time.start > frames.start or not facts.clip.holds_clip(document):
        return False
    # Another below Frames is the right one, and duplicate-section tells it.
    return facts.clip.is_judged(document, time.start) and not any(
        isinstance(element, Item)
        and element.type is Kind.FRAME_TIME
        and element.start > frames.start
        and facts.clip.is_judged(document, element.start)
        for element in document.elements_behind
    )


def _of_frame_time(document: Document, time: Item) -> Finding:
    motion = document.motion
    is_in_motion = motion.keyword is not None and motion.keyword.start < time.start
    return Finding(
        time.start,
        time.end,
        "Frame Time stands above Frames: readers that go line by line fail, or find no rate",
        variant="frame-time",
        help="write Frames first, then Frame Time" + (": fix --normalize" if is_in_motion else ""),
        fix=FIX if is_in_motion else None,
    )


def _is_above_motion(document: Document, frames: Item) -> bool:
    keyword = document.motion.keyword
    if keyword is None or frames.start > keyword.start or not facts.clip.holds_clip(document):
        return False
    return facts.clip.is_judged(document, frames.start)


def _of_frames(frames: Item) -> Finding:
    return Finding(
        frames.start,
        frames.end,
        "Frames stands above MOTION: readers that go line by line fail or lose frames",
        variant="motion",
        help="write MOTION first, then Frames and Frame Time",
    )
