"""Options that several commands share: each has one spelling and one place."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import TypeVar

from bvhlint.reports import FORMATS
from bvhlint.severity import Severity

SEVERITIES = tuple(severity.value for severity in reversed(Severity))
NEVER = "never"
T = TypeVar("T")


def comma_list(text: str) -> list[str]:
    """``a,b`` as two words; empty ones do not count."""
    words = [word for word in (part.strip(" ") for part in text.split(",")) if word]
    if not words:
        # As an unset variable leaves it: it would mean none, and nobody would notice.
        raise argparse.ArgumentTypeError("nothing is named")
    return words


def whole_number(least: int) -> Callable[[str], int]:
    """An argument type: a whole number of at least ``least``."""

    def convert(text: str) -> int:
        if not text.isascii() or not text.isdigit() or int(text[:9]) < least:
            raise argparse.ArgumentTypeError(f"{text!r} is no whole number from {least} on")
        return int(text)

    return convert


def add_files(parser: argparse.ArgumentParser, *, required: bool) -> None:
    parser.add_argument(
        "paths",
        nargs="+" if required else "*",
        metavar="PATH",
        help="a file, a folder searched for *.bvh, a glob, or - for standard input"
        + ("" if required else " (default: this folder)"),
    )
    group = parser.add_argument_group("choosing files")
    group.add_argument("--stdin-filename", metavar="NAME", help="what to call standard input")
    group.add_argument(
        "--exclude",
        type=comma_list,
        action="extend",
        metavar="GLOB[,GLOB]",
        help="leave these out when searching folders; .git, .venv, node_modules and such "
        "folders of tools are left out unless named",
    )
    group.add_argument(
        "--force-exclude", action="store_true", help="leave excluded files out even if named"
    )
    group.add_argument(
        "--no-respect-gitignore",
        action="store_true",
        help="also check files that .gitignore names",
    )


def add_rule_choice(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("choosing rules")
    for name, text in (
        ("select", "check these rules only: codes, names, code prefixes or ALL"),
        ("ignore", "leave these out"),
        ("extend-select", "check these too"),
        ("extend-ignore", "leave these out too"),
    ):
        group.add_argument(
            f"--{name}", type=comma_list, action="extend", metavar="RULE[,RULE]", help=text
        )
    group.add_argument(
        "--target",
        type=comma_list,
        action="extend",
        metavar="READER[,READER]",
        help="judge portability for these programs only (see `bvhlint rules --target NAME`)",
    )
    group.add_argument("--expect-fps", metavar="N", help="report clips of another frame rate")
    group.add_argument(
        "--rules-dir", action="append", metavar="DIR", help="a folder with rules of your own"
    )


def add_failing(parser: argparse.ArgumentParser, default: str) -> None:
    group = parser.add_argument_group("exit status")
    group.add_argument(
        "--fail-on",
        choices=(*SEVERITIES, NEVER),
        help=f"the least severity that gives exit status 1 (default: {default})",
    )
    group.add_argument("--exit-zero", action="store_true", help="0 in place of 1; failures stay 2")


def add_output(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("output")
    group.add_argument(
        "--output-format",
        choices=FORMATS,
        metavar="FORMAT",
        help=f"one of {', '.join(FORMATS)} (default: full)",
    )
    group.add_argument(
        "--output-file", metavar="FILE", help="write the report there (-: standard output)"
    )
    group.add_argument(
        "--show", choices=SEVERITIES, help="the least severity printed (default: info)"
    )
    group.add_argument("--show-all", action="store_true", help="do not fold rows of one rule")
    group.add_argument("--statistics", action="store_true", help="counts a rule at the end")
    group.add_argument("--show-fixes", action="store_true", help="list what each fix would do")
    group.add_argument(
        "--max-findings",
        type=whole_number(1),
        metavar="N",
        help="at most so many a file; the rest is counted (default: 1000)",
    )
    volume = group.add_mutually_exclusive_group()
    volume.add_argument("-q", "--quiet", action="store_true", help="the findings alone")
    volume.add_argument("-v", "--verbose", action="store_true", help="say more about the run")
    add_color(group)
    group.add_argument("--no-progress", action="store_true", help="no progress bar")


def add_color(group: argparse._ArgumentGroup) -> None:
    group.add_argument(
        "--color", choices=("auto", "always", "never"), default="auto", help="default: auto"
    )


def add_jobs(group: argparse._ArgumentGroup) -> None:
    group.add_argument("-j", "--jobs", type=whole_number(1), metavar="N", help="default: cores")


def add_baseline(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("baseline")
    group.add_argument("--baseline", metavar="FILE", help="hide the findings that this file holds")
    group.add_argument(
        "--update-baseline",
        action="store_true",
        help="write what is found into the baseline, so that later runs report what is new",
    )


def add_configuration(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("configuration and cache")
    group.add_argument("--config", metavar="FILE", help="this configuration file and no other")
    group.add_argument("--isolated", action="store_true", help="no configuration file at all")
    add_jobs(group)
    group.add_argument("--no-cache", action="store_true", help="check every file anew")
    group.add_argument("--cache-dir", metavar="DIR", help="default: .bvhlint_cache")
