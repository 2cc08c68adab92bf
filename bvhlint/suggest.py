"""The nearest valid spelling of a mistyped word: the one place that guesses what was meant."""

from __future__ import annotations

from collections.abc import Iterable


def nearest(word: str, choices: Iterable[str]) -> str | None:
    """The choice that ``word`` was most likely meant to be, or None when none is near.

    Case does not count: ``bvh502`` is near ``BVH502``.
    """
    from difflib import get_close_matches

    # Nobody means a choice by a word many times as long, and comparing would take for ever.
    by_fold = {choice.casefold(): choice for choice in choices}
    longest = max(map(len, by_fold), default=0)
    folded = word[: 4 * longest + 16].casefold()
    if folded in by_fold:
        return by_fold[folded]
    matches = get_close_matches(folded, by_fold, n=5, cutoff=0.6)
    # Two letters that changed places are the likeliest slip of all.
    matches.sort(key=lambda match: sorted(match) != sorted(folded))
    return by_fold[matches[0]] if matches else None


def did_you_mean(word: str, choices: Iterable[str]) -> str:
    """``; did you mean "x"?`` to put behind a message, or nothing."""
    match = nearest(word, choices)
    return "" if match is None else f'; did you mean "{match}"?'
