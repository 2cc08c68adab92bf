"""``bvhlint check``: report findings."""

from __future__ import annotations

import argparse

from bvhlint.cli import options

EXAMPLES = (
    ("bvhlint check", "every .bvh file below this folder"),
    ("bvhlint check clips/ 'takes/**/*.bvh'", "a folder and a glob"),
    ("bvhlint check --target blender,three", "only what these two programs cannot take"),
    ("bvhlint check --expect-fps 30 --fail-on warning", "stricter"),
    ("bvhlint check --select BVH5,duplicate-name", "a group of rules and one more"),
    ("bvhlint check --output-format sarif --output-file bvhlint.sarif", "for a code scanner"),
    ("bvhlint check - --stdin-filename walk.bvh < walk.bvh", "standard input"),
)
ENDING = """\
Exit status: 0 nothing at or above --fail-on, 1 findings, 2 the command could not do its work."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of ``check``."""
    options.add_files(parser, required=False)
    _add_fixing(parser)
    options.add_rule_choice(parser)
    options.add_failing(parser, "error")
    options.add_output(parser)
    options.add_baseline(parser)
    options.add_configuration(parser)


def _add_fixing(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("fixing")
    modes = group.add_mutually_exclusive_group()
    modes.add_argument(
        "--fix", action="store_true", help="apply the safe fixes first, then report what remains"
    )
    modes.add_argument(
        "--diff",
        action="store_true",
        help="print what --fix would change, write nothing, exit 1 if anything; formats for "
        "programs need --output-file",
    )


def run(args: argparse.Namespace) -> int:
    """Check the files; returns the exit status."""
    # Late, so that the help of all commands needs neither NumPy nor Lark.
    if args.fix or args.diff:
        from bvhlint.cli.fixing import fix_and_check

        return fix_and_check(args)
    from bvhlint.cli.checking import check

    return check(args)
