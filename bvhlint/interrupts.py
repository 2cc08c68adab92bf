"""When Ctrl-C may raise an exception, and when not.

One that is raised while a class is being made can be lost on the way: msgspec goes on with half a
structure and crashes later, and ``__set_name__`` wraps it into a RuntimeError.
"""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


def interrupts_end_the_process() -> None:
    """While nothing is begun, let the system end the process; who ignores interrupts still does."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)


def interrupts_raise() -> None:
    """From here on there is something to tidy up."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_DFL:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@contextmanager
def interrupts_wait() -> Iterator[None]:
    """Hold SIGINT back until the block is done; other threads than the main one get none."""
    waiting: list[FrameType | None] = []
    usual = signal.getsignal(signal.SIGINT)
    if not callable(usual):
        # Ignored, or the end of the process: no exception comes of it.
        yield
        return
    try:
        signal.signal(signal.SIGINT, lambda _, frame: waiting.append(frame))
    except ValueError:
        # Not the main thread.
        yield
        return
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, usual)
        if waiting:
            usual(signal.SIGINT, waiting[0])


def raise_interrupt_in(error: BaseException) -> None:
    """Raise KeyboardInterrupt where an error is what became of one while a class was made."""
    if isinstance(error.__cause__, KeyboardInterrupt):
        raise KeyboardInterrupt from error
