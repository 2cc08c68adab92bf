"""``bvhlint config``: the settings in force for a path, and where each came from."""

from __future__ import annotations

import argparse
import json
import os

EXAMPLES = (
    ("bvhlint config", "for this folder"),
    ("bvhlint config clips/walk.bvh", "for a file"),
    ("bvhlint config --schema > bvhlint.schema.json", "for an editor"),
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of ``config``."""
    parser.add_argument(
        "path",
        nargs="?",
        default=".",
        metavar="PATH",
        help="a file, which need not exist, or a folder (default: this one)",
    )
    parser.add_argument(
        "--schema", action="store_true", help="print the JSON Schema of a configuration file"
    )
    parser.add_argument("--config", metavar="FILE", help="this configuration file and no other")
    parser.add_argument("--isolated", action="store_true", help="no configuration file at all")


def run(args: argparse.Namespace) -> int:
    """Print the schema or the settings, as TOML with the sources as comments; exit status 0."""
    # Late, so that the other commands need not wait for it.
    from bvhlint.cli.settings_text import describe
    from bvhlint.config.resolve import Resolver
    from bvhlint.config.schema import json_schema
    from bvhlint.visible import visible

    if args.schema:
        print(json.dumps(json_schema(), indent=2))
        return 0
    resolver = Resolver(config=args.config, isolated=args.isolated)
    if os.path.isdir(args.path):
        settings = resolver.for_folder(os.path.abspath(args.path))
    else:
        settings = resolver.for_file(args.path)
    for line in describe(settings, args.path):
        print(visible(line) if line else "")
    return 0
