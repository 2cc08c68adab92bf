"""Which variant a rule names of what it found: what readers do with it hangs on that."""

from __future__ import annotations

import pytest
from rule_checks import check
from rule_fixtures import FIXTURES

# Rule, fixture, then the variants of its findings.
NAMED = """
bad-number bad glued
bad-number bad-both glued word
bad-number bad-word word
bad-number bad-frames count
bad-number bad-no-count count
bad-number bad-two-counts behind-count
bad-offset bad few
bad-offset bad-empty few
bad-offset bad-four many
bad-offset bad-glued word
bad-frame-time bad-infinite not-finite
bad-frame-time bad-nan not-finite
bad-frame-time bad-word not-a-number
bad-frame-time bad-nothing not-a-number
bad-frame-time bad-next-line not-a-number
missing-name bad nowhere
missing-name bad-brace nowhere
missing-name bad-name-below below
missing-offset bad joint
missing-offset bad-end-site end-site
item-out-of-place bad channels
item-out-of-place bad-both channels
item-out-of-place bad-frame-time frame-time
item-out-of-place bad-above-motion frame-time
item-out-of-place bad-frames-above-motion motion
item-out-of-place bad-lines lines
no-motion bad cut
no-motion bad-cut cut
no-motion bad-frames frames
no-motion bad-rows rows
not-finite bad nan
unbalanced-brace bad closing
unbalanced-brace bad-extra closing
unbalanced-brace bad-open opening
unbalanced-brace bad-double-open opening
unbalanced-brace bad-pair pair
unbalanced-brace bad-lost-joint no-line
unbalanced-brace bad-lost-end-site no-line
unbalanced-brace bad-joint-twice no-block
unknown-keyword bad joint
unknown-keyword bad-hierarchy hierarchy
unknown-keyword bad-items offset channels frame-time
unknown-keyword bad-motion motion
unknown-keyword bad-frames frames
unknown-keyword bad-lines line
unknown-keyword bad-words words
"""


@pytest.mark.parametrize("line", NAMED.strip().split("\n"))
def test_a_finding_names_its_variant(line: str) -> None:
    name, stem, *variants = line.split(" ")
    found = check((FIXTURES / name / f"{stem}.bvh").read_bytes(), name)
    assert list(dict.fromkeys(finding.variant for finding in found)) == variants


@pytest.mark.parametrize(
    ("written", "variant"),
    [
        ("nan", "nan"),
        ("-NaN", "nan"),
        ("-inf", "infinite"),
        ("1e999", "infinite"),
        ("1.#QNAN", "other"),
        ("-nan(ind)", "other"),
    ],
)
def test_what_c_prints_is_another_spelling(written: str, variant: str) -> None:
    data = (FIXTURES / "not-finite" / "bad.bvh").read_bytes().replace(b"nan", written.encode())
    assert [finding.variant for finding in check(data, "not-finite")] == [variant]


@pytest.mark.parametrize("written", ["1.#INF", "-nan(ind)"])
def test_what_c_prints_is_no_frame_time(written: str) -> None:
    data = (FIXTURES / "bad-frame-time" / "bad-nan.bvh").read_bytes()
    found = check(data.replace(b"nan", written.encode()), "bad-frame-time")
    assert [finding.variant for finding in found] == ["not-a-number"]


def test_a_misspelt_end_site_is_one() -> None:
    data = (FIXTURES / "unknown-keyword" / "good.bvh").read_bytes()
    found = check(data.replace(b"End Site", b"Ende Site"), "unknown-keyword")
    assert [finding.variant for finding in found] == ["end-site"]
