"""What every transform is: a frozen object with its settings that turns a document into edits."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from bvhlint.document.document import Document
from bvhlint.edits import Edit
from bvhlint.errors import TransformError
from bvhlint.proof import Promise


@dataclass(frozen=True, slots=True)
class Change:
    """One line of a fix's summary: the rule or option, what it did, and to how many places."""

    source: str
    message: str
    count: int = 1


@dataclass(frozen=True, slots=True)
class Outcome:
    """The edits of a transform, what it says of them, and what it promises of the result."""

    edits: Sequence[Edit]
    changes: tuple[Change, ...]
    promises: tuple[Promise, ...]


NOTHING = Outcome((), (), ())


class Transform(ABC):
    """A change that an option of ``fix`` asks for.

    ``option`` is its spelling on the command line, ``keeps`` says what stays as it is, and
    ``repeatable`` whether a second run changes nothing more.
    """

    option: ClassVar[str]
    keeps: ClassVar[str]
    repeatable: ClassVar[bool] = True

    @abstractmethod
    def apply(self, document: Document) -> Outcome:
        """The change on this document, or ``NOTHING`` where it is as asked already.

        Raises TransformError where it is not possible, naming joint, frame or line.
        """


def refuse_doubtful(document: Document, option: str) -> None:
    """Raise TransformError where the layout of the rows is not sure or a row is damaged.

    A change that reads values could otherwise write wrong ones.
    """
    refuse_parts(document, option)
    skeleton, motion = document.skeleton, document.motion
    if not skeleton.is_trusted:
        raise TransformError(f"{option}: the channels of the joints are in doubt; mend them first")
    damaged = (~motion.complete).nonzero()[0]
    if len(damaged):
        row = int(damaged[0])
        line = document.source.line_of(int(motion.table.row_starts[row]))
        raise TransformError(
            f"{option}: frame {row} (line {line}) is damaged, one of {len(damaged)}; mend it first"
        )


def refuse_parts(document: Document, option: str) -> None:
    """Raise TransformError for UTF-16 text and for a second HIERARCHY or MOTION part."""
    from bvhlint.syntax.nodes import Item, Kind

    if document.source.encoding.is_wide:
        raise TransformError(
            f"{option}: the file is {document.source.encoding.value}; write it as UTF-8 first"
            " (--unsafe-fixes)"
        )
    seen = set()
    for element in document.tree.elements:
        if isinstance(element, Item) and element.type in (Kind.HIERARCHY, Kind.MOTION):
            if element.type in seen:
                line = document.source.line_of(element.start)
                raise TransformError(f"{option}: a second {element.type.value} at line {line}")
            seen.add(element.type)
