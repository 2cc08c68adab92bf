"""What the file is: a clip or something else, whole or cut, and which parts of it are judged."""

from __future__ import annotations

import re
from bisect import bisect_left
from itertools import islice
from typing import NamedTuple

import msgspec

from bvhlint.document.document import Document
from bvhlint.document.numbers import NUMBER
from bvhlint.facts.lines import Span, last_word
from bvhlint.facts.memo import fact
from bvhlint.facts.words import excerpt_bytes
from bvhlint.syntax.keywords import SPELLING, nearest_keyword
from bvhlint.syntax.nodes import TRIVIA, Block, Item, Kind, Leaf

_POINTER = b"version https://git-lfs.github.com/spec/"
_MOTION_PART = (Kind.MOTION, Kind.FRAMES, Kind.FRAME_TIME)
_JOINTS = frozenset({Kind.ROOT, Kind.JOINT})
_LONGEST_LINE = 4096
_SPELLINGS = tuple(spelling.casefold() for spelling in SPELLING.values())


class LaterPart(msgspec.Struct, frozen=True):
    """A part from a further HIERARCHY or MOTION on: ``keyword`` begins it, ``end`` is where the
    judged text goes on, or the end of the content."""

    keyword: Leaf
    end: int

    def holds(self, offset: int) -> bool:
        return self.keyword.start <= offset < self.end


@fact
def is_pointer(document: Document) -> bool:
    """Whether the file is the pointer that Git LFS leaves in place of a file not yet fetched."""
    return document.content.startswith(_POINTER)


@fact
def holds_clip(document: Document) -> bool:
    """Whether anything of a BVH file is there; False for an empty file, a path, other text.

    Another file's text may hold a line that begins with ``Motion`` or ``Root``: a keyword counts
    only with what belongs to it.
    """
    if is_pointer(document):
        return False
    return any(_is_telling(element) for element in document.tree.items())


def _is_telling(element: Item | Block) -> bool:
    if isinstance(element, Block):
        return element.type in _JOINTS and not element.open.missing and bool(element.children)
    first = element.values[0].text if element.values else ""
    if element.type in (Kind.HIERARCHY, Kind.MOTION):
        return not first
    if element.type in (Kind.FRAMES, Kind.FRAME_TIME) and not element.keyword.text.endswith(":"):
        return False
    return bool(NUMBER.fullmatch(first.encode("latin-1")))


@fact
def first_token(document: Document) -> Leaf | None:
    """The first token of the file that is no comment; None in a file without any."""
    return next((leaf for leaf in document.tree.tokens if leaf.type not in TRIVIA), None)


def first_keyword(document: Document, leaf: Leaf) -> Kind | None:
    """The keyword that a token is, or that its first line seems to mean."""
    if leaf.type in SPELLING:
        return leaf.type
    if leaf.type in (Kind.JUNK, Kind.UNKNOWN):
        return nearest_keyword(excerpt_bytes(document, leaf.start, leaf.end).decode("latin-1"))
    return None


@fact
def last_token(document: Document) -> Span:
    """The span of the file's last token that is no comment; (0, 0) without one."""
    last = next((leaf for leaf in reversed(document.tree.tokens) if leaf.type not in TRIVIA), None)
    if last is None:
        return (0, 0)
    if last.type in (Kind.ROWS, Kind.JUNK):
        return last_word(document.content, last.end)
    return last.start, last.end


class Following(NamedTuple):
    """The token in the place of one that is missing; ``is_end`` if it is the file's last token
    because nothing follows, ``is_part`` if it begins a part that is not judged."""

    start: int
    end: int
    is_end: bool
    is_part: bool


def token_after(document: Document, offset: int) -> Following:
    """The first token from an offset on that is no comment."""
    tokens = document.tree.tokens
    place = bisect_left(tokens, offset, key=lambda leaf: leaf.start)
    leaf = next((leaf for leaf in islice(tokens, place, None) if leaf.type not in TRIVIA), None)
    if leaf is None or (leaf.start, leaf.end) == cut_word(document):
        return Following(*last_token(document), is_end=True, is_part=False)
    start, end = leaf.start, leaf.end
    if leaf.type is Kind.ROWS and len(document.motion.table):
        start, end = document.motion.table.token_spans(0)[0].tolist()
    return Following(start, end, is_end=False, is_part=not is_judged(document, start))


@fact
def later_parts(document: Document) -> tuple[LaterPart, ...]:
    """The parts that are kept but not judged: from a second HIERARCHY or a second MOTION on."""
    parts: list[LaterPart] = []
    content_end = len(document.content)
    begun: Leaf | None = None  # a further HIERARCHY before the first MOTION
    has_joints = has_motion = False
    for element in document.tree.elements:
        if isinstance(element, Block):
            has_joints = True
        elif element.type is Kind.HIERARCHY and isinstance(element, Item):
            if has_motion:
                return (*parts, LaterPart(element.keyword, content_end))
            if has_joints and begun is None:
                begun = element.keyword
        elif element.type is Kind.MOTION and isinstance(element, Item):
            if has_motion:
                return (*parts, LaterPart(element.keyword, content_end))
            has_motion = True
            if begun:
                parts.append(LaterPart(begun, element.start))
                begun = None
    return (*parts, LaterPart(begun, content_end)) if begun else tuple(parts)


def is_judged(document: Document, offset: int) -> bool:
    """Whether a place belongs to the first HIERARCHY and the first MOTION."""
    return not any(part.holds(offset) for part in later_parts(document))


@fact
def cut_word(document: Document) -> Span | None:
    """The file's last word where it is the beginning of a keyword and nothing follows it: the
    file was cut there, and nobody has misspelt a keyword."""
    tokens = document.tree.tokens
    if not tokens or tokens[-1].type is not Kind.JUNK:
        return None
    leaf = tokens[-1]
    if len(document.content) - leaf.end > _LONGEST_LINE or document.content[leaf.end :].strip(
        b" \t"
    ):
        return None
    line = max(document.content.rfind(byte, leaf.start) for byte in (b"\r", b"\n")) + 1
    start = max(line, leaf.start)
    if leaf.end - start > _LONGEST_LINE:
        return None
    raw = document.content[start : leaf.end]
    words = [word for word in re.split(r"[ \t]+", raw.decode("latin-1").casefold()) if word]
    beginning = " ".join(words)
    if any(spelling.startswith(beginning) for spelling in _SPELLINGS):
        return leaf.end - len(raw.lstrip(b" \t")), leaf.end
    return None


@fact
def ends_in_hierarchy(document: Document) -> bool:
    """Whether a clip ends before anything of its MOTION part: most likely it was cut."""
    if not holds_clip(document) or document.motion.exists:
        return False
    return Kind.MOTION not in motion_meant(document)


@fact
def motion_meant(document: Document) -> frozenset[Kind]:
    """The keywords of the MOTION part that unknown lines outside all blocks seem to mean."""
    from bvhlint.facts.unknown import unknown_lines

    lines = unknown_lines(document).lines
    return frozenset(line.meant for line in lines if line.outside and line.meant in _MOTION_PART)


def says_of_frames(document: Document, start: int, end: int) -> bool:
    """Whether a line seems to be one of Frames or Frame Time."""
    line = excerpt_bytes(document, start, end).decode("latin-1")
    return nearest_keyword(line) in (Kind.FRAMES, Kind.FRAME_TIME)


def may_be_meant(document: Document, kind: Kind) -> bool:
    """Whether an unknown line may be the missing FRAMES or FRAME_TIME: the two look alike, and one
    that is there already is not meant again."""
    meant = motion_meant(document)
    other = Kind.FRAMES if kind is Kind.FRAME_TIME else Kind.FRAME_TIME
    motion = document.motion
    is_there = motion.frames_item if other is Kind.FRAMES else motion.frame_time_item
    return kind in meant or (other in meant and is_there is not None)


@fact
def open_at_end(document: Document) -> frozenset[int]:
    """Where the blocks start in which a cut file ends: what they lack may have been cut off.

    Only the innermost can lack something for that reason; those around it hold a block.
    """
    if not ends_in_hierarchy(document):
        return frozenset()
    end = len(document.content)
    return frozenset(
        element.start
        for element in document.tree.items()
        if isinstance(element, Block)
        and element.close.missing
        and element.close.start == end
        and not any(isinstance(child, Block) for child in element.children)
    )


def is_cut_item(document: Document, item: Item) -> bool:
    """Whether the file ends in an item before its MOTION: what the item lacks was cut off."""
    return ends_in_hierarchy(document) and item.end == last_token(document)[1]
