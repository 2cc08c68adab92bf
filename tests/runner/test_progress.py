"""The progress bar: drawn late, on terminals only, and out of the way of what is printed."""

from __future__ import annotations

import io
import re

import pytest

from bvhlint.runner import progress
from bvhlint.runner.progress import Bar, wants_bar


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


class Clock:
    """Stands for the time module: a second is over when the test says so."""

    def __init__(self) -> None:
        self.now = 100.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(progress, "time", clock)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "100")
    return clock


def text_of(terminal: Terminal) -> str:
    return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", terminal.getvalue())


def test_a_short_run_draws_nothing(clock: Clock) -> None:
    terminal = Terminal()
    with Bar(terminal, [10] * 5) as bar:
        for _ in range(5):
            clock.now += 0.19
            bar.advance()
    assert terminal.getvalue() == ""


def test_a_long_run_draws_files_and_megabytes(clock: Clock) -> None:
    terminal = Terminal()
    with Bar(terminal, [30_000_000, 10_000_000, 0]) as bar:
        clock.now += 2
        bar.advance()
        assert "1/3 files" in text_of(terminal)
        assert "15 MB/s" in text_of(terminal)
        clock.now += 2
        bar.advance()
        assert "2/3 files" in text_of(terminal)
        assert "10 MB/s" in text_of(terminal)
    # Nothing of it stays.
    assert text_of(terminal).rpartition("\r")[2].strip() == ""


def test_it_is_drawn_ten_times_a_second_at_most(clock: Clock) -> None:
    terminal = Terminal()
    with Bar(terminal, [1] * 1000) as bar:
        clock.now += 2
        for _ in range(1000):
            clock.now += 0.001
            bar.advance()
        assert 5 <= text_of(terminal).count("files") <= 30


def test_it_steps_aside_for_what_is_printed_on_a_terminal(clock: Clock) -> None:
    terminal, other = Terminal(), Terminal()
    with Bar(terminal, [1] * 9) as bar:
        with bar.aside(other):
            assert text_of(terminal) == ""
        clock.now += 2
        bar.advance()
        drawn = text_of(terminal)
        with bar.aside(io.StringIO()):
            assert text_of(terminal) == drawn
        with bar.aside(None):
            assert text_of(terminal) == drawn
        with bar.aside(other):
            # Taken away: the cursor is back at the start of an empty line.
            assert terminal.getvalue().endswith(("\x1b[2K", "\x1b[1A\x1b[2K", "\x1b[?25h"))
            other.write("finding")
        assert text_of(terminal).count("files") > drawn.count("files")


def test_more_files_than_were_announced_are_no_trouble(clock: Clock) -> None:
    terminal = Terminal()
    with Bar(terminal, [1]) as bar:
        for _ in range(3):
            clock.now += 2
            bar.advance()
    assert "3/1 files" in text_of(terminal)


def test_without_a_stream_nothing_happens(clock: Clock) -> None:
    with Bar(None) as bar:
        clock.now += 10
        bar.advance()
        bar.tick()
        with bar.aside(Terminal()):
            pass


def test_where_a_bar_is_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    assert wants_bar(Terminal(), allowed=True)
    assert not wants_bar(Terminal(), allowed=False)
    assert not wants_bar(io.StringIO(), allowed=True)
    monkeypatch.setenv("TERM", "dumb")
    assert not wants_bar(Terminal(), allowed=True)
