"""Left and right: the pairs of joints whose names mirror each other.

A name alone proves nothing (``lowerback``, ``ring1``, ``root``): a pair needs a joint of exactly
the mirrored name, once, and parents that are the same joint or a pair themselves.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import islice

import msgspec

from bvhlint.document.document import Document
from bvhlint.facts.body_parts import own_name
from bvhlint.facts.memo import header_fact

_LETTER = r"[^\W\d_]"
_ENOUGH_LETTERS = 3
_MOST_MARKS = 4
_LONGEST_KEPT = 100
_WORDS = re.compile(rf"Left|Right|LEFT|RIGHT|(?<!{_LETTER})(?:left|right)")
_LONE = re.compile(rf"(?<!{_LETTER})[LRlr](?!{_LETTER})")
_FIRST = re.compile(r"(?<![^_])[LRlr]")
_LAST = re.compile(r"(?<=[a-z])[LR]$")
_OTHER = {
    "Left": "Right",
    "LEFT": "RIGHT",
    "left": "right",
    "L": "R",
    "l": "r",
}
_OTHER |= {right: left for left, right in _OTHER.items()}


class Pair(msgspec.Struct, frozen=True):
    """Two joints, by index."""

    left: int
    right: int


@header_fact
def pairs(document: Document) -> tuple[Pair, ...]:
    """All pairs, in the order of their first joint."""
    joints = document.skeleton.joints
    times = Counter(joint.name for joint in joints)
    index = {joint.name: joint.index for joint in joints if times[joint.name] == 1}
    partner: dict[int, int] = {}
    found: list[Pair] = []
    for joint in joints:
        if joint.index in partner or times[joint.name] > 1:
            continue
        for name, is_left in _known_mirrored(joint.name):
            other = index.get(name)
            if other is None or other in partner:
                continue
            above = joints[other].parent
            if joint.parent == above or partner.get(joint.parent) == above:
                partner[joint.index], partner[other] = other, joint.index
                both = (joint.index, other) if is_left else (other, joint.index)
                found.append(Pair(*both))
                break
    return tuple(found)


def _known_mirrored(name: str) -> Iterable[tuple[str, bool]]:
    # Skeletons have their names in common. A name that is a novel is not kept.
    return _kept_mirrored(name) if len(name) <= _LONGEST_KEPT else mirrored(name)


@lru_cache(maxsize=4096)
def _kept_mirrored(name: str) -> tuple[tuple[str, bool], ...]:
    return tuple(mirrored(name))


def mirrored(name: str) -> Iterator[tuple[str, bool]]:
    """The names that could be the other side's, and whether ``name`` is the left one."""
    own = own_name(name)
    before = name[: len(name) - len(own)]
    for marks in _marks(own):
        is_left = own[marks[0].start()] in "Ll"
        for turned in _turned(own, marks):
            yield before + turned, is_left


def _marks(own: str) -> Iterator[list[re.Match[str]]]:
    """Where a name says left or right, the surest kind of mark first."""
    for kind in (_WORDS, _LONE):
        yield from _nonempty(list(islice(kind.finditer(own), _MOST_MARKS)))
    if sum(map(str.isalpha, own)) >= _ENOUGH_LETTERS:
        first = _FIRST.match(own, len(own) - len(own.lstrip("_")))
        yield from _nonempty([first] if first else [])
    yield from _nonempty(list(_LAST.finditer(own)))


def _nonempty(marks: list[re.Match[str]]) -> Iterator[list[re.Match[str]]]:
    if marks:
        yield marks


def _turned(own: str, marks: list[re.Match[str]]) -> Iterator[str]:
    """The name with all marks turned over, then with each alone."""
    for chosen in [marks] if len(marks) == 1 else [marks, *([mark] for mark in marks)]:
        turned, end = "", 0
        for mark in chosen:
            turned += own[end : mark.start()] + _OTHER[mark.group()]
            end = mark.end()
        yield turned + own[end:]
