"""What a rule may give: findings that every report can show, fixes that the rule has named."""

from __future__ import annotations

from operator import index

from bvhlint.finding import Finding, Fix, JointRef, Safety
from bvhlint.rule import Rule


def refuse_wrong(finding: Finding, size: int) -> None:
    """Raise TypeError or ValueError for what no report of ``size`` bytes could show."""
    for name in ("message", "help"):
        text = getattr(finding, name)
        if not isinstance(text, str):
            raise TypeError(f"the {name} of a finding is a str, not {text!r}")
    if not 0 <= index(finding.start) <= index(finding.end) <= size:
        raise ValueError(
            f"a finding from byte {finding.start} to {finding.end} is no place in {size} bytes"
        )
    if not isinstance(finding.joint, JointRef | None):
        raise TypeError(f"the joint of a finding is joint.ref, not {finding.joint!r}")
    if not isinstance(finding.channel, str | None):
        raise TypeError(f"the channel of a finding is its name, not {finding.channel!r}")
    for name in ("frame", "column_index"):
        number = getattr(finding, name)
        if number is not None and index(number) < 0:
            raise ValueError(f"the {name} of a finding counts from 0, not {number}")


def refuse_undeclared(rule: Rule, fix: Fix | None) -> None:
    """Raise ValueError for a fix with edits that the rule's ``fix`` does not name.

    The fixer asks only rules that name one.
    """
    if fix and fix.safety is not Safety.OPTION and fix.safety.value not in rule.fix:
        raise ValueError(
            f'a rule with {fix.safety.value} fixes says so: fix=("{fix.safety.value}",)'
        )
