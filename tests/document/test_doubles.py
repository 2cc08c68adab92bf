"""Products of two float64 without loss, and what they are rounded to, by exact fractions."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bvhlint.document.doubles import multiply_exactly, round_product

pytestmark = pytest.mark.unmeasured

size = st.floats(1e-100, 1e100)
factor = size | size.map(lambda value: -value)


@given(st.lists(st.tuples(factor, factor), min_size=1, max_size=20))
@example([(1 / 3, 1 / 3), (-1 / 3, 0.1), (1 - 2.0**-53, 1 - 2.0**-53), (1 + 2.0**-52, 1e22)])
def test_a_product_and_its_error_are_the_exact_product(pairs: list[tuple[float, float]]) -> None:
    left, right = np.array(pairs).T
    product, error = multiply_exactly(left, right)
    assert product.tolist() == (left * right).tolist()
    for pair, high, low in zip(pairs, product.tolist(), error.tolist(), strict=True):
        assert Fraction(high) + Fraction(low) == Fraction(pair[0]) * Fraction(pair[1])


def test_products_of_full_mantissas_lose_nothing() -> None:
    # All 53 bits count in both, so that halves of one bit too many would lose the last.
    bits = np.random.default_rng(3).integers(1 << 52, 1 << 53, (2, 4_000)) | 1
    left, right = bits.astype(np.float64)
    product, error = multiply_exactly(left, right)
    pairs = zip(bits.T.tolist(), product.tolist(), error.tolist(), strict=True)
    assert all(int(high) + int(low) == one * other for (one, other), high, low in pairs)


@pytest.mark.parametrize("power", range(63))
def test_products_are_rounded_as_exact_ones(power: int) -> None:
    """Around powers of two: as much of an error as there can be, and halves to the last bit."""
    spacing = 2.0 ** (power - 52)
    products = [2.0**power + step * spacing for step in range(8)]
    products += [2.0**power + step * 0.5 for step in range(8)]
    errors = [spacing / 2 * share for share in (0, 2.0**-53, 2.0**-50, 0.25, 0.5, 0.75)]
    errors += [step / 2 for step in range(1024) if step / 2 < spacing / 2]
    errors += [-error for error in errors]
    pairs = np.array([(product, error) for product in products for error in errors])
    wanted = [round(Fraction(product) + Fraction(error)) for product, error in pairs.tolist()]
    assert round_product(*pairs.T).tolist() == wanted
