"""``fact``: a measured fact of a document, worked out once and kept on it."""

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
