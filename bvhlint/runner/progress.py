"""A progress bar on the terminal for runs that take long: files, megabytes a second, time left."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

PATIENCE_SECONDS = 1.0
"""A run shorter than this shows no bar."""
_REFRESH_SECONDS = 0.1
_MEGABYTE = 1_000_000


def wants_bar(stream: TextIO, *, allowed: bool) -> bool:
    """Whether a bar can be drawn on a stream and is not switched off."""
    return allowed and stream.isatty() and os.environ.get("TERM") != "dumb"


class Bar:
    """Draws nothing until the run turns out to be long; no thread, so processes may be started.

    ``sizes`` are the bytes of each file in order, ``doing`` says what is done to them; without a
    stream nothing is drawn at all. Use it as a context manager.
    """

    def __init__(
        self, stream: TextIO | None, sizes: Sequence[int] = (), doing: str = "checking"
    ) -> None:
        self._stream = stream
        self._sizes = sizes
        self._doing = doing
        self._total = sum(sizes)
        self._done = 0
        self._bytes = 0
        self._started = time.monotonic()
        self._drawn = self._started
        self._shown: tuple[Progress, TaskID] | None = None

    def __enter__(self) -> Bar:
        return self

    def __exit__(self, *_: object) -> None:
        if self._shown:
            self._shown[0].stop()

    def advance(self) -> None:
        """Count one more file as done."""
        if self._done < len(self._sizes):
            self._bytes += self._sizes[self._done]
        self._done += 1
        self.tick()

    def tick(self) -> None:
        """Draw the bar if it is time."""
        if self._stream is None:
            return
        now = time.monotonic()
        if self._shown is None and now - self._started < PATIENCE_SECONDS:
            return
        if now - self._drawn < _REFRESH_SECONDS:
            return
        self._drawn = now
        if self._shown is None:
            self._shown = self._start()
        progress, task = self._shown
        seconds = max(now - self._started, 1e-9)
        progress.update(
            task,
            completed=self._bytes,
            files=f"{self._done}/{len(self._sizes)} files",
            speed=f"{self._bytes / _MEGABYTE / seconds:.0f} MB/s",
        )
        progress.refresh()

    @contextmanager
    def aside(self, stream: TextIO | None) -> Iterator[None]:
        """Take the bar away while something is written to ``stream``, if that is a terminal."""
        if self._shown is None or stream is None or not stream.isatty():
            yield
            return
        self._shown[0].stop()
        try:
            yield
            stream.flush()
        finally:
            self._shown[0].start()

    def _start(self) -> tuple[Progress, TaskID]:
        # Late: rich is needed by the few runs that draw.
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

        progress = Progress(
            TextColumn(self._doing),
            BarColumn(),
            TextColumn("{task.fields[files]}"),
            TextColumn("{task.fields[speed]}"),
            TimeRemainingColumn(compact=True),
            console=Console(file=self._stream),
            auto_refresh=False,
            transient=True,
            redirect_stdout=False,
            redirect_stderr=False,
        )
        task = progress.add_task("", total=max(self._total, 1), files="", speed="")
        progress.start()
        return progress, task
