"""What must hold of any bytes at all, as functions that the fuzzers and the tests share."""

from __future__ import annotations

import io
from collections.abc import Iterable, Mapping
from functools import cache
from itertools import pairwise
from typing import Any

import numpy as np

from bvhlint.cli.output import rule_entry
from bvhlint.document.document import Document
from bvhlint.edits import Edit, conflicts
from bvhlint.errors import ConfigError, ProofError, TransformError
from bvhlint.file_result import file_result
from bvhlint.fixer import Fixer, FixResult
from bvhlint.linter import ActiveRule, Checked, check_document
from bvhlint.plugins import builtin_rules
from bvhlint.reports import load_format
from bvhlint.reports.base import ReportContext, RuleEntry
from bvhlint.results import FileResult, Summary
from bvhlint.run_rules import RUN_RULES
from bvhlint.transforms.order import Requests

#: Each change of ``fix``, and some together; ``drop_joint`` gets a name of the file.
REQUESTS: tuple[Mapping[str, Any], ...] = (
    {"set_fps": 30},
    {"drop_reference_frame": True},
    {"frames": "1:-1"},
    {"strip_namespace": True},
    {"rename": (("Hips", "Pelvis"),)},
    {"rename_duplicates": True},
    {"fps": 30},
    {"fps": 24, "method": "linear"},
    {"fps": 90, "method": "cubic"},
    {"fps": 15, "method": "nearest"},
    {"fps": 10, "filter": True},
    {"merge_static_root": True},
    {"drop_joint": ("?",)},
    {"drop_joint": ("?",), "unsafe": True},
    {"positions": "root"},
    {"rest_pose": 0},
    {"root_offset": "zero"},
    {"scale": 2.5},
    {"units": "m", "from_units": "cm"},
    {"up": "z", "from_up": "y"},
    {"rotation_order": "XYZ"},
    {"unroll": True},
    {"newline": "crlf"},
    {"normalize": True},
    {"portable": True},
    {"frames": ":3", "strip_namespace": True, "fps": 60, "scale": 0.01, "rotation_order": "ZYX"},
)
#: Changes that do more when they are made twice.
NOT_REPEATABLE = frozenset(
    {
        "frames",
        "drop_reference_frame",
        "scale",
        "units",
        "up",
        "rest_pose",
        "drop_joint",
        "merge_static_root",
        "rename",
        "rename_duplicates",
    }
)


@cache
def every_rule() -> tuple[ActiveRule, ...]:
    """All rules, those that are off by default too."""
    return tuple(ActiveRule.of(rule) for rule in builtin_rules())


@cache
def default_rules() -> tuple[ActiveRule, ...]:
    return tuple(active for active in every_rule() if active.rule.default)


def check_parse(data: bytes) -> Document:
    """The leaves of the tree tile the content, and the views can be had."""
    document = Document.parse(data)
    assert document.to_bytes() == data
    position = 0
    for leaf in document.tree.leaves():
        assert leaf.start == position
        assert leaf.end > position
        position = leaf.end
    assert position == len(document.content)
    check_views(document)
    return document


def check_views(document: Document) -> None:
    """Skeleton and frame table agree with each other and lie in the file."""
    skeleton, motion = document.skeleton, document.motion
    assert len(skeleton.layout.parents) == len(skeleton.joints)
    for joint in skeleton.joints:
        assert -1 <= joint.parent < joint.index
    table = motion.table
    assert motion.values.shape == (len(table), table.channels)
    assert motion.values.dtype == np.float64
    assert motion.complete.shape == (len(table),)
    starts, ends = table.row_starts, table.row_ends
    if len(table):
        assert (starts <= ends).all()
        assert (ends[:-1] <= starts[1:]).all()
        assert int(starts[0]) >= 0
        assert int(ends[-1]) <= len(document.content)
    if motion.rate is not None:
        assert motion.rate.fps > 0


def check_findings(document: Document, rules: tuple[ActiveRule, ...]) -> Checked:
    """No rule crashes; findings lie in the file, in order; each fix's edits keep apart."""
    checked = check_document(document, rules)
    assert not checked.crashed, [found.message for found in checked.findings if not found.end]
    size = len(document.content)
    lines = document.source.lines.number(size)
    for found in checked.findings:
        assert 0 <= found.start <= found.end <= size, found
        region = found.region
        assert 1 <= region.line <= region.end_line <= lines, found
        assert min(region.column, region.end_column) >= 1, found
        assert found.message, found
        assert found.count >= 1, found
        assert found.frame is None or 0 <= found.frame < len(document.motion.table), found
        if found.fix:
            check_edits(found.fix.edits(), size)
    places = [found.start for found in checked.findings]
    assert places == sorted(places)
    return checked


def check_edits(edits: Iterable[Edit], size: int) -> None:
    """They lie inside and do not meet."""
    ordered = sorted(edits)
    assert not ordered or ordered[-1].end <= size
    assert not any(conflicts(first, second) for first, second in pairwise(ordered))


def check_reports(document: Document, checked: Checked, names: tuple[str, ...]) -> None:
    """The formats write something that is text in their encoding."""
    result = file_result(document, "file.bvh", checked)
    for name in names:
        text = report(result, name)
        assert text.encode("utf-8")


def report(result: FileResult, name: str, **how: Any) -> str:
    """One file's report in one format."""
    out = io.StringIO()
    writer = load_format(name)(out, report_context(**how))
    writer.begin()
    writer.file(result)
    writer.end(Summary().plus(result), [])
    return out.getvalue()


def report_context(**how: Any) -> ReportContext:
    """A context in which reports know every rule."""
    return ReportContext(version="0", rules=_entries(), **how)


@cache
def _entries() -> dict[str, RuleEntry]:
    rules = (*RUN_RULES, *builtin_rules())
    return {rule.code: rule_entry(rule, with_manual=False) for rule in rules}


def check_safe_fix(document: Document) -> Document:
    """Safe fixes settle, are done when done, keep values and names, and read back."""
    result = Fixer(default_rules()).fix(document).document
    check_read_back(result)
    assert Fixer(default_rules()).fix(result).document is result
    assert np.array_equal(document.motion.values, result.motion.values, equal_nan=True)
    names = [[joint.name for joint in each.skeleton.joints] for each in (document, result)]
    assert names[0] == names[1]
    return result


def check_unsafe_fix(document: Document) -> Document | None:
    """Unsafe fixes settle and read back, or say why not."""
    fixer = Fixer(default_rules(), unsafe=True)
    result = fixer.fix(document).document
    check_read_back(result)
    assert fixer.fix(result).document is result
    return result


def check_transform(document: Document, asked: Mapping[str, Any]) -> FixResult | None:
    """A change is made, read back and stable, or refused by an error for people.

    None where it was refused. Raises ProofError where a promise was broken: what it made is not
    written, but it ought to have been refused before, or be right.
    """
    asked = dict(asked)
    if "drop_joint" in asked:
        joints = document.skeleton.joints
        asked["drop_joint"] = (joints[len(joints) // 2].name if joints else "x",)
    fixer = Fixer(default_rules(), fixes=False)
    try:
        result = fixer.fix(document, Requests(**asked).transforms())
    except (TransformError, ConfigError):
        return None
    check_read_back(result.document)
    if NOT_REPEATABLE.isdisjoint(asked):
        again = fixer.fix(result.document, Requests(**asked).transforms()).document
        assert again.to_bytes() == result.document.to_bytes(), asked
    return result


def is_new_trouble(error: ProofError) -> bool:
    """Whether a change was refused because a rule would speak that was silent before."""
    return str(error).startswith("the result would have what the file had not")


def check_read_back(document: Document) -> None:
    """What was made is what its bytes say."""
    data = document.to_bytes()
    again = check_parse(data)
    assert again.to_bytes() == data
    assert again.content == document.content
    assert np.array_equal(again.motion.values, document.motion.values, equal_nan=True)
