"""What a run hands to the reports: plain structures, free of documents and rules.

They go through the cache and between processes, and the JSON report is made of them, so their
field names are those of the report (version 1).
"""

from __future__ import annotations

import msgspec

from bvhlint.finding import Severity

REPORT_VERSION = 1
MAX_EDITS = 100


class Location(msgspec.Struct, frozen=True):
    """1-based lines and columns in code points; the end is exclusive."""

    line: int
    column: int
    end_line: int
    end_column: int


class JointEntry(msgspec.Struct, frozen=True):
    """A joint by its index in file order and its name as shown."""

    index: int
    name: str


class EditEntry(msgspec.Struct, frozen=True, omit_defaults=True):
    """Bytes ``[start, end)`` replaced by ``text``, or by ``bytes`` (base64) if not UTF-8."""

    start: int
    end: int
    text: str | None = None
    bytes: str | None = None


class FixEntry(msgspec.Struct, frozen=True):
    """A fix with at most ``MAX_EDITS`` of its edits; ``edits_omitted`` counts the others."""

    safety: str
    title: str
    option: str | None
    edits: list[EditEntry]
    edits_omitted: int


class FindingEntry(msgspec.Struct, frozen=True):
    """One finding; ``count`` says for how many rows a folded one stands."""

    code: str
    name: str
    severity: Severity
    message: str
    location: Location
    frame: int | None
    joint: JointEntry | None
    channel: str | None
    column_index: int | None
    count: int
    help: str
    breaks: dict[str, str]
    fix: FixEntry | None

    @property
    def is_safe(self) -> bool:
        return self.fix is not None and self.fix.safety == "safe"


class FileInfo(msgspec.Struct, frozen=True):
    """The facts of a clip that every report carries; None where the file does not tell."""

    roots: int
    joints: int
    channels: int
    frames: int
    complete_frames: int
    declared_frames: int | None
    frame_time: float | None
    fps: float | None
    duration: float | None
    rotation_orders: list[str]


class Excerpt(msgspec.Struct, frozen=True):
    """A source line clipped around a finding: ``text[mark : mark + length]`` is at fault.

    ``left`` and ``right`` say whether the line goes on there. ``text`` is as the file has it:
    whoever prints it makes control characters visible.
    """

    text: str
    mark: int
    length: int
    left: bool
    right: bool


class FileResult(msgspec.Struct, frozen=True):
    """All that a run says of one file; ``excerpts`` stands parallel to ``findings``."""

    path: str
    info: FileInfo | None
    findings: list[FindingEntry]
    truncated: int
    excerpts: list[Excerpt | None]


class ErrorEntry(msgspec.Struct, frozen=True):
    """A file that could not be read or written, or a failure of the run itself."""

    path: str
    message: str


class Summary(msgspec.Struct, frozen=True):
    """Sums over a run; ``errors``, ``warnings``, ``infos`` and ``fixable`` add up ``count``."""

    files: int = 0
    with_findings: int = 0
    errors: int = 0
    warnings: int = 0
    infos: int = 0
    fixable: int = 0

    def plus(self, result: FileResult) -> Summary:
        """This summary with one more file in it."""
        totals = dict.fromkeys(Severity, 0)
        fixable = 0
        for finding in result.findings:
            totals[finding.severity] += finding.count
            fixable += finding.count if finding.is_safe else 0
        return Summary(
            self.files + 1,
            self.with_findings + bool(result.findings),
            self.errors + totals[Severity.ERROR],
            self.warnings + totals[Severity.WARNING],
            self.infos + totals[Severity.INFO],
            self.fixable + fixable,
        )
