"""Where OFFSET, CHANNELS, Frames and Frame Time stand (BVH221), and what other rules tell of it."""

from __future__ import annotations

import pytest
from made_rules import CLIP as GOOD
from rule_checks import check, found, lines_of, offers

from bvhlint.document.document import Document
from bvhlint.transforms.base import carry_out
from bvhlint.transforms.normalize import Normalize

TEXT = GOOD.decode()
END_SITE = "\t\tEnd Site\n\t\t{\n\t\t\tOFFSET 0.00 10.00 0.00\n\t\t}\n"
OFFSET, CHANNELS = (f"{line}\n" for line in TEXT.split("\n")[7:9])
TIME = "Frame Time: 0.0333333\n"


def moved(*pieces: str) -> bytes:
    """The clip with the items of Spine in another order."""
    return TEXT.replace(OFFSET + CHANNELS + END_SITE, "".join(pieces)).encode()


@pytest.mark.parametrize(
    ("order", "told"),
    [
        ((OFFSET, CHANNELS, END_SITE), []),
        ((OFFSET, END_SITE, CHANNELS), ["item-out-of-place"]),
        ((END_SITE, OFFSET, CHANNELS), ["item-out-of-place"]),
        ((CHANNELS, END_SITE, OFFSET), ["offset-after-channels"]),
        ((CHANNELS, OFFSET, END_SITE), ["offset-after-channels"]),
        ((END_SITE, CHANNELS, OFFSET), ["item-out-of-place", "offset-after-channels"]),
    ],
)
def test_each_way_in_which_items_of_a_joint_are_out_of_order_is_told_once(
    order: tuple[str, ...], told: list[str]
) -> None:
    assert [name for name, _, _ in found(moved(*order))] == told


def test_both_items_below_the_children_are_named_in_one_message() -> None:
    (finding,) = check(moved(END_SITE, OFFSET, CHANNELS), "item-out-of-place")
    assert finding.message.startswith("the OFFSET and CHANNELS of Spine stand below End Site (line")
    (finding,) = check(moved(OFFSET, END_SITE, CHANNELS), "item-out-of-place")
    assert finding.message.startswith("the CHANNELS of Spine stand below End Site (line")


@pytest.mark.parametrize(
    "data",
    [
        moved(END_SITE, OFFSET, CHANNELS),
        moved(OFFSET, END_SITE, CHANNELS),
        moved(OFFSET.replace(" 10", "\n10"), CHANNELS.replace(" X", "\n# half\n\nX"), END_SITE),
        moved(OFFSET, CHANNELS, END_SITE.replace(" 0.00 10", "\r0.00\r10")),
        moved(OFFSET, CHANNELS.replace("S 3", "S\n3"), END_SITE),
        TEXT.replace(f"Frames: 2\n{TIME}", f"{TIME}Frames: 2\n").encode(),
    ],
)
def test_the_option_that_is_offered_puts_items_in_their_place(data: bytes) -> None:
    assert offers(data, "item-out-of-place") == {"option"}
    after, _ = carry_out(Document.parse(data), Normalize())
    wanted, _ = carry_out(Document.parse(GOOD), Normalize())
    assert after.content.replace(b"\t\t# half\n", b"") == wanted.content


@pytest.mark.parametrize("line", [TIME, "Frames: 2\n"])
def test_what_stands_above_all_joints_hides_none_of_them(line: str) -> None:
    text = TEXT.replace(line, "").replace("ROOT", f"{line}ROOT").replace("30.00\n", "30.00 1\n", 1)
    names = [name for name, _, _ in found(text.encode())]
    assert names == ["item-out-of-place", "row-width"]
    assert len(Document.parse(text.encode()).skeleton.joints) == 2


def test_no_option_moves_a_frame_time_above_motion() -> None:
    data = TEXT.replace(TIME, "").replace("MOTION\n", f"{TIME}MOTION\n").encode()
    assert offers(data, "item-out-of-place") == {"none"}
    (finding,) = check(data, "item-out-of-place")
    assert finding.help == "write Frames first, then Frame Time"


@pytest.mark.parametrize(
    "text",
    [
        TEXT.replace(OFFSET, OFFSET.replace(" 0.00\n", "\n")).replace(" 10", "\n10", 1),  # two
        TEXT.replace(OFFSET, f"{OFFSET}1.00\n"),  # four
        TEXT.replace(f"Frames: 2\n{TIME}", f"{TIME}Frames: 2\nFrame Time: 0.04\n"),
        TEXT.replace("Frames: 2", "Frames:\n2"),
        TEXT.replace("Time: 0", "Time:\n0"),
    ],
)
def test_what_another_rule_tells_is_not_told_as_out_of_place(text: str) -> None:
    data = text.encode()
    assert found(data)
    assert lines_of(data, "item-out-of-place") == []


def test_items_of_another_part_or_in_a_cut_file_are_not_judged() -> None:
    bad = moved(END_SITE, OFFSET.replace(" 10", "\n10"), CHANNELS)
    swapped = bad.replace(f"Frames: 2\n{TIME}".encode(), f"{TIME}Frames: 2\n".encode())
    assert lines_of(GOOD + swapped, "item-out-of-place") == []
    assert lines_of(bad[: bad.index(b"\n10") + len("\n10.00 0.00")], "item-out-of-place") == []


def test_channels_are_not_judged_where_braces_are_in_doubt() -> None:
    data = moved(OFFSET, END_SITE.replace("\t\t}\n", ""), CHANNELS)
    assert "item-out-of-place" not in [name for name, _, _ in found(data)]


def test_thousands_of_items_over_two_lines_are_counted() -> None:
    site = END_SITE.replace(" 10", "\n10")
    findings = check(moved(OFFSET, CHANNELS, site * 3000), "item-out-of-place")
    assert sum(finding.count for finding in findings) in (1000, 3000)
