"""Joint names: which joints are judged, and how names are shown in messages."""

from __future__ import annotations

import re
from collections.abc import Sequence

from bvhlint.document.document import Document
from bvhlint.document.joint import Joint
from bvhlint.facts.clip import holds_clip
from bvhlint.facts.memo import header_fact
from bvhlint.visible import ELLIPSIS

_SHOWN = 60
_LISTED = 3
_BLANKS = re.compile("[ \t]+")
_SHELL = re.compile(r'["$`\\!%]')
#: What some readers take for a keyword wherever it stands in a line.
KEYWORD = re.compile("HIERARCHY|ROOT|JOINT|End|OFFSET|CHANNELS|MOTION")


@header_fact
def judged_joints(document: Document) -> tuple[Joint, ...]:
    """The joints of the first HIERARCHY part: a second one is told as such and not judged, and
    what looks like joints in a file of another kind is none."""
    if not holds_clip(document):
        return ()
    return tuple(joint for joint in document.skeleton.joints if joint.part == 0)


@header_fact
def named_joints(document: Document) -> tuple[Joint, ...]:
    """The judged joints that have a name."""
    return tuple(joint for joint in judged_joints(document) if joint.name)


def words(name: str) -> list[str]:
    """The words of a name, parted by spaces and tabs and by nothing else."""
    return _BLANKS.split(name)


def cut(text: str, limit: int = _SHOWN) -> str:
    """A text for a message: not longer than a line."""
    return text if len(text) <= limit else text[:limit] + ELLIPSIS


def shown(joint: Joint) -> str:
    """A joint's name for a message."""
    return cut(joint.name) or f"joint {joint.index}"


def renaming(name: str, new: str) -> str:
    """What to do for another name; a shell would change some names on their way to --rename."""
    if not name.isprintable() or len(name) > _SHOWN or _SHELL.search(name):
        return f"rename it to {cut(new)}: fix --rename-file FILE takes any name"
    return f'rename it: fix --rename "{name}={cut(new)}"'


def listed(joints: Sequence[Joint], most: int = _LISTED) -> str:
    """The names of some joints: ``A, B, C and 4 others``."""
    names = [shown(joint) for joint in joints]
    if len(names) > most + 1:
        names[most:] = [f"{len(names) - most} others"]
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)
