"""What a Frame Time means: the rate that its digits stand for.

Writers cut ``1/120`` to ``0.008333`` and mean 120 frames a second. A Frame Time stands for the
nearest whole rate, or one of the NTSC rates (a whole rate times 1000/1001), within a tolerance
that no rounding in use exceeds and that keeps 30 and 29.97 apart; else it stands for itself.
"""

from __future__ import annotations

import math
import re
from fractions import Fraction

import msgspec

from bvhlint.document.numbers import parse_number

NTSC_BASES = (24, 30, 48, 60, 72, 90, 120, 240)
NTSC = tuple(Fraction(1000 * base, 1001) for base in NTSC_BASES)
# .03333 for 1/30 needs 1.0e-4; 30 and 30000/1001 lie 1.0e-3 apart.
TOLERANCE = 1.5e-4
# What one or two digits say is meant as it stands, so that 0.0033 does not become 303 a second.
EXACT_TOLERANCE = 1e-6
ENOUGH_DIGITS = 3
LEAST_DECIMALS = 7
_MOST_DECIMALS = 30

_FRACTION = re.compile(r"(\d{1,9})/(\d{1,9})", re.ASCII)


class Rate(msgspec.Struct, frozen=True):
    """Frames a second; ``exact`` where it is a whole number or an NTSC rate, else None."""

    fps: float
    exact: Fraction | None = None

    @classmethod
    def of(cls, exact: Fraction) -> Rate:
        return cls(float(exact), exact)

    @property
    def is_ntsc(self) -> bool:
        return self.exact is not None and self.exact.denominator != 1

    @property
    def frame_time(self) -> float:
        """Seconds a frame, as near as a float can be."""
        return float(1 / self.exact) if self.exact else 1 / self.fps

    def __str__(self) -> str:
        """For people: ``120``, ``29.97``, ``23.976``, ``53.326``; at most three decimals."""
        if self.exact and not self.is_ntsc:
            return str(self.exact.numerator)
        text = f"{self.fps:.3f}"
        return text.rstrip("0").rstrip(".") if self.fps >= 0.1 else f"{self.fps:.3g}"


def significant_digits(literal: str) -> int:
    """How many digits a number's text has between its first and its last that is not 0."""
    digits = re.split("[eE]", literal)[0].replace(".", "").lstrip("+-")
    return len(digits.strip("0"))


def decimals_of(literal: str) -> int:
    """How many decimals a number's text shows, its exponent taken into account: 0 to 30."""
    mantissa, _, exponent = literal.replace("E", "e").partition("e")
    written = len(mantissa.partition(".")[2])
    return int(min(max(written - float(exponent or 0), 0), _MOST_DECIMALS))


def rate_of(literal: str) -> Rate | None:
    """The rate that a Frame Time's text stands for; None if it is no number above 0."""
    time = parse_number(literal.encode())
    if time is None or not 0 < time < math.inf or math.isinf(1 / time):
        return None
    exact = significant_digits(literal) < ENOUGH_DIGITS
    return _snap(1 / time, EXACT_TOLERANCE if exact else TOLERANCE, whole_only=exact)


def _snap(fps: float, tolerance: float, *, whole_only: bool = False) -> Rate:
    """The whole or NTSC rate nearest to ``fps`` within a tolerance, or ``fps`` itself."""
    candidates = [Fraction(round(fps))] if round(fps) else []
    candidates += () if whole_only else NTSC
    nearest = min(candidates, key=lambda rate: abs(fps / rate - 1), default=None)
    if nearest is not None and abs(fps / nearest - 1) <= tolerance:
        return Rate.of(nearest)
    return Rate(fps)


def same_rate(first: Rate, second: Rate) -> bool:
    """Whether two rates are one: the same whole or NTSC rate, or neither and nearly equal."""
    if first.exact or second.exact:
        return first.exact == second.exact
    return abs(first.fps - second.fps) <= TOLERANCE * min(first.fps, second.fps)


def parse_rate(text: str) -> Rate:
    """The rate that somebody typed: ``30``, ``29.97``, ``23.98``, ``30000/1001``, ``31.25``.

    What is nearer to a whole or NTSC rate than a Frame Time can tell is that rate. Raises
    ValueError for anything that is not a positive, finite number of frames a second.
    """
    fraction = _FRACTION.fullmatch(text)
    if fraction and int(fraction[1]) and int(fraction[2]):
        return _snap(int(fraction[1]) / int(fraction[2]), TOLERANCE)
    fps = parse_number(text.encode())
    if fps is None or not 0 < fps < math.inf:
        raise ValueError(f"{text!r} is no number of frames a second")
    decimals = decimals_of(text)
    for rate in NTSC:
        # 23.98 is how people shorten 24000/1001.
        if decimals >= 2 and round(float(rate), decimals) == fps:
            return Rate.of(rate)
    return _snap(fps, TOLERANCE)


def frame_time_text(rate: Rate, decimals: int = LEAST_DECIMALS) -> str:
    """The Frame Time to write: seven or ``decimals`` decimals, more if it took more to mean
    just this rate when it is read again."""
    for places in range(max(decimals, LEAST_DECIMALS), _MOST_DECIMALS):
        text = f"{rate.frame_time:.{places}f}"
        read = rate_of(text)
        if read is not None and same_rate(read, rate):
            return text
    return repr(rate.frame_time)


def drift(literal: str, rate: Rate, seconds: float) -> float:
    """How many seconds too late (too early: negative) a clip of ``seconds`` at ``rate`` ends
    when it is played by the Frame Time ``literal``."""
    return seconds * (float(literal) * rate.fps - 1)
