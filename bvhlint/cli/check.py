"""``bvhlint check``: report findings."""

from __future__ import annotations

import argparse

from bvhlint.cli import options

HELP = "report what is wrong or risky in BVH files"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of ``check``."""
    options.add_files(parser, required=False)
    options.add_rule_choice(parser)
    options.add_failing(parser, "error")
    options.add_output(parser)
    options.add_baseline(parser)
    options.add_configuration(parser)


def run(args: argparse.Namespace) -> int:
    """Check the files; returns the exit status."""
    # Late, so that the help of all commands needs neither NumPy nor Lark.
    from bvhlint.cli.checking import check

    return check(args)
