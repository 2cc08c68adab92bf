"""Any bytes at all, made from the grammar and damaged: nothing crashes, is lost or lies."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import properties
import pytest
from bvh_files import good_files
from bvh_mutations import mutated
from bvh_text import texts
from example_files import FIXTURES
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from benchmarks.fuzz.targets import TARGETS
from bvhlint.errors import ProofError
from bvhlint.reports import FORMATS

SMALL = [path for path in FIXTURES if path.stat().st_size < 4000]

MADE = st.one_of(texts(), good_files()).map(lambda text: text.data)
DAMAGED = st.one_of(
    mutated(MADE),
    mutated(st.sampled_from(SMALL).map(Path.read_bytes), most=6),
    st.binary(max_size=200),
)
#: The same inputs each time: a run in CI judges the commit. ``benchmarks/fuzz/run.py`` goes on.
FEW = settings(max_examples=60, derandomize=True, suppress_health_check=[HealthCheck.too_slow])


@FEW
@given(DAMAGED)
def test_check_finds_inside_the_file_and_crashes_nowhere(data: bytes) -> None:
    document = properties.check_parse(data)
    checked = properties.check_findings(document, properties.every_rule())
    properties.check_reports(document, checked, FORMATS)


@FEW
@given(DAMAGED)
def test_safe_fixes_settle_and_keep_all_values(data: bytes) -> None:
    properties.check_safe_fix(properties.check_parse(data))


@FEW
@given(DAMAGED)
def test_unsafe_fixes_settle_or_are_refused(data: bytes) -> None:
    TARGETS["unsafe"](data)


@pytest.mark.parametrize("asked", properties.REQUESTS, ids=lambda asked: "-".join(asked))
@settings(FEW, max_examples=8)
@given(st.one_of(good_files().map(lambda text: text.data), DAMAGED))
def test_changes_are_made_or_refused(asked: Mapping[str, Any], data: bytes) -> None:
    document = properties.check_parse(data)
    try:
        properties.check_transform(document, asked)
    except ProofError as error:
        if not properties.is_new_trouble(error):
            raise
