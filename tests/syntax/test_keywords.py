"""Misspelt keywords are told."""

from __future__ import annotations

import pytest

from bvhlint.syntax.keywords import SPELLING, nearest_keyword
from bvhlint.syntax.nodes import Kind


def typos(word: str) -> set[str]:
    """A word with one letter left out, doubled, or swapped with the next."""
    result = set()
    for at, letter in enumerate(word):
        if letter in " :":
            continue
        result.add(word[:at] + word[at + 1 :])
        result.add(word[:at] + letter + word[at:])
        if at + 1 < len(word) and word[at + 1] not in (" ", ":", letter):
            result.add(word[:at] + word[at + 1] + letter + word[at + 2 :])
    return result - {word}


@pytest.mark.parametrize("kind", SPELLING, ids=str)
def test_one_slip_of_the_pen(kind: Kind) -> None:
    tried = typos(SPELLING[kind])
    assert len(tried) >= 8
    for typo in tried:
        assert nearest_keyword(typo) is kind, typo
        assert nearest_keyword(typo.lower() + "\tHips") is kind, typo


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        ("Frame: 2", Kind.FRAMES),
        ("Frame 2", Kind.FRAMES),
        ("Frame Tiem: 0.1", Kind.FRAME_TIME),
        ("FrameTme 0.1", Kind.FRAME_TIME),
        ("EndSit", Kind.END_SITE),
        ("End  \t Sites", Kind.END_SITE),
        ("CHANELS 3 Xrotation", Kind.CHANNELS),
        ("JOINT:", Kind.JOINT),
        ("ROOT: hips", Kind.ROOT),
    ],
)
def test_other_slips(line: str, kind: Kind) -> None:
    assert nearest_keyword(line) is kind


@pytest.mark.parametrize(
    "line",
    ["", "   ", "foo", "Hips", "1.0 2.0", "Xrotation", "version https", "R", "End", "x" * 100_000],
)
def test_words_that_mean_no_keyword(line: str) -> None:
    assert nearest_keyword(line) is None
