"""Rules of the structure (BVH201 to BVH221): what a fixture cannot say."""

from __future__ import annotations

import re

import pytest
from rule_checks import HIPS_AND_SPINE, check, clip, fixed, found, lines_of, motion, offers

import bvhlint
from bvhlint.document.document import Document
from bvhlint.finding import Safety
from bvhlint.plugins import builtin_rules

A = "0.00 90.00 0.00 30.00 40.00 50.00 10.00 20.00 30.00"
B = "0.00 90.00 0.00 31.00 41.00 51.00 11.00 21.00 31.00"
GOOD = clip(A, B)
TEXT = GOOD.decode()
STRUCTURE = tuple(rule.name for rule in builtin_rules() if rule.code.startswith("BVH2"))
TWO_LEGS = (
    HIPS_AND_SPINE[:-2]
    + """\
	JOINT Leg
	{
		OFFSET 0.00 -10.00 0.00
		CHANNELS 3 Zrotation Xrotation Yrotation
		End Site
		{
			OFFSET 0.00 -10.00 0.00
		}
	}
}
"""
    + motion(A + " 1 2 3", B + " 1 2 4")
)


# no-hierarchy


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b" \t\r\n\n",
        b"\xef\xbb\xbf",
        b"\xff\xfe",
        b"C:\\clips\\walk.bvh",
        b"{}",
        b"{ { } } }\n",
        b"[1, 2]\n",
        b"1 2 3\n4 5 6\n",
        b"\0" * 100,
        b"\x7fELF\x02\x01\x01\0\0\0",
        b"Motion data of 12 walks\nframes 3\n",
        b"root:\n  joint: {offset: 3}\n",
        b"<html>\n<!-- <<<<<<< -->\n# x  y\n</html>",
        b"version https\n",
        b"Hierarchical  models\n=======\n// here\n",
        "UTF-16 text of another kind\n".encode("utf-16"),
    ],
)
def test_what_is_no_clip_is_told_alone(data: bytes) -> None:
    (finding,) = check(data, *[rule.name for rule in builtin_rules() if rule.default])
    assert finding.name == "no-hierarchy"
    assert finding.region.line == 1 or data.startswith(b"<html>")


def test_a_title_is_told_once_however_many_lines_it_has() -> None:
    data = b"My walk\nby me\n\n# 2019\n" + GOOD
    assert [name for name, _, _ in found(data)] == ["no-hierarchy", "comment"]
    assert "remove what stands before HIERARCHY" in check(data, "no-hierarchy")[0].help


# The early end of a file

FULL = (HIPS_AND_SPINE + motion(A, B)).encode()
HEADER_END = FULL.index(b"MOTION")


@pytest.mark.unmeasured
@pytest.mark.parametrize("data", [FULL, FULL.replace(b"\n", b"\r\n"), FULL.replace(b"\t", b"")])
def test_a_file_cut_in_its_hierarchy_is_told_once_at_its_last_word(data: bytes) -> None:
    end = data.index(b"MOTION") + len(b"MOTIO")
    start = data.index(b"HIERARCHY") + len(b"HIERARCHY")
    for size in range(start, end + 1):
        cut = data[:size]
        word_end = len(cut.rstrip(b" \t\r\n"))
        (finding,) = check(cut, *STRUCTURE)
        assert finding.name == "no-motion"
        assert finding.end == word_end, cut[-20:]
        assert ("inside the block" in finding.message) is (b"ROOT" in cut and cut.count(b"}") < 3)


@pytest.mark.parametrize("size", range(HEADER_END + len(b"MOTION"), FULL.index(b"0.0333333")))
def test_a_file_cut_above_its_rows_is_told_once(size: int) -> None:
    told = found(FULL[:size], *STRUCTURE)
    assert len(told) < 2
    if b"Frame Time:" in FULL[:size] or FULL[:size].endswith(b"Frame Time"):
        assert told == []
    elif re.search(rb"Frames(: ?)?$", FULL[:size]):
        assert found(FULL[:size]) == [("bad-number", 17, 1)]
    elif b"Frames" in FULL[:size]:
        assert [name for name, _, _ in told] == ["missing-frame-time"]
    else:
        assert [name for name, _, _ in told] == ["missing-frames"]
    if told:
        assert told[0][1] == FULL[:size].rstrip().count(b"\n") + 1


def test_what_was_missing_before_the_cut_is_told_too() -> None:
    data = FULL[:HEADER_END].replace(b"\tOFFSET 0.00 0.00 0.00\n", b"", 1)
    assert found(data[:-3], *STRUCTURE) == [("missing-offset", 2, 1), ("no-motion", 13, 2)]


def test_what_stands_between_the_hierarchy_and_motion_is_no_row() -> None:
    data = TEXT.replace("}\nMOTION", "}nan \nMOTION").encode()
    assert ("no-motion", 15, 2) in found(data, *STRUCTURE)


@pytest.mark.parametrize("name", ["brace-not-on-own-line", "offset-after-channels", "indentation"])
def test_the_layout_is_left_alone_where_braces_are_in_doubt(name: str) -> None:
    text = TEXT.replace("JOINT Spine\n\t{", "JOINT Spine {").replace("\tEnd", " End")
    offset, channels = TEXT.split("\n")[7:9]
    text = text.replace(f"{offset}\n{channels}", f"{channels}\n{offset}")
    assert offers(text.encode(), name) == {"safe"}
    for doubtful in (text.replace("\t}\n}", "}"), text[: text.index("\t\t}")]):
        assert offers(doubtful.encode(), name) <= {"none"}


# unknown-keyword


def test_a_million_lines_are_counted_and_not_told_one_by_one() -> None:
    junk = b"\n".join(b"limit %d" % number for number in range(5000))
    data = GOOD.replace(b"\tCHANNELS 6", junk + b"\n\tCHANNELS 6", 1)
    findings = check(data, "unknown-keyword")
    assert sum(finding.count for finding in findings) in (1000, 5000)
    assert all("limit" in finding.message for finding in findings[:1000])


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        ("HIERACHY", "HIERARCHY"),
        ("ROTO Hips", "ROOT"),
        ("JOINTS Spine", "JOINT"),
        ("EndSites", "End Site"),
        ("OFSET 0 10 0", "OFFSET"),
        ("CHANELS 3 Zrotation Xrotation Yrotation", "CHANNELS"),
        ("MOTOIN", "MOTION"),
        ("Frmaes: 2", "Frames:"),
        ("FrameTme: 0.0333333", "Frame Time:"),
    ],
)
def test_a_misspelt_keyword_is_told_once_with_the_right_one(wrong: str, right: str) -> None:
    lines = TEXT.split("\n")
    number = next(n for n, line in enumerate(lines) if line.lstrip("\t").startswith(right))
    lines[number] = lines[number][: len(lines[number]) - len(lines[number].lstrip("\t"))] + wrong
    (finding,) = check("\n".join(lines).encode(), *STRUCTURE)
    assert (finding.name, finding.region.line) == ("unknown-keyword", number + 1)
    assert finding.message.endswith(f"did you mean {right}?")


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("Frame", ["unknown-keyword"]),
        ("Frame: 0.0333333", ["unknown-keyword"]),
        ("Time: 0.0333333", ["unknown-keyword"]),
        ("fps 30", ["unknown-keyword"]),
        ("walk of April", ["unknown-keyword", "missing-frame-time"]),
        ("Frame Time: 1/30 s", ["bad-frame-time"]),
        ("Frame Time: 0.0333333 s", ["unknown-keyword"]),
    ],
)
def test_what_stands_in_the_place_of_frame_time(line: str, told: list[str]) -> None:
    data = TEXT.replace("Frame Time: 0.0333333", line).encode()
    assert [(name, at) for name, at, _ in found(data)] == [(name, 18) for name in told]


def test_long_lines_are_shortened_in_messages() -> None:
    data = GOOD.replace(b"\tJOINT", b"\t" + "é".encode() * 100_000 + b"\n\tJOINT")
    (finding,) = check(data, "unknown-keyword")
    assert finding.message.startswith('"' + "é" * 40 + "…")
    assert len(finding.message) < 120


# unbalanced-brace


@pytest.mark.parametrize("brace", "{}")
@pytest.mark.parametrize("indented", [True, False])
def test_one_brace_lost_or_doubled_is_one_finding(brace: str, indented: bool) -> None:
    text = TWO_LEGS if indented else TWO_LEGS.replace("\t", "")
    for match in re.finditer(brace, text):
        place = match.start()
        for changed in (text[:place] + text[place + 1 :], f"{text[:place]}{brace}\n{text[place:]}"):
            told = [name for name, _, _ in found(changed.encode(), *STRUCTURE)]
            assert told == ["unbalanced-brace"], (place, changed[place - 20 : place + 20])


@pytest.mark.parametrize("number", range(len(TWO_LEGS.split("\n")) - 1))
def test_one_line_lost_or_doubled_is_one_finding_of_all_rules(number: int) -> None:
    lines = TWO_LEGS.split("\n")
    for changed in (lines[:number] + lines[number + 1 :], lines[: number + 1] + lines[number:]):
        told = found("\n".join(changed).encode())
        assert len(told) == 1, told


def test_the_message_names_the_block_and_where_its_brace_belongs() -> None:
    lines = TWO_LEGS.split("\n")
    del lines[13]  # the closing brace of Spine
    (finding,) = check("\n".join(lines).encode(), *STRUCTURE)
    assert finding.region.line == 24  # MOTION
    assert finding.message == (
        "the block of JOINT Spine (line 6) is never closed; by the indentation its brace is "
        "missing before line 14"
    )


def test_braces_of_another_part_are_not_judged() -> None:
    second = HIPS_AND_SPINE.replace("\t}\n}\n", "}\njunk line\n")
    assert found((TEXT + second).encode(), *STRUCTURE) == [("duplicate-section", 21, 1)]


# brace-not-on-own-line


def test_a_skeleton_on_one_line_becomes_one_of_many() -> None:
    flat = " ".join(HIPS_AND_SPINE.replace("HIERARCHY\n", "").replace("\t", "").split("\n"))
    data = f"HIERARCHY {flat}MOTION Frames: 1 Frame Time: 0.0333333\n{A}\n".encode()
    assert lines_of(data, "brace-not-on-own-line") == [1]
    assert fixed(data, "brace-not-on-own-line", Safety.SAFE) == clip(A)


def test_many_braces_on_a_line_do_not_become_a_square_of_blanks() -> None:
    data = b"HIERARCHY\nROOT a {" + b" JOINT a {" * 2000 + b" }" * 2001 + b"\n" + motion().encode()
    assert len(fixed(data, "brace-not-on-own-line", Safety.SAFE)) < 20 * len(data)


# The fixes that need --unsafe-fixes


@pytest.mark.parametrize(
    ("old", "new", "name"),
    [
        ("End Site", "End Site \tHead end", "named-end-site"),
        ("\tJOINT", "\t# below the hips\n\tJOINT", "comment"),
        ("JOINT Spine", "JOINT Spine  // the back", "comment"),
        (A, f"{A}\n  # half way  ", "comment"),
        (f"{B}\n", f"{B}\n0 1\n\n2 3", "trailing-content"),
        ("Frames: 2\n", "", "missing-frames"),
    ],
)
def test_an_unsafe_fix_gives_the_plain_file(old: str, new: str, name: str) -> None:
    data = TEXT.replace(old, new, 1).encode()
    wanted = TEXT + "\n" if name == "trailing-content" else TEXT
    assert offers(data, name) == {"unsafe"}
    assert fixed(data, name, Safety.UNSAFE) == wanted.encode()


def test_frames_are_counted_only_where_all_rows_are_complete() -> None:
    for damage in (A.replace("90.00", "nan"), A[:-6]):
        data = TEXT.replace("Frames: 2\n", "").replace(A, damage).encode()
        assert offers(data, "missing-frames") == {"none"}


def test_the_count_stands_above_the_frame_time_and_above_the_rows() -> None:
    without = TEXT.replace("Frames: 2\nFrame Time: 0.0333333\n", "").encode()
    assert (
        fixed(without, "missing-frames", Safety.UNSAFE)
        == TEXT.replace("Frame Time: 0.0333333\n", "").encode()
    )
    assert offers(without, "missing-frame-time") == {"option"}


def test_the_count_stands_above_the_blanks_of_the_first_row() -> None:
    header = "Frames: 2\nFrame Time: 0.0333333\n"
    without = TEXT.replace(header, "  ").encode()
    assert (
        fixed(without, "missing-frames", Safety.UNSAFE)
        == TEXT.replace(header, "Frames: 2\n  ").encode()
    )


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("#Hips", ["name-charset"]),
        ("#", ["missing-name", "comment"]),
        ("# Hips", ["missing-name", "comment"]),
        ("## Hips", ["missing-name", "comment"]),
        ("// Hips", ["missing-name", "comment"]),
        ("Hips # first", ["comment"]),
    ],
)
def test_a_sign_that_begins_a_name_begins_no_comment(name: str, told: list[str]) -> None:
    data = TEXT.replace("ROOT Hips", f"ROOT {name}").encode()
    assert sorted(found_name for found_name, _, _ in found(data)) == sorted(told)
    fixed_text = bvhlint.fix(Document.parse(data), unsafe=True).document.to_bytes()
    assert (b"#Hips" in fixed_text) == (name == "#Hips")


def test_thousands_of_comments_are_all_removed_at_once() -> None:
    data = GOOD.replace(b"\tJOINT", b"\t# a\n" * 3000 + b"\tJOINT")
    assert sum(finding.count for finding in check(data, "comment")) in (1000, 3000)
    assert fixed(data, "comment", Safety.UNSAFE).count(b"#") in (0, 2000)


# duplicate-section


def test_a_second_part_is_told_once_whatever_is_in_it() -> None:
    rubbish = "HIERARCHY\nROOT\nEnd site {\nfoo\n#x\n}}}\nMOTION x\nFrames : 3\n"
    assert found((TEXT + rubbish).encode(), *STRUCTURE) == [("duplicate-section", 21, 1)]


def test_a_hierarchy_twice_before_the_motion_is_told_once() -> None:
    again = HIPS_AND_SPINE.replace("\t\tOFFSET 0.00 10.00 0.00\n", "")
    data = (HIPS_AND_SPINE + again + motion(A + " " + A)).encode()
    assert found(data, *STRUCTURE) == [("duplicate-section", 16, 1)]


def test_the_first_of_two_is_named_by_its_line() -> None:
    data = TEXT.replace("Frames: 2\n", "Frames: 2\nFrames: 3\n").encode()
    (finding,) = check(data, *STRUCTURE)
    assert finding.message == "Frames stands here a second time; the first is on line 17"
