"""How many frames there must be, and at which rate."""

from __future__ import annotations

from dataclasses import dataclass

from bvhlint.document.document import Document
from bvhlint.document.rate import Rate, same_rate
from bvhlint.errors import ProofError


@dataclass(frozen=True, slots=True)
class FrameCount:
    """The result has so many frame rows and says so."""

    frames: int

    def verify(self, before: Document, after: Document) -> None:  # noqa: ARG002
        rows, declared = len(after.motion.table), after.motion.declared_frames
        if rows != self.frames or declared != self.frames:
            raise ProofError(
                f"{self.frames} frames were promised, the result has {rows} and says {declared}"
            )


@dataclass(frozen=True, slots=True)
class FrameRate:
    """The Frame Time of the result stands for this rate."""

    rate: Rate

    def verify(self, before: Document, after: Document) -> None:  # noqa: ARG002
        rate = after.motion.rate
        if rate is None or not same_rate(rate, self.rate):
            raise ProofError(f"{self.rate} frames a second were promised, the result has {rate}")
