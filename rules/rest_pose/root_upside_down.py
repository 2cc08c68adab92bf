"""The figure should stand with its head up.

## What it does
Tells a clip in which the head (or neck) hangs below the feet along Y in 60 % of the frames if the
rest pose hangs too, else in 90 % of two or more frames; the same along Z where the rest pose lies
along Z. A rest pose along Z is no reason to judge Y.

## Why is this bad?
Converters from cameras and pose estimates often carry over an image's axis, where Y points down.
Every program shows the figure on its head.

## Example
    OFFSET 0.0 -60.0 0.0

for a head above the hips.

## Use instead
    OFFSET 0.0 60.0 0.0

## Fix safety
There is no fix: turning the figure over needs to know about which axis, and a file may be a mirror
image too.

## Options
None.
"""

from __future__ import annotations

from collections.abc import Iterator

from bvhlint.rule import Document, Finding, Joint, Options, Severity, facts, rule

MOST_FRAMES, NEARLY_ALL_FRAMES = 0.6, 0.9
ALONG_Z = ("+Z", "-Z")


@rule("BVH707", "root-upside-down", Severity.INFO, part="rest_pose")
def check(document: Document, options: Options) -> Iterator[Finding]:
    if not facts.size.offsets_are_sound(document):
        return
    if not any(_is_head(joint) for joint in document.skeleton.joints):
        return
    up = facts.up.up(document)
    if up is None:
        return
    axis = "Z" if up.rest in ALONG_Z else "Y"
    share = up.shares[f"-{axis}"]
    if up.rest == f"-{axis}" and share >= MOST_FRAMES:
        what = f"the rest pose itself hangs head down: {axis} looks like pointing down"
    elif up.frames >= 2 and share >= NEARLY_ALL_FRAMES:
        what = "looks like upside down: the root turns the figure over"
    else:
        return
    yield Finding(
        *facts.places.motion_span(document),
        f"{what}; the head points to -{axis} in {share:.0%} of the frames",
        help="look at the axes of the program that wrote the file",
    )


def _is_head(joint: Joint) -> bool:
    parts = facts.body_parts
    return parts.is_of_class(joint, parts.HEAD) or parts.is_of_class(joint, parts.NECK)
