"""``bvhlint completion SHELL``: a script with which a shell completes bvhlint's command lines."""

from __future__ import annotations

import argparse
import sys

SHELLS = ("bash", "zsh", "fish")
EXAMPLES = (
    ("bvhlint completion bash > ~/.local/share/bash-completion/completions/bvhlint", "bash"),
    ("bvhlint completion zsh > ~/.zfunc/_bvhlint", "zsh, with ~/.zfunc in fpath"),
    ("bvhlint completion fish > ~/.config/fish/completions/bvhlint.fish", "fish"),
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of ``completion``."""
    parser.add_argument("shell", metavar="SHELL", choices=SHELLS, help=", ".join(SHELLS))


def run(args: argparse.Namespace) -> int:
    """Print the script; exit status 0."""
    import shtab

    from bvhlint.cli.parser import whole_parser

    sys.stdout.write(shtab.complete(whole_parser(with_arguments=True), shell=args.shell))
    return 0
