"""What Maya calls a rotation order and a frame rate.

Maya multiplies row vectors from the left, p' = p * RX * RY * RZ for rotateOrder xyz (its manual of
the transform node), so that the first axis of the name turns first. In BVH's column vectors this is
RZ * RY * RX: channels Zrotation Yrotation Xrotation. Maya's name is BVH's order read backwards.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from bvhlint.document.rate import Rate

ROTATE_ORDERS = ("xyz", "yzx", "zxy", "xzy", "yxz", "zyx")
"""In the order of Maya's own numbers, 0 to 5; the first is its default."""

_NAMED = {15: "game", 24: "film", 25: "pal", 30: "ntsc", 48: "show", 50: "palf", 60: "ntscf"}
_LOW = (2, 3, 4, 5, 6, 8, 10, 12, 16, 20, 40, 75, 80, 90, 100, 120, 125, 150, 200, 240, 250, 300)
_HIGH = (375, 400, 500, 600, 750, 1200, 1500, 2000, 3000, 6000, 44100, 48000)
_NTSC = {24: "23.976fps", 30: "29.97fps", 48: "47.952fps", 60: "59.94fps"}

TIME_UNITS: Mapping[Fraction, str] = {
    Fraction(1): "sec",
    Fraction(1000): "millisec",
    **{Fraction(rate): name for rate, name in _NAMED.items()},
    **{Fraction(rate): f"{rate}fps" for rate in (*_LOW, *_HIGH)},
    **{Fraction(base * 1000, 1001): name for base, name in _NTSC.items()},
}
"""The words of ``currentUnit -time`` by the frames a second that they mean."""


def rotate_order(axes: str) -> str | None:
    """Maya's rotateOrder for rotation channels about ``axes`` in their order, such as ``ZXY``.

    None where an axis comes twice. Of fewer than three axes several orders fit: the first.
    """
    if len(set(axes)) < len(axes):
        return None
    turned = axes[::-1].lower()
    return next(name for name in ROTATE_ORDERS if _keeps(name, turned))


def time_unit(rate: Rate | None) -> str | None:
    """Maya's time unit for a frame rate, or None where none is just this rate."""
    return TIME_UNITS.get(rate.exact) if rate and rate.exact else None


def _keeps(name: str, axes: str) -> bool:
    """Whether ``axes`` come in ``name`` in their order."""
    return "".join(axis for axis in name if axis in axes) == axes
