"""Help in colour, for terminals alone: importing what it takes costs 50 ms."""

from __future__ import annotations

from rich_argparse import RawDescriptionRichHelpFormatter

from bvhlint.cli.help import WithCommands, help_width, position


class RichFormatter(WithCommands, RawDescriptionRichHelpFormatter):
    """The same text as the plain help's, with colours of the terminal's own palette."""

    # Square brackets in the text are usage, not markup.
    text_markup = False
    help_markup = False
    usage_markup = False
    styles = {  # noqa: RUF012
        **RawDescriptionRichHelpFormatter.styles,
        "argparse.args": "cyan",
        "argparse.groups": "bold yellow",
        "argparse.metavar": "green",
        "argparse.prog": "bold",
    }
    # Headings stay as they are written.
    group_name_formatter = str

    def __init__(self, prog: str) -> None:
        super().__init__(prog, max_help_position=position(), width=help_width())
