"""Interrupts that wait."""

from __future__ import annotations

import signal
import threading

import pytest

from bvhlint.interrupts import interrupts_wait


def test_an_interrupt_comes_when_the_block_is_done() -> None:
    done = []

    def run() -> None:
        with interrupts_wait():
            signal.raise_signal(signal.SIGINT)
            done.append("all of it")

    with pytest.raises(KeyboardInterrupt):
        run()
    assert done == ["all of it"]


def test_what_stood_before_stands_again() -> None:
    before = signal.getsignal(signal.SIGINT)
    with pytest.raises(ZeroDivisionError), interrupts_wait():
        raise ZeroDivisionError
    assert signal.getsignal(signal.SIGINT) is before


def test_who_ignores_interrupts_goes_on_ignoring_them() -> None:
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        with interrupts_wait():
            signal.raise_signal(signal.SIGINT)
        assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGINT, before)


def test_another_thread_just_runs() -> None:
    ran = []

    def run() -> None:
        with interrupts_wait():
            ran.append(True)

    thread = threading.Thread(target=run)
    thread.start()
    thread.join()
    assert ran == [True]
