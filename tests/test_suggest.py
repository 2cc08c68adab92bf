"""The nearest valid spelling."""

from __future__ import annotations

import time

import pytest

from bvhlint.suggest import did_you_mean, nearest


@pytest.mark.parametrize(
    ("word", "choices", "expected"),
    [
        ("selct", ["select", "severity"], "select"),
        ("SELECT", ["select", "severity"], "select"),
        ("bvh502", ["BVH501", "BVH502"], "BVH502"),
        ("BVH520", ["BVH501", "BVH502", "BVH503"], "BVH502"),
        ("slect", ["elects", "select"], "select"),
        ("fail_on", ["fail-on", "show"], "fail-on"),
        ("xyz", ["select", "severity"], None),
        ("", ["select"], None),
        ("select", [], None),
    ],
)
def test_the_nearest_choice(word: str, choices: list[str], expected: str | None) -> None:
    assert nearest(word, choices) == expected


def test_a_message_gets_the_guess_only_if_there_is_one() -> None:
    assert did_you_mean("selct", ["select"]) == '; did you mean "select"?'
    assert did_you_mean("xyz", ["select"]) == ""


def test_a_word_of_a_megabyte_takes_no_time() -> None:
    started = time.process_time()
    assert nearest("ab" * 500_000, ["select", "severity"]) is None
    assert time.process_time() - started < 0.5
