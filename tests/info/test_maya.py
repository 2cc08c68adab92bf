"""Maya's names for rotation orders and frame rates, against Maya's own arithmetic."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations

import numpy as np
import pytest
from numpy.typing import NDArray

from bvhlint.document.rate import parse_rate, rate_of
from bvhlint.info.maya import ROTATE_ORDERS, TIME_UNITS, rotate_order, time_unit

ANGLES = {"x": np.radians(30.0), "y": np.radians(-50.0), "z": np.radians(110.0)}
AXES = {"x": (1.0, 0.0, 0.0), "y": (0.0, 1.0, 0.0), "z": (0.0, 0.0, 1.0)}


def turn(axis: str) -> NDArray[np.float64]:
    """A right-handed turn for column vectors, by Rodrigues' formula."""
    x, y, z = AXES[axis]
    cross = np.array([[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]])
    angle = ANGLES[axis]
    matrix: NDArray[np.float64] = (
        np.eye(3) + np.sin(angle) * cross + (1 - np.cos(angle)) * cross @ cross
    )
    return matrix


def as_maya_turns(name: str) -> NDArray[np.float64]:
    """Where Maya takes the three axes: row vectors times one matrix after another."""
    points = np.eye(3)
    for axis in name:
        points = points @ turn(axis).T
    return points


def as_bvh_turns(axes: str) -> NDArray[np.float64]:
    """Where a joint with these channels takes them: R1 R2 R3 times column vectors."""
    product = np.eye(3)
    for axis in axes.lower():
        product = product @ turn(axis)
    return (product @ np.eye(3)).T


@pytest.mark.parametrize("axes", ["".join(order) for order in permutations("XYZ")])
def test_the_rotate_order_turns_as_the_channels_do(axes: str) -> None:
    name = rotate_order(axes)
    assert name is not None
    assert np.allclose(as_maya_turns(name), as_bvh_turns(axes))
    others = [other for other in ROTATE_ORDERS if other != name]
    assert not any(np.allclose(as_maya_turns(other), as_bvh_turns(axes)) for other in others)


def test_the_commonest_order_by_name() -> None:
    assert rotate_order("ZXY") == "yxz"
    assert rotate_order("ZYX") == "xyz"


@pytest.mark.parametrize(
    ("axes", "name"),
    [("", "xyz"), ("X", "xyz"), ("YX", "xyz"), ("XY", "yzx"), ("ZX", "xyz"), ("XZ", "yzx")],
)
def test_fewer_axes_take_the_first_order_that_fits(axes: str, name: str) -> None:
    assert rotate_order(axes) == name


@pytest.mark.parametrize("axes", ["XYX", "ZZ", "XYZX"])
def test_an_axis_that_comes_twice_fits_none(axes: str) -> None:
    assert rotate_order(axes) is None


@pytest.mark.parametrize(
    ("literal", "name"),
    [
        ("0.0666667", "game"),
        ("0.0416667", "film"),
        ("0.04", "pal"),
        ("0.0333333", "ntsc"),
        ("0.0208333", "show"),
        ("0.02", "palf"),
        ("0.0166667", "ntscf"),
        ("0.0417083", "23.976fps"),
        ("0.0333667", "29.97fps"),
        ("0.0208542", "47.952fps"),
        ("0.0166833", "59.94fps"),
        (".0083333", "120fps"),
        ("0.01", "100fps"),
        ("1.0", "sec"),
        ("0.001", "millisec"),
        ("0.032", None),
        ("0.0138889", None),
        ("0.008342", None),
        ("0", None),
    ],
)
def test_time_units(literal: str, name: str | None) -> None:
    assert time_unit(rate_of(literal)) == name


def test_each_unit_means_its_own_rate() -> None:
    assert len(set(TIME_UNITS.values())) == len(TIME_UNITS)
    for rate, name in TIME_UNITS.items():
        if name.endswith("fps"):
            assert parse_rate(name.removesuffix("fps")).exact == rate
    assert TIME_UNITS[Fraction(30000, 1001)] == "29.97fps"
