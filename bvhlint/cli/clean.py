"""``bvhlint clean``: remove the cache."""

from __future__ import annotations

import argparse
import os

EXAMPLES = (("bvhlint clean", "remove .bvhlint_cache, or what cache-dir names"),)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of ``clean``."""
    parser.add_argument(
        "--cache-dir", metavar="DIR", help="the folder to remove (default: .bvhlint_cache)"
    )
    parser.add_argument("--config", metavar="FILE", help="this configuration file and no other")
    parser.add_argument("--isolated", action="store_true", help="no configuration file at all")


def run(args: argparse.Namespace) -> int:
    """Remove the cache's folder if it holds our tag; exit status 0, or an error."""
    # Late, so that the other commands need not wait for it.
    from bvhlint.config.origin import shown_path
    from bvhlint.config.resolve import Resolver
    from bvhlint.files.cache_folder import DEFAULT_FOLDER, remove
    from bvhlint.visible import visible

    overrides = {} if args.cache_dir is None else {"cache-dir": args.cache_dir}
    settings = Resolver(overrides, config=args.config, isolated=args.isolated).base()
    folder = settings.cache_dir or os.path.abspath(DEFAULT_FOLDER)
    shown = visible(shown_path(folder))
    print(f"removed {shown}" if remove(folder) else f"nothing to remove: {shown} does not exist")
    return 0
