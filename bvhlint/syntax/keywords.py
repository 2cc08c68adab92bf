"""The keywords of the format: their right spelling, and which one a misspelt word means."""

from __future__ import annotations

from difflib import SequenceMatcher
from functools import lru_cache

from bvhlint.syntax.nodes import Kind

SPELLING = {
    Kind.HIERARCHY: "HIERARCHY",
    Kind.ROOT: "ROOT",
    Kind.JOINT: "JOINT",
    Kind.END_SITE: "End Site",
    Kind.OFFSET: "OFFSET",
    Kind.CHANNELS: "CHANNELS",
    Kind.MOTION: "MOTION",
    Kind.FRAMES: "Frames:",
    Kind.FRAME_TIME: "Frame Time:",
}
_LEAST_LIKENESS = 0.75
_LONGEST = 16


@lru_cache(maxsize=4096)
def nearest_keyword(line: str) -> Kind | None:
    """The keyword that the beginning of a line most looks like, or None.

    ``line`` is read with blanks as single ones; its first and first two words are tried.
    """
    words = [word for word in line[: 4 * _LONGEST].replace("\t", " ").split(" ") if word]
    tries = {words[0], " ".join(words[:2])} if words else set()
    best, kind = _LEAST_LIKENESS, None
    for candidate, spelling in SPELLING.items():
        wanted = spelling.rstrip(":").lower()
        for word in tries:
            if len(word) > _LONGEST:
                continue
            likeness = SequenceMatcher(None, word.rstrip(":").lower(), wanted).ratio()
            if likeness >= best:
                best, kind = likeness, candidate
    return kind
