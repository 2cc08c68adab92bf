"""Which way the figure stands, in the rest pose and over the frames."""

from __future__ import annotations

import numpy as np
import pytest
from clips import Tree, clip

from bvhlint.document.document import Document
from bvhlint.facts.rest_pose import is_collapsed, offsets_look_global, rest_pose
from bvhlint.facts.up import Up, up

Offset = tuple[float, float, float]


def figure(axis: Offset, names: tuple[str, str] = ("Head", "Foot")) -> Tree:
    """Hips with a head 60 up along ``axis`` and a foot 80 + 5 down."""

    def along(length: float) -> Offset:
        return (axis[0] * length, axis[1] * length, axis[2] * length)

    high, low = names
    head: Tree = (high, along(60), "XYZ", [("End", along(20), "", ())])
    foot: Tree = (low, along(-40), "XYZ", [("End", along(-5), "", ())])
    return ("Hips", (0, 0, 0), "PXYZ", [head, ("Knee", along(-40), "XYZ", [foot])])


def stand(*rows: str, axis: Offset = (0, 1, 0)) -> Up:
    found = up(clip(figure(axis), rows=[[row, "0 0 0 0 0 0 0 0 0"] for row in rows]))
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("axis", "rest"),
    [
        ((0, 1, 0), "+Y"),
        ((0, -1, 0), "-Y"),
        ((0, 0, 1), "+Z"),
        ((1, 0, 0), "+X"),
        ((0.6, 0.8, 0), "+Y"),
        ((0.6, 0.6, 0.5), ""),
    ],
)
def test_the_rest_pose(axis: Offset, rest: str) -> None:
    found = stand(axis=axis)
    assert found.rest == rest
    assert found.frames == 0
    assert found.main == ""


def test_the_frames() -> None:
    # Upright, upright, head down, on the back.
    found = stand("0 90 0 0 0 0", "0 90 0 0 30 0", "0 90 0 180 0 0", "5 7 1 90 0 0")
    assert found.frames == 4
    assert found.shares == {"+X": 0, "+Y": 0.5, "+Z": 0.25, "-X": 0, "-Y": 0.25, "-Z": 0}
    assert found.main == "+Y"
    np.testing.assert_allclose(found.hub[:, 1], [90, 90, 90, 7])
    assert found.leg == pytest.approx(80)


def test_a_long_clip_gives_200_frames_spread_over_it() -> None:
    rows = ["0 90 0 0 0 0"] * 600 + ["0 90 0 180 0 0"] * 200
    found = stand(*rows)
    assert found.frames == 200
    assert found.shares["-Y"] == pytest.approx(0.25, abs=0.01)


def test_damaged_frames_do_not_count() -> None:
    assert stand("0 90 0 0 0 0", "nan 90 0 180 0 0").shares["+Y"] == 1


def test_a_half_that_is_not_known_is_taken_at_the_hips() -> None:
    only_head = up(clip(figure((0, 1, 0), ("Head", "Hook"))))
    assert only_head is not None
    assert (only_head.rest, only_head.leg) == ("+Y", 40)  # the knee is the lower body then
    only_foot = up(clip(figure((0, 0, 1), ("Top", "Foot"))))
    assert only_foot is not None
    assert only_foot.rest == "+Z"


def test_unknown_bodies() -> None:
    assert up(clip(("Base", (0, 0, 0), "XYZ", [("Link", (0, 1, 0), "XYZ", ())]))) is None
    assert up(clip()) is None


def test_a_chain_that_no_figure_has_is_unknown() -> None:
    tree: Tree = ("Head", (0, 1, 0), "Z", ())
    for number in range(600):
        tree = (f"J{number}", (0, 1, 0), "Z", [tree])
    assert up(clip(tree)) is None


def test_the_rest_pose_sums_offsets_and_leaves_positions_out() -> None:
    document = clip(figure((0, 1, 0)), rows=[["7 8 9 90 0 0", "0 0 0 0 0 0 0 0 0"]])
    pose = rest_pose(document)
    np.testing.assert_allclose(pose.positions[0], [[0, 0, 0], [0, 60, 0], [0, -40, 0], [0, -80, 0]])
    np.testing.assert_allclose(pose.ends[0], [[0, 80, 0], [0, -85, 0]])


def collapsed(row: str | None, end: float = 0, channels: str = "PZ") -> Document:
    tree: Tree = ("A", (1, 2, 3), "Z", [("B", (0, 0, 0), channels, [("End", (0, end, 0), "", ())])])
    return clip(tree, rows=[] if row is None else [[row]])


def test_collapsed_skeletons() -> None:
    assert is_collapsed(collapsed(None))
    assert is_collapsed(collapsed("0 0 0 0 90"))
    assert is_collapsed(collapsed("0 90", channels="Z"))
    assert not is_collapsed(collapsed("0 0 2 0 90"))
    assert not is_collapsed(collapsed(None, end=0.1))
    assert not is_collapsed(clip(("A", (0, 0, 0), "Z", [("End", (0, 0, 0), "", ())])))
    assert not is_collapsed(clip())


def skeleton(*, from_origin: bool) -> Document:
    """A figure of ten bones, its OFFSETs from the parent or from the origin."""

    def limb(name: str, steps: list[Offset], at: Offset) -> Tree:
        step, *rest = steps
        place = (at[0] + step[0], at[1] + step[1], at[2] + step[2])
        end: Offset = (place[0] * 1.1, place[1] * 1.1, place[2]) if from_origin else (0, 3, 0)
        inner: Tree = limb(f"{name}x", rest, place) if rest else ("End", end, "", ())
        return (name, place if from_origin else step, "XYZ", [inner])

    hips = (0.0, 90.0, 0.0)
    legs = [
        limb(f"Leg{x}", [(x, -5, 0), (0, -40, 0), (0, -40, 2), (0, -3, 12)], hips) for x in (9, -9)
    ]
    arms = [
        limb(f"Arm{x}", [(x, 45, 0), (2 * x, 0, 0), (3 * x, 0, 0), (3 * x, -1, 0)], hips)
        for x in (9, -9)
    ]
    spine = limb("Spine", [(0, 15, 0), (0, 25, 0), (0, 20, 0), (0, 15, 2)], hips)
    return clip(("Hips", (0, 0, 0), "PXYZ", [*legs, *arms, spine]))


def test_offsets_from_the_origin() -> None:
    assert offsets_look_global(skeleton(from_origin=True))
    assert not offsets_look_global(skeleton(from_origin=False))


def test_a_straight_chain_of_equal_bones_is_not_global() -> None:
    tree: Tree = ("End", (0, 10, 0), "", ())
    for number in range(12):
        tree = (f"S{number}", (0, 10, 0), "XYZ", [tree])
    assert not offsets_look_global(clip(tree))
