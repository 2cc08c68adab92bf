"""Makes the script of ``completion``: the whole parser, with words for rules, programs, files."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

import shtab

from bvhlint import manual, readers
from bvhlint.cli.parser import whole_parser
from bvhlint.plugins import builtin_rules

_FILES, _FOLDERS = ("PATH", "FILE"), ("DIR",)
_RULES, _TARGETS = ("RULE", "RULE[,RULE]"), ("READER[,READER]",)


def script(shell: str) -> str:
    """The script for ``bash``, ``zsh`` or ``fish``."""
    parser = whole_parser(with_arguments=True)
    rules = [key for rule in manual.catalogue(builtin_rules()) for key in (rule.name, rule.code)]
    programs = [*readers.readers(), readers.PORTABLE]
    for action in _all_actions(parser):
        if action.metavar in _FILES:
            action.complete = shtab.FILE  # type: ignore[attr-defined]
        elif action.metavar in _FOLDERS:
            action.complete = shtab.DIRECTORY  # type: ignore[attr-defined]
        elif action.metavar in _RULES:
            action.choices = rules
        elif action.metavar in _TARGETS:
            action.choices = programs
    text: str = shtab.complete(parser, shell=shell)
    return text


def _all_actions(parser: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    for action in parser._actions:
        yield action
        if isinstance(action, argparse._SubParsersAction):
            for command in action.choices.values():
                yield from _all_actions(command)
