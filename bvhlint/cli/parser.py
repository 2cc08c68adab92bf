"""The command line's grammar: one parser a command, errors that name the nearest valid word."""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Iterable, Mapping, Sequence
from importlib import import_module
from typing import Any, NoReturn, Protocol

from bvhlint.cli.help import (
    Formatter,
    command_epilog,
    formatter_class,
    prose,
    usage_of,
    wrap_groups,
)
from bvhlint.suggest import did_you_mean, nearest
from bvhlint.version import VERSION
from bvhlint.visible import visible

PROGRAM = "bvhlint"
EXIT_FAILED = 2

# In the order of the help. Each has a module of its name with EXAMPLES, add_arguments and run; what
# they do stands here, because the help of all commands must not import the modules.
COMMANDS: Mapping[str, str] = {
    "check": "report what is wrong or risky in BVH files",
    "fix": "apply safe fixes, and the changes that options ask for, in place",
    "info": "show what is in files: skeleton, channels, frames, rate, size, unit, up axis",
    "rules": "show all rules, or what a program cannot take",
    "explain": "explain a rule: what it finds, why, how to mend it, and whom it concerns",
    "config": "show the settings in force for a path, and where each came from",
    "completion": "print a script with which a shell completes bvhlint's command lines",
    "clean": "remove the cache",
}

_DESCRIPTION = "Lint, fix and retime BVH motion-capture files without losing a byte."
_EXAMPLES = (
    ("bvhlint check", "every .bvh file below this folder"),
    ("bvhlint check walk.bvh run.bvh", "two files"),
    ("bvhlint check --target blender", "only what Blender cannot take"),
    ("bvhlint explain row-width", "what a rule means and how to mend it"),
    ("bvhlint fix --diff walk.bvh", "what the safe fixes would change"),
    ("bvhlint info walk.bvh", "joints, channels, rate, unit, up axis"),
)
_ENDING = "`bvhlint COMMAND --help` tells all about a command."
_RANGED, _NEGATIVE_RANGE = "--frames", re.compile(r"-[0-9]+:(?:-?[0-9]+)?")
_SHOWN = 200  # characters of a mistyped word


class Command(Protocol):
    """What a command's module offers."""

    EXAMPLES: Sequence[tuple[str, str]]
    """Command lines and what each does, for the help."""

    def add_arguments(self, parser: argparse.ArgumentParser) -> None: ...

    def run(self, args: argparse.Namespace) -> int: ...


class Parser(argparse.ArgumentParser):
    """Takes options and paths in any order, and no shortened options: scripts live long."""

    # From Python 3.14 on argparse paints by itself; our formatter does that.
    color = False

    def __init__(self, **settings: Any) -> None:
        super().__init__(allow_abbrev=False, formatter_class=formatter_class(), **settings)

    def parse(self, words: Sequence[str]) -> argparse.Namespace:
        """The arguments of a command line; a wrong one ends the process with exit status 2."""
        args, unknown = self.parse_known_intermixed_args(_joined(_without_dashes(words)))
        if unknown:
            self.error(self._unknown(unknown))
        return args

    def format_usage(self) -> str:
        # Part of error messages, so without colour.
        formatter = Formatter(self.prog)
        formatter.add_usage(self.usage, self._actions, self._mutually_exclusive_groups)
        return formatter.format_help()

    def error(self, message: str) -> NoReturn:
        """Say what is wrong, and how the command is used, and end the process."""
        self.print_usage(sys.stderr)
        self.exit(EXIT_FAILED, f"{self.prog}: error: {visible(message)}\n")

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        if action.choices is None or value in action.choices:
            return
        choices = [str(choice) for choice in action.choices]
        near = did_you_mean(str(value), choices) or f" (choose from {', '.join(choices)})"
        raise argparse.ArgumentError(action, f"there is no {_quoted(str(value))}{near}")

    def _unknown(self, words: Sequence[str]) -> str:
        """What is wrong with words that no option and no argument takes."""
        word = next((word for word in words if word.startswith("-")), words[0])
        if not word.startswith("-"):
            return f"{_quoted(word)} is one argument too many"
        if os.path.lexists(word):
            return f'there is no option {_quoted(word)}; did you mean the file "./{word}"?'
        option = word.partition("=")[0]
        return f"there is no option {_quoted(option)}{did_you_mean(option, self.options())}"

    def options(self) -> Iterable[str]:
        """All options in all their spellings."""
        return [name for action in self._actions for name in action.option_strings]


def load(name: str) -> Command:
    """A command's module."""
    module: Command = import_module(f"bvhlint.cli.{name}")
    return module


def command_parser(name: str) -> Parser:
    """The parser of one command."""
    command = load(name)
    parser = Parser(prog=f"{PROGRAM} {name}")
    _fill(parser, name, command)
    return parser


def whole_parser(*, with_arguments: bool) -> Parser:
    """The parser of the whole command line, for its help; with all arguments for completion."""
    parser = Parser(
        prog=PROGRAM,
        usage=f"{PROGRAM} COMMAND [OPTION ...] [ARGUMENT ...]",
        description=prose(_DESCRIPTION),
        epilog=command_epilog(_EXAMPLES, _ENDING),
    )
    parser.add_argument(
        "--version",
        action="version",
        version=f"{PROGRAM} {VERSION}",
        help="print the version and exit",
    )
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", title="commands")
    for name, summary in COMMANDS.items():
        sub = commands.add_parser(name, help=summary)
        if with_arguments:
            _fill(sub, name, load(name))
    return parser


def refuse_command(word: str) -> NoReturn:
    """End the process for a word in a command's place that is none."""
    parser = whole_parser(with_arguments=False)
    if word.startswith("-"):
        meant = nearest(word, command_parser("check").options())
        near = f'; did you mean "{PROGRAM} check {meant}"?' if meant else ""
        parser.error(f"there is no option {_quoted(word)} before a command{near}")
    meant = nearest(word, COMMANDS)
    if meant is None and (os.path.exists(word) or word.lower().endswith(".bvh")):
        parser.error(f'there is no command {_quoted(word)}; did you mean "{PROGRAM} check {word}"?')
    near = f'; did you mean "{meant}"?' if meant else f" (choose from {', '.join(COMMANDS)})"
    parser.error(f"there is no command {_quoted(word)}{near}")


def _fill(parser: Parser, name: str, command: Command) -> None:
    command.add_arguments(parser)
    parser.usage = usage_of(parser)
    summary = COMMANDS[name]
    parser.description = prose(f"{summary[0].upper()}{summary[1:]}.")
    wrap_groups(parser)
    ending = getattr(command, "ENDING", "")
    parser.epilog = command_epilog(command.EXAMPLES, ending)


def _without_dashes(words: Sequence[str]) -> list[str]:
    """The words without ``--``: a path behind it that looks like an option is spelt as a path."""
    if "--" not in words:
        return list(words)
    cut = list(words).index("--")
    behind = (
        os.path.join(os.curdir, word) if word[:1] == "-" else word for word in words[cut + 1 :]
    )
    return [*words[:cut], *behind]


def _joined(words: Iterable[str]) -> list[str]:
    """The words with a range that begins below 0, such as ``--frames -5:``, put to its option:
    argparse takes it for an option."""
    joined: list[str] = []
    for word in words:
        if joined and joined[-1] == _RANGED and _NEGATIVE_RANGE.fullmatch(word):
            joined[-1] = f"{_RANGED}={word}"
        else:
            joined.append(word)
    return joined


def _quoted(word: str) -> str:
    return f'"{visible(word, _SHOWN)}"'
