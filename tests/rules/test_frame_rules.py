"""Frame rows and Frames: the edits of the fixes, folding, and which rule tells a matter."""

from __future__ import annotations

import pytest
from rule_checks import check, clip, edits_of, fixed, found, motion, offers

from bvhlint.document.document import Document
from bvhlint.edits import apply_edits
from bvhlint.finding import Safety

A = "0.00 90.00 0.00 0.00 0.00 0.00 0.00 0.00 0.00"
B = "0.00 90.00 0.00 1.00 0.00 0.00 2.00 0.00 0.00"
C = "0.00 90.00 0.00 2.00 0.00 0.00 4.00 0.00 0.00"
FRAME_RULES = ("frame-count-mismatch", "row-width", "bad-number", "decimal-comma", "not-finite",
               "exponent-number", "no-frames", "single-frame")  # fmt: skip


def wrapped(row: str, *widths: int) -> list[str]:
    words = row.split(" ")
    lines = []
    for width in widths:
        lines.append(" ".join(words[:width]))
        words = words[width:]
    assert not words
    return lines


WRAPPED = [
    pytest.param(wrapped(A, 6, 3) + wrapped(B, 6, 3), id="each frame over two lines"),
    pytest.param(wrapped(A, 1, 1, 7) + wrapped(B, 8, 1), id="each in its own way"),
    pytest.param([f"{A} {B}"], id="two frames on a line"),
    pytest.param(wrapped(f"{A} {B}", 8, 10), id="a line end one value too early"),
    pytest.param(wrapped(f"{A} {B}", 7, 7, 4), id="without regard to frames"),
    pytest.param(wrapped(f"{A} {B}", 18), id="all on one line"),
    pytest.param([*wrapped(A, 4, 5), B], id="the first frame alone"),
    pytest.param([A, *wrapped(B, 4, 5)], id="the last frame alone"),
    pytest.param(wrapped(f"{A} {B}", *[1] * 18), id="one value a line"),
]


@pytest.mark.parametrize("lines", WRAPPED)
def test_wrapping_anew_gives_one_frame_a_line(lines: list[str]) -> None:
    data = clip(*lines, frames=2)
    assert {name for name, _, _ in found(data, *FRAME_RULES)} == {"row-width"}
    assert fixed(data, "row-width", Safety.UNSAFE) == clip(A, B)


@pytest.mark.parametrize("lines", WRAPPED)
def test_wrapping_anew_keeps_crlf_and_tabs(lines: list[str]) -> None:
    def dress(data: bytes) -> bytes:
        head, _, rows = data.partition(b"0.0333333\n")
        return (head + b"0.0333333\n" + rows.replace(b" ", b"\t")).replace(b"\n", b"\r\n")

    mended = fixed(dress(clip(*lines, frames=2)), "row-width", Safety.UNSAFE)
    expected = dress(clip(A, B))
    if not any(" " in line for line in lines):  # no line shows how the file parts its values
        expected = expected.replace(A.replace(" ", "\t").encode(), A.encode())
        expected = expected.replace(B.replace(" ", "\t").encode(), B.encode())
    assert mended == expected


@pytest.mark.parametrize(
    ("lines", "frames"),
    [
        pytest.param([f"{A} 1.00", B, f"{C} 1.00"], 3, id="all too long"),
        pytest.param(wrapped(A, 6, 3), 2, id="Frames says that both lines are frames"),
        pytest.param([*wrapped(A, 6, 3), B[:-5]], 2, id="another row is damaged"),
    ],
)
def test_wrapping_anew_is_not_offered(lines: list[str], frames: int) -> None:
    data = clip(*lines, frames=frames)
    titles = {f.fix.title for f in check(data, "row-width") if f.fix}
    assert "write one frame a line" not in titles


def test_a_row_that_something_follows_was_not_cut() -> None:
    data = clip(A, wrapped(B, 4, 5)[0], "1 1", frames=2)
    finding = check(data, "row-width")[0]
    assert "cut" not in finding.message
    assert finding.fix is None


def test_a_comment_between_the_lines_of_a_frame_is_not_lost() -> None:
    first, second = wrapped(A, 6, 3)
    data = clip(first, "# a note", second, B, frames=2)
    assert [finding.fix for finding in check(data, "row-width")] == [None, None]


def test_far_apart_rows_that_make_up_for_each_other_are_not_wrapped_anew() -> None:
    data = clip(f"{A} 1.00", B, C, A[:-5])
    assert found(data, *FRAME_RULES) == [("row-width", 19, 47), ("row-width", 22, 41)]
    assert check(data, "row-width")[0].fix is None


@pytest.mark.parametrize("end", ["\n", "", "  \n", "\r\n"])
def test_a_cut_row_goes_and_is_counted_no_more(end: str) -> None:
    whole = clip(A, B)
    if end == "\r\n":
        whole = whole.replace(b"\n", b"\r\n")
    cut = whole.replace(b"Frames: 2", b"Frames: 3") + f"{C[:22]}{end}".encode()
    mended = fixed(cut, "row-width", Safety.UNSAFE)
    assert mended == (whole if end else whole.removesuffix(b"\n"))


def test_the_row_that_is_cut_says_before_which_channel() -> None:
    finding = check(clip(A, B, "0.00 90.00"), "row-width")[0]
    assert finding.message.endswith("the row is cut off before Hips Zposition")
    assert (finding.frame, finding.channel, finding.column_index) == (2, "Zposition", 2)
    assert finding.joint is not None
    assert finding.joint.name == "Hips"


def test_a_cut_row_of_a_file_that_promises_more_is_dropped_with_frames_as_it_is() -> None:
    data = clip(A, B, C[:22], frames=300)
    assert found(data, *FRAME_RULES) == [("frame-count-mismatch", 17, 9), ("row-width", 21, 23)]
    assert fixed(data, "row-width", Safety.UNSAFE) == clip(A, B, frames=300)


def test_a_row_too_long_says_nothing_of_a_channel() -> None:
    finding = check(clip(A, f"{B} 7.00"), "row-width")[0]
    assert (finding.frame, finding.joint, finding.column_index) == (1, None, 9)


def test_rows_of_a_wrong_channels_line_are_not_told() -> None:
    data = clip("0.00 90.00", A[:-5]).replace(b"CHANNELS 3", b"CHANNELS 4")
    names = {name for name, _, _ in found(data, "row-width", "channel-count-mismatch")}
    assert names == {"channel-count-mismatch"}


def test_a_skeleton_without_channels_wants_no_values() -> None:
    data = clip("1 2 3", "4 5 6").replace(b"6 Xposition Yposition Zposition Zrotation Xrotation "
                                          b"Yrotation", b"0")  # fmt: skip
    data = data.replace(b"3 Zrotation Xrotation Yrotation", b"0")
    messages = [finding.message for finding in check(data, "row-width")]
    assert messages == [f"frame {row} has 3 values, the joints have no channels" for row in (0, 1)]


def test_five_rows_and_the_rest_as_one() -> None:
    data = clip(*[f"{A} 1.00"] * 40)
    counts = [finding.count for finding in check(data, "row-width")]
    assert counts == [1, 1, 1, 1, 1, 35]
    assert len(check(data, "row-width", show_all=True)) == 40


# Frames


@pytest.mark.parametrize(
    ("rows", "frames", "offer"),
    [
        ([A, B, C], 2, "safe"),
        ([A, B], 0, "safe"),
        ([A, f"{B} 1.00", C, f"{A} 1.00", B], 2, "safe"),  # three complete ones
        ([A, f"{B} 1.00", f"{C} 1.00", A], 3, "unsafe"),
        ([A, B], 3, "unsafe"),
        ([], 5, "unsafe"),
    ],
)
def test_who_lets_the_number_of_frames_be_written(rows: list[str], frames: int, offer: str) -> None:
    data = clip(*rows, frames=frames)
    assert found(data, "frame-count-mismatch") == [("frame-count-mismatch", 17, 9)]
    assert offers(data, "frame-count-mismatch") == {offer}
    assert fixed(data, "frame-count-mismatch", Safety(offer)) == clip(*rows)


def test_infinities_and_a_second_hierarchy_are_not_told_as_too_large() -> None:
    data = clip(A, B)
    large, infinite = (data.replace(b"0.00 10.00", b"0.00 " + text) for text in (b"1e9", b"1e999"))
    assert len(check(large, "value-too-large")) == 2
    assert not check(infinite, "value-too-large")
    assert not check(data + large, "value-too-large")
    rows = clip(A, A.replace("90.00", "1e999"), A.replace("90.00", "1e9") + " 1")
    assert not check(rows, "value-too-large")


@pytest.mark.parametrize(
    ("rows", "says"),
    [
        ([A, f"{B} 1.00", f"{C} 1.00", A], "4 frame rows follow, 2 of them whole"),
        ([A, "...", B], "3 frame rows follow, 2 of them whole"),
        (["[0, 90, 0]", "[0, 91, 0]"], "no frame row follows: other lines stand where they belong"),
        (["JOINT 0 90", "f 0 91"], "no frame row follows: other lines stand where they belong"),
    ],
)
def test_a_number_of_frames_that_may_be_right_is_left(rows: list[str], says: str) -> None:
    (finding,) = check(clip(*rows, frames=2), "frame-count-mismatch")
    assert says in finding.message
    assert finding.fix is None


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Frames: 0\nFrame Time: 0.04\n", "no-frames"),
        ("Frames: 3066\nFrame Time: 0.04\n", "frame-count-mismatch"),
        (f"Frames: 1\nFrame Time: 0.04\n{A}\n", "single-frame"),
        (f"Frames: one\nFrame Time: 0.04\n{A}\n", "bad-number"),
        (f"Frames: -1\nFrame Time: 0.04\n{A}\n", "bad-number"),
        (f"Frames: 1.0\nFrame Time: 0.04\n{A}\n", "bad-number"),
        (f"Frames:\nFrame Time: 0.04\n{A}\n", "bad-number"),
        (f"Frames: {'9' * 30}\nFrame Time: 0.04\n{A}\n", "bad-number"),
        (f"Frames: 1\nFrame Time: 0.04\n{A} {B}\n", "row-width,single-frame"),
        (f"Frames: 3\nFrame Time: 0.04\n{A} {B}\n", "row-width,frame-count-mismatch"),
        (f"Frame Time: 0.04\n{A}\n", ""),  # missing-frames tells it
        ("Frames: 12\n", ""),  # missing-frame-time tells it
    ],
)
def test_one_rule_tells_what_is_wrong_with_the_number_of_frames(text: str, told: str) -> None:
    data = clip().partition(b"Frames")[0] + text.encode()
    names = [name for name, _, _ in found(data, *FRAME_RULES)]
    assert sorted(names) == sorted(told.split(",")) if told else names == []


# Numbers


def test_glued_numbers_are_split_where_every_row_is_right_then() -> None:
    glued = [A.replace("0.00 0.00 0.00", "0.00-7.50 1e-5-2.00", 1), B]
    split = [A.replace("0.00 0.00 0.00", "0.00 -7.50 1e-5 -2.00", 1), B]
    data = clip(*glued)
    assert len(split[0].split(" ")) == 10  # so one too many: no fix
    assert offers(data, "bad-number") == {"none"}
    data = clip(glued[0].removesuffix(" 0.00"), B)
    assert fixed(data, "bad-number", Safety.UNSAFE) == clip(split[0].removesuffix(" 0.00"), B)


def test_glued_numbers_of_a_tabbed_file_get_a_tab() -> None:
    row = "0.00\t90.00\t0.00-7.50\t1.00\t2.00\t0.00\t0.00\t0.00"
    mended = fixed(clip(row), "bad-number", Safety.UNSAFE)
    assert mended == clip(row.replace("-", "\t-"))


@pytest.mark.parametrize(
    "row",
    [
        pytest.param("0.00 90.00 0.00-7.50 1.00 2.00 0.00 0.00 0.00", id="alone"),
        pytest.param("0.00 90.00 0.00-7.50 x1.00 2.00 0.00 0.00 0.00", id="and a bad one"),
    ],
)
def test_another_row_of_the_wrong_width_keeps_glued_numbers_as_they_are(row: str) -> None:
    assert offers(clip(row, B[:-5]), "bad-number") == {"none"}
    names = [name for name, _, _ in found(clip(row, B[:-5]), *FRAME_RULES)]
    assert names == ["bad-number", "row-width"]


def test_a_row_that_stays_bad_is_not_split_and_the_others_are() -> None:
    first = "0.00 90.00 0.00-7.50 1.00 2.00 0.00 0.00 0.00"
    second = first.replace("1.00", "x1.00")
    data = clip(first, second)
    findings = check(data, "bad-number")
    assert [finding.fix is not None for finding in findings] == [True, False]
    edits = edits_of(findings, Safety.UNSAFE)
    assert apply_edits(data, edits) == clip(first.replace("-7", " -7"), second)


def test_values_with_commas_between_them_are_parted() -> None:
    data = clip(A.replace(" ", ","), B.replace(" ", ";"))
    assert fixed(data, "bad-number", Safety.UNSAFE) == clip(A, B)


def test_decimal_commas_become_points_everywhere() -> None:
    plain = clip(A, B.replace("90.00", "90"), time="0.04")
    data = plain.replace(b".", b",")
    names = {name for name, _, _ in found(data, *FRAME_RULES, "bad-offset", "bad-frame-time")}
    assert names == {"decimal-comma"}
    assert fixed(data, "decimal-comma", Safety.UNSAFE) == plain


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b"0,04", b"0.04"),
        (b"10,00", b"10.00"),
        (b"1,00 0,00", b"1.00 0,00"),
        (b"1,00 0,00", b"1,00,0,00"),
        (b"1,00 0,00", b"x 0,00"),
    ],
)
def test_commas_are_left_alone_where_one_number_has_a_point_or_is_none(
    old: bytes, new: bytes
) -> None:
    data = clip(A, B, time="0.04").replace(b".", b",")
    assert offers(data, "decimal-comma") == {"unsafe"}
    assert data.count(old)
    assert offers(data.replace(old, new, 1), "decimal-comma") == {"none"}


def test_each_kind_of_flaw_in_a_row_is_told_by_its_own_rule_once() -> None:
    row = "nan 1,5 x 0,5 inf 0.0 2,5 y nan"
    expected = [("not-finite", 19, 1), ("decimal-comma", 19, 5), ("bad-number", 19, 9)]
    assert found(clip(row), *FRAME_RULES[1:5]) == expected


@pytest.mark.parametrize(
    ("written", "plain"),
    [
        ("1.0E1", "10.0"),
        ("3.33333e-02", "0.0333333"),
        ("-2.5e+3", "-2500.0"),
        ("1e-7", "0.0000001"),
        ("7E0", "7"),
        ("-0e9", "-0"),
        (".5e1", "5.0"),
        ("123456789012345678e-20", "0.00123456789012345678"),
        ("4.9e-324", None),
        ("1.7976931348623157e308", None),
        ("0.1e-999999999999", "0.0"),
    ],
)
def test_a_number_without_its_exponent_is_the_same_number(written: str, plain: str | None) -> None:
    data = clip(A, B).replace(b"OFFSET 0.00 10.00 0.00", f"OFFSET 0.00 {written} 0.00".encode())
    mended = fixed(data, "exponent-number", Safety.SAFE)
    text = Document.parse(mended).skeleton.joints[1].offset_item
    assert text is not None
    new = text.values[1].text
    assert plain is None or new == plain
    assert "e" not in new.lower()
    assert float(new).hex() == float(written).hex()
    assert found(mended, "exponent-number") == []


def test_exponents_in_rows_are_notes_at_their_column() -> None:
    data = clip("1.1.1e5 90.00 1e5e5 0.00 -1E+2 0.00 0.00 0.00 0.00")
    finding = check(data, "exponent-number")[0]
    assert (finding.level, finding.region.column) == ("info", 26)
    assert (finding.channel, finding.column_index) == ("Xrotation", 4)


def test_nothing_is_said_of_numbers_in_a_file_that_is_no_clip() -> None:
    assert found(b"Motion sickness\n1,5 x nan\nFrames per second\n", *FRAME_RULES) == []


def test_rows_of_a_second_motion_are_not_judged() -> None:
    data = clip(A, B) + motion("x", frames=7).encode()
    assert found(data, *FRAME_RULES) == []
