"""What every transform is: a frozen object with its settings that turns a document into edits."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from bvhlint.document.document import Document
from bvhlint.edits import Edit, apply_edits
from bvhlint.proof import OutsideKept, Promise
from bvhlint.transforms.refusal import refuse_file


@dataclass(frozen=True, slots=True)
class Change:
    """One line of a fix's summary: the rule or option, what it did, and to how many places.

    A ``remark`` says what was left, or is to be known, and stands for no change.
    """

    source: str
    message: str
    count: int = 1
    remark: bool = False


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


def carry_out(document: Document, transform: Transform) -> tuple[Document, tuple[Change, ...]]:
    """The changed document, proved, and what was done.

    Raises TransformError where the change is not possible, and ProofError where the result is not
    what was promised.
    """
    refuse_file(document, transform.option)
    # Numbers as large as a float can hold become infinities, which transforms refuse and proofs
    # do not let pass.
    with np.errstate(all="ignore"):
        outcome = transform.apply(document)
        if not outcome.edits:
            return document, outcome.changes
        return edited(document, outcome), outcome.changes


def edited(document: Document, outcome: Outcome) -> Document:
    """The document with an outcome's edits, each promise proved. Raises ProofError."""
    changed = Document.parse(apply_edits(document.content, outcome.edits), document.path)
    for promise in (OutsideKept(outcome.edits), *outcome.promises):
        promise.verify(document, changed)
    return changed
