"""Text that is no BVH: comments and marks of an unfinished merge, in the header and among rows."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bvhlint.document.document import Document
from bvhlint.facts.clip import is_judged
from bvhlint.facts.lines import Span
from bvhlint.facts.memo import fact
from bvhlint.syntax.nodes import Kind

_COMMENT_SIGNS = b"#/"
# As the grammar's CONFLICT; rows that no table is made of are searched as bytes.
_MARK = re.compile(rb"[\r\n][ \t]*+((?:<{7}|={7}|>{7})[^\r\n]*+)")


@fact
def comments(document: Document) -> tuple[Span, ...]:
    """The spans of all comments; among the rows those that have a line to themselves."""
    return tuple(_judged(document, Kind.COMMENT))


@fact
def conflict_marks(document: Document) -> tuple[Span, ...]:
    """The spans of the lines that begin with a mark of an unfinished merge."""
    return tuple(_judged(document, Kind.CONFLICT))


@fact
def first_conflict_mark(document: Document) -> Span | None:
    """The span of the first such line in any part of the file, judged or not."""
    return next(_texts(document, Kind.CONFLICT), None) or _mark_in_later_rows(document)


@fact
def rejected_spans(document: Document) -> tuple[Span, ...]:
    """What stands between ``=======`` and ``>>>>>>>``: the second version of an unfinished merge,
    which says again what the first says."""
    spans: list[Span] = []
    begun: int | None = None
    for start, end in conflict_marks(document):
        sign = document.content[start : start + 1]
        if sign == b"=" and begun is None:
            begun = end
        elif sign == b">" and begun is not None:
            spans.append((begun, start))
            begun = None
    return tuple(spans)


def _mark_in_later_rows(document: Document) -> Span | None:
    """The first mark among the rows of a second MOTION, which no table is made of."""
    for leaf in document.tree.tokens:
        if leaf.type is Kind.ROWS and leaf is not document.motion.rows:
            found = _MARK.search(document.content, leaf.start, leaf.end)
            if found:
                return found.span(1)
    return None


def _judged(document: Document, kind: Kind) -> Iterator[Span]:
    return (span for span in _texts(document, kind) if is_judged(document, span[0]))


def _texts(document: Document, kind: Kind) -> Iterator[Span]:
    rows = document.motion.rows
    for leaf in document.tree.tokens:
        if leaf.type is kind:
            yield leaf.start, leaf.end
        elif leaf is rows:
            for start, end in document.motion.table.texts.tolist():
                if (document.content[start] in _COMMENT_SIGNS) is (kind is Kind.COMMENT):
                    yield start, end
