"""``bvhlint info``: what is in files."""

from __future__ import annotations

import argparse

from bvhlint.cli import options

EXAMPLES = (
    ("bvhlint info walk.bvh", "all about a file: skeleton, rate, size, how it is written"),
    ("bvhlint info clips/", "a table, a line a file"),
    ("bvhlint info clips/ --output-format csv > clips.csv", "for a spreadsheet"),
    ("bvhlint info walk.bvh --output-format json", "for programs"),
)
ENDING = (
    "Exit status: 0, or 2 if a file could not be read. Damaged files tell what is left of them."
)
FORMATS = ("json", "csv", "markdown")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of ``info``."""
    options.add_files(parser, required=True)
    group = parser.add_argument_group("output")
    group.add_argument(
        "--output-format", choices=FORMATS, help="in place of the tree and tables for people"
    )
    group.add_argument("--output-file", metavar="FILE", help="write there; - is standard output")
    options.add_color(group)
    group = parser.add_argument_group("configuration")
    group.add_argument("--config", metavar="FILE", help="this configuration file and no other")
    group.add_argument("--isolated", action="store_true", help="no configuration file at all")
    options.add_jobs(group)


def run(args: argparse.Namespace) -> int:
    """Show the facts; exit status 0, or 2 if a file could not be read."""
    # Late, so that the help of all commands needs neither NumPy nor Lark.
    from bvhlint.cli.informing import inform

    return inform(args)
