"""The pool: results in order, a death costs one item, an interrupt ends all at once."""

from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from bvhlint.runner import pool
from bvhlint.runner.pool import Done, Plan, default_jobs, run_ordered

pytestmark = pytest.mark.unmeasured


@pytest.fixture(autouse=True)
def small_work_pays(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Processes from the second item on; none may be left behind."""
    monkeypatch.setattr(pool, "WORTH_SECONDS", 0.0)
    yield
    assert multiprocessing.active_children() == []


def plan(
    work: Callable[[int], int | str], jobs: int = 2, tick: Callable[[], None] = lambda: None
) -> Plan[int, int | str]:
    return Plan(
        work=work,
        failed=lambda item, why: f"{item}: {why}",
        cost=lambda _: 1.0,
        jobs=jobs,
        tick=tick,
    )


def test_results_come_in_order_whoever_is_done_first() -> None:
    def work(item: int) -> int:
        time.sleep(0.05 if item % 3 == 0 else 0)
        return item * item

    for jobs in (1, 2, 5):
        assert list(run_ordered(range(30), plan(work, jobs))) == [n * n for n in range(30)]


def test_the_work_is_done_in_other_processes() -> None:
    workers = list(run_ordered(range(20), plan(lambda _: os.getpid(), 3)))
    assert os.getpid() not in workers
    assert 1 < len(set(workers)) <= 3


def test_little_work_stays_in_this_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "WORTH_SECONDS", 10.0)
    assert set(run_ordered(range(9), plan(lambda _: os.getpid()))) == {os.getpid()}
    assert os.getpid() not in set(run_ordered(range(10), plan(lambda _: os.getpid())))
    assert set(run_ordered(range(10), plan(lambda _: os.getpid(), jobs=1))) == {os.getpid()}
    monkeypatch.setattr(pool, "WORTH_SECONDS", 0.5)
    assert list(run_ordered([7], plan(lambda _: os.getpid()))) == [os.getpid()]


def test_what_is_done_already_takes_its_place_in_the_order() -> None:
    entries: list[Done[int | str] | int] = [Done(0), 1, Done(2), Done(3), 4, 5, Done(6)]
    for jobs in (1, 3):
        assert list(run_ordered(entries, plan(lambda item: item, jobs))) == list(range(7))


def test_entries_are_asked_for_as_they_are_needed() -> None:
    asked: list[int] = []

    def entries() -> Iterator[int]:
        for number in range(10_000):
            asked.append(number)
            yield number

    with closing(run_ordered(entries(), plan(lambda item: item))) as results:
        assert next(results) == 0
        assert len(asked) < 200


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_error_costs_its_item(jobs: int) -> None:
    def work(item: int) -> int:
        if item == 3:
            raise ValueError("no\nway")
        if item == 5:
            raise MemoryError
        return item

    results = list(run_ordered(range(8), plan(work, jobs)))
    assert str(results[3]).startswith("3: internal error, please report it: ValueError: no\nway (")
    assert results[5] == "5: out of memory"
    assert [result for result in results if isinstance(result, int)] == [0, 1, 2, 4, 6, 7]


@pytest.mark.parametrize(
    ("end", "words"),
    [
        (lambda: os.kill(os.getpid(), signal.SIGKILL), "was ended by SIGKILL (out of memory?)"),
        (lambda: os.kill(os.getpid(), signal.SIGUSR1), "was ended by SIGUSR1"),
        (lambda: os._exit(7), "ended with status 7"),
    ],
)
def test_a_worker_that_dies_costs_its_item(end: Callable[[], None], words: str) -> None:
    def work(item: int) -> int:
        if item in (4, 9, 10):
            end()
        return item

    results = list(run_ordered(range(20), plan(work, 3)))
    assert [n for n, result in enumerate(results) if result != n] == [4, 9, 10]
    assert results[9] == f"9: the process at work on it {words}"


def test_all_workers_may_die() -> None:
    results = list(run_ordered(range(10), plan(lambda _: os._exit(1), 2)))
    assert len(results) == 10
    assert all(str(result).endswith("ended with status 1") for result in results)


def test_a_result_that_cannot_be_sent_costs_its_item() -> None:
    def work(item: int) -> int:
        return (lambda: item) if item == 2 else item  # type: ignore[return-value]

    results = list(run_ordered(range(5), plan(work)))
    assert "2: " in str(results[2])
    assert [result for result in results if isinstance(result, int)] == [0, 1, 3, 4]


def test_large_results_pass() -> None:
    results = list(run_ordered(range(6), plan(lambda item: str(item) * 3_000_000)))
    assert [(len(str(result)), str(result)[0]) for result in results] == [
        (3_000_000, str(n)) for n in range(6)
    ]


def test_processes_can_be_begun_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    # As on Windows and macOS, where nothing is inherited.
    monkeypatch.setattr(pool, "_context", lambda: multiprocessing.get_context("spawn"))
    results = list(run_ordered(["a", "b", "c"], plan(str.upper)))  # type: ignore[arg-type]
    assert results == ["A", "B", "C"]


def test_whoever_waits_is_told_now_and_then() -> None:
    ticks: list[float] = []

    def work(item: int) -> int:
        time.sleep(2)
        return item

    list(run_ordered(range(2), plan(work, 2, lambda: ticks.append(time.monotonic()))))
    assert len(ticks) >= 4


def test_what_is_loaded_first_is_loaded_once() -> None:
    warmed: list[int] = []
    warm = plan(lambda _: len(warmed))._replace(warm=lambda: warmed.append(os.getpid()))
    assert list(run_ordered(range(4), warm)) == [1, 1, 1, 1]
    assert warmed == [os.getpid()]


def test_leaving_early_ends_the_workers_at_once() -> None:
    def work(item: int) -> int:
        if item:
            time.sleep(60)
        return item

    started = time.monotonic()
    with closing(run_ordered(range(4), plan(work, 3))) as results:
        assert next(results) == 0
    assert time.monotonic() - started < 30


@pytest.mark.parametrize("times", [1, 2])
def test_a_worker_that_is_ended_tidies_up(tmp_path: Path, times: int) -> None:
    def work(item: int) -> int:
        if item:
            temporary = tmp_path / f"{item}.tmp"
            try:
                # Inside: the end may come as soon as the file is there.
                temporary.touch()
                time.sleep(60)
            finally:
                for _ in range(times - 1):
                    os.kill(os.getpid(), signal.SIGTERM)
                temporary.unlink()
        return item

    with closing(run_ordered(range(3), plan(work, 3))) as results:
        assert next(results) == 0
        while len(os.listdir(tmp_path)) < 2:
            time.sleep(0.01)
    assert os.listdir(tmp_path) == []


def test_a_worker_that_does_not_listen_is_ended_all_the_same() -> None:
    def work(item: int) -> int:
        if item:
            signal.signal(signal.SIGTERM, signal.SIG_IGN)
            time.sleep(60)
        return item

    started = time.monotonic()
    with closing(run_ordered(range(3), plan(work, 3))) as results:
        assert next(results) == 0
        time.sleep(0.2)
    assert time.monotonic() - started < 30


ORPHANS = """
import os, sys, time
from bvhlint.runner import pool
pool.WORTH_SECONDS = 0

def work(item):
    # In one piece, whoever else writes at the same time.
    os.write(1, b"%d\\n" % os.getpid())
    time.sleep(0.2)
    return item

plan = pool.Plan(work, lambda *a: None, lambda item: 1.0, 3)
for result in pool.run_ordered(range(1000), plan):
    pass
"""


def is_running(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return False
    return state != "Z"


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_no_worker_outlives_the_run(number: signal.Signals) -> None:
    command = [sys.executable, "-c", ORPHANS]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as run:
        assert run.stdout is not None
        pids = {int(run.stdout.readline()) for _ in range(3)}
        run.send_signal(number)
        run.wait(60)
    deadline = time.monotonic() + 60
    while any(map(is_running, pids)) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not [pid for pid in pids if is_running(pid)]


def test_the_default_is_one_process_a_core() -> None:
    assert default_jobs() == len(os.sched_getaffinity(0))
