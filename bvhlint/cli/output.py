"""Where a report goes and what it may use there: colour, links, width, encoding."""

from __future__ import annotations

import argparse
import os
import shutil
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

from bvhlint import manual
from bvhlint.errors import WriteError
from bvhlint.finding import Severity
from bvhlint.reports.base import ReportContext, RuleEntry
from bvhlint.rule import Rule
from bvhlint.version import VERSION

HOME = "https://github.com/bvhlint/bvhlint"


@contextmanager
def open_output(path: str | None) -> Iterator[TextIO]:
    """Standard output, or a new file in UTF-8. Raises WriteError."""
    if path is None:
        yield sys.stdout
        return
    try:
        stream = open(path, "w", encoding="utf-8", newline="\n")  # noqa: SIM115
    except OSError as error:
        raise WriteError(f"{path}: {error.strerror or error}") from error
    with stream:
        yield stream


def uses_color(choice: str, stream: TextIO) -> bool:
    """Whether to colour: the option, then NO_COLOR, FORCE_COLOR, then whether it is a terminal."""
    if choice != "auto":
        return choice == "always"
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR"):
        return True
    return stream.isatty() and os.environ.get("TERM") != "dumb"


def report_context(
    args: argparse.Namespace, stream: TextIO, rules: Iterable[Rule], fail_on: Severity | None
) -> ReportContext:
    """The settings of a report on ``stream``."""
    terminal = stream.isatty()
    color = uses_color(args.color, stream)
    folder = Path.cwd()
    return ReportContext(
        version=VERSION,
        rules={
            rule.code: rule_entry(rule, with_manual=args.output_format == "sarif")
            for rule in manual.catalogue(rules)
        },
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


def rule_entry(rule: Rule, *, with_manual: bool) -> RuleEntry:
    """What reports may say about a rule; making all manuals takes tens of milliseconds."""
    return RuleEntry(
        code=rule.code,
        name=rule.name,
        severity=rule.severity,
        part=rule.part,
        summary=rule.summary,
        manual_text=manual.text(rule) if with_manual else "",
        manual_markdown=manual.markdown(rule) if with_manual else "",
        help_url=f"{HOME}/blob/main/docs/rules/{rule.name}.md",
        tags=(rule.part,),
    )


def repository_root(folder: Path) -> Path:
    """The folder above that holds ``.git``, or ``folder`` itself."""
    return next((place for place in (folder, *folder.parents) if (place / ".git").exists()), folder)
