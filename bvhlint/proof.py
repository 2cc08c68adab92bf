"""What a change promised, measured on its result.

A promise is made by a transform and looks at the document before and the one read again from the
new bytes; it raises ProofError, naming joint, frame and distance, where the result is another.
"""

from __future__ import annotations

from typing import Protocol

from bvhlint.document.document import Document


class Promise(Protocol):
    """Something that must hold between a document and what was made of it."""

    def verify(self, before: Document, after: Document) -> None:
        """Raise ProofError where it does not hold."""
