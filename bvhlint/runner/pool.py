"""Work on many items in several processes, with the results in order.

Made here and not taken from ``concurrent.futures`` because there a worker that dies breaks the
whole pool: here it costs the one item that it was at. Each worker has a pipe of its own and takes
its items in order, so it is known which that is.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import signal
import sys
import threading
import time
import traceback
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import chain
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

from bvhlint.interrupts import interrupts_wait, raise_interrupt_in

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.context import BaseContext
    from multiprocessing.process import BaseProcess

I = TypeVar("I")  # noqa: E741
T = TypeVar("T")

WORTH_SECONDS = 0.5
"""From so much estimated work on processes pay that are copied from this one."""
_NEW_PROCESS_FACTOR = 4
"""Processes that begin anew load all libraries again, and pay so many times later."""
_MOST_JOBS = 60  # what Windows can wait for at once
_AHEAD = 32  # results a worker that are kept while an earlier item is not done
_QUEUED = 2  # items a worker: the next one is there when it is done with one
_TICK_SECONDS = 0.1
_PATIENCE_SECONDS = 1.0


class Done(NamedTuple, Generic[T]):
    """An item that needs no work: its result is known."""

    result: T


class Plan(NamedTuple, Generic[I, T]):
    """What to do with each item, in how many processes.

    ``work`` goes to other processes and so must pickle; what it raises becomes ``failed(item,
    why)``, and so does its death. ``cost`` estimates an item's seconds. ``tick`` is called now
    and then while results are awaited, ``warm`` once before processes are copied from this one:
    what it loads they need not.
    """

    work: Callable[[I], T]
    failed: Callable[[I, str], T]
    cost: Callable[[I], float]
    jobs: int
    tick: Callable[[], None] = lambda: None
    warm: Callable[[], None] = lambda: None


def default_jobs() -> int:
    """How many processes can run at once on the cores that this one may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def run_ordered(entries: Iterable[Done[T] | I], plan: Plan[I, T]) -> Generator[T, None, None]:
    """The result of each entry, in order; little work is done in this process."""
    if plan.jobs <= 1:
        yield from _in_this_process(entries, plan)
        return
    rest = iter(entries)
    first: list[Done[T] | I] = []
    seconds = 0.0
    worth = WORTH_SECONDS * (1 if _can_fork() else _NEW_PROCESS_FACTOR)
    for entry in rest:
        first.append(entry)
        if not isinstance(entry, Done):
            seconds += plan.cost(entry)
            if seconds >= worth and len(first) > 1:
                yield from _Pool(plan).run(chain(first, rest))
                return
    yield from _in_this_process(first, plan)


def _in_this_process(entries: Iterable[Done[T] | I], plan: Plan[I, T]) -> Iterator[T]:
    for entry in entries:
        plan.tick()
        if isinstance(entry, Done):
            yield entry.result
            continue
        yield in_this_process(plan.work, entry, plan.failed)


def in_this_process(work: Callable[[I], T], item: I, failed: Callable[[I, str], T]) -> T:
    """The result of one item, or what ``failed`` makes of its error."""
    answer = _answer(work, item)
    return answer.result if isinstance(answer, Done) else failed(item, answer)


def _answer(work: Callable[[I], T], item: I) -> Done[T] | str:
    """The result of an item, or what went wrong."""
    try:
        # Standard output is the report's, whatever a rule prints.
        with contextlib.redirect_stdout(sys.stderr):
            return Done(work(item))
    except MemoryError:
        return "out of memory"
    except Exception as error:
        raise_interrupt_in(error)
        return describe(error)


def describe(error: BaseException) -> str:
    """An error that nobody expected, with its place, on one line."""
    frames = traceback.extract_tb(error.__traceback__)
    place = f" ({os.path.basename(frames[-1].filename)}:{frames[-1].lineno})" if frames else ""
    return f"internal error, please report it: {type(error).__name__}: {error}{place}"


@dataclass
class _Worker:
    process: BaseProcess
    connection: Connection
    items: deque[tuple[int, Any]] = field(default_factory=deque)  # the first is at work


class _Pool(Generic[I, T]):
    """The processes of one run."""

    def __init__(self, plan: Plan[I, T]) -> None:
        self._plan = plan
        self._context = _context()
        if self._context.get_start_method() == "fork":
            plan.warm()
        self._workers: list[_Worker] = []
        self._ready: dict[int, T] = {}

    def run(self, entries: Iterable[Done[T] | I]) -> Iterator[T]:
        numbered = enumerate(entries)
        turn = 0
        more = True
        try:
            while True:
                if more and self._has_room():
                    more = self._hand_out(numbered)
                elif self._count():
                    self._take_in()
                elif not more:
                    return
                while turn in self._ready:
                    yield self._ready.pop(turn)
                    turn += 1
        finally:
            self._stop()

    def _count(self) -> int:
        """How many items the workers have."""
        return sum(len(worker.items) for worker in self._workers)

    def _has_room(self) -> bool:
        """Whether a worker can take an item, and not too much waits for one before it."""
        jobs = self._plan.jobs
        return self._count() < _QUEUED * jobs and len(self._ready) < _AHEAD * jobs

    def _hand_out(self, numbered: Iterator[tuple[int, Done[T] | I]]) -> bool:
        """Take the next entry in; False when there is none."""
        for index, entry in numbered:
            if isinstance(entry, Done):
                self._ready[index] = entry.result
            else:
                self._give(index, entry)
            return True
        return False

    def _give(self, index: int, item: Any) -> None:
        worker = min(self._workers, key=lambda worker: len(worker.items), default=None)
        if worker is None or (worker.items and len(self._workers) < self._plan.jobs):
            worker = self._start()
        worker.items.append((index, item))
        # A worker that died while idle is noticed when its answer is awaited.
        with contextlib.suppress(OSError):
            worker.connection.send(item)

    def _take_in(self) -> None:
        """Wait for answers, or for the death of a worker."""
        from multiprocessing.connection import wait

        busy = [worker for worker in self._workers if worker.items]
        ready = wait([worker.connection for worker in busy], _TICK_SECONDS)
        self._plan.tick()
        for worker in [worker for worker in busy if worker.connection in ready]:
            try:
                answer = worker.connection.recv()
            except (EOFError, OSError, pickle.UnpicklingError):
                self._replace(worker)
                continue
            index, item = worker.items.popleft()
            self._ready[index] = (
                answer.result if isinstance(answer, Done) else self._plan.failed(item, answer)
            )

    def _replace(self, worker: _Worker) -> None:
        """Give up the item that a dead worker was at; the one behind it goes to another."""
        self._workers.remove(worker)
        (index, item), *others = worker.items
        self._ready[index] = self._plan.failed(item, self._bury(worker))
        for index, item in others:
            self._give(index, item)

    def _start(self) -> _Worker:
        ours, theirs = self._context.Pipe()
        # A copy of our ends in another worker would keep it from seeing that we are gone.
        forked = self._context.get_start_method() == "fork"
        others = [worker.connection for worker in self._workers] if forked else []
        process = self._context.Process(  # type: ignore[attr-defined]
            target=_serve,
            args=(self._plan.work, theirs, [*others, ours] if forked else []),
            daemon=True,
        )
        with interrupts_wait():
            # What runs around a fork passes over exceptions: an interrupt there would be lost.
            process.start()
        theirs.close()
        worker = _Worker(process, ours)
        self._workers.append(worker)
        return worker

    def _bury(self, worker: _Worker) -> str:
        worker.connection.close()
        worker.process.join(_PATIENCE_SECONDS)
        code = worker.process.exitcode
        if code is not None and code < 0:
            try:
                name = signal.Signals(-code).name
            except ValueError:
                name = f"signal {-code}"
            guess = " (out of memory?)" if name == "SIGKILL" else ""
            return f"the process at work on it was ended by {name}{guess}"
        return f"the process at work on it ended with status {code}"

    def _stop(self) -> None:
        """End all workers: those that wait at once, those at work as soon as they have tidied."""
        for worker in self._workers:
            if worker.items:
                worker.process.terminate()
        for worker in self._workers:
            worker.connection.close()
        deadline = time.monotonic() + _PATIENCE_SECONDS
        for worker in self._workers:
            worker.process.join(max(0.0, deadline - time.monotonic()))
            if worker.process.is_alive():
                worker.process.kill()
                worker.process.join()


def _context() -> BaseContext:
    """How processes are started: copied where that is safe and quick, else begun anew."""
    import multiprocessing

    return multiprocessing.get_context("fork" if _can_fork() else "spawn")


def _can_fork() -> bool:
    # A thread may hold a lock that its copy would wait for in vain.
    return sys.platform == "linux" and threading.active_count() == 1


def _serve(work: Callable[[Any], Any], connection: Connection, others: list[Connection]) -> None:
    """A worker's life: answer item after item until nobody asks any more."""
    for other in others:
        other.close()
    # Ctrl-C goes to all processes of a terminal; the one that leads them decides what follows.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if sys.platform != "win32":
        signal.signal(signal.SIGTERM, _leave)
    with contextlib.suppress(EOFError, OSError, _Leave):
        while True:
            item = connection.recv()
            connection.send(_answer(work, item))


class _Leave(BaseException):
    """The end of a worker: an exception, so that temporary files are removed on the way.

    No SystemExit, which is a fault of the rule that raises it.
    """


def _leave(signum: int, frame: object) -> None:
    del frame
    # One is enough: another would break off what the first made it tidy up.
    signal.signal(signum, signal.SIG_IGN)
    raise _Leave
