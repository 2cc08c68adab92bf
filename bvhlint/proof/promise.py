"""What a promise is: something that must hold between a document and what was made of it."""

from __future__ import annotations

from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from bvhlint.document.document import Document

Floats = NDArray[np.float64]
Rows = NDArray[np.int64]


class Promise(Protocol):
    """Made by a transform, kept by its result as it is read again from the new bytes."""

    def verify(self, before: Document, after: Document) -> None:
        """Raise ProofError, naming joint, frame and distance, where it does not hold."""
