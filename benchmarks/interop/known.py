"""Where a program reads a file otherwise than meant, and bvhlint's own findings say so.

Such a difference is no disagreement as long as the program does not read the original as meant
either. One that no finding tells of is: then either the file is wrong or the table of what
programs do.
"""

from __future__ import annotations

import bvhlint
from bvhlint.document.document import Document
from bvhlint.readers import Effect

# What is told of these programs here is no reason: the comparison has it in it already (positions
# are added to the OFFSET), or it is about time, the axes of the world, or what was meant.
_NO_REASON = frozenset(
    {
        "root-offset-not-zero",
        "nonroot-position-channels",
        "positions-differ-from-offset",
        "rounded-frame-time",
        "bad-frame-time",
        "axis-guess",
        "looks-like-radians",
    }
)


def known_difference(family: str, document: Document, *, is_loaded: bool) -> str:
    """The rules that tell of a file what this program makes of it; empty if none does."""
    effects = (Effect.WRONG, Effect.LOSES) if is_loaded else (Effect.FAILS,)
    found = {
        f"{finding.code} {finding.name}"
        for finding in bvhlint.check(document)
        if finding.breaks.get(family) in effects and finding.name not in _NO_REASON
    }
    return ", ".join(sorted(found))
