"""Where an interrupt has to wait.

msgspec runs Python code while it looks at a type for the first time, and crashes when an exception
comes out of a signal handler there.
"""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


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
