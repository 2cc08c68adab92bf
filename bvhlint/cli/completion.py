"""``bvhlint completion SHELL``: a script with which a shell completes bvhlint's command lines."""

from __future__ import annotations

import argparse
import sys

SHELLS = ("bash", "zsh", "fish")
EXAMPLES = (
    ("bvhlint completion bash > ~/.local/share/bash-completion/completions/bvhlint", "for bash"),
    ("bvhlint completion zsh > ~/.zfunc/_bvhlint", "for zsh, where fpath holds ~/.zfunc"),
    ("bvhlint completion fish > ~/.config/fish/completions/bvhlint.fish", "for fish"),
)
ENDING = "Rules and programs are those of this version; print the script again after an update."


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of ``completion``."""
    parser.add_argument("shell", metavar="SHELL", choices=SHELLS, help=", ".join(SHELLS))


def run(args: argparse.Namespace) -> int:
    """Print the script; exit status 0."""
    # Late, so that the help of all commands needs none of it.
    from bvhlint.cli.completing import script

    sys.stdout.write(script(args.shell))
    return 0
