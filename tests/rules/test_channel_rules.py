"""CHANNELS: which of count and names the rows agree with, what silences what, the orders."""

from __future__ import annotations

import pytest
from rule_checks import check, clip, fixed, found, motion, offers, rules_by_name

from bvhlint.document.document import Document
from bvhlint.finding import Safety
from bvhlint.linter import ActiveRule, check_document

POSITIONS = "Xposition Yposition Zposition"
ZXY = "Zrotation Xrotation Yrotation"
ZYX = "Zrotation Yrotation Xrotation"
XYZ = "Xrotation Yrotation Zrotation"
CHANNEL_RULES = (
    "channel-count-mismatch", "unknown-channel", "duplicate-channel", "partial-rotation",
    "rotation-before-position", "position-order", "mixed-rotation-order",
    "nonroot-position-channels", "mixed-channel-counts", "no-channels", "root-without-position",
    "positions-differ-from-offset", "scale-channel", "row-width",
)  # fmt: skip


def spine(channels: str, width: int, root: str = f"6 {POSITIONS} {ZXY}") -> bytes:
    """Hips and Spine with these CHANNELS, and two rows of so many values."""
    rows = [" ".join(["0"] * width), " ".join(["1", *["0"] * (width - 1)])]
    text = clip(*rows).decode()
    text = text.replace(f"6 {POSITIONS} {ZXY}", root).replace(f"\t\tCHANNELS 3 {ZXY}", "\t\tS")
    return text.replace("\t\tS", f"\t\tCHANNELS {channels}").encode()


def chain(*orders: str) -> bytes:
    """Joints one below the other, the first the root, each with its order."""
    lines = ["HIERARCHY"]
    for index, order in enumerate(orders):
        names = " ".join(f"{axis}rotation" for axis in order)
        head, count = ("ROOT", f"{3 + len(order)} {POSITIONS} ") if not index else ("JOINT", "")
        lines += [f"{head} J{index}", "{", "OFFSET 0 1 0", f"CHANNELS {count or '3 '}{names}"]
    lines += ["}"] * len(orders)
    return ("\n".join(lines) + "\n" + motion()).encode()


def names(data: bytes) -> list[str]:
    return [name for name, _, _ in found(data, *CHANNEL_RULES)]


# One cause once


@pytest.mark.parametrize(
    ("channels", "width", "told"),
    [
        (f"3 {ZXY}", 9, []),
        (f"2 {ZXY}", 9, ["channel-count-mismatch"]),
        (f"2 {ZXY}", 8, ["channel-count-mismatch"]),
        (f"2 {ZXY}", 7, ["channel-count-mismatch"]),
        ("3 Zrotation Xrotation", 9, ["channel-count-mismatch"]),
        ("3 Zrotation Xrotation", 8, ["channel-count-mismatch"]),
        ("3 Zrotation Xrotation", 12, ["channel-count-mismatch"]),
        ("3Zrotation Xrotation Yrotation", 9, ["channel-count-mismatch"]),
        (ZXY, 9, ["channel-count-mismatch"]),
        ("", 6, ["channel-count-mismatch"]),
        ("3", 9, ["channel-count-mismatch"]),
        ("3 Zrot Xrotation Yrotation", 9, ["unknown-channel"]),
        ("3 Zrot Xrot Yrot", 9, ["unknown-channel"] * 3),
        ("3 Zrotation Xrotation Xrotation", 9, ["duplicate-channel"]),
        ("2 Zrotation Zrotation", 8, ["duplicate-channel"]),
        ("1 Xrotation", 7, ["partial-rotation"]),
        ("0", 6, ["no-channels"]),
        (f"6 {ZXY} Xscale Yscale Zscale", 12, ["scale-channel"]),
    ],
)
def test_one_cause_in_a_channels_line_is_one_finding(
    channels: str, width: int, told: list[str]
) -> None:
    assert names(spine(channels, width)) == told


@pytest.mark.parametrize(
    ("root", "width", "told"),
    [
        ("0", 3, ["no-channels"]),
        (f"3 {ZXY}", 6, ["root-without-position"]),
        (f"4 {ZXY}", 6, ["channel-count-mismatch"]),
        (f"6 Xpos Ypos Zpos {ZXY}", 9, ["unknown-channel"] * 3),
        ("1 Yrotation", 4, ["partial-rotation", "root-without-position"]),
        (f"6 {ZXY} {POSITIONS}", 9, ["rotation-before-position"]),
        (f"6 Zposition Yposition Xposition {ZXY}", 9, ["position-order"]),
        (f"6 {ZXY} Zposition Yposition Xposition", 9,
         ["rotation-before-position", "position-order"]),
        (f"6 Xposition Xposition Zposition {ZXY}", 9, ["duplicate-channel"]),
    ],
)  # fmt: skip
def test_one_cause_at_the_root_is_one_finding(root: str, width: int, told: list[str]) -> None:
    assert names(spine(f"3 {ZXY}", width, root)) == told


# The count


@pytest.mark.parametrize(
    ("channels", "width", "offer", "says"),
    [
        (f"2 {ZXY}", 9, "safe", "as there are names"),
        (f"2 {ZXY}", 8, "none", "as the counts say"),
        (f"2 {ZXY}", 10, "none", "agree with neither"),
        ("3 Zrotation Xrotation Yrot foo", 10, "none", "as there are names"),
        (f"3.0 {ZXY}", 9, "safe", "as there are names"),
        (f"-3 {ZXY}", 9, "safe", "as there are names"),
        (f"1000000000000000000000 {ZXY}", 9, "safe", "as there are names"),
        (ZXY, 9, "safe", "as there are names"),
    ],
)
def test_a_count_is_mended_where_the_rows_agree_with_the_names(
    channels: str, width: int, offer: str, says: str
) -> None:
    data = spine(channels, width)
    assert offers(data, "channel-count-mismatch") == {offer}
    assert says in check(data, "channel-count-mismatch")[0].message
    if offer == "safe":
        mended = fixed(data, "channel-count-mismatch", Safety.SAFE)
        assert mended == spine(f"3 {ZXY}", width)


def test_without_rows_nothing_settles_the_count() -> None:
    data = spine(f"2 {ZXY}", 9).partition(b"Frames")[0] + b"Frames: 0\nFrame Time: 0.04\n"
    finding = check(data, "channel-count-mismatch")[0]
    assert "there is no frame row to tell" in finding.message
    assert finding.fix is None


def test_two_wrong_counts_that_make_up_for_each_other_settle_nothing() -> None:
    data = spine(f"6 {ZXY}", 9, f"3 {POSITIONS} {ZXY}")
    findings = check(data, "channel-count-mismatch")
    assert [finding.fix for finding in findings] == [None, None]
    assert all("do not tell which" in finding.message for finding in findings)


def test_a_channels_line_in_which_the_file_ends_is_not_judged() -> None:
    data = spine(f"3 {ZXY}", 9)
    cut = data[: data.rindex(b"Xrotation") + 4]
    assert cut.endswith(b"Zrotation Xrot")
    assert names(cut) == []


@pytest.mark.parametrize(
    ("word", "meant"),
    [
        ("Zrot", "Zrotation"),
        ("Yrotate", "Yrotation"),
        ("Xpositon", "Xposition"),
        ("X-rotation", "Xrotation"),
        ("Xscal", "Xscale"),
        ("shear", None),
        ("Z" * 1000, None),
    ],
)
def test_an_unknown_channel_and_what_it_looks_like(word: str, meant: str | None) -> None:
    message = check(spine(f"3 {word} Xrotation Yrotation", 9), "unknown-channel")[0].message
    assert message.endswith(f"it looks like {meant}" if meant else "is no channel")


def test_letter_case_is_not_unknown() -> None:
    assert names(spine("3 ZROTATION xrotation YRotation", 9)) == []


# Orders


@pytest.mark.parametrize(
    ("orders", "told"),
    [
        (("ZXY", "ZXY"), []),
        (("ZXY", "ZYX"), [(9, "J1 turns in the order ZYX, while 1 joint has ZXY")]),
        (("ZYX", "ZXY", "ZXY"), [(9, "J0 turns in the order ZYX, while 2 joints have ZXY")]),
        (
            ("ZYX", "XYZ", "ZXY", "ZXY"),
            [
                (9, "J0 turns in the order ZYX, while 2 joints have ZXY"),
                (9, "J1 turns in the order XYZ, while 2 joints have ZXY"),
            ],
        ),
        (
            ("ZXY", "XYZ", "XYZ", "ZXY", "YZX"),
            [
                (9, "J1 and J2 turn in the order XYZ, while 2 joints have ZXY"),
                (21, "J4 turns in the order YZX, while 2 joints have ZXY"),
            ],
        ),
        (
            ("X", "ZXY", "ZYX", "ZYX"),
            [(9, "J1 turns in the order ZXY, while 2 joints have ZYX")],
        ),
        (
            ("ZXY", "ZXY", "ZXY", "ZXY", "ZXY", "ZXY", "ZYX", "ZYX", "ZYX", "ZYX", "ZYX"),
            [(29, "J6, J7, J8 and 2 others turn in the order ZYX, while 6 joints have ZXY")],
        ),
    ],
)
def test_each_smaller_group_of_orders_is_told_once(
    orders: tuple[str, ...], told: list[tuple[int, str]]
) -> None:
    findings = check(chain(*orders), "mixed-rotation-order")
    seen = [(finding.region.line, finding.message.partition(":")[0]) for finding in findings]
    assert seen == told


# Positions below the root


@pytest.mark.parametrize(
    ("positions", "variant", "says", "fix"),
    [
        (("0 10 0", "0 10 0"), "equal", "equal to its OFFSET", True),
        (("0 10.0001 0", "0 10 0"), "equal", "equal to its OFFSET", True),
        (("0 11 0", "0 11 0"), "constant", "constant and not equal", True),
        (("0 10 0", "0 12 0"), "moving", "moving by 2 (20 % of its bone)", False),
        (("0 0 0", "0 0 2"), "moving", "moving by 2:", False),
    ],
)
def test_what_positions_below_the_root_do(
    positions: tuple[str, str], variant: str, says: str, fix: bool
) -> None:
    data = spine(f"6 {POSITIONS} {ZXY}", 12)
    head = data.partition(b"MOTION")[0].decode()
    rows = [f"0 90 0 0 0 0 {place} {turn} 0 0" for turn, place in enumerate(positions)]
    finding = check((head + motion(*rows)).encode(), "nonroot-position-channels")[0]
    assert finding.variant == variant
    assert says in finding.message + ":"
    assert (finding.fix is not None) is fix


def test_a_second_hierarchy_is_not_judged() -> None:
    head, _, rest = spine(f"3 {ZXY}", 18).partition(b"MOTION")
    later = head.replace(b"3 Zrotation Xrotation Yrotation", b"3 Zrot Xscale Xscale")
    assert names(head + later + b"MOTION" + rest) == []


# Much of it


@pytest.mark.parametrize(
    ("channels", "rule", "total"),
    [
        ("50000 " + "Xrotation " * 50000, "duplicate-channel", 49999),
        ("50000 " + " ".join(f"Xrot{n}" for n in range(50000)), "unknown-channel", 50000),
        ("99999999999999 Xrotation", "channel-count-mismatch", 1),
    ],
)
def test_every_place_is_counted_however_many_there_are(
    channels: str, rule: str, total: int
) -> None:
    document = Document.parse(spine(channels, 9))
    checked = check_document(document, [ActiveRule.of(rules_by_name()[rule])])
    assert sum(finding.count for finding in checked.findings) + checked.truncated == total
