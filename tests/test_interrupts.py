"""Interrupts that wait."""

from __future__ import annotations

import signal
import threading

import pytest

from bvhlint.interrupts import (
    interrupts_end_the_process,
    interrupts_raise,
    interrupts_wait,
    raise_interrupt_in,
)


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


def test_what_is_not_begun_is_ended_by_the_system() -> None:
    before = signal.getsignal(signal.SIGINT)
    assert before is signal.default_int_handler
    try:
        interrupts_end_the_process()
        assert signal.getsignal(signal.SIGINT) is signal.SIG_DFL
        interrupts_raise()
        assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    finally:
        signal.signal(signal.SIGINT, before)


def test_who_ignores_interrupts_is_not_made_to_end() -> None:
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        interrupts_end_the_process()
        interrupts_raise()
        assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGINT, before)


class Interrupted:
    """What is interrupted while it is told its name."""

    def __set_name__(self, owner: type, name: str) -> None:
        raise KeyboardInterrupt


def test_an_interrupt_is_found_in_what_became_of_it() -> None:
    def make_a_class() -> None:
        try:
            type("Owner", (), {"field": Interrupted()})
        except Exception as error:
            # From 3.12 on it stays what it is, and does not come here.
            raise_interrupt_in(error)
            raise

    with pytest.raises(KeyboardInterrupt):
        make_a_class()


def test_other_errors_hide_none() -> None:
    error = RuntimeError()
    error.__cause__ = ValueError()
    raise_interrupt_in(error)
    raise_interrupt_in(ValueError())
