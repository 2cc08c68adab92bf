"""The end of the formats for terminals: failures, rule table, list of fixes, closing words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TextIO

from bvhlint.reports.base import Closing, FixedEntry, ReportContext
from bvhlint.reports.layout import wrap
from bvhlint.reports.paint import Painter
from bvhlint.reports.tally import Tally, closing_words, statistics_table
from bvhlint.results import ErrorEntry, Summary
from bvhlint.visible import display_width


def write_ending(
    out: TextIO,
    context: ReportContext,
    tally: Tally,
    summary: Summary,
    errors: Sequence[ErrorEntry],
    closing: Closing,
) -> None:
    """Write what follows the last finding; ``--quiet`` leaves only what was asked for."""
    paint = Painter(context.color)
    blocks = [_failures(errors, context, paint)]
    if context.statistics:
        blocks.append(_statistics(tally, paint))
    if context.show_fixes:
        title = "Would be fixed:" if closing.dry else "Fixed:"
        blocks.append(_fix_list(title, closing.fixed, context, paint))
        blocks.append(_fix_list("Safe fixes:", tally.fixable, context, paint))
    if not context.quiet:
        words = closing_words(summary, errors, tally, closing, "`")
        width = context.width or 1 << 16
        blocks.append([line for sentence in words for line in wrap(sentence, width, width)])
    out.write("\n".join("".join(f"{line}\n" for line in block) for block in blocks if block))


def _failures(errors: Sequence[ErrorEntry], context: ReportContext, paint: Painter) -> list[str]:
    return [
        f"{paint('failure', 'error')}: {paint(context.show_path(error.path), 'bold')}: "
        f"{context.show(error.message)}"
        for error in errors
    ]


def _statistics(tally: Tally, paint: Painter) -> list[str]:
    table = statistics_table(tally)
    widths = [max(map(display_width, column)) for column in zip(*table, strict=True)]
    lines = []
    for index, row in enumerate(table):
        cells = [row[0].rjust(widths[0])]
        cells += [cell.ljust(width) for cell, width in zip(row[1:], widths[1:], strict=True)]
        if index:
            cells[1] = paint(cells[1], row[3])
            lines.append("  ".join(cells).rstrip(" "))
        else:
            lines.append(paint("  ".join(cells).rstrip(" "), "bold"))
    return lines


def _fix_list(
    title: str, entries: Sequence[FixedEntry], context: ReportContext, paint: Painter
) -> list[str]:
    lines = [paint(title, "bold")] if entries else []
    path = None
    for entry in entries:
        if entry.path != path:
            path = entry.path
            lines.append(f"  {context.show_path(path)}")
        lines.append(f"    {entry.count:,} x {entry.code} {entry.name}")
    return lines
