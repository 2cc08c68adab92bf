"""The manner of a file's writer: indentation, decimals, separators, line ends, encoding."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from bvhlint.document.document import Document
from bvhlint.document.frames import FrameTable, RowFlag
from bvhlint.document.rate import decimals_of
from bvhlint.facts.header import header_lines, indent_unit
from bvhlint.facts.line_ends import NAMES, line_ends
from bvhlint.facts.lines import indent_of
from bvhlint.info.model import Decimals, WriterFacts
from bvhlint.source import Encoding
from bvhlint.syntax.nodes import Item

_SAMPLED_ROWS = 200
_SAMPLED_TOKENS = 20_000
_LEAST_ROWS = 2  # one row tells nothing of padding
_LONGEST_NUMBER = 400  # of bytes; a longer one shows no manner


def writer_facts(document: Document) -> WriterFacts:
    """How the file is written."""
    indent, width = _indent(document)
    sample = _Sample(document.motion.table)
    kinds = [NAMES[kind].lower() for kind in line_ends(document).counts]
    flags = document.motion.table.flags
    return WriterFacts(
        encoding=_encoding(document),
        byte_order_mark=document.source.bom_length > 0 or document.source.encoding.is_wide,
        line_ends=kinds[0] if len(kinds) == 1 else ("mixed" if kinds else "none"),
        final_newline=document.content.endswith((b"\n", b"\r")),
        indent=indent,
        indent_width=width,
        offset_decimals=_decimals(_offset_texts(document)),
        row_decimals=_decimals(sample.texts()),
        exponents=bool((flags & RowFlag.EXPONENT.value).any()),
        separator=sample.separator(),
        padded=sample.is_padded(),
        leading_blanks=_share(flags, RowFlag.LEADING_BLANK),
        trailing_blanks=_share(flags, RowFlag.TRAILING_BLANK),
    )


def _encoding(document: Document) -> str:
    source = document.source
    return "ascii" if source.encoding is Encoding.UTF8 and source.is_ascii else str(source.encoding)


def _indent(document: Document) -> tuple[str, int | None]:
    """``tab``, ``spaces``, ``none`` or ``mixed``, and how many a level."""
    found = {
        (line.own_depth, indent_of(document.content, line.tokens[0].start))
        for line in header_lines(document)
    }
    deep = [(depth, blanks) for depth, blanks in found if depth]
    if not any(blanks for _, blanks in deep):
        return "none", None
    unit = indent_unit(document)
    if any(blanks != unit * depth for depth, blanks in deep) or len(set(unit)) > 1:
        return "mixed", None
    return ("tab" if unit[:1] == b"\t" else "spaces"), len(unit)


def _offset_texts(document: Document) -> Iterable[bytes]:
    skeleton = document.skeleton
    items: list[Item | None] = [joint.offset_item for joint in skeleton.joints]
    items += [site.offset_item for site in skeleton.end_sites]
    return (leaf.raw for item in items if item for leaf in item.values)


def _decimals(texts: Iterable[bytes]) -> Decimals | None:
    counts = {
        decimals_of(text.decode("latin-1"))
        for text in set(texts)
        if len(text) <= _LONGEST_NUMBER and _is_plain(text)
    }
    return Decimals(min(counts), max(counts)) if counts else None


def _is_plain(text: bytes) -> bool:
    """Whether a text is a number without an exponent: those show how finely one writes."""
    return text.strip(b"+-0123456789.") == b"" and any(digit in b"0123456789" for digit in text)


def _share(flags: NDArray[np.uint8], flag: RowFlag) -> str:
    count = int(np.count_nonzero(flags & np.uint8(flag)))
    return "none" if not count else ("all" if count == len(flags) else "some")


class _Sample:
    """Some rows of right width, spread over the table, with the spans of their tokens."""

    def __init__(self, table: FrameTable) -> None:
        self._content = table.content
        fits = np.flatnonzero(table.widths == table.channels) if table.channels else np.empty(0)
        most = max(min(_SAMPLED_ROWS, _SAMPLED_TOKENS // max(table.channels, 1)), _LEAST_ROWS)
        if len(fits) > most:
            fits = fits[np.linspace(0, len(fits) - 1, most).astype(np.int64)]
        tokens = _SAMPLED_TOKENS // _LEAST_ROWS
        self._rows = [table.token_spans(int(row))[:tokens] for row in fits]

    def texts(self) -> Iterable[bytes]:
        for spans in self._rows:
            for start, end in spans.tolist():
                yield self._content[start:end]

    def separator(self) -> str | None:
        """``space``, ``spaces`` (some are wider than one), ``tab`` or ``mixed``."""
        found = {
            self._content[end:start]
            for spans in self._rows
            for end, start in zip(spans[:-1, 1].tolist(), spans[1:, 0].tolist(), strict=True)
        }
        if not found:
            return None
        if found == {b" "}:
            return "space"
        if all(not blanks.strip(b" ") for blanks in found):
            return "spaces"
        return "tab" if found == {b"\t"} else "mixed"

    def is_padded(self) -> bool:
        """Whether columns end at one place in every line though their numbers differ in length."""
        if len(self._rows) < _LEAST_ROWS:
            return False
        spans = np.stack(self._rows)
        begins = [
            spans[row, 0, 0] - len(indent_of(self._content, int(spans[row, 0, 0])))
            for row in range(len(spans))
        ]
        edges = spans[:, :, 1] - np.array(begins)[:, np.newaxis]
        lengths = spans[:, :, 1] - spans[:, :, 0]
        return bool(np.ptp(edges, axis=0).max() == 0 and np.ptp(lengths, axis=0).max() > 0)
