"""The report for people: each finding with its line, its place and the way to mend it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TextIO

from bvhlint.reports.base import PLAIN_END, Closing, Report, ReportContext
from bvhlint.reports.ending import write_ending
from bvhlint.reports.folding import More, Shown, fold, harm_words, row_words
from bvhlint.reports.layout import clip, wrap
from bvhlint.reports.paint import Painter
from bvhlint.reports.tally import Tally, fix_command
from bvhlint.results import ErrorEntry, Excerpt, FileResult, FindingEntry, Summary
from bvhlint.visible import display_width

PIPE_WIDTH = 100
WIDEST_PROSE = 120
_NO_WRAP = 1 << 20


class FullReport(Report):
    """Rule, place, the line with carets, help, the readers that break, and the fix."""

    def __init__(self, out: TextIO, context: ReportContext) -> None:
        super().__init__(out, context)
        self._paint = Painter(context.color, context.hyperlinks)
        self._tally = Tally(with_fixes=context.show_fixes)
        self._prose = min(context.width, WIDEST_PROSE) if context.width else _NO_WRAP

    def file(self, result: FileResult) -> None:
        self._tally.add(result)
        path = self._context.show_path(result.path)
        told: set[tuple[str, str]] = set()
        for item in fold(result, self._context):
            if isinstance(item, More):
                self._more(path, item)
            else:
                self._finding(path, item, told)
            self._line()

    def end(
        self, summary: Summary, errors: Sequence[ErrorEntry], closing: Closing = PLAIN_END
    ) -> list[str]:
        write_ending(self._out, self._context, self._tally, summary, errors, closing)
        return []

    def _finding(self, path: str, item: Shown, told: set[tuple[str, str]]) -> None:
        finding = item.finding
        message = self._context.show(finding.message) + row_words(finding)
        self._heading(finding, message)
        gutter = len(str(finding.location.line))
        self._place(path, finding, gutter)
        if item.excerpt is not None:
            self._source(finding, item.excerpt, gutter)
        for note in self._notes(finding):
            # What the rule has said of this file once, its next finding need not repeat.
            if (finding.code, note) not in told:
                told.add((finding.code, note))
                self._note(note, gutter)

    def _more(self, path: str, more: More) -> None:
        self._heading(more, more.message)
        self._place(path, more, len(str(more.location.line)))

    def _heading(self, about: FindingEntry | More, message: str) -> None:
        paint = self._paint
        rule = self._context.rules.get(about.code)
        level, name = str(about.severity), f"{about.code} {about.name}"
        lines = wrap(f"{level} {name}: {message}", self._prose, self._prose - 2)
        plain = f"{level} {name}:"
        if lines[0].startswith(plain):
            link = paint.link(paint(name, "bold"), rule.help_url if rule else "")
            lines[0] = f"{paint(level, level)} {link}:{lines[0][len(plain) :]}"
        self._line(lines[0])
        for line in lines[1:]:
            self._line(f"  {line}")

    def _place(self, path: str, about: FindingEntry | More, gutter: int) -> None:
        arrow = self._paint(f"{' ' * gutter}-->", "gutter")
        self._line(f"{arrow} {path}:{about.location.line}:{about.location.column}")

    def _source(self, finding: FindingEntry, excerpt: Excerpt, gutter: int) -> None:
        paint = self._paint
        room = (self._context.width or PIPE_WIDTH) - gutter - 3
        line = clip(excerpt, room, self._context)
        bar = paint(f"{' ' * gutter} |", "gutter")
        number = paint(f"{finding.location.line} |", "gutter")
        self._line(bar)
        self._line(f"{number} {''.join(line)}".rstrip(" "))
        indent, width = display_width(line.before), max(display_width(line.marked), 1)
        carets = paint("^" * width, finding.severity)
        label = self._label(finding)
        if label and indent + width + 1 + display_width(label) <= room:
            carets += f" {paint(label, finding.severity)}"
            label = ""
        self._line(f"{bar} {' ' * indent}{carets}")
        if label:
            # It ends below the carets rather than beyond the terminal.
            indent = max(indent + width - display_width(label), 0)
            self._line(f"{bar} {' ' * indent}{paint(label, finding.severity)}")

    def _label(self, finding: FindingEntry) -> str:
        """Joint and channel of a value in a frame row: nobody counts ninety columns."""
        if finding.frame is None or finding.joint is None:
            return ""
        label = f"{finding.joint.name[:40]} {finding.channel or ''}"
        return self._context.show(label).rstrip(" ")

    def _notes(self, finding: FindingEntry) -> Iterator[str]:
        show = self._context.show
        if finding.help:
            yield f"help: {show(finding.help)}"
        if finding.breaks:
            yield f"breaks: {show(harm_words(finding.breaks))}"
        if finding.fix is not None:
            command = fix_command(finding)
            yield f"fix: {show(finding.fix.title)}" + (f" (`{command}`)" if command else "")

    def _note(self, note: str, gutter: int) -> None:
        mark = self._paint(f"{' ' * gutter} =", "gutter")
        kind, _, text = note.partition(": ")
        hang = gutter + len(kind) + 5
        lines = wrap(text, self._prose - hang, self._prose - hang)
        self._line(f"{mark} {self._paint(kind, 'bold')}: {lines[0]}")
        for line in lines[1:]:
            self._line(f"{' ' * hang}{line}")
