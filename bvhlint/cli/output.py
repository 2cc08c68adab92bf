"""What a report may use where it goes: colour, links, width, encoding."""

from __future__ import annotations

import argparse
import os
import shutil
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from bvhlint import resources
from bvhlint.cli.terminal import uses_color
from bvhlint.reports import load_format
from bvhlint.reports.base import Report, ReportContext, RuleEntry
from bvhlint.severity import Severity
from bvhlint.version import VERSION

if TYPE_CHECKING:
    from bvhlint.rule import Rule

HOME = "https://github.com/bvhlint/bvhlint"
_LINES = ("full", "concise", "github")
_STEP = "step"  # where no format is asked for in a step of GitHub Actions
# The other formats use the catalogue for links only, and those need a terminal.
_TELL_OF_RULES = frozenset({"sarif", "html", "markdown", _STEP})


class RuleEntries(Mapping[str, RuleEntry]):
    """What reports say of rules, by code; made when first asked for.

    A run whose results all come from the cache loads no rule.
    """

    def __init__(self, rules: Callable[[], Iterable[Rule]], *, with_manual: bool) -> None:
        self._rules = rules
        self._with_manual = with_manual

    @cached_property
    def _entries(self) -> dict[str, RuleEntry]:
        from bvhlint import manual

        return {
            rule.code: rule_entry(rule, with_manual=self._with_manual)
            for rule in manual.catalogue(self._rules())
        }

    def __getitem__(self, code: str) -> RuleEntry:
        return self._entries[code]

    def __iter__(self) -> Iterator[str]:
        return iter(self._entries)

    def __len__(self) -> int:
        return len(self._entries)


def plain_context(color: str, stream: TextIO) -> ReportContext:
    """What a stream can show, for what is no report of findings."""
    return ReportContext(
        version=VERSION,
        color=uses_color(color, stream),
        width=shutil.get_terminal_size().columns if stream.isatty() else None,
        encoding=stream.encoding or "ascii",
        folder=Path.cwd(),
    )


def report_context(
    args: argparse.Namespace,
    stream: TextIO,
    rules: Callable[[], Iterable[Rule]],
    fail_on: Severity | None,
) -> ReportContext:
    """The settings of a report on ``stream``; ``rules`` gives the catalogue if it is needed."""
    terminal = stream.isatty()
    color = uses_color(args.color, stream)
    folder = Path.cwd()
    return ReportContext(
        version=VERSION,
        rules=RuleEntries(rules, with_manual=args.output_format == "sarif")
        if (terminal and color) or _format(args) in _TELL_OF_RULES
        else {},
        information_url=HOME,
        color=color,
        hyperlinks=terminal and color,
        width=shutil.get_terminal_size().columns if terminal else None,
        encoding=stream.encoding or "ascii",
        fail_on=fail_on,
        folder=folder,
        root=repository_root(folder),
        show_all=args.show_all,
        statistics=args.statistics,
        show_fixes=args.show_fixes,
        quiet=args.quiet,
    )


def open_report(args: argparse.Namespace, stream: TextIO, context: ReportContext) -> Report:
    """The report that the command line asks for, or the one that suits where it runs."""
    name = _format(args)
    if name == _STEP:
        from bvhlint.cli.github import StepReport

        return StepReport(stream, context)
    return load_format(name)(stream, context)


def is_for_people(args: argparse.Namespace) -> bool:
    """Whether further words may stand beside the report."""
    return _format(args) == "full"


def is_document(args: argparse.Namespace) -> bool:
    """Whether the report is one text that nothing else may stand beside."""
    return _format(args) not in (*_LINES, _STEP)


def _format(args: argparse.Namespace) -> str:
    if args.output_format is not None:
        return str(args.output_format)
    return _STEP if os.environ.get("GITHUB_ACTIONS") == "true" else "full"


def rule_entry(rule: Rule, *, with_manual: bool) -> RuleEntry:
    """What reports may say about a rule; making all manuals takes tens of milliseconds."""
    from bvhlint import manual

    return RuleEntry(
        code=rule.code,
        name=rule.name,
        severity=rule.severity,
        part=rule.part,
        summary=rule.summary,
        manual_text=manual.text(rule) if with_manual else "",
        manual_markdown=manual.markdown(rule) if with_manual else "",
        help_url=f"{HOME}/blob/main/docs/rules/{rule.name}.md" if _has_page(rule) else "",
        tags=(rule.part,),
    )


def repository_root(folder: Path) -> Path:
    """The folder above that holds ``.git``, or ``folder`` itself."""
    return next((place for place in (folder, *folder.parents) if (place / ".git").exists()), folder)


def _has_page(rule: Rule) -> bool:
    """Whether the rule comes with bvhlint: a studio's own has no page in its docs."""
    return not rule.path or Path(rule.path).is_relative_to(resources.folder("rules"))
