"""One set of results that every format is tried on."""

from __future__ import annotations

import io
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from bvhlint.reports import load_format
from bvhlint.reports.base import PLAIN_END, Closing, ReportContext, RuleEntry
from bvhlint.results import (
    Count,
    EditEntry,
    ErrorEntry,
    Excerpt,
    FileInfo,
    FileResult,
    FindingEntry,
    FixEntry,
    JointEntry,
    Location,
    Summary,
    counts_of,
)
from bvhlint.severity import Severity

ERROR, WARNING, INFO = Severity.ERROR, Severity.WARNING, Severity.INFO
PAGES = "https://example.org/rules"


def _rule(code: str, name: str, severity: Severity, part: str, summary: str) -> RuleEntry:
    return RuleEntry(
        code=code,
        name=name,
        severity=severity,
        part=part,
        summary=summary,
        manual_text=f"{summary}\n\nWhat it does\nLooks at {part}.",
        manual_markdown=f"{summary}\n\n## What it does\nLooks at `{part}`.",
        help_url=f"{PAGES}/{name}",
        tags=("bvh", part),
    )


RULES = {
    rule.code: rule
    for rule in (
        _rule("BVH104", "missing-final-newline", WARNING, "text", "A file ends with a line end."),
        _rule("BVH105", "irregular-whitespace", INFO, "text", "Items have one blank between."),
        _rule("BVH203", "unknown-keyword", ERROR, "structure", "Words are keywords."),
        _rule("BVH306", "name-charset", WARNING, "skeleton", "Names are plain."),
        _rule("BVH307", "name-non-ascii", WARNING, "skeleton", "Names are ASCII."),
        _rule("BVH502", "row-width", ERROR, "frames", "Frame rows have one value a channel."),
        _rule("BVH505", "not-finite", ERROR, "frames", "Values are finite numbers."),
        _rule("BVH603", "rounded-frame-time", INFO, "timing", "Frame Time keeps the rate."),
    )
}

INFO_OF_WALK = FileInfo(1, 31, 96, 268, 223, 268, 0.0333333, 30.0, 8.9, ["ZXY"])


def finding(
    code: str,
    message: str,
    line: int = 1,
    column: int = 1,
    length: int = 1,
    *,
    severity: Severity | None = None,
    frame: int | None = None,
    joint: JointEntry | None = None,
    channel: str | None = None,
    column_index: int | None = None,
    count: int = 1,
    help_text: str = "",
    breaks: dict[str, str] | None = None,
    fix: FixEntry | None = None,
) -> FindingEntry:
    rule = RULES[code]
    return FindingEntry(
        code,
        rule.name,
        severity or rule.severity,
        message,
        Location(line, column, line, column + length),
        frame,
        joint,
        channel,
        column_index,
        count,
        help_text,
        breaks or {},
        fix,
    )


def excerpt(text: str, fault: str, *, left: bool = False, right: bool = False) -> Excerpt:
    """An excerpt whose fault is the first ``fault`` in ``text``; none at all: behind the end."""
    mark = text.index(fault) if fault else len(text)
    return Excerpt(text, mark, len(fault), left, right)


def result(
    path: str,
    *pairs: tuple[FindingEntry, Excerpt | None],
    info: FileInfo | None = INFO_OF_WALK,
    beyond: Sequence[Count] = (),
) -> FileResult:
    findings = [pair[0] for pair in pairs]
    counts = [*counts_of(findings), *beyond]
    return FileResult(path, info, findings, counts, [pair[1] for pair in pairs])


def safe(title: str, *edits: EditEntry) -> FixEntry:
    return FixEntry("safe", title, None, list(edits), 0)


CLEAN = result("clean.bvh")

ONE_ERROR = result(
    "broken/keyword.bvh",
    (
        finding(
            "BVH203",
            "JIONT is no keyword",
            7,
            2,
            5,
            help_text="the nearest keyword is JOINT",
            breaks={"blender": "fails", "three": "wrong"},
        ),
        excerpt("\tJIONT Chest", "JIONT"),
    ),
    info=None,
)


def _row(frame: int, count: int = 1) -> tuple[FindingEntry, Excerpt]:
    return (
        finding(
            "BVH502",
            f"frame {frame} (line {409 + frame}) has 95 values, the channels ask for 96",
            409 + frame,
            640,
            0,
            frame=frame,
            joint=JointEntry(30, "RightToe"),
            channel="Yrotation",
            column_index=95,
            count=count,
            help_text="a row that is cut or wrapped moves every later value to another channel",
            breaks={"blender": "fails", "bvh-python": "fails", "three": "wrong"},
            fix=FixEntry("unsafe", "join the wrapped rows", None, [EditEntry(9000, 9001, " ")], 99),
        ),
        excerpt("-0.000012 4.500000 -91.203400 12.000000 0.100000", "", left=True),
    )


def _name(index: int) -> tuple[FindingEntry, Excerpt]:
    name = f"mixamorig:Bone{index}"
    return (
        finding(
            "BVH306",
            f"the name {name} has a namespace",
            10 + 4 * index,
            8,
            len(name),
            joint=JointEntry(index, name),
            help_text="Unity and many scripts look for Bone without its namespace",
            fix=FixEntry("option", "cut the namespace", "--strip-namespace", [], 0),
        ),
        excerpt(f"\tJOINT {name}", name),
    )


MANY = result(
    "takes/walk cycle.bvh",
    (
        finding(
            "BVH105",
            "two blanks and a tab after OFFSET",
            4,
            9,
            3,
            fix=safe("put one blank", EditEntry(40, 43, " ")),
        ),
        excerpt("\tOFFSET  \t0 0 0", "  \t"),
    ),
    *(_name(index) for index in range(8)),
    *(_row(frame) for frame in range(3, 8)),
    _row(8, count=39),
    (
        finding(
            "BVH104",
            "the file ends without a line end",
            700,
            900,
            0,
            fix=safe("add a line end", EditEntry(123456, 123456, "\n")),
        ),
        excerpt("12.000000 0.100000", "", left=True),
    ),
    beyond=[Count("BVH105", RULES["BVH105"].name, Severity.INFO, "safe", None, 120)],
)

NON_ASCII = result(
    "モーション/歩く 100%.bvh",
    (
        finding(
            "BVH307",
            "the name 左腕 is not ASCII",
            9,
            8,
            2,
            joint=JointEntry(3, "左腕"),
            breaks={"secondlife": "fails"},
            fix=FixEntry("option", "rename the joint", "--rename OLD=NEW", [], 0),
        ),
        excerpt("\tJOINT 左腕 // é", "左腕"),
    ),
)

LONG_ROW = " ".join(f"{value}.125000" for value in range(40))
LONG = result(
    "long.bvh",
    (
        finding(
            "BVH505",
            "1.#QNAN is no finite number",
            1203,
            4711,
            7,
            frame=17,
            joint=JointEntry(12, "LeftForeArm"),
            channel="Xrotation",
            column_index=40,
        ),
        excerpt(f"{LONG_ROW} 1.#QNAN {LONG_ROW}", "1.#QNAN", left=True, right=True),
    ),
    (
        finding(
            "BVH603",
            "0.0333 stands for 30 frames a second and drifts by 0.27 frames over the clip",
            96,
            13,
            6,
            fix=FixEntry("option", "write the exact time", "--set-fps N", [], 0),
        ),
        excerpt("Frame Time: 0.0333", "0.0333"),
    ),
)

EVIL = "</script>\x1b[31m\u202e::error::x|`a`@everyone##[add-mask]<img src=x onerror=alert(1)>"
HOSTILE = result(
    "::error file=x::boom,50%.bvh",
    (
        finding(
            "BVH306",
            f"the name {EVIL} has other than letters\r\n::error::pwned",
            3,
            6,
            len(EVIL),
            joint=JointEntry(0, EVIL),
            help_text="[click](https://evil.example) *now* & \"quote\" 'it'",
        ),
        excerpt(f"ROOT {EVIL}", EVIL),
    ),
    info=None,
)

FILES = (CLEAN, ONE_ERROR, MANY, NON_ASCII, LONG, HOSTILE)
ERRORS = (
    ErrorEntry("gone.bvh", "no such file"),
    ErrorEntry("caf\udce9.bvh", "permission denied"),
)


def context(**settings: Any) -> ReportContext:
    chosen: dict[str, Any] = {
        "version": "0.1.0",
        "rules": RULES,
        "information_url": "https://example.org/",
        "folder": Path("/data/clips/set"),
        "root": Path("/data/clips"),
    }
    return ReportContext(**(chosen | settings))


def run(
    name: str,
    files: Sequence[FileResult] = FILES,
    errors: Sequence[ErrorEntry] = ERRORS,
    closing: Closing = PLAIN_END,
    **settings: Any,
) -> tuple[str, list[str]]:
    """What a format writes for these files, and its remarks for the error stream."""
    out = io.StringIO()
    report = load_format(name)(out, context(**settings))
    report.begin()
    summary = Summary()
    for item in files:
        report.file(item)
        summary = summary.plus(item)
    remarks = report.end(summary, errors, closing)
    return out.getvalue(), remarks


def written(name: str, files: Sequence[FileResult] = FILES, **settings: Any) -> str:
    """What a format writes for these files, without failures."""
    return run(name, files, (), **settings)[0]
