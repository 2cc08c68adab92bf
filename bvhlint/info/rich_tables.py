"""The tables of ``bvhlint info`` on a terminal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TextIO

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table
from rich.text import Text

from bvhlint.reports.base import ReportContext

_WIDE, _MIDDLE = 90, 60  # columns of a terminal from which on all, or most, of the tree is shown
_PLAIN_WIDTH = 200


class Tables:
    """Prints to a terminal of the width that the context says."""

    def __init__(self, out: TextIO, context: ReportContext) -> None:
        self._width = context.width or _PLAIN_WIDTH
        self._console = Console(
            file=out,
            width=self._width,
            force_terminal=context.color,
            no_color=not context.color,
            highlight=False,
            markup=False,
            emoji=False,
        )

    def title(self, path: str) -> None:
        self._console.print(Text(path, "bold"), soft_wrap=True)

    def facts(self, rows: Sequence[tuple[str, str]]) -> None:
        table = Table(box=None, show_header=False, padding=(0, 1, 0, 2))
        table.add_column(style="cyan", no_wrap=True)
        table.add_column(overflow="fold")
        for label, value in rows:
            table.add_row(label, Text(value))
        self._console.print(table)

    def tree(self, headings: Sequence[str], rows: Sequence[Sequence[str]], more: str) -> None:
        """The skeleton; what a narrow terminal has no room for is named below it."""
        count = len(headings)
        if self._width < _WIDE:
            count -= 1 if self._width >= _MIDDLE else 3
        left_out = ", ".join(headings[count:])
        table = self._table(headings[:count], right=(4,))
        for row in rows:
            table.add_row(*map(Text, row[:count]))
        self._console.print(table)
        if left_out:
            self._console.print(Text(f"No room for {left_out}; a wider terminal or a pipe has it."))
        if more:
            self._console.print(Text(more))

    def many(self, headings: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
        table = self._table(headings, right=range(1, 7))
        for row in rows:
            table.add_row(*map(Text, row))
        self._console.print(table)

    def _table(self, headings: Sequence[str], right: Sequence[int]) -> Table:
        table = Table(box=SIMPLE_HEAD, pad_edge=False, header_style="bold")
        for place, heading in enumerate(headings):
            table.add_column(
                heading, justify="right" if place in right else "left", overflow="fold"
            )
        return table
