"""Frame Times that were written in another unit than seconds."""

from __future__ import annotations

import pytest

from bvhlint.facts.frame_time import in_other_unit


@pytest.mark.parametrize(
    ("literal", "unit", "rate"),
    [
        ("16.6667", "milliseconds", "60"),
        ("33.3333", "milliseconds", "30"),
        ("33.37", "milliseconds", "29.97"),
        ("33", "milliseconds", "30"),
        ("8.33333", "milliseconds", "120"),
        ("4.1667", "milliseconds", "240"),
        ("41.6667", "milliseconds", "24"),
        ("33333", "microseconds", "30"),
        ("8333", "microseconds", "120"),
    ],
)
def test_another_unit_is_told_with_its_rate(literal: str, unit: str, rate: str) -> None:
    found = in_other_unit(literal)
    assert found is not None
    assert (found[0], str(found[1])) == (unit, rate)


@pytest.mark.parametrize(
    "literal",
    ["30", "25", "40", "50", "60", "29.97", "59.94", "7", "2", "31.25", "1e7", "1"],
)
def test_what_may_be_a_rate_or_a_slip_is_no_other_unit(literal: str) -> None:
    assert in_other_unit(literal) is None
