"""Which joints are hips, head, trunk, legs and feet, by the tree and by their names."""

from __future__ import annotations

from bvhlint.document.document import Document
from bvhlint.document.joint import Joint
from bvhlint.facts.memo import header_fact

HEAD, NECK, TRUNK = "head", "neck", "trunk"
FOOT, SHIN, LEG = "foot", "shin", "leg"
# Parts of names in lower case. The classes of each half of the body, the outermost first.
WORDS = {
    HEAD: ("head",),
    NECK: ("neck",),
    TRUNK: ("chest", "thorax", "torso", "spine", "upperback"),
    FOOT: ("foot", "toe", "ankle"),
    SHIN: ("knee", "shin", "calf", "tibia", "lowleg", "lowerleg", "loleg"),
    LEG: ("leg", "thigh", "femur"),
}
UPPER = (HEAD, NECK, TRUNK)
LOWER = (FOOT, SHIN, LEG)


def own_name(name: str) -> str:
    """A joint's name without its namespace, which goes up to the last colon."""
    return name.rpartition(":")[2]


def is_of_class(joint: Joint, body_class: str) -> bool:
    """Whether a joint's name has one of the words of a class."""
    name = own_name(joint.name).lower()
    return any(word in name for word in WORDS[body_class])


@header_fact
def upper_joints(document: Document) -> tuple[Joint, ...]:
    """The joints of the first class of head, neck and trunk that occurs."""
    return _first_class(document, UPPER)


@header_fact
def lower_joints(document: Document) -> tuple[Joint, ...]:
    """The joints of the first class of foot, shin and leg that occurs."""
    return _first_class(document, LOWER)


@header_fact
def hub(document: Document) -> Joint | None:
    """The hips: from the root down through only children, the first joint with two or more.

    The root if there is none; None without a joint.
    """
    joints = document.skeleton.joints
    if not joints:
        return None
    joint = joints[0]
    while len(joint.children) == 1:
        joint = joints[joint.children[0]]
    return joint if joint.children else joints[0]


def _first_class(document: Document, classes: tuple[str, ...]) -> tuple[Joint, ...]:
    for body_class in classes:
        found = [joint for joint in document.skeleton.joints if is_of_class(joint, body_class)]
        if found:
            return tuple(found)
    return ()
