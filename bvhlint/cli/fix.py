"""``bvhlint fix``: mend, change and retime files in place."""

from __future__ import annotations

import argparse

from bvhlint.cli import options
from bvhlint.cli.changes import add_changes

EXAMPLES = (
    ("bvhlint fix clips/", "the safe fixes: never a byte of a frame row"),
    ("bvhlint fix --diff clips/", "what would change"),
    ("bvhlint fix --fps 60 clips/", "resample"),
    ("bvhlint fix --set-fps 30 walk.bvh", "another Frame Time, no frame touched"),
    ("bvhlint fix --units m --output metres/ clips/", "into another folder"),
    ("bvhlint fix --portable walk.bvh --output out.bvh", "what every reader takes"),
)
ENDING = """\
Exit status: 0 the work is done, whatever findings remain (unless --fail-on is given); 1 with --diff
or --check if anything would change; 2 the command could not do its work."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of ``fix``."""
    options.add_files(parser, required=True)
    add_writing(parser)
    add_changes(parser)
    options.add_rule_choice(parser)
    options.add_failing(parser, "never")
    options.add_output(parser)
    options.add_configuration(parser)


def add_writing(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("writing")
    modes = group.add_mutually_exclusive_group()
    modes.add_argument(
        "--diff",
        action="store_true",
        help="print what would change, long lines cut, and write nothing; exit 1 if any; "
        "formats for programs need --output-file",
    )
    modes.add_argument(
        "--check", action="store_true", help="write nothing, exit 1 if anything would change"
    )
    group.add_argument(
        "--unsafe-fixes", action="store_true", help="also fixes that need a person's eye"
    )
    group.add_argument(
        "--no-fixes", action="store_true", help="only the changes that options ask for"
    )
    group.add_argument(
        "--output",
        metavar="PATH",
        help="write there: a file, a folder for a folder, a glob or several files, or - for "
        "standard output",
    )
    group.add_argument(
        "--overwrite", action="store_true", help="--output may replace what stands there"
    )
    group.add_argument(
        "--backup", metavar="SUFFIX", help="keep each old file under its name and this suffix"
    )


def run(args: argparse.Namespace) -> int:
    """Fix the files; returns the exit status."""
    # Late, so that the help of all commands needs neither NumPy nor Lark.
    from bvhlint.cli.fixing import fix

    return fix(args)
