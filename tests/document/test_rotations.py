"""Rotations against SciPy's, and the choice of triples against a slow search of all of them."""

from __future__ import annotations

import itertools
import time

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from bvhlint.document.rotations import (
    Floats,
    follow_triples,
    inverse,
    matrices,
    multiply,
    nearest_triples,
    other_triples,
    poles,
    quaternions,
    relative_angles,
    rotate,
    triples,
    whole_turns,
    wrap,
)

TAIT_BRYAN = ["XYZ", "XZY", "YXZ", "YZX", "ZXY", "ZYX"]
ORDERS = [*TAIT_BRYAN, "X", "Z", "ZX", "YX", "ZXZ", "XYX"]


def random_angles(shape: tuple[int, ...], spread: float = 400.0) -> Floats:
    return np.random.default_rng(7).uniform(-spread, spread, shape)


def same_rotations(a: Floats, b: Floats, order: str) -> float:
    """The largest angle in degrees between the rotations of two arrays of triples, by SciPy."""
    first = Rotation.from_euler(order, a.reshape(-1, 3), degrees=True)
    second = Rotation.from_euler(order, b.reshape(-1, 3), degrees=True)
    return float(np.rad2deg((first.inv() * second).magnitude()).max())


def scipy_triples(rotation: Rotation, order: str) -> Floats:
    found: Floats = rotation.as_euler(order, degrees=True)  # type: ignore[call-overload]
    return found


@pytest.mark.parametrize("order", ORDERS)
def test_matrices_agree_with_scipy(order: str) -> None:
    angles = random_angles((500, len(order)))
    expected = Rotation.from_euler(order, angles, degrees=True).as_matrix()
    np.testing.assert_allclose(matrices(quaternions(angles, order)), expected, atol=1e-14)


def test_an_axis_may_follow_itself() -> None:
    turned = quaternions(np.array([30.0, 40.0]), "ZZ")
    np.testing.assert_allclose(turned, quaternions(np.array([70.0]), "Z"), atol=1e-15)


def test_no_channel_is_no_rotation() -> None:
    np.testing.assert_array_equal(quaternions(np.empty((2, 0)), ""), [[0, 0, 0, 1], [0, 0, 0, 1]])


def test_one_rotation_by_hand() -> None:
    quarter = quaternions(np.array([90.0]), "Z")
    np.testing.assert_allclose(quarter, [0, 0, np.sqrt(0.5), np.sqrt(0.5)], atol=1e-15)
    np.testing.assert_allclose(rotate(quarter, np.array([1.0, 0, 0])), [0, 1, 0], atol=1e-15)
    # The first channel's rotation is the outer one: X turns by R2 first, then by R1.
    both = quaternions(np.array([90.0, 90.0]), "ZY")
    np.testing.assert_allclose(rotate(both, np.array([1.0, 0, 0])), [0, 0, -1], atol=1e-15)


def test_products_and_inverses_agree_with_scipy() -> None:
    a, b = quaternions(random_angles((2, 300, 3)), "ZXY")
    first, second = Rotation.from_quat(a), Rotation.from_quat(b)
    np.testing.assert_allclose(matrices(multiply(a, b)), (first * second).as_matrix(), atol=1e-14)
    np.testing.assert_allclose(matrices(inverse(a)), first.inv().as_matrix(), atol=1e-14)
    vectors = random_angles((300, 3))
    np.testing.assert_allclose(rotate(a, vectors), first.apply(vectors), atol=1e-12)


def test_relative_angles_agree_with_scipy() -> None:
    a, b = quaternions(random_angles((2, 1000, 3)), "YXZ")
    expected = np.rad2deg((Rotation.from_quat(a).inv() * Rotation.from_quat(b)).magnitude())
    np.testing.assert_allclose(relative_angles(a, b), expected, atol=1e-12)
    np.testing.assert_allclose(relative_angles(a, -b), expected, atol=1e-12)


@pytest.mark.parametrize("step", [0.0, 1e-9, 1e-7, 1e-3, 90.0, 179.999, 180.0])
def test_relative_angles_keep_their_digits_near_nothing_and_near_half_a_turn(step: float) -> None:
    start = np.array([30.0, 40.0, 50.0])
    a = quaternions(start, "ZXY")
    b = quaternions(start + np.array([0, 0, step]), "ZXY")
    assert relative_angles(a, b) == pytest.approx(step, rel=1e-6, abs=1e-13)


@pytest.mark.parametrize("order", TAIT_BRYAN)
def test_triples_agree_with_scipy(order: str) -> None:
    rotation = Rotation.from_euler(order, random_angles((2000, 3)), degrees=True)
    found = triples(rotation.as_quat(), order)
    expected = scipy_triples(rotation, order)
    np.testing.assert_allclose(wrap(found - expected), 0, atol=1e-10)
    assert np.abs(found[:, 1]).max() <= 90
    assert np.abs(found).max() <= 180


@pytest.mark.parametrize("order", TAIT_BRYAN)
@pytest.mark.parametrize("middle", [90.0, -90.0])
def test_triples_at_the_pole(order: str, middle: float) -> None:
    angles = random_angles((200, 3))
    angles[:, 1] = middle
    found = triples(quaternions(angles, order), order)
    assert same_rotations(found, angles, order) < 1e-5
    np.testing.assert_array_equal(found[:, 1], middle)
    np.testing.assert_array_equal(found[:, 2], 0)


@pytest.mark.parametrize("order", TAIT_BRYAN)
@pytest.mark.parametrize("away", [1e-7, 1e-6, 1e-4, 1e-2])
def test_triples_near_the_pole_lose_nothing(order: str, away: float) -> None:
    angles = random_angles((200, 3))
    angles[:, 1] = 90 - away
    assert same_rotations(triples(quaternions(angles, order), order), angles, order) < 1e-8


@pytest.mark.parametrize("order", ["", "Z", "ZX", "ZXZ", "XYW"])
def test_triples_need_three_axes(order: str) -> None:
    with pytest.raises(ValueError, match="three different axes"):
        triples(np.array([0.0, 0, 0, 1]), order)


def test_whole_turns_and_wrap() -> None:
    degrees = np.array([0.0, 179, 181, -181, 359, 720, -900.5, np.nan])
    np.testing.assert_array_equal(whole_turns(degrees), [0, 0, 1, -1, 1, 2, -3, np.nan])
    np.testing.assert_array_equal(wrap(degrees), [0, 179, -179, 179, -1, 0, 179.5, np.nan])


@pytest.mark.parametrize("order", TAIT_BRYAN)
def test_the_other_triple_is_the_same_rotation(order: str) -> None:
    angles = random_angles((300, 3))
    assert same_rotations(other_triples(angles), angles, order) < 1e-5
    np.testing.assert_array_equal(other_triples(np.array([170.0, 100, 20])), [350, 80, 200])


def nearest_by_search(angles: Floats, reference: Floats) -> Floats:
    """The nearest of both triples with up to three whole turns in each angle, one by one."""
    turns = 360.0 * np.array(list(itertools.product(range(-3, 4), repeat=3)))
    found = []
    for triple, wanted in zip(angles, reference, strict=True):
        all_ = np.concatenate((triple + turns, other_triples(triple) + turns))
        found.append(all_[np.argmin(np.square(all_ - wanted).sum(axis=1))])
    return np.array(found)


def test_nearest_triples_by_search() -> None:
    angles, reference = random_angles((2, 200, 3))
    found = nearest_triples(angles, reference, "ZXY")
    np.testing.assert_allclose(found, nearest_by_search(angles, reference), atol=1e-11)
    assert same_rotations(found, angles, "ZXY") < 1e-5


def test_the_triple_of_the_source_comes_back() -> None:
    source = np.array([[170.0, 100.0, 20.0], [230.0, 10.0, 0.0], [-720.0, 40.0, 1000.0]])
    again = triples(quaternions(source, "ZXY"), "ZXY")
    np.testing.assert_allclose(again[0], [-10, 80, -160], atol=1e-11)
    np.testing.assert_allclose(nearest_triples(again, source, "ZXY"), source, atol=1e-11)


@pytest.mark.parametrize("order", TAIT_BRYAN)
@pytest.mark.parametrize("middle", [90.0, -90.0, 270.0])
def test_at_the_pole_the_split_of_the_reference_is_kept(order: str, middle: float) -> None:
    source = random_angles((100, 3), 170.0)
    source[:, 1] = middle
    again = triples(quaternions(source, order), order)
    assert np.abs(poles(again)).min() == 1
    np.testing.assert_allclose(nearest_triples(again, source, order), source, atol=1e-10)


def test_at_the_pole_a_change_is_shared() -> None:
    at_pole = triples(quaternions(np.array([50.0, 90.0, 0.0]), "XYZ"), "XYZ")
    found = nearest_triples(at_pole, np.array([30.0, 80.0, 10.0]), "XYZ")
    np.testing.assert_allclose(found, [35, 90, 15], atol=1e-10)


@pytest.mark.parametrize("order", ["XYZ", "ZYX"])
@pytest.mark.parametrize("with_poles", [False, True])
def test_following_is_choosing_row_by_row(order: str, with_poles: bool) -> None:
    generator = np.random.default_rng(3)
    source = np.cumsum(generator.normal(0, 25, (400, 6, 3)), axis=0)
    if with_poles:
        at_pole = generator.random((400, 6)) < 0.3
        at_pole[100:120, 2] = True
        at_pole[200] = False
        source[:200, :, 1][at_pole[:200]] = 90.0
        source[200:, :, 1][at_pole[200:]] = -90.0
    angles = triples(quaternions(source, order), order)
    start = source[0] + 1000.0
    expected = np.empty_like(angles)
    reference = start
    for frame, row in enumerate(angles):
        expected[frame] = reference = nearest_triples(row, reference, order)
    found = follow_triples(angles, order, start)
    np.testing.assert_allclose(found, expected, atol=1e-7)
    assert same_rotations(found, source, order) < 1e-5


def test_following_from_pole_to_pole_keeps_the_rotations() -> None:
    source = random_angles((50, 2, 3))
    source[..., 1] = np.random.default_rng(5).choice([90.0, -90.0], (50, 2))
    found = follow_triples(triples(quaternions(source, "YZX"), "YZX"), "YZX", source[0])
    assert same_rotations(found, source, "YZX") < 1e-5


def test_following_a_smooth_motion_gives_it_back() -> None:
    # Through the pole and over several whole turns: no channel may jump.
    steps = np.linspace(0, 1, 500)[:, np.newaxis, np.newaxis]
    source = steps * np.array([[900.0, 400.0, -700.0], [100.0, 170.0, 30.0]])
    angles = triples(quaternions(source, "ZXY"), "ZXY")
    np.testing.assert_allclose(follow_triples(angles, "ZXY", source[0]), source, atol=1e-6)
    assert np.abs(np.diff(angles, axis=0)).max() > 150


def test_only_whole_turns_are_added_away_from_the_pole() -> None:
    angles = triples(quaternions(random_angles((3000, 4, 3)), "YZX"), "YZX")
    found = follow_triples(angles, "YZX")
    np.testing.assert_array_equal(found[0], angles[0])
    both = np.stack((angles, other_triples(angles)))
    exact = both + whole_turns(found - both) * 360.0 == found
    assert exact.all(axis=-1).any(axis=0).all()


def test_nothing_to_follow() -> None:
    assert follow_triples(np.empty((0, 3, 3)), "XYZ").shape == (0, 3, 3)
    one = np.array([[[400.0, 20.0, 30.0]]])
    np.testing.assert_array_equal(follow_triples(one, "XYZ"), one)
    followed = follow_triples(one, "XYZ", np.array([[0.0, 0, 0]]))
    np.testing.assert_allclose(followed, [[[40, 20, 30]]], atol=1e-12)


def test_a_long_clip_is_followed_quickly() -> None:
    source = np.cumsum(np.random.default_rng(1).normal(0, 2, (40_000, 30, 3)), axis=0)
    angles = wrap(source)
    begin = time.process_time()
    found = follow_triples(angles, "ZXY", source[0])
    # About a third of a second alone; a loop over rows and joints would take a minute.
    assert time.process_time() - begin < 5
    assert np.abs(np.diff(found, axis=0)).max() < 90
