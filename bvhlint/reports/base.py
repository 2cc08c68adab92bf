"""What every report format is given, and what it has to do."""

from __future__ import annotations

import codecs
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TextIO

import msgspec

from bvhlint.results import ErrorEntry, FileResult, Summary
from bvhlint.severity import Severity
from bvhlint.visible import ELLIPSIS, fit_encoding, visible

TOOL = "bvhlint"
MESSAGE_LIMIT = 600
"""Characters shown of one message or help text: a name may have a million of them."""


class RuleEntry(msgspec.Struct, frozen=True, kw_only=True):
    """What a report may say about a rule; ``help_url`` is empty for a rule without a page."""

    code: str
    name: str
    severity: Severity
    part: str
    summary: str
    manual_text: str
    manual_markdown: str
    help_url: str = ""
    tags: tuple[str, ...] = ()


class ReportContext(msgspec.Struct, frozen=True, kw_only=True):
    """The settings of a run that reports depend on.

    ``width`` is the terminal's, None where the output is no terminal: nothing is wrapped then.
    ``encoding`` is the output stream's. ``fail_on`` is None for ``--fail-on never``. Relative
    paths of results hang on ``folder``; ``root`` is the repository's, or ``folder`` again.
    ``show_all`` turns the folding of header findings off.
    """

    version: str
    rules: Mapping[str, RuleEntry] = msgspec.field(default_factory=dict)
    information_url: str = ""
    color: bool = False
    hyperlinks: bool = False
    width: int | None = None
    encoding: str = "utf-8"
    fail_on: Severity | None = Severity.ERROR
    folder: Path = Path()
    root: Path = Path()
    show_all: bool = False
    statistics: bool = False
    show_fixes: bool = False
    quiet: bool = False

    @property
    def codec(self) -> str:
        """The name of the stream's codec; ASCII where Python knows no such encoding."""
        try:
            return codecs.lookup(self.encoding).name
        except LookupError:
            return "ascii"

    @property
    def unicode(self) -> bool:
        """Whether the stream can write every character."""
        return self.codec.startswith("utf")

    @property
    def ellipsis(self) -> str:
        return ELLIPSIS if self.unicode else "..."

    def show(self, text: str, limit: int | None = MESSAGE_LIMIT) -> str:
        """``text`` from a file, safe to print on this stream."""
        return self.fit(visible(text, limit))

    def fit(self, shown: str) -> str:
        """Visible text with what this stream cannot write spelled out."""
        if shown.isascii() or self.unicode:
            return shown
        return fit_encoding(shown.replace(ELLIPSIS, self.ellipsis), self.codec)

    def show_path(self, path: str) -> str:
        """A path for people; one that may look like a command to a build log gets a ``./``.

        Of a path that is a colon alone the line would begin with two.
        """
        shown = self.show(path, limit=None)
        return f"./{shown}" if shown.lstrip().startswith(":") else shown

    def reaches_fail_on(self, severity: Severity) -> bool:
        """Whether a finding of this severity makes the run fail."""
        return self.fail_on is not None and severity.rank >= self.fail_on.rank


class FixedEntry(msgspec.Struct, frozen=True):
    """Findings of one rule that the run has mended in a file."""

    path: str
    code: str
    name: str
    count: int


class Closing(msgspec.Struct, frozen=True, kw_only=True):
    """What only the end of a run knows: seconds, what was mended, what the baseline hides.

    With ``dry`` nothing was written: what was mended and what was found is what would be.
    """

    elapsed: float | None = None
    fixed: Sequence[FixedEntry] = ()
    dry: bool = False
    baselined: int = 0


PLAIN_END = Closing()


class Report:
    """One format: ``begin``, then ``file`` for each result in order, then ``end``.

    Everything goes to ``out`` as text that the context's encoding can write.
    """

    def __init__(self, out: TextIO, context: ReportContext) -> None:
        self._out = out
        self._context = context

    def begin(self) -> None:
        """Write what stands before the first file."""

    def file(self, result: FileResult) -> None:
        """Take one file's result, writing it at once where the format can."""
        raise NotImplementedError

    def end(
        self, summary: Summary, errors: Sequence[ErrorEntry], closing: Closing = PLAIN_END
    ) -> list[str]:
        """Write the rest; returns remarks for the error stream, such as what was cut.

        ``errors`` are part of every format's output: nobody need print them again.
        """
        raise NotImplementedError

    def _line(self, text: str = "") -> None:
        self._out.write(f"{text}\n")
