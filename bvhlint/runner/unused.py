"""BVH001: entries of configurations and baseline that hide nothing any more, as results."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from bvhlint.baseline import Stale
from bvhlint.config.origin import shown_path
from bvhlint.config.selection import chosen_of
from bvhlint.config.settings import FindingIgnore, Ignore, Settings
from bvhlint.errors import ReadError
from bvhlint.files.reading import read
from bvhlint.results import Excerpt, FileResult, FindingEntry, Location, counts_of
from bvhlint.severity import Severity


class _ThisRule(NamedTuple):
    """BVH001 as far as it is needed here: the catalogue itself would load NumPy."""

    code: str = "BVH001"
    name: str = "unused-suppression"
    default: bool = True
    severity: Severity = Severity.WARNING


RULE = _ThisRule()
_EXCERPT = 200


class Unused(NamedTuple):
    """An entry by its file and 1-based line, and what to say and do about it."""

    path: str
    line: int
    message: str
    help: str


def of_settings(entries: Iterable[Ignore | FindingIgnore]) -> Iterator[Unused]:
    """What is to say of suppressing entries; those of the command line have no place."""
    for entry in entries:
        if entry.origin.file is not None:
            yield Unused(
                entry.origin.file,
                entry.origin.line() or 1,
                f"{entry} hides nothing any more, and would hide the next such finding in silence",
                "remove the entry",
            )


def of_baseline(path: str, entries: Iterable[Stale]) -> Iterator[Unused]:
    """What is to say of entries of the baseline at ``path``."""
    for key, line, left in entries:
        place = f" at {key.joint}" if key.joint else ""
        channel = f" {key.channel}" if key.channel else ""
        many = f"{left} findings" if left > 1 else "a finding"
        yield Unused(
            path,
            line,
            f"{many} of {key.rule}{place}{channel} in {key.path} that the baseline holds: gone",
            "write the baseline anew with --update-baseline",
        )


def results(unused: Iterable[Unused], settings: Settings) -> list[FileResult]:
    """One result for each file that holds such entries, if the settings want to know."""
    if not chosen_of(settings, [RULE]):
        return []
    given = settings.severity
    severity = given.get(RULE.code) or given.get(RULE.name) or RULE.severity
    by_path: dict[str, list[Unused]] = {}
    for entry in unused:
        by_path.setdefault(entry.path, []).append(entry)
    return [_result(path, entries, severity) for path, entries in by_path.items()]


def _result(path: str, entries: list[Unused], severity: Severity) -> FileResult:
    lines = _lines(path)
    entries.sort(key=lambda entry: entry.line)
    texts = [lines[entry.line - 1] if entry.line <= len(lines) else "" for entry in entries]
    findings = [
        FindingEntry(
            code=RULE.code,
            name=RULE.name,
            severity=severity,
            message=entry.message,
            location=Location(entry.line, 1, entry.line, len(text) + 1),
            frame=None,
            joint=None,
            channel=None,
            column_index=None,
            count=1,
            help=entry.help,
            breaks={},
            fix=None,
        )
        for entry, text in zip(entries, texts, strict=True)
    ]
    excerpts: list[Excerpt | None] = [
        Excerpt(text[:_EXCERPT], 0, len(text[:_EXCERPT]), False, len(text) > _EXCERPT)
        for text in texts
    ]
    return FileResult(shown_path(path), None, findings, counts_of(findings), excerpts)


def _lines(path: str) -> list[str]:
    try:
        text = read(path)[0].decode("utf-8-sig", "replace")
    except ReadError:
        return []
    return [line.removesuffix("\r") for line in text.split("\n")]
