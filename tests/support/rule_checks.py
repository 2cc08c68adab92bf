"""Runs single rules on bytes and applies their edits, for what fixtures cannot say."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from bvhlint.document.document import Document
from bvhlint.edits import Edit, apply_edits
from bvhlint.finding import Finding, Safety
from bvhlint.linter import ActiveRule, check_document
from bvhlint.plugins import builtin_rules
from bvhlint.rule import Rule

HIPS_AND_SPINE = """\
HIERARCHY
ROOT Hips
{
	OFFSET 0.00 0.00 0.00
	CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation
	JOINT Spine
	{
		OFFSET 0.00 10.00 0.00
		CHANNELS 3 Zrotation Xrotation Yrotation
		End Site
		{
			OFFSET 0.00 10.00 0.00
		}
	}
}
"""
"""Nine channels; the first row below stands on line 19."""


@cache
def rules_by_name() -> dict[str, Rule]:
    return {rule.name: rule for rule in builtin_rules()}


def motion(*rows: str, frames: int | str | None = None, time: str = "0.0333333") -> str:
    count = len(rows) if frames is None else frames
    return f"MOTION\nFrames: {count}\nFrame Time: {time}\n" + "".join(f"{row}\n" for row in rows)


def clip(*rows: str, frames: int | str | None = None, time: str = "0.0333333") -> bytes:
    """A small clip with these frame rows, as bytes."""
    return (HIPS_AND_SPINE + motion(*rows, frames=frames, time=time)).encode()


def check(data: bytes, *names: str, show_all: bool = False) -> tuple[Finding, ...]:
    """The findings of some rules, by name."""
    active = [ActiveRule.of(rules_by_name()[name]) for name in names]
    checked = check_document(Document.parse(data), active, show_all=show_all)
    assert not checked.crashed, checked.findings
    return checked.findings


def found(data: bytes, *names: str) -> list[tuple[str, int, int]]:
    """Rule, line and column of each finding of some rules, all of the default ones if none."""
    chosen = names or tuple(rule.name for rule in builtin_rules() if rule.default)
    return [
        (finding.name, finding.region.line, finding.region.column)
        for finding in check(data, *chosen)
    ]


def edits_of(findings: Sequence[Finding], safety: Safety) -> list[Edit]:
    """The edits of all fixes of a kind, those that several findings share once."""
    fixes = {id(f.fix): f.fix for f in findings if f.fix and f.fix.safety is safety}
    return [edit for fix in fixes.values() for edit in fix.edits()]


def fixed(data: bytes, name: str, safety: Safety) -> bytes:
    """The bytes after all fixes of a kind that a rule offers; AssertionError if it offers none."""
    edits = edits_of(check(data, name), safety)
    assert edits, f"{name} offers no {safety} fix"
    return apply_edits(data, edits)


def offers(data: bytes, name: str) -> set[str]:
    """How its findings could be mended: safe, unsafe, option, or none."""
    return {str(finding.fix.safety) if finding.fix else "none" for finding in check(data, name)}


def lines_of(data: bytes, name: str) -> list[int]:
    """Where a rule's findings stand."""
    return [line for rule, line, _ in found(data, name) if rule == name]
