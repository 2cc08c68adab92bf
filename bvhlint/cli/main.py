"""The command line as a whole: what every command promises about its end."""

from __future__ import annotations

import signal
import sys
from collections.abc import Sequence

from bvhlint.cli.parser import COMMANDS, EXIT_FAILED, command_parser, load, refuse_command
from bvhlint.cli.parser import whole_parser as make_parser
from bvhlint.cli.terminal import prepare_streams, silence_streams
from bvhlint.errors import BvhlintError
from bvhlint.interrupts import raise_interrupt_in
from bvhlint.visible import visible

EXIT_INTERRUPTED = 128 + signal.SIGINT
# As a shell tells of SIGPIPE, which Windows has not.
EXIT_UNREAD = 128 + 13
# Of commands that say more with their status than that all was printed.
_UNREAD = {"check": EXIT_UNREAD, "fix": EXIT_FAILED}
_VERBOSE = frozenset({"--verbose", "-v"})


def run(argv: Sequence[str]) -> int:
    """Run a command line and turn its end into an exit status, with nothing but words for it."""
    # What a reader that goes away leaves unknown.
    status = _UNREAD.get(argv[0], 0) if argv else 0
    try:
        try:
            prepare_streams()
            status = _run_command(argv)
            sys.stdout.flush()
            sys.stderr.flush()
            return status
        except KeyboardInterrupt:
            silence_streams()
            return EXIT_INTERRUPTED
        except BrokenPipeError:
            raise
        except Exception as error:
            _tell(error, verbose=not _VERBOSE.isdisjoint(argv))
            silence_streams()
            return EXIT_FAILED
    except BrokenPipeError:
        silence_streams()
        return status


def _run_command(argv: Sequence[str]) -> int:
    try:
        if not argv:
            make_parser(with_arguments=False).print_help()
            return EXIT_FAILED
        name, *words = argv
        if name in COMMANDS:
            args = command_parser(name).parse(words)
            return load(name).run(args)
        if name in ("--help", "-h", "--version"):
            make_parser(with_arguments=False).parse_args([name])
        refuse_command(name)
    except SystemExit as end:
        # argparse ends so; what it printed may not be written yet.
        return end.code if isinstance(end.code, int) else EXIT_FAILED
    except Exception as error:
        raise_interrupt_in(error)
        raise


def _tell(error: Exception, *, verbose: bool) -> None:
    """One line that says what went wrong."""
    if isinstance(error, BvhlintError):
        text = str(error)
    elif isinstance(error, MemoryError):
        text = "out of memory"
    elif isinstance(error, OSError) and error.strerror:
        # What has no name is a stream, unless something is not there.
        nameless = "" if isinstance(error, FileNotFoundError) else "standard output"
        text = ": ".join(filter(None, (str(error.filename or nameless), error.strerror)))
    else:
        from bvhlint.runner.pool import describe

        text = describe(error)
    print(f"bvhlint: {visible(text)}", file=sys.stderr)
    if verbose and not isinstance(error, BvhlintError):
        import traceback

        for line in "".join(traceback.format_exception(error)).split("\n"):
            print(visible(line), file=sys.stderr)
