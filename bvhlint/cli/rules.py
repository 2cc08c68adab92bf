"""``bvhlint rules``: the catalogue, or what the programs of ``--target`` cannot take."""

from __future__ import annotations

import argparse

EXAMPLES = (
    ("bvhlint rules", "the catalogue"),
    ("bvhlint rules --target three", "what three.js cannot take"),
    ("bvhlint rules --output-format json", "for programs"),
)
FORMATS = ("table", "json", "markdown")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of ``rules``."""
    parser.add_argument(
        "--target",
        metavar="READER[,READER]",
        help="only what these programs cannot take (portable: all but secondlife)",
    )
    parser.add_argument(
        "--output-format", choices=FORMATS, default="table", help="default: %(default)s"
    )
    add_sources(parser)


def add_sources(parser: argparse.ArgumentParser) -> None:
    """Where the rules come from, for the commands that show them and check nothing."""
    parser.add_argument(
        "--rules-dir", action="append", metavar="DIR", help="a folder with rules of your own"
    )
    parser.add_argument("--config", metavar="FILE", help="this configuration file and no other")
    parser.add_argument("--isolated", action="store_true", help="no configuration file at all")


def run(args: argparse.Namespace) -> int:
    """Print the table; exit status 0, or 2 by ConfigError for an unknown target or folder."""
    # Late, so that the help of all commands needs neither NumPy nor Lark.
    from bvhlint.cli.catalogue import list_rules

    list_rules(args)
    return 0
