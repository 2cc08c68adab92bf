"""Products of two float64 without loss: the rounded product and what it is off by."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

_SPLIT = 2.0**27 + 1


def multiply_exactly(
    left: NDArray[np.float64], right: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Two float64 arrays whose sum is the exact product, the first its nearest float64.

    Exact while no part leaves the range of float64: products of 1e-250 to 1e300 in size.
    """
    product = left * right
    left_upper, left_lower = _halves(left)
    right_upper, right_lower = _halves(right)
    error = left_upper * right_upper - product
    error += left_upper * right_lower
    error += left_lower * right_upper
    error += left_lower * right_lower
    return product, error


def _halves(value: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """A float64 as the sum of two of at most 26 bits, whose products are exact."""
    scaled = _SPLIT * value
    upper = scaled - (scaled - value)
    return upper, value - upper


def round_product(product: NDArray[np.float64], error: NDArray[np.float64]) -> NDArray[np.int64]:
    """The integers nearest to exact products below 2^63; of two equally near the even one."""
    # The product's own rounding to an integer, then what the error adds to it. Where the error can
    # be as large as a half, the product is an even integer, so that halves still go to the even.
    rounded = np.rint(product)
    result = rounded.astype(np.int64) + np.rint(error).astype(np.int64)
    off = (np.abs(product - rounded) == 0.5) & (error != 0)
    result[off] = (product[off] + np.copysign(0.5, error[off])).astype(np.int64)
    return result
