"""What no transform takes: files whose layout is in doubt. Each is refused by one sentence."""

from __future__ import annotations

import math

import numpy as np

from bvhlint.document.document import Document
from bvhlint.document.joint import EndSite, Joint
from bvhlint.document.numbers import cell_value
from bvhlint.errors import TransformError
from bvhlint.facts.channel_words import ChannelWords, channel_words
from bvhlint.facts.frame_time import values_behind
from bvhlint.facts.names import cut
from bvhlint.facts.no_change import no_change
from bvhlint.facts.wide_text import narrowed
from bvhlint.source import decode_text
from bvhlint.syntax.keywords import SPELLING
from bvhlint.syntax.nodes import Block, Element, Item, Kind
from bvhlint.transforms.wording import counted

# No length or angle of a clip is so large; what is cannot be computed with to any decimal.
LARGEST = 1e12
SMALLEST = 1e-12
_BROKEN = {
    Kind.EXTRA_CLOSE: "a brace too many",
    Kind.ORPHAN_OPEN: "a brace that belongs to no joint",
    Kind.EXTRA_OPEN: "a brace that belongs to no joint",
    Kind.UNKNOWN: "an unknown keyword",
    Kind.JUNK: "an unknown line",
}
_ORDER = [
    {Kind.HIERARCHY},
    {Kind.ROOT},
    {Kind.MOTION},
    {Kind.FRAMES, Kind.FRAME_TIME},
    {Kind.ROWS},
]


def refuse_file(document: Document, option: str) -> None:
    """Raise TransformError for a file that no change may touch: one that is no clip or holds two
    versions of one, and UTF-16 and UTF-32 text."""
    reason = no_change(document)
    if reason:
        raise TransformError(f"{option}: {reason}")
    found = narrowed(document) if document.source.is_wide else None
    if found:
        raise TransformError(
            f"{option}: the file is {found[0].upper()} text; write it as UTF-8 first"
            " (--unsafe-fixes)"
        )


def refuse_parts(document: Document, option: str) -> None:
    """Raise TransformError for a second HIERARCHY or MOTION part, and for values of frames behind
    the Frame Time."""
    seen = set()
    for element in document.tree.elements:
        if isinstance(element, Item) and element.type in (Kind.HIERARCHY, Kind.MOTION):
            if element.type in seen:
                line = document.source.line_of(element.start)
                raise TransformError(
                    f"{option}: a second {element.type.value} at line {line}: the file holds more "
                    "than one clip, or one and a piece; cut it before that line and save each as a "
                    "file of its own, or remove what is there twice"
                )
            seen.add(element.type)
    if any(joint.part for joint in document.skeleton.joints):
        raise TransformError(
            f"{option}: the file has a second part; cut it where that begins into two files, or "
            "remove what is there twice"
        )
    behind = values_behind(document)
    if behind:
        line = _line(document, behind[0])
        raise TransformError(
            f"{option}: numbers stand behind the Frame Time at line {line}; if they are values of "
            "a frame, begin a line before them"
        )


def refuse_doubtful(document: Document, option: str) -> None:
    """Raise TransformError where the layout of the rows is not sure or a row is damaged.

    A change that reads values could otherwise write wrong ones.
    """
    refuse_parts(document, option)
    skeleton, motion = document.skeleton, document.motion
    if not skeleton.joints:
        raise TransformError(f"{option}: the file has no joint: it is no clip, or a cut one")
    if not skeleton.is_trusted:
        raise TransformError(f"{option}: {_doubt(document)}")
    for joint in skeleton.joints:
        refuse_channels(joint, option)
    damaged = (~motion.complete).nonzero()[0]
    if len(damaged):
        raise TransformError(f"{option}: {_damage(document, damaged.tolist())}")
    values = motion.values
    if max(values.max(initial=0.0), -values.min(initial=0.0)) > LARGEST:
        row, column = (int(axis[0]) for axis in np.nonzero(np.abs(values) > LARGEST))
        owner = document.cell(column)
        of = f"{owner[0].name} {owner[1].name}" if owner else f"column {column}"
        line = document.source.line_of(int(motion.table.row_starts[row]))
        raise TransformError(
            f"{option}: {of} in frame {row} (line {line}) is {values[row, column]:g}: too large "
            "for a length or an angle"
        )


def _doubt(document: Document) -> str:
    """Whose CHANNELS are in doubt, and what to do."""
    bad = {words.joint.index for words in channel_words(document) if not words.is_sound}
    joints = (
        joint
        for joint in document.skeleton.joints
        if joint.index in bad or joint.channels_item is None
    )
    joint = next(joints, None)
    whose = f"{joint.name} (line {_line(document, joint.block)})" if joint else "the joints"
    return (
        f"the channels of {whose} are in doubt, and so is which number belongs to which; mend the "
        "file first: `bvhlint check` shows how"
    )


def _damage(document: Document, rows: list[int]) -> str:
    """What is wrong with the first of some damaged rows, how many they are, and what to do."""
    table, row = document.motion.table, rows[0]
    line = document.source.line_of(int(table.row_starts[row]))
    width = int(table.widths[row])
    if width == table.channels:
        texts = (table.cell_text(row, column) for column in range(width))
        bad = next(text for text in texts if not math.isfinite(cell_value(text)))
        what = f'has "{cut(decode_text(bad))}", which is no finite number'
    else:
        what = f"has {counted(width, 'value')}, the channels ask for {table.channels}"
    others = f", and {counted(len(rows) - 1, 'other frame')} too" if len(rows) > 1 else ""
    return (
        f"frame {row} (line {line}) {what}{others}; mend the file first: `bvhlint check` shows "
        "whether --unsafe-fixes can"
    )


def refuse_channels(joint: Joint, option: str) -> None:
    """Raise TransformError for a channel that is unknown or stands twice."""
    seen = set()
    for channel in joint.channels:
        if not channel.kind:
            raise TransformError(
                f"{option}: joint {joint.name} has an unknown channel {channel.name!r}"
            )
        if channel.name in seen:
            raise TransformError(f"{option}: joint {joint.name} has two {channel.name} channels")
        seen.add(channel.name)


def refuse_broken_header(document: Document, option: str) -> None:
    """Raise TransformError unless the HIERARCHY is whole: braces, names, OFFSETs and CHANNELS.

    A change of its structure could otherwise move what does not belong together.
    """
    refuse_doubtful(document, option)
    for token in document.tree.tokens:
        if token.type in _BROKEN:
            raise TransformError(
                f"{option}: {_BROKEN[token.type]} at line {_line(document, token)}"
            )
    _refuse_order(document, option)
    for joint in document.skeleton.joints:
        if joint.block.name is None:
            line = _line(document, joint.block)
            raise TransformError(f"{option}: the joint at line {line} has no name")
        if joint.channels_item is None or any(channel.leaf is None for channel in joint.channels):
            raise TransformError(f"{option}: the CHANNELS of {joint.name} are missing or cut")
    for words in channel_words(document):
        _refuse_words_behind(document, words, option)
    known = {id(owner.block) for owner in offset_owners(document)}
    for block in document.tree.items():
        if isinstance(block, Block):
            _refuse_block(document, block, option, is_known=id(block) in known)
    refuse_offsets(document, option)


def _refuse_words_behind(document: Document, words: ChannelWords, option: str) -> None:
    """Raise TransformError where CHANNELS name more than the joint has by the frame rows."""
    more = words.channels[len(words.joint.channels) :]
    if more and more[0].leaf is not None:
        line, said = document.source.line_of(more[0].leaf.start), cut(more[0].name)
        raise TransformError(
            f'{option}: "{said}" at line {line} stands behind the channels of {words.joint.name}; '
            "mend the line first"
        )


def _refuse_order(document: Document, option: str) -> None:
    """Raise TransformError unless HIERARCHY, ROOTs, MOTION, Frames and Frame Time, and rows come
    once and in this order. Of Frames and Frame Time either may be the first."""
    found = 0
    met = set()
    for element in document.tree.elements:
        place = next((at for at, kinds in enumerate(_ORDER) if element.type in kinds), -1)
        if place < found or element.type in met:
            line, what = _line(document, element), SPELLING.get(element.type, "what stands")
            raise TransformError(f"{option}: {what.rstrip(':')} at line {line} is out of order")
        found = place
        if element.type is not Kind.ROOT:
            met.add(element.type)
    if document.tree.elements[0].type is not Kind.HIERARCHY:
        raise TransformError(f"{option}: the file does not begin with HIERARCHY")
    if document.motion.exists and Kind.MOTION not in met:
        raise TransformError(f"{option}: the file has no MOTION line; write it above the frames")


def offset_owners(document: Document) -> list[Joint | EndSite]:
    """All that has an OFFSET: the joints, then the End Sites, in file order."""
    return [*document.skeleton.joints, *document.skeleton.end_sites]


def refuse_offsets(document: Document, option: str) -> None:
    """Raise TransformError where an OFFSET is not three finite numbers of sensible size."""
    for owner in offset_owners(document):
        what = ""
        if owner.offset is None or not all(map(math.isfinite, owner.offset)):
            what = "is missing or not three numbers"
        elif max(map(abs, owner.offset)) > LARGEST:
            what = f"has a number that is too large to reckon with: beyond {LARGEST:g}"
        if what:
            parent = owner if isinstance(owner, Joint) else document.skeleton.joints[owner.parent]
            of = "" if isinstance(owner, Joint) else "the End Site of "
            raise TransformError(f"{option}: the OFFSET of {of}{parent.name} {what}")


def _refuse_block(document: Document, block: Block, option: str, *, is_known: bool) -> None:
    """Raise TransformError where a brace is missing, an item stands twice or is strange here."""
    if block.open.missing or block.close.missing:
        raise TransformError(
            f"{option}: the block at line {_line(document, block)} lacks one of its braces"
        )
    known = {Kind.OFFSET, Kind.CHANNELS} if block.type is not Kind.END_SITE else {Kind.OFFSET}
    for child in block.children:
        is_strange = block.type is Kind.END_SITE or child.type is Kind.ROOT
        if not is_known or (isinstance(child, Block) and is_strange):
            line = _line(document, child)
            raise TransformError(f"{option}: what begins at line {line} has no place there")
        if isinstance(child, Item):
            if child.type not in known:
                line, what = _line(document, child), child.keyword.text
                raise TransformError(f"{option}: a second or stray {what} at line {line}")
            known.discard(child.type)


def _line(document: Document, element: Element) -> int:
    return document.source.line_of(element.start)
