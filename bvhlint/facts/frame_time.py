"""What a rounded Frame Time is likely to have meant, and what stands behind it on its line."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

from bvhlint.document.document import Document
from bvhlint.document.numbers import parse_number
from bvhlint.document.rate import NTSC, TOLERANCE, Rate, decimals_of, rate_of, significant_digits
from bvhlint.facts.memo import fact
from bvhlint.syntax.nodes import Kind, Leaf

_WHOLE = (10, 12, 15, 20, 24, 25, 30, 40, 48, 50, 60, 72, 75, 80, 90, 96, 100, 120, 125, 144, 150)
_FAST = (160, 180, 200, 240, 250, 300, 360, 480, 500, 600, 960, 1000)
COMMON = (Rate(12.5), *(Rate.of(Fraction(fps)) for fps in _WHOLE + _FAST))
_NTSC_RATES = tuple(map(Rate.of, NTSC))
FARTHEST = 0.12  # share of the Frame Time
SHORTEST, LONGEST = 0.001, 1.0  # seconds; other Frame Times are no roundings
EXACT, COARSE = 1e-6, 3e-5
_UNITS = {"milliseconds": 3, "microseconds": 6}
_TOLD_BY = 2  # digits
# Room for the last bit where 1/q lies just half a unit or a unit off.
_ROOM = 1 + 1e-9


def values_behind(document: Document) -> tuple[Leaf, ...]:
    """The numbers behind that of the Frame Time, on its line: values of frames, most likely."""
    item = document.motion.frame_time_item
    if item is None or not item.values or item.values[0].type is not Kind.NUMBER:
        return ()
    return tuple(leaf for leaf in item.values[1:] if leaf.type is Kind.NUMBER)


@fact
def value_below(document: Document) -> Leaf | None:
    """The number on a line of its own below a Frame Time without one, which it probably is.

    It counts as the first frame row.
    """
    item, table = document.motion.frame_time_item, document.motion.table
    if item is None or item.values or not len(table) or table.widths[0] != 1 or table.channels == 1:
        return None
    start, end = table.cell_span(0, 0)
    value = parse_number(document.content[start:end])
    is_time = value is not None and 0 < value <= LONGEST
    return Leaf(Kind.NUMBER, start, end, document.content) if is_time else None


def rate_meant(literal: str) -> Rate | None:
    """The rate that a Frame Time stands for, or else a common one that it may be a rounding of.

    None if there is neither.
    """
    rate = rate_of(literal)
    if rate is None or rate.exact:
        return rate
    decimals = decimals_of(literal)
    unit = 10.0**-decimals
    reach = min(unit / 2 if decimals <= 2 else unit, FARTHEST / rate.fps) * _ROOM
    for candidates in (COMMON, _NTSC_RATES):
        near = [other for other in candidates if abs(other.frame_time - rate.frame_time) <= reach]
        if near:
            return min(near, key=lambda other: abs(other.frame_time - rate.frame_time))
    return None


def in_other_unit(literal: str) -> tuple[str, Rate] | None:
    """The unit and the rate of a Frame Time above a second that seems to be written in milliseconds
    or microseconds; None where the number is a common rate itself."""
    number = Decimal(literal)
    if number <= 1 or significant_digits(literal) < _TOLD_BY or _is_common(float(number)):
        return None
    for unit, digits in _UNITS.items():
        seconds = f"{number.scaleb(-digits):f}"
        rate = rate_meant(seconds) if SHORTEST <= float(seconds) <= LONGEST else None
        if rate is not None and _is_common(rate.fps):
            return unit, rate
    return None


def _is_common(fps: float) -> bool:
    return any(abs(fps / rate.fps - 1) <= TOLERANCE for rate in COMMON + _NTSC_RATES)


def coarsely_rounded(document: Document) -> Rate | None:
    """The rate that the Frame Time means if it is written in so few digits that a clip drifts."""
    leaf, time = document.motion.frame_time_leaf, document.motion.frame_time
    if leaf is None or time is None or not SHORTEST <= time <= LONGEST:
        return None
    meant = rate_meant(leaf.text)
    if meant is None or abs(time * meant.fps - 1) <= COARSE:
        return None
    # 1 divided by a whole number is what was meant.
    return None if abs(time * round(1 / time) - 1) <= EXACT else meant
