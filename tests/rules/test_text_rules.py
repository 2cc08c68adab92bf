"""Rules of the text (BVH101 to BVH110): what a fixture cannot say."""

from __future__ import annotations

import codecs

import pytest
from rule_checks import HIPS_AND_SPINE, check, clip, edits_of, fixed, found, motion, offers

from bvhlint.document.document import Document
from bvhlint.edits import apply_edits
from bvhlint.finding import Safety
from bvhlint.fixer import Fixer
from bvhlint.linter import active_rules
from bvhlint.plugins import builtin_rules

A = "0.00 90.00 0.00 30.00 40.00 50.00 10.00 20.00 30.00"
B = "0.00 90.00 0.00 31.00 41.00 51.00 11.00 21.00 31.00"
GOOD = clip(A, B)
TEXT = GOOD.decode()


# text-encoding


def whole_edit(data: bytes) -> bytes:
    """What the one fix of text-encoding makes of the whole file."""
    (edit,) = edits_of(check(data, "text-encoding"), Safety.UNSAFE)
    assert (edit.start, edit.end) == (0, len(Document.parse(data).content))
    return edit.data


@pytest.mark.parametrize(
    ("mark", "encoding"),
    [
        (codecs.BOM_UTF16_LE, "utf-16-le"),
        (codecs.BOM_UTF16_BE, "utf-16-be"),
        (codecs.BOM_UTF32_LE, "utf-32-le"),
        (codecs.BOM_UTF32_BE, "utf-32-be"),
        (b"", "utf-16-le"),
        (b"", "utf-16-be"),
        (b"", "utf-32-le"),
        (b"", "utf-32-be"),
    ],
)
def test_wide_text_is_told_alone_and_becomes_utf8(mark: bytes, encoding: str) -> None:
    data = mark + TEXT.encode(encoding)
    assert found(data) == [("text-encoding", 1, 1)]
    assert whole_edit(data) == GOOD
    assert encoding.upper() in check(data, "text-encoding")[0].message


def test_the_fixer_writes_the_whole_file_anew() -> None:
    document = Document.parse(codecs.BOM_UTF16_LE + TEXT.encode("utf-16-le"))
    result = Fixer(active_rules(builtin_rules()), unsafe=True).fix(document)
    assert result.document.to_bytes() == GOOD


def test_other_rules_judge_the_decoded_text() -> None:
    text = TEXT.replace("End Site", "End site")
    data = codecs.BOM_UTF16_BE + text.encode("utf-16-be")
    assert found(data) == [("text-encoding", 1, 1), ("keyword-case", 10, 3)]


def test_half_a_character_at_the_end_hides_nothing() -> None:
    data = (codecs.BOM_UTF16_LE + TEXT.encode("utf-16-le"))[:-1]
    assert found(data) == [("text-encoding", 1, 1)]
    assert whole_edit(data) == GOOD[:-1]


def test_a_nul_inside_has_no_fix() -> None:
    data = GOOD.replace(b"Spine", b"Sp\0ne")
    assert found(data, "text-encoding") == [("text-encoding", 6, 10)]
    assert offers(data, "text-encoding") == {"none"}


def test_nuls_at_the_end_are_told_once_and_cut_off() -> None:
    data = GOOD + b"\0" * 4096
    assert found(data) == [("text-encoding", 21, 1)]
    assert fixed(data, "text-encoding", Safety.UNSAFE) == GOOD


# line-endings


@pytest.mark.parametrize(
    ("ends", "message"),
    [
        (("\r\n", "\n", "\n"), "1 in CRLF, 2 in LF"),
        (("\n", "\r\n", "\r\n"), "1 in LF, 2 in CRLF"),
        (("\r", "\n", "\n"), "1 in CR, 2 in LF"),
        (("\n", "\r\n", "\r", "\r", "\r\n", "\r\n"), "1 in LF, 3 in CRLF and 2 in CR"),
    ],
)
def test_a_mixture_is_counted(ends: tuple[str, ...], message: str) -> None:
    data = ("HIERARCHY" + "".join(end + "ROOT" for end in ends)).encode()
    data += b"{ OFFSET 0 0 0 }"
    (finding,) = check(data, "line-endings")
    assert finding.message == f"line ends are mixed: {message}"


def test_the_file_s_own_kind_is_the_one_met_first_when_two_are_equally_common() -> None:
    data = b"HIERARCHY\r\nROOT a\n{\r\n\tOFFSET 0 0 0\n"
    assert found(data, "line-endings") == [("line-endings", 2, 7)]


@pytest.mark.parametrize("place", [(1 << 20) - 1, 1 << 20, (1 << 20) + 1, 5])
@pytest.mark.parametrize(("usual", "rare"), [(b"\r\n", b"\n"), (b"\n", b"\r\n"), (b"\r\n", b"\r")])
def test_the_rarest_is_found_far_down(place: int, usual: bytes, rare: bytes) -> None:
    # The place is where the odd line end starts: around the border of two pieces of a megabyte.
    head = b"HIERARCHY" + usual
    line = b"x" * 62 + usual
    count = (1 << 20) // len(line) + 3
    body = bytearray(head + line * count)
    at = body.index(usual, len(head) + place)
    body[at : at + len(usual)] = rare
    row = bytes(body) + b"ROOT a" + usual + b"{" + usual + b"OFFSET 0 0 0" + usual
    (finding,) = check(row, "line-endings")
    assert (finding.start, finding.end) == (at, at + len(rare))


def test_cr_becomes_lf_though_cr_is_the_commonest() -> None:
    header = (HIPS_AND_SPINE + motion()).replace("\n", "\r")
    data = header.encode().replace(b"HIERARCHY\r", b"HIERARCHY\n")
    assert fixed(data, "line-endings", Safety.SAFE) == (HIPS_AND_SPINE + motion()).encode()


@pytest.mark.parametrize(
    ("old", "new", "option"),
    [("\n", "\r", "--newline lf"), ("\n0.00", "\r\n0.00", "--newline lf")],
)
def test_rows_are_left_to_the_option(old: str, new: str, option: str) -> None:
    (finding,) = check(
        TEXT.replace(old, new).replace("Site\r\n", "Site\n").encode(), "line-endings"
    )
    assert finding.fix is not None
    assert (finding.fix.safety, finding.fix.option) == (Safety.OPTION, option)


def test_a_header_of_many_line_ends_is_mended_by_one_edit() -> None:
    data = b"HIERARCHY\n" + b"\r" * 100_001 + HIPS_AND_SPINE[10:].encode() + motion(A, B).encode()
    (edit,) = edits_of(check(data, "line-endings"), Safety.SAFE)
    assert apply_edits(data, [edit]) == data.replace(b"\r", b"\n")


# missing-final-newline


@pytest.mark.parametrize("rest", ["", " ", "\t  "])
def test_the_line_end_comes_behind_the_last_blanks(rest: str) -> None:
    data = (TEXT[:-1] + rest).replace("\n", "\r\n").encode()
    assert found(data, "missing-final-newline") == [("missing-final-newline", 20, 47)]
    assert fixed(data, "missing-final-newline", Safety.SAFE) == data + b"\r\n"


# irregular-whitespace


def test_rows_are_folded_and_left_to_the_option() -> None:
    rows = [f" {A}" if number % 2 else A.replace("90.00 ", "90.00\t ") for number in range(9)]
    findings = check(clip(*rows), "irregular-whitespace")
    assert [(f.frame, f.region.line, f.region.column, f.count) for f in findings] == [
        (0, 19, 11, 1),
        (1, 20, 1, 1),
        (2, 21, 11, 1),
        (3, 22, 1, 1),
        (4, 23, 11, 1),
        (5, 24, 1, 4),
    ]
    assert {f.fix.option for f in findings if f.fix} == {"--normalize"}


def test_blanks_in_a_name_are_the_name_s() -> None:
    data = GOOD.replace(b"JOINT Spine", b"JOINT  Bip01  Spine").replace(b"ROOT Hips", b"ROOT\tHips")
    assert found(data, "irregular-whitespace") == [
        ("irregular-whitespace", 2, 5),
        ("irregular-whitespace", 6, 7),
    ]
    wanted = data.replace(b"JOINT  ", b"JOINT ").replace(b"ROOT\t", b"ROOT ")
    assert fixed(data, "irregular-whitespace", Safety.SAFE) == wanted


# trailing-whitespace, blank-line, indentation


def test_blanks_are_not_looked_for_in_rows_byte_by_byte() -> None:
    data = GOOD.replace(A.encode(), A.encode() + b" \t").replace(b"{\n", b"{ \n", 1)
    assert found(data, "trailing-whitespace") == [
        ("trailing-whitespace", 3, 2),
        ("trailing-whitespace", 19, 52),
    ]
    assert fixed(data, "trailing-whitespace", Safety.SAFE) == data.replace(b"{ \n", b"{\n", 1)


def test_blanks_before_a_row_on_the_line_of_frame_time_do_not_end_a_line() -> None:
    data = GOOD.replace(b"Frames: 2\n", b"Frames: 2 \n").replace(b"0.0333333\n", b"0.0333333   ")
    assert found(data, "trailing-whitespace") == [("trailing-whitespace", 17, 10)]


def test_blank_lines_go_and_comments_between_rows_stay() -> None:
    data = clip(A, "", " \t", "# second", "", B, B, frames=3)
    assert [f.frame for f in check(data, "blank-line")] == [1]
    assert fixed(data, "blank-line", Safety.SAFE) == clip(A, "", " \t", "# second", B, B, frames=3)


def test_tabs_take_no_more_than_the_depth_allows() -> None:
    deep = b"HIERARCHY\nROOT a\n{\n" + b"JOINT a\n{\n" * 3000 + b"OFFSET 0 0 0\n" + b"}\n" * 3001
    edits = edits_of(check(deep + motion().encode(), "indentation"), Safety.SAFE)
    assert sum(len(edit.data) for edit in edits) < 3 * 1000 * 1001


# conflict-marker, lfs-pointer


def test_both_sides_of_a_merge_are_no_second_offset() -> None:
    sides = "<<<<<<< a\n\t\tOFFSET 0 1 0\n=======\n\t\tOFFSET 0 2 0\n>>>>>>> b"
    data = TEXT.replace("\t\tOFFSET 0.00 10.00 0.00\n\t\tC", sides + "\n\t\tC").encode()
    assert {name for name, _, _ in found(data)} == {"conflict-marker"}
    assert [line for _, line, _ in found(data)] == [8, 10, 12]


def test_a_pointer_is_told_alone() -> None:
    pointer = b"version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 12\n"
    assert found(pointer) == [("lfs-pointer", 1, 1)]
    assert found(b"version 3 of https://git-lfs.github.com/spec/v1\n") == [("no-hierarchy", 1, 1)]
