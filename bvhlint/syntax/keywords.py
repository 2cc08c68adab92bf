"""The keywords of the format: their right spelling, and which one a misspelt word means."""

from __future__ import annotations

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
_WANTED = {kind: spelling.rstrip(":").lower() for kind, spelling in SPELLING.items()}
_LETTERS = {kind: wanted.encode("ascii") for kind, wanted in _WANTED.items()}
_LEAST_LIKENESS = 0.75
_MOST_BYTES = 64  # of a line that are looked at


def nearest_keyword(line: str) -> Kind | None:
    """The keyword that the beginning of a line most looks like, or None.

    Its first word and its first two are tried, whatever blanks stand between them.
    """
    words = line[:_MOST_BYTES].replace("\t", " ").split(" ")
    return _nearest(*[word for word in words if word][:2])


@lru_cache(maxsize=4096)
def _nearest(first: str = "", second: str = "") -> Kind | None:
    # Late: of a file without slips nobody asks.
    from difflib import SequenceMatcher

    best, nearest = 0, None
    for text in (first, f"{first} {second}"):
        word = text.strip(" ").rstrip(":").lower()
        for kind, wanted in _WANTED.items():
            if not _may_be(word, kind):
                continue
            blocks = SequenceMatcher(None, word, wanted, autojunk=False).get_matching_blocks()
            common = sum(block.size for block in blocks)
            size = len(word) + len(wanted)
            # Letters that agree against letters that do not: of two keywords as alike, the longer.
            gain = 3 * common - size
            if 2 * common >= _LEAST_LIKENESS * size and gain > best:
                best, nearest = gain, kind
    return nearest


def _may_be(word: str, kind: Kind) -> bool:
    """Whether enough of a word's letters are a keyword's, in whatever order."""
    wanted = len(_WANTED[kind])
    least = _LEAST_LIKENESS * (len(word) + wanted) / 2
    if min(len(word), wanted) < least:
        return False
    others = word.encode("latin-1", "replace").translate(None, _LETTERS[kind])
    return len(word) - len(others) >= least
