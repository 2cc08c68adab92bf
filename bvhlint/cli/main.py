"""The command line as a whole: which commands there are, and what every one of them promises."""

from __future__ import annotations

import argparse
import os
import signal
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import NoReturn, Protocol

from bvhlint.errors import BvhlintError
from bvhlint.version import VERSION

# In the order of the help. Each module has HELP, add_arguments(parser) and run(args).
COMMANDS = ("check", "fix", "rules", "explain", "config", "clean")
EXIT_FAILED = 2
EXIT_INTERRUPTED = 128 + signal.SIGINT

DESCRIPTION = """\
Lint, fix and retime BVH motion-capture files without losing a byte."""

EXAMPLES = """\
examples:
  bvhlint check                      check every .bvh file below this folder
  bvhlint check walk.bvh run.bvh     check two files
  bvhlint check --target blender     only what Blender cannot take
  bvhlint explain row-width          what a rule means and how to mend it

Exit status: 0 nothing at or above --fail-on, 1 findings, 2 the command could not do its work.
"""


class Command(Protocol):
    """What a command's module offers."""

    HELP: str

    def add_arguments(self, parser: argparse.ArgumentParser) -> None: ...

    def run(self, args: argparse.Namespace) -> int: ...


class Parser(argparse.ArgumentParser):
    """Says the nearest valid spelling where a word is mistyped."""

    def error(self, message: str) -> NoReturn:
        self.print_usage(sys.stderr)
        self.exit(EXIT_FAILED, f"{self.prog}: error: {message}\n")


def load(name: str) -> Command:
    """A command's module."""
    module: Command = import_module(f"bvhlint.cli.{name}")
    return module


def make_parser() -> argparse.ArgumentParser:
    """The parser with all commands."""
    parser = Parser(
        prog="bvhlint",
        description=DESCRIPTION,
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"bvhlint {VERSION}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", title="commands")
    for name in COMMANDS:
        command = load(name)
        sub = commands.add_parser(
            name,
            help=command.HELP,
            description=command.HELP,
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        command.add_arguments(sub)
    return parser


def run(argv: Sequence[str]) -> int:
    """Parse the command line, run the command, and turn its end into an exit status."""
    parser = make_parser()
    args = parser.parse_args(argv)
    if args.command is None:
        parser.print_help()
        return EXIT_FAILED
    try:
        status = load(args.command).run(args)
        sys.stdout.flush()
    except BvhlintError as error:
        print(f"bvhlint: {error}", file=sys.stderr)
        return EXIT_FAILED
    except KeyboardInterrupt:
        return EXIT_INTERRUPTED
    except BrokenPipeError:
        # The reader has gone: say nothing, and keep Python from flushing into it at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    return status
