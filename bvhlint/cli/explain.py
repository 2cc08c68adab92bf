"""``bvhlint explain RULE``: one rule's manual, with what every program does."""

from __future__ import annotations

import argparse

from bvhlint.cli.rules import add_sources

EXAMPLES = (
    ("bvhlint explain row-width", "by name"),
    ("bvhlint explain BVH502", "by code"),
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of ``explain``."""
    parser.add_argument("rule", metavar="RULE", help="a code or name, such as BVH502 or row-width")
    add_sources(parser)


def run(args: argparse.Namespace) -> int:
    """Print the manual; exit status 0, or 2 by ConfigError for an unknown rule."""
    from bvhlint.cli.catalogue import explain

    explain(args)
    return 0
