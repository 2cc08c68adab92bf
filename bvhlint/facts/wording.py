"""How messages say numbers that are measured: as many digits as mean something."""

from __future__ import annotations

# Less is the rounding of the arithmetic.
_NOTHING = 1e-3


def angle_text(degrees: float) -> str:
    """An angle of 0 or more with three digits, ``0`` below a thousandth of a degree."""
    return f"{degrees:.3g}" if degrees >= _NOTHING else "0"


def more_joints(others: int) -> str:
    """How a message counts the joints that it does not name."""
    return f" (and {others} more joint{'s' * (others > 1)})" if others else ""
