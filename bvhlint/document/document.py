"""A BVH file as a whole: its bytes, its tree, and the views on it."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TypeVar, cast

from bvhlint.document.frames import FrameTable, modal_width
from bvhlint.document.joint import Channel, Joint
from bvhlint.document.motion import Motion, build_motion, motion_elements
from bvhlint.document.skeleton import Skeleton, build_skeleton
from bvhlint.source import Encoding, Source
from bvhlint.syntax.nodes import Element, Kind, Leaf, Tree
from bvhlint.syntax.parser import parse_content

T = TypeVar("T")


class Document:
    """One parsed file. Nothing about it changes; the views are made when first asked for.

    ``path`` is for messages only. Byte offsets count in ``content`` (see ``bvhlint.source``).
    """

    def __init__(self, source: Source, path: str | None = None) -> None:
        self.source = source
        self.path = path
        self._facts: dict[Callable[..., object], object] = {}

    @classmethod
    def parse(cls, data: bytes, path: str | None = None) -> Document:
        """Parse any bytes at all; what is wrong with them is for the rules to say."""
        return cls(Source.of(data), path)

    @property
    def content(self) -> bytes:
        return self.source.content

    @cached_property
    def tree(self) -> Tree:
        """The concrete syntax tree."""
        is_utf8 = self.source.encoding is not Encoding.EIGHT_BIT
        return parse_content(self.source.content, is_utf8=is_utf8)

    @cached_property
    def skeleton(self) -> Skeleton:
        """The joints, in file order."""
        return build_skeleton(self.tree, self._row_width)

    @cached_property
    def header(self) -> Document | None:
        """What stands before MOTION as a document of its own, one for all files that share it.

        Offsets are the file's. None where that is more or less than one whole HIERARCHY: then
        what follows it may change its meaning.
        """
        head = self.tree.head
        if head is None or not head.is_sound:
            return None
        encoding = self.source.encoding
        key = (Header, encoding, self.skeleton)
        return head.keep(key, lambda: Header(head, encoding, self.skeleton))

    @property
    def elements_behind(self) -> tuple[Element, ...]:
        """The elements of the tree that are not in ``header``; all where there is none."""
        known = len(self.header.tree.elements) if self.header else 0
        return self.tree.elements[known:]

    @cached_property
    def motion(self) -> Motion:
        """Frame count, Frame Time and frame rows."""
        return build_motion(self.tree, self._make_table)

    def to_bytes(self) -> bytes:
        """The file's bytes, joined from the leaves of the tree."""
        return self.source.encode(self.tree.to_content())

    def cell(self, column: int) -> tuple[Joint, Channel] | None:
        """The joint and the channel that a column of a frame row belongs to."""
        return self.skeleton.owner(column)

    def fact(self, function: Callable[[Document], T]) -> T:
        """``function(self)``, worked out once and kept."""
        if function not in self._facts:
            self._facts[function] = function(self)
        return cast("T", self._facts[function])

    @cached_property
    def _rows(self) -> Leaf | None:
        elements = motion_elements(self.tree)
        last = elements[-1] if elements else None
        return last if isinstance(last, Leaf) and last.type is Kind.ROWS else None

    def _row_width(self) -> int | None:
        """The commonest number of values of the first frame rows; None without a row."""
        rows = self._rows
        return modal_width(self.content, rows.start, rows.end) if rows else None

    def _make_table(self, motion: Motion) -> FrameTable:
        end = len(self.content)
        start, stop = (motion.rows.start, motion.rows.end) if motion.rows else (end, end)
        return FrameTable.build(
            self.content, start, stop, self.skeleton.channel_count, motion.declared_frames
        )


class Header(Document):
    """A header that several files share."""

    def __init__(self, head: Tree, encoding: Encoding, skeleton: Skeleton) -> None:
        super().__init__(Source(head.content, head.content, encoding))
        self.tree = head
        self.skeleton = skeleton
