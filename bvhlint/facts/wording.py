"""How messages say numbers that are measured: as many digits as mean something."""

from __future__ import annotations

# Less is the rounding of the arithmetic.
_NOTHING = 1e-3


def angle_text(degrees: float) -> str:
    """An angle of 0 or more with three digits, ``0`` below a thousandth of a degree."""
    return f"{degrees:.3g}" if degrees >= _NOTHING else "0"


def turn_text(degrees: float) -> str:
    """``1 degree``, ``0.5 degrees``: an angle by itself."""
    text = angle_text(degrees)
    return f"{text} degree" if text == "1" else f"{text} degrees"


def rate_text(rate: object) -> str:
    """``1 frame a second``, ``29.97 frames a second``."""
    return f"{rate} frame a second" if str(rate) == "1" else f"{rate} frames a second"


def more_joints(others: int) -> str:
    """How a message counts the joints that it does not name."""
    return f" (and {others} more joint{'s' * (others > 1)})" if others else ""
