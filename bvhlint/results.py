"""What a run hands to the reports: plain structures, free of documents and rules.

They go through the cache and between processes, and the JSON report is made of them, so their
field names are those of the report (version 1).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import msgspec

from bvhlint.severity import Severity, worst_of

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


class Count(msgspec.Struct, frozen=True):
    """How many findings of a rule have one severity and one kind of fix: its safety, its option."""

    code: str
    name: str
    severity: Severity
    safety: str | None
    option: str | None
    count: int


class FileResult(msgspec.Struct, frozen=True):
    """All that a run says of one file; ``excerpts`` stands parallel to ``findings``.

    ``counts`` has everything that was found, listed or not; ``least`` is the least severity that
    is listed.
    """

    path: str
    info: FileInfo | None
    findings: list[FindingEntry]
    counts: list[Count]
    excerpts: list[Excerpt | None]
    least: Severity = Severity.INFO

    @property
    def truncated(self) -> int:
        """How many findings of a severity that is listed are beyond the most that are."""
        listed = sum(finding.count for finding in self.findings)
        return sum(count.count for count in self.counts if self.lists(count.severity)) - listed

    def lists(self, severity: Severity) -> bool:
        """Whether findings of a severity are listed at all."""
        return severity.rank >= self.least.rank

    def listing(self, least: Severity) -> FileResult:
        """The result without the findings below a severity, which still count."""
        kept = [at for at, found in enumerate(self.findings) if found.severity.rank >= least.rank]
        return msgspec.structs.replace(self._only(kept), least=least)

    def capped(self, most: int) -> FileResult:
        """The result with its ``most`` worst findings; the others still count."""
        return self._only(worst_of([finding.severity for finding in self.findings], most))

    def _only(self, places: list[int]) -> FileResult:
        return msgspec.structs.replace(
            self,
            findings=[self.findings[at] for at in places],
            excerpts=[self.excerpts[at] for at in places],
        )


def counts_of(findings: Iterable[FindingEntry]) -> list[Count]:
    """The counts of findings, as nothing else was found."""
    counts: Counter[tuple[str, str, Severity, str | None, str | None]] = Counter()
    for found in findings:
        fix = found.fix
        kind = (fix.safety, fix.option) if fix else (None, None)
        counts[(found.code, found.name, found.severity, *kind)] += found.count
    return [Count(*alike, count) for alike, count in counts.items()]


def less(counts: Iterable[Count], hidden: Iterable[FindingEntry]) -> list[Count]:
    """The counts without some findings that are among them."""
    gone = {_alike(count): count.count for count in counts_of(hidden)}
    left = [(count, count.count - gone.get(_alike(count), 0)) for count in counts]
    return [msgspec.structs.replace(count, count=rest) for count, rest in left if rest]


def _alike(count: Count) -> Count:
    return msgspec.structs.replace(count, count=0)


class ErrorEntry(msgspec.Struct, frozen=True):
    """A file that could not be read or written, or a failure of the run itself."""

    path: str
    message: str


class Summary(msgspec.Struct, frozen=True):
    """Sums over a run: of its clips, and of ``count`` of everything found, listed or not."""

    files: int = 0
    with_findings: int = 0
    errors: int = 0
    warnings: int = 0
    infos: int = 0
    fixable: int = 0

    def plus(self, result: FileResult, *, is_clip: bool = True) -> Summary:
        """This summary with one more file in it, or with what is to say of one that is no clip."""
        totals = dict.fromkeys(Severity, 0)
        fixable = 0
        for count in result.counts:
            totals[count.severity] += count.count
            fixable += count.count if count.safety == "safe" else 0
        return Summary(
            self.files + is_clip,
            self.with_findings + (is_clip and bool(result.counts)),
            self.errors + totals[Severity.ERROR],
            self.warnings + totals[Severity.WARNING],
            self.infos + totals[Severity.INFO],
            self.fixable + fixable,
        )
