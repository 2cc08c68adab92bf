"""``fact``: a measured fact of a document, worked out once and kept on it; ``header_fact``: one
of the header alone, kept for all files that share the header."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TypeVar

import numpy as np

from bvhlint.document.document import Document

T = TypeVar("T")


def fact(measure: Callable[[Document], T]) -> Callable[[Document], T]:
    """Make a function of a document one that measures only once.

    Numbers as large as a float can hold may stand in a file: they become infinities, silently.
    """

    def quietly(document: Document) -> T:
        with np.errstate(all="ignore"):
            return measure(document)

    @wraps(measure)
    def kept(document: Document) -> T:
        return document.fact(quietly)

    return kept


def header_fact(measure: Callable[[Document], T]) -> Callable[[Document], T]:
    """The same for a function that looks at nothing but joints, and words before MOTION.

    It is given the header alone where that can be judged by itself, and the whole document where
    not: what it returns must be the same for both.
    """
    measured = fact(measure)

    @wraps(measure)
    def kept(document: Document) -> T:
        return measured(document.header or document)

    return kept
