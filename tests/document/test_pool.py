"""Sharing work among threads keeps the order of results."""

from __future__ import annotations

import threading
import time

import pytest

from bvhlint.document.pool import map_in_order


@pytest.mark.parametrize("threads", [1, 2, 4])
def test_results_come_in_the_order_of_pieces(threads: int) -> None:
    def late(piece: int) -> int:
        time.sleep(0.002 * (piece % 3))
        return piece * piece

    assert list(map_in_order(late, range(30), threads)) == [piece * piece for piece in range(30)]
    assert list(map_in_order(late, [], threads)) == []


def test_two_pieces_are_worked_on_at_once() -> None:
    meeting = threading.Barrier(2, timeout=60)
    assert len(list(map_in_order(lambda _: meeting.wait(), range(2), 2))) == 2


@pytest.mark.parametrize("threads", [1, 2])
def test_an_error_comes_out_at_its_piece(threads: int) -> None:
    results = map_in_order(lambda piece: 10 // piece, [1, 2, 0, 5], threads)
    assert [next(results), next(results)] == [10, 5]
    with pytest.raises(ZeroDivisionError):
        next(results)


def test_work_runs_only_a_few_pieces_ahead() -> None:
    begun: list[int] = []
    results = map_in_order(lambda piece: begun.append(piece), range(1000), 2)
    next(results)
    time.sleep(0.05)
    assert len(begun) < 10
    results.close()  # type: ignore[attr-defined]
    time.sleep(0.05)
    assert len(begun) < 10
