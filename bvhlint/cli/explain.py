"""``bvhlint explain RULE``: one rule's manual, with what every program does."""

from __future__ import annotations

import argparse
import sys

from bvhlint import manual
from bvhlint.cli.rules import add_rules_dir, all_rules, write

HELP = "explain a rule: what it finds, why, how to mend it, and whom it concerns"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of ``explain``."""
    parser.add_argument("rule", metavar="RULE", help="a code or name, such as BVH502 or row-width")
    add_rules_dir(parser)


def run(args: argparse.Namespace) -> int:
    """Print the manual; ConfigError, and so exit status 2, for an unknown rule."""
    rule = manual.find_rule(args.rule, all_rules(args))
    if sys.stdout.isatty():
        from rich.console import Console
        from rich.markdown import Markdown

        Console().print(Markdown(manual.markdown(rule)))
    else:
        write(manual.text(rule))
    return 0
