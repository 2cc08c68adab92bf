"""BVH text made from the grammar, with the leaves that it must be read as.

``texts()`` gives a ``Text``: what real and broken files hold, wild in layout and spelling, and for
each piece of it the kind of leaf that it is. ``make_text`` does the same from a ``Random``. Good
files, whose motion is known too, come from ``bvh_files``, and mutations of any bytes from
``bvh_mutations``.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from enum import StrEnum
from random import Random
from typing import NamedTuple

from bvh_spelling import (
    BLANKS,
    CHANNELS,
    COMMENTS,
    CONFLICTS,
    JUNK_LINES,
    KEYWORDS,
    NAMES,
    NEWLINES,
    PLAIN_NAMES,
    PLAIN_NUMBERS,
    any_number,
    any_word,
    word_kind,
)
from hypothesis import strategies as st

from bvhlint.syntax.nodes import TRIVIA, Kind

_GAPS = frozenset({Kind.BLANK, Kind.NEWLINE})
_BRACE_KINDS = frozenset({Kind.OPEN, Kind.CLOSE})
_HEAD_KINDS = frozenset({Kind.ROOT, Kind.JOINT, Kind.END_SITE, Kind.NAME})
_BRACES = {
    Kind.EXTRA_CLOSE: Kind.CLOSE,
    Kind.ORPHAN_OPEN: Kind.OPEN,
    Kind.EXTRA_OPEN: Kind.OPEN,
}


class Odd(StrEnum):
    """What may be odd about a text; without any it is plain."""

    BLANKS = "blanks of any kind, anywhere"
    NEWLINES = "CR, LF and CRLF mixed"
    SAME_LINE = "several items on a line"
    SPELLING = "keywords in other letter case or spacing"
    NUMBERS = "numbers in every spelling"
    NAMES = "names in other alphabets, with blanks, like keywords; no name"
    WORDS = "words of any kind behind a keyword"
    WRAPPED = "values that go on in the next line"
    COMMENTS = "comments"
    CONFLICTS = "conflict markers"
    JUNK = "lines without keyword"
    MISSPELT = "blocks with a misspelt keyword"
    BRACES = "missing braces, and braces too many"
    ORPHANS = "blocks without keyword"
    ITEMS = "missing, doubled and foreign items"
    PARTS = "several ROOTs, several parts, parts without their keyword"
    MARK = "a byte-order mark"


class Piece(NamedTuple):
    """A leaf that the text must be read as; braces are OPEN or CLOSE whatever they match."""

    kind: Kind
    data: bytes


@dataclass(frozen=True)
class Text:
    """A generated text. ``pieces`` tile it."""

    pieces: tuple[Piece, ...]

    @property
    def data(self) -> bytes:
        return b"".join(piece.data for piece in self.pieces)


def plain_kind(kind: Kind) -> Kind:
    """The kind of a leaf as far as it is told without matching the braces."""
    return _BRACES.get(kind, kind)


@st.composite
def texts(draw: st.DrawFn, odd: Collection[Odd] = tuple(Odd), most_blocks: int = 12) -> Text:
    """Text with up to so many blocks a ROOT, with any of the given oddities."""
    chosen = draw(st.sets(st.sampled_from(sorted(odd)))) if odd else set()
    blocks = draw(st.integers(1, most_blocks))
    return make_text(Random(draw(st.integers(0, 1 << 32))), blocks, chosen)


def make_text(random: Random, blocks: int, odd: Collection[Odd] = tuple(Odd)) -> Text:
    """Text with up to ``blocks`` blocks a ROOT."""
    maker = _Maker(random, odd)
    if maker.one_in(2, Odd.MARK):
        maker.put(Kind.BOM, b"\xef\xbb\xbf")
    for _ in range(1 + maker.one_in(3, Odd.PARTS)):
        maker.hierarchy(blocks)
        maker.motion()
    return Text(tuple(join_pieces(maker.pieces)))


def join_pieces(pieces: Iterable[Piece]) -> list[Piece]:
    """Pieces as leaves: neighbours that are one leaf in the file are put together."""
    result: list[Piece] = []
    for piece in pieces:
        if not piece.data:
            continue
        if piece.kind is Kind.ROWS:
            # The rows take the blanks before them along.
            while result and result[-1].kind is Kind.BLANK:
                piece = Piece(Kind.ROWS, result.pop().data + piece.data)
        elif piece.kind is Kind.JUNK:
            piece = _with_junk_before(result, piece)
        elif result and (
            piece.kind is result[-1].kind is Kind.BLANK
            or (piece.data == b"\n" and result[-1].data == b"\r")
        ):
            piece = Piece(piece.kind, result.pop().data + piece.data)
        result.append(piece)
    return result


def _with_junk_before(result: list[Piece], piece: Piece) -> Piece:
    """Lines of junk that follow each other, with blank lines between them, are one leaf."""
    start = len(result)
    while start and result[start - 1].kind in _GAPS:
        start -= 1
    if not start or result[start - 1].kind is not Kind.JUNK:
        return piece
    before = b"".join(piece.data for piece in result[start - 1 :])
    del result[start - 1 :]
    return Piece(Kind.JUNK, before + piece.data)


class _Maker:
    """Writes pieces one behind another and sees to it that each can be told."""

    def __init__(self, random: Random, odd: Collection[Odd]) -> None:
        self.pieces: list[Piece] = []
        self._random = random
        self._odd = frozenset(odd)
        self._newline = random.choice(NEWLINES)
        self._is_line_start = True
        self._after_brace = False
        self._after_head = False
        self._after_rows = False

    def put(self, kind: Kind, data: bytes) -> None:
        self.pieces.append(Piece(kind, data))
        if kind is not Kind.BLANK:
            self._is_line_start = kind in (Kind.BOM, Kind.NEWLINE)
            self._after_brace = kind in _BRACE_KINDS
            self._after_head = kind in _HEAD_KINDS

    def one_in(self, count: int, odd: Odd) -> bool:
        """Whether something odd is to happen, once in ``count`` times."""
        return odd in self._odd and self._random.randrange(count) == 0

    # Between tokens

    def newline(self) -> None:
        mixed = Odd.NEWLINES in self._odd
        self.put(Kind.NEWLINE, self._random.choice(NEWLINES) if mixed else self._newline)

    def blank(self) -> None:
        wild = Odd.BLANKS in self._odd
        self.put(Kind.BLANK, self._random.choice(BLANKS) if wild else b" ")

    def may_be_blank(self) -> None:
        if self.one_in(2, Odd.BLANKS):
            self.blank()

    def end_line(self) -> None:
        """Come to the beginning of a line, perhaps after a comment."""
        self.may_be_blank()
        if self.one_in(8, Odd.COMMENTS):
            if not self._is_line_start and not self._after_brace:
                self.blank()
            self.put(Kind.COMMENT, self._random.choice(COMMENTS))
        if not self._is_line_start:
            self.newline()

    def new_item(self, kind: Kind) -> None:
        """Come to where a keyword, a brace or junk may stand."""
        if self._after_rows:
            # All lines up to the next part are rows.
            self._after_rows = False
            self.may_be_blank()
            return
        if self.one_in(4, Odd.SAME_LINE) and self._may_go_on(kind):
            if not self._is_line_start and not self._after_brace:
                self.blank()
            return
        self.end_line()
        while self.one_in(4, Odd.BLANKS):
            self.may_be_blank()
            self.newline()
        while self.one_in(6, Odd.COMMENTS):
            self.may_be_blank()
            self.put(Kind.COMMENT, self._random.choice(COMMENTS))
            self.newline()
        while self.one_in(6, Odd.CONFLICTS):
            self.may_be_blank()
            self.put(Kind.CONFLICT, self._random.choice(CONFLICTS))
            self.newline()
        self.may_be_blank()

    def _may_go_on(self, kind: Kind) -> bool:
        """Whether it is told from what stands before it on the line."""
        if self._is_line_start or self._after_brace or kind in _BRACE_KINDS:
            return True
        return kind in KEYWORDS and not self._after_head

    def may_be_junk(self) -> None:
        while self.one_in(6, Odd.JUNK):
            self.new_item(Kind.JUNK)
            self.put(Kind.JUNK, self._random.choice(JUNK_LINES))
            self.may_be_blank()
            self.newline()

    # Tokens

    def brace(self, kind: Kind) -> None:
        self.new_item(kind)
        self.put(kind, b"{" if kind is Kind.OPEN else b"}")

    def keyword(self, kind: Kind) -> None:
        self.new_item(kind)
        spellings = KEYWORDS[kind]
        self.put(
            kind, self._random.choice(spellings) if Odd.SPELLING in self._odd else spellings[0]
        )

    def item(self, kind: Kind, words: Iterable[bytes]) -> None:
        self.keyword(kind)
        for word in words:
            self.word(word, kind)

    def word(self, word: bytes, item: Kind) -> None:
        kind = word_kind(word)
        goes_on = (item in (Kind.OFFSET, Kind.CHANNELS) and kind is Kind.NUMBER) or (
            item is Kind.CHANNELS and kind is Kind.CHANNEL
        )
        if goes_on and self.one_in(6, Odd.WRAPPED):
            self.end_line()
            self.may_be_blank()
        else:
            self.blank()
        self.put(kind, word)

    def words(self, most: int) -> list[bytes]:
        return [any_word(self._random) for _ in range(self._random.randint(0, most))]

    def numbers(self, count: int) -> list[bytes]:
        if Odd.NUMBERS in self._odd:
            return [any_number(self._random) for _ in range(count)]
        return self._random.choices(PLAIN_NUMBERS, k=count)

    def head(self, kind: Kind) -> None:
        self.keyword(kind)
        # Names are for joints; oddly, a joint has none or an End Site has one.
        if (kind is Kind.END_SITE) == self.one_in(6, Odd.NAMES):
            self.blank()
            self.put(
                Kind.NAME, self._random.choice(NAMES if Odd.NAMES in self._odd else PLAIN_NAMES)
            )

    # Parts

    def hierarchy(self, blocks: int) -> None:
        if self._after_rows or not self.one_in(6, Odd.PARTS):
            self.item(Kind.HIERARCHY, self.words(2) if self.one_in(8, Odd.WORDS) else ())
        for _ in range(self._random.randrange(3) if Odd.PARTS in self._odd else 1):
            self.block(Kind.ROOT, blocks)
            if self.one_in(6, Odd.BRACES):
                self.brace(Kind.CLOSE)

    def block(self, kind: Kind, blocks: int) -> None:
        """A block that holds up to ``blocks - 1`` others."""
        misspelt = self.one_in(6, Odd.MISSPELT)
        if misspelt:
            self.new_item(Kind.UNKNOWN)
            self.put(Kind.UNKNOWN, self._random.choice(JUNK_LINES))
            self.may_be_blank()
            self.newline()
        else:
            self.head(kind)
            self.may_be_junk()
        lacks_opening = not misspelt and self.one_in(12, Odd.BRACES)
        if not lacks_opening:
            self.brace(Kind.OPEN)
        self.contents(kind, blocks - 1, starts_with_item=lacks_opening)
        if not self.one_in(12, Odd.BRACES):
            self.brace(Kind.CLOSE)

    def contents(self, kind: Kind, blocks: int, *, starts_with_item: bool) -> None:
        items = [Kind.OFFSET, *([Kind.CHANNELS] if kind is not Kind.END_SITE else [])]
        if self.one_in(3, Odd.ITEMS):
            count = self._random.randint(int(starts_with_item), 3)
            items = self._random.choices((Kind.OFFSET, Kind.CHANNELS, Kind.FRAMES), k=count)
        for item in items:
            self.offset_or_channels(item)
            self.may_be_junk()
        if kind is Kind.END_SITE:
            return
        while blocks > 0:
            size = self._random.randint(1, blocks)
            blocks -= size
            if self._last_token is not Kind.JUNK and self.one_in(6, Odd.ORPHANS):
                self.brace(Kind.OPEN)
                self.offset_or_channels(Kind.OFFSET)
                self.brace(Kind.CLOSE)
            self.block(Kind.JOINT if size > 1 else Kind.END_SITE, size)

    @property
    def _last_token(self) -> Kind:
        return next(piece.kind for piece in reversed(self.pieces) if piece.kind not in TRIVIA)

    def offset_or_channels(self, kind: Kind) -> None:
        if self.one_in(4, Odd.WORDS):
            self.item(kind, self.words(7))
        elif kind is Kind.CHANNELS:
            names = self._random.choices(CHANNELS, k=self._random.choice((0, 3, 3, 3, 6)))
            self.item(kind, [str(len(names)).encode(), *names])
        else:
            self.item(kind, self.numbers(3))

    def motion(self) -> None:
        """A MOTION part; the rows take all that follows up to the next part."""
        heads = [Kind.MOTION, Kind.FRAMES, Kind.FRAME_TIME]
        if self.one_in(3, Odd.ITEMS):
            heads = self._random.choices(heads, k=self._random.randrange(4))
        for place, kind in enumerate(heads):
            count = 0 if kind is Kind.MOTION else 1
            self.item(kind, self.words(2) if self.one_in(4, Odd.WORDS) else self.numbers(count))
            if Kind.FRAME_TIME not in heads[: place + 1]:
                self.may_be_junk()  # behind the Frame Time it may be a damaged row
        if heads and not self.one_in(5, Odd.PARTS):
            self.end_line()
            self.put(Kind.ROWS, self.rows())
            self._is_line_start = self._after_rows = True

    def rows(self) -> bytes:
        """Lines of a frame block: rows that are short, long, odd, wrapped."""
        block = _Maker(self._random, self._odd - {Odd.COMMENTS})
        for index in range(self._random.randint(1, 4)):
            block.may_be_blank()
            words = self.numbers(1) if not index else []
            words += self.words(5) if Odd.WORDS in self._odd else self.numbers(4)
            for place, word in enumerate(words):
                if place:
                    block.blank()
                block.put(Kind.WORD, word)
            block.may_be_blank()
            block.newline()
        return b"".join(piece.data for piece in block.pieces)
