"""``--target``: what concerns only other readers is left out, the file's own faults never are."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
import rule_fixtures as harness
from msgspec.structs import replace

from bvhlint import readers
from bvhlint.document.document import Document
from bvhlint.finding import Finding, RowFindings
from bvhlint.linter import ActiveRule, check_document
from bvhlint.plugins import builtin_rules
from bvhlint.rule import Options, Rule, RunSettings
from bvhlint.severity import Severity

RULES = builtin_rules()
NO_CHANNELS = next(rule for rule in RULES if rule.name == "no-channels")
BAD = (harness.FIXTURES / "no-channels" / "bad.bvh").read_bytes()
FILES = [
    pytest.param(path, id=f"{path.parent.name}-{path.stem}")
    for path in sorted(harness.FIXTURES.glob("*/bad*.bvh"))
]


def check(
    rule: Rule, *targets: str, data: bytes = BAD, severity: Severity | None = None
) -> list[Finding]:
    run = RunSettings(targets=frozenset(targets))
    active = ActiveRule(rule, rule.options_type(run=run), severity)
    return list(check_document(Document.parse(data), [active]).findings)


def made_rule(name: str, *found: Finding | RowFindings, portability: bool = True) -> Rule:
    def find(document: Document, options: Options) -> Iterator[Finding | RowFindings]:
        del document, options
        yield from found

    return replace(NO_CHANNELS, name=name, portability=portability, check=find)


def rows(variant: str, *frames: int) -> RowFindings:
    return RowFindings(
        np.array(frames, np.int64),
        lambda row: Finding(0, 1, f"{variant} {row}", frame=row, variant=variant),
    )


@pytest.mark.parametrize(
    ("target", "severities"),
    [("holden", ["error"]), ("bvhtools-unity", ["error"]), ("blender", []), ("godot", [])],
)
def test_a_root_without_channels_concerns_who_cannot_take_it(
    target: str, severities: list[str]
) -> None:
    assert [finding.level for finding in check(NO_CHANNELS, target)] == severities


def test_one_of_several_targets_is_enough() -> None:
    (finding,) = check(NO_CHANNELS, "blender", "holden", "three")
    assert finding.level is Severity.ERROR
    assert finding.breaks["secondlife"] == "fails", "who else is affected is still told"


def test_without_target_nothing_is_left_out_and_nothing_is_raised() -> None:
    (finding,) = check(NO_CHANNELS)
    assert finding.level is Severity.WARNING
    assert "E_ST" not in finding.message


def test_a_severity_set_by_the_user_stays() -> None:
    (finding,) = check(NO_CHANNELS, "holden", severity=Severity.INFO)
    assert finding.level is Severity.INFO


def test_only_a_failure_raises_the_severity() -> None:
    rule = made_rule("multiple-roots", Finding(0, 1, "two"))
    assert [finding.level for finding in check(rule, "bvh-python")] == [Severity.WARNING]
    assert [finding.level for finding in check(rule, "three")] == [Severity.ERROR]
    assert check(rule, "blender") == []


def test_the_variant_that_the_rule_saw_decides() -> None:
    rule = made_rule(
        "name-charset",
        Finding(0, 1, "a", variant="colon"),
        Finding(1, 2, "b", variant="slash"),
        Finding(2, 3, "c", variant="bracket"),
        Finding(3, 4, "d", variant="other"),
    )
    assert [finding.message for finding in check(rule, "holden")] == ["a"]
    assert [(finding.message, finding.level.value) for finding in check(rule, "three")] == [
        ("a", "warning"),
        ("b", "warning"),
        ("c", "error"),
    ]
    assert check(rule, "blender") == []


def test_rows_of_another_variant_are_not_counted() -> None:
    rule = made_rule("row-width", rows("long", *range(9)), rows("joined", *range(9, 30)))
    found = check(rule, "pymo")
    assert [(finding.frame, finding.count) for finding in found] == [
        (0, 1), (1, 1), (2, 1), (3, 1), (4, 1), (5, 4),
    ]  # fmt: skip
    assert check(made_rule("row-width", rows("joined", *range(40))), "pymo") == []
    assert check(made_rule("row-width", rows("long")), "pymo") == []


def test_what_is_left_out_does_not_count_against_the_cap() -> None:
    rule = made_rule(
        "name-charset",
        *(Finding(0, 1, "no", variant="other") for _ in range(50)),
        *(Finding(1, 2, "yes", variant="slash") for _ in range(3)),
    )
    active = ActiveRule(rule, Options(run=RunSettings(targets=frozenset({"three"}))))
    checked = check_document(Document.parse(BAD), [active], max_findings=2)
    assert [finding.message for finding in checked.findings] == ["yes", "yes"]
    assert checked.truncated == 1


def test_a_rule_about_the_file_itself_is_never_left_out() -> None:
    rule = made_rule("duplicate-name", Finding(0, 1, "twice"), portability=False)
    (finding,) = check(rule, "assimp")
    assert finding.level is Severity.WARNING
    (finding,) = check(made_rule("a-studio-rule", Finding(0, 1, "x"), portability=False), "three")
    assert finding.breaks == {}


def test_second_life_names_its_own_error() -> None:
    (finding,) = check(NO_CHANNELS, "secondlife")
    assert finding.message.endswith("; Second Life reports E_ST_NO_ROTATION")
    (finding,) = check(NO_CHANNELS, "holden")
    assert "Second Life reports" not in finding.message


@pytest.mark.unmeasured
@pytest.mark.parametrize("path", FILES)
def test_every_fixture_under_every_target(path: Path) -> None:
    """The findings under a target are those without one, less what does not concern it."""
    document = Document.parse(path.read_bytes())
    every = [ActiveRule.of(rule) for rule in RULES]
    portability = {rule.name for rule in RULES if rule.portability}
    everything = check_document(document, every, show_all=True).findings
    spoke = {finding.name for finding in everything}
    for target in readers.readers():
        run = RunSettings(targets=frozenset({target}))
        active = [ActiveRule.of(rule, run) for rule in RULES if rule.name in spoke]
        found = check_document(document, active, show_all=True).findings
        assert [(finding.name, finding.start, finding.frame) for finding in found] == [
            (finding.name, finding.start, finding.frame)
            for finding in everything
            if finding.name not in portability or target in finding.breaks
        ]
        for finding in found:
            if finding.name in portability and finding.breaks[target] == "fails":
                assert finding.level is Severity.ERROR
