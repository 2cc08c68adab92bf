"""The formats of ``bvhlint info``: for people, JSON, CSV and Markdown."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from itertools import islice
from typing import TextIO

from bvhlint.info.columns import COLUMNS, SHOWN, shown_row
from bvhlint.info.model import INFO_VERSION, FileFacts, Tool
from bvhlint.info.words import MOST_NODES, TREE_HEADINGS, fact_rows, tree_rows
from bvhlint.manual import columns, markdown_table
from bvhlint.reports.base import TOOL, ReportContext
from bvhlint.reports.json import encode
from bvhlint.reports.markdown import escape
from bvhlint.reports.tally import count_of
from bvhlint.results import ErrorEntry
from bvhlint.visible import fit_encoding


class Output:
    """One format: ``begin``, ``file`` for each file in order, ``end``.

    ``is_single`` says that one file was asked for: then its skeleton is shown.
    """

    tells_errors = False
    """Whether failures are part of what is written."""

    def __init__(self, out: TextIO, context: ReportContext, *, is_single: bool) -> None:
        self._out = out
        self._context = context
        self._is_single = is_single

    def begin(self) -> None:
        """Write what stands before the first file."""

    def file(self, facts: FileFacts) -> None:
        """Take one file's facts, writing them at once where the format can."""
        raise NotImplementedError

    def end(self, errors: Sequence[ErrorEntry]) -> None:
        """Write the rest."""


class JsonOutput(Output):
    """One object, the files streaming through; see ``model.InfoReport``."""

    tells_errors = True
    _separator = "\n  "

    def begin(self) -> None:
        tool = self._encode(Tool(TOOL, self._context.version))
        self._out.write(f'{{"version": {INFO_VERSION},\n "tool": {tool},\n "files": [')

    def file(self, facts: FileFacts) -> None:
        self._out.write(self._separator + self._encode(facts))
        self._separator = ",\n  "

    def end(self, errors: Sequence[ErrorEntry]) -> None:
        self._out.write(f'],\n "errors": {self._encode(list(errors))}}}\n')

    def _encode(self, value: object) -> str:
        return encode(value, unicode=self._context.unicode)


class CsvOutput(Output):
    """A line of names, then a line a file."""

    def __init__(self, out: TextIO, context: ReportContext, *, is_single: bool) -> None:
        super().__init__(out, context, is_single=is_single)
        self._writer = csv.writer(self, lineterminator="\n")

    def write(self, text: str) -> int:
        """Pass on what the csv module has made, in characters that the stream can write."""
        return self._out.write(fit_encoding(text, self._context.codec))

    def begin(self) -> None:
        self._writer.writerow([column.key for column in COLUMNS])

    def file(self, facts: FileFacts) -> None:
        path, *cells = (column.value(facts) for column in COLUMNS)
        shown = self._context.show_path(str(path))
        # A spreadsheet takes a cell that begins so for a formula.
        safe = f"./{shown}" if shown[:1] in ("=", "+", "-", "@") and shown != "-" else shown
        self._writer.writerow([safe, *cells])


class PlainOutput(Output):
    """For people, without colour: one file with its tree, or a table of many."""

    def __init__(self, out: TextIO, context: ReportContext, *, is_single: bool) -> None:
        super().__init__(out, context, is_single=is_single)
        self._rows: list[list[str]] = []

    def file(self, facts: FileFacts) -> None:
        if self._is_single:
            self._one(facts)
        else:
            self._rows.append([self._context.show(cell, None) for cell in shown_row(facts)])

    def end(self, errors: Sequence[ErrorEntry]) -> None:
        del errors
        if self._rows:
            self._many([column.heading for column in SHOWN])

    def _one(self, facts: FileFacts) -> None:
        self._line(self._context.show_path(facts.path))
        for line in columns([(f"  {label}", value) for label, value in self._facts(facts)]):
            self._line(line)
        nodes, more = self._tree(facts)
        if nodes:
            self._line()
            for line in columns([TREE_HEADINGS, *nodes]):
                self._line(line)
        if more:
            self._line(more)

    def _many(self, headings: Sequence[str]) -> None:
        for line in columns([headings, *self._rows]):
            self._line(line)

    def _facts(self, facts: FileFacts) -> list[tuple[str, str]]:
        return fact_rows(facts, self._context)

    def _tree(self, facts: FileFacts) -> tuple[list[tuple[str, ...]], str]:
        """The rows of the tree, and a line that counts what is not among them."""
        nodes: list[tuple[str, ...]] = [
            (node.branches + node.name, *node.cells)
            for node in islice(tree_rows(facts, self._context), MOST_NODES)
        ]
        left = facts.info.joints + facts.end_sites - len(nodes)
        return nodes, f"and {count_of(left, 'more node')}; JSON lists all" if left else ""

    def _line(self, text: str = "") -> None:
        self._out.write(f"{text}\n")


class RichOutput(PlainOutput):
    """The same for a terminal: in colour, cut to its width."""

    def __init__(self, out: TextIO, context: ReportContext, *, is_single: bool) -> None:
        super().__init__(out, context, is_single=is_single)
        from bvhlint.info.rich_tables import Tables

        self._tables = Tables(out, context)

    def _one(self, facts: FileFacts) -> None:
        self._tables.title(self._context.show_path(facts.path))
        self._tables.facts(self._facts(facts))
        nodes, more = self._tree(facts)
        if nodes:
            self._tables.tree(TREE_HEADINGS, nodes, more)

    def _many(self, headings: Sequence[str]) -> None:
        self._tables.many(headings, self._rows)


class MarkdownOutput(PlainOutput):
    """For a page or a comment: the same tables in Markdown."""

    def _one(self, facts: FileFacts) -> None:
        path = escape(self._context.show_path(facts.path))
        self._table((path, ""), self._facts(facts))
        nodes, more = self._tree(facts)
        if nodes:
            self._line()
            self._table(TREE_HEADINGS, nodes)
        if more:
            self._line(f"\n{more}")

    def _many(self, headings: Sequence[str]) -> None:
        self._table(headings, self._rows)

    def _tree(self, facts: FileFacts) -> tuple[list[tuple[str, ...]], str]:
        nodes, more = super()._tree(facts)
        # Blanks at the beginning of a cell are lost.
        return [(node[0].replace("   ", "\u2003"), *node[1:]) for node in nodes], more

    def _table(self, headings: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
        cells = [[escape(cell) for cell in row] for row in rows]
        self._line(markdown_table(headings, cells))


def load_output(name: str | None, context: ReportContext) -> type[Output]:
    """The class of a format; without a name one for people."""
    if name is not None:
        return {"json": JsonOutput, "csv": CsvOutput, "markdown": MarkdownOutput}[name]
    return RichOutput if context.width is not None or context.color else PlainOutput
