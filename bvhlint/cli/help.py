"""How help is written: to the width of the terminal, in colour where that is wanted."""

from __future__ import annotations

import argparse
import sys
import textwrap
from collections.abc import Sequence

from bvhlint.cli.terminal import columns, uses_color

_WIDEST = 100
_NARROWEST = 20
_INDENT = "  "
_BELOW = _INDENT * 3
_GAP = 2
_HELP_COLUMN = 30


def help_width() -> int:
    """Columns for help: those of the terminal, but a line no eye can follow is too long."""
    return max(min(columns() - 2, _WIDEST), _NARROWEST)


def position() -> int:
    """The column where what options do begins."""
    return min(_HELP_COLUMN, help_width() // 3)


class WithCommands(argparse.HelpFormatter):
    """Leaves room for the names of commands, whose indentation argparse does not count."""

    def add_argument(self, action: argparse.Action) -> None:
        super().add_argument(action)
        for command in self._iter_indented_subactions(action):
            length = len(self._format_action_invocation(command)) + self._current_indent
            self._action_max_length = max(self._action_max_length, length)


class Formatter(WithCommands, argparse.RawDescriptionHelpFormatter):
    """argparse's own, to ``help_width``, the value named once behind all spellings."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, max_help_position=position(), width=help_width())

    def _format_action_invocation(self, action: argparse.Action) -> str:
        if not action.option_strings or action.nargs == 0:
            return super()._format_action_invocation(action)
        value = self._format_args(action, self._get_default_metavar_for_optional(action))
        return f"{', '.join(action.option_strings)} {value}"


def formatter_class() -> type[argparse.HelpFormatter]:
    """The formatter for help on standard output: its colours cost the import of rich."""
    if not uses_color("auto", sys.stdout):
        return Formatter
    from bvhlint.cli.rich_help import RichFormatter

    return RichFormatter


def usage_of(parser: argparse.ArgumentParser) -> str:
    """One line in place of the list of all options, which follows anyhow."""
    arguments = [_shown(action) for action in parser._get_positional_actions()]
    return " ".join((parser.prog.replace("%", "%%"), "[OPTION ...]", *arguments))


def command_epilog(examples: Sequence[tuple[str, str]], ending: str) -> str:
    """The examples, what each does beside or below it, and a last paragraph."""
    return "\n\n".join(filter(None, (_examples(examples), prose(ending))))


def prose(text: str, indent: int = 0) -> str:
    """Text that is wrapped anew: the formatters leave it as it is, for the examples' sake."""
    return textwrap.fill(" ".join(text.split()), help_width() - indent)


def wrap_groups(parser: argparse.ArgumentParser) -> None:
    """Wrap what stands under the headings of a parser's groups."""
    for group in parser._action_groups:
        if group.description:
            group.description = prose(group.description, len(_INDENT))


def _shown(action: argparse.Action) -> str:
    name = action.metavar if isinstance(action.metavar, str) else action.dest.upper()
    return {"?": f"[{name}]", "*": f"[{name} ...]", "+": f"{name} ..."}.get(str(action.nargs), name)


def _examples(examples: Sequence[tuple[str, str]]) -> str:
    longest = max((len(command) for command, _ in examples), default=0)
    beside = max((longest + _GAP + len(what) for command, what in examples), default=0)
    lines = ["examples:"] if examples else []
    for command, what in examples:
        if len(_INDENT) + beside <= help_width():
            lines.append(f"{_INDENT}{command.ljust(longest + _GAP)}{what}")
        else:
            lines.append(f"{_INDENT}{command}")
            lines.append(textwrap.indent(prose(what, len(_BELOW)), _BELOW))
    return "\n".join(lines)
