"""The canonical layout: the header line by line, and the frame rows in bulk."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np

from bvhlint.document.document import Document
from bvhlint.document.format import Texts
from bvhlint.document.joint import POSITION, ROTATION, Channel, EndSite, Joint
from bvhlint.document.pool import map_in_order, threads_for
from bvhlint.document.ragged import write_rows
from bvhlint.document.shortest import normalize_tokens, plain_shortest
from bvhlint.document.tokens import PAD, padded
from bvhlint.errors import TransformError
from bvhlint.syntax.nodes import Block, Item, Kind, Leaf
from bvhlint.transforms.lines import Offsets, RowLines

_BLANKS = b" \t"
# Tabs of all lines together: so deep a tree would be written as nothing but blanks.
_MOST_TABS = 1 << 24


def channel_order(joint: Joint) -> list[Channel]:
    """A joint's channels as they stand in the canonical layout: positions X, Y, Z, then
    rotations in their order, then the rest."""
    positions = sorted(joint.of_kind(POSITION), key=lambda channel: channel.axis)
    rotations = joint.of_kind(ROTATION)
    others = [channel for channel in joint.channels if channel.kind not in (POSITION, ROTATION)]
    return [*positions, *rotations, *others]


def header(document: Document, *, plain: bool) -> Iterator[bytes]:
    """The lines up to Frame Time. With ``plain`` comments and texts after End Site are left out.

    Raises TransformError where a tree is nested too deep for one tab a level.
    """
    if sum(joint.depth for joint in document.skeleton.joints) > _MOST_TABS:
        raise TransformError("the joints are nested too deep for one tab a level")
    yield from _Header(document, plain).lines()


class _Header:
    """Writes the tree, each comment on a line of its own before what follows it."""

    def __init__(self, document: Document, plain: bool) -> None:
        self._document = document
        self._plain = plain
        self._joints = {id(joint.block): joint for joint in document.skeleton.joints}
        self._sites = {id(site.block): site for site in document.skeleton.end_sites}
        comments = [leaf for leaf in document.tree.tokens if leaf.type is Kind.COMMENT]
        self._comments = [] if plain else comments[::-1]

    def lines(self) -> Iterator[bytes]:
        motion = self._document.motion
        # Few writers put it above Frames, and readers that go by the line do not know that order.
        for element in sorted(
            self._document.tree.elements, key=lambda element: element.type is Kind.FRAME_TIME
        ):
            if isinstance(element, Block):
                yield from self._block(element)
            elif element.type is Kind.FRAMES and isinstance(element, Item):
                yield from self._line(
                    0, element.start, b"Frames: %d" % (motion.declared_frames or 0)
                )
            elif element.type is Kind.FRAME_TIME and isinstance(element, Item):
                time = plain_shortest(element.values[0].raw)
                yield from self._line(0, element.start, b"Frame Time: " + time)
            elif element.type is not Kind.ROWS:
                yield from self._line(0, element.start, element.type.value.encode())
        yield from self._line(0, len(self._document.content))

    def _line(self, depth: int, start: int, text: bytes | None = None) -> Iterator[bytes]:
        """Comments before ``start``, then a line."""
        while self._comments and self._comments[-1].start < start:
            yield b"\t" * depth + self._comments.pop().raw.rstrip(_BLANKS)
        if text is not None:
            yield b"\t" * depth + text

    def _block(self, top: Block) -> Iterator[bytes]:
        # A stack, not recursion: blocks may be nested to any depth. None closes a block.
        stack: list[tuple[Block, int, bool]] = [(top, 0, False)]
        while stack:
            block, depth, closes = stack.pop()
            if closes:
                yield from self._line(depth + 1, block.close.start)
                yield b"\t" * depth + b"}"
                continue
            yield from self._line(depth, block.start, self._head(block))
            yield from self._line(depth, block.open.start, b"{")
            yield from self._items(block, depth + 1)
            stack.append((block, depth, True))
            stack += [
                (child, depth + 1, False)
                for child in reversed(block.children)
                if isinstance(child, Block)
            ]

    def _head(self, block: Block) -> bytes:
        if block.type is Kind.END_SITE:
            named = block.name is not None and not self._plain
            return b"End Site" + (b" " + block.name.raw if named and block.name else b"")
        assert block.name is not None
        return block.type.value.encode() + b" " + block.name.raw

    def _items(self, block: Block, depth: int) -> Iterator[bytes]:
        owner: Joint | EndSite = self._joints.get(id(block)) or self._sites[id(block)]
        assert owner.offset_item is not None
        numbers = [plain_shortest(leaf.raw) for leaf in owner.offset_item.values]
        yield from self._line(depth, owner.offset_item.start, b"OFFSET " + b" ".join(numbers))
        if isinstance(owner, Joint):
            assert owner.channels_item is not None
            names = [channel.name.encode() for channel in channel_order(owner)]
            words = [b"CHANNELS", str(len(names)).encode(), *names]
            yield from self._line(depth, owner.channels_item.start, b" ".join(words))


def rows(document: Document, columns: Offsets, *, plain: bool) -> Iterator[bytes]:
    """The rows, with the lines of text before, between and behind them; blank lines go.

    Column k of a row is the old column ``columns[k]``. Every row must be sound. With ``plain``
    comments are left out.
    """
    table = document.motion.table
    content = document.content
    leaf = document.motion.rows
    if leaf is None:
        return
    if not len(table):
        yield _text(_lines(content, leaf.start, leaf.end), plain=plain)
        return
    lines = RowLines.of(table)
    yield _text(_lines(content, leaf.start, int(lines.begin[0])), plain=plain)
    follows = np.flatnonzero(lines.reach > lines.stop)
    texts = {
        row: _text(_lines(content, int(lines.stop[row]), int(lines.reach[row])), plain=plain)
        for row in follows.tolist()
    }
    blocks = list(table.blocks())
    all_written = map_in_order(
        lambda block: _write_block(document, block, columns), blocks, threads_for(len(blocks))
    )
    for block, (written, ends) in zip(blocks, all_written, strict=True):
        start = 0
        for row in follows[(follows >= block.start) & (follows < block.stop)].tolist():
            if texts[row]:
                end = int(ends[row - block.start])
                yield written[start:end]
                yield texts[row]
                start = end
        yield written[start:]
    yield _text(_lines(content, int(lines.stop[-1]), leaf.end), plain=plain)


def _write_block(document: Document, block: slice, columns: Offsets) -> tuple[bytes, Offsets]:
    """The text of some rows, and where each row ends in it."""
    table = document.motion.table
    tokens = table.token_block(block)
    begin, stop = int(tokens.starts[0, 0]), int(tokens.ends[-1, -1])
    shift = PAD - begin
    buffer = padded(table.content, begin, stop)
    texts = normalize_tokens(buffer, (tokens.starts + shift).ravel(), (tokens.ends + shift).ravel())
    starts, lengths = texts.starts, texts.lengths
    if not np.array_equal(columns, np.arange(table.channels)):
        starts = starts.reshape(-1, table.channels)[:, columns].ravel()
        lengths = lengths.reshape(-1, table.channels)[:, columns].ravel()
    written = write_rows(Texts(texts.buffer, starts, lengths), len(columns))
    # One byte behind each number: a blank or the line end.
    ends = np.cumsum(lengths.reshape(-1, len(columns)).sum(axis=1) + len(columns))
    return written.tobytes(), ends


def _lines(content: bytes, start: int, end: int) -> Iterable[bytes]:
    """The lines of a stretch, without blanks around them."""
    text = content[start:end].replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    return (line.strip(_BLANKS) for line in text.split(b"\n"))


def _text(lines: Iterable[bytes], *, plain: bool) -> bytes:
    kept = [line for line in lines if line and not (plain and is_comment(line))]
    return b"".join(line + b"\n" for line in kept)


def is_comment(line: bytes) -> bool:
    """Whether a line without leading blanks is a comment."""
    return line.startswith((b"#", b"//"))


def count_comments(document: Document) -> int:
    """How many comments the file has, in the header and among the rows."""
    content, texts = document.content, document.motion.table.texts
    among = [content[start:end].lstrip(_BLANKS) for start, end in texts.tolist()]
    header: list[Leaf] = [leaf for leaf in document.tree.tokens if leaf.type is Kind.COMMENT]
    return len(header) + sum(map(is_comment, among))
