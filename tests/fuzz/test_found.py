"""What fuzzing and hostile files have found, each once: mended for good."""

from __future__ import annotations

import properties
import pytest
from rule_checks import clip, found

import bvhlint
from bvhlint.document.document import Document
from bvhlint.errors import TransformError
from bvhlint.finding import Safety
from bvhlint.fixer import Fixer

#: One row of which is cut off behind 99 values in lines of their own.
ONE_A_LINE = clip(*["1"] * 100, frames=2)


def test_a_byte_order_mark_does_not_move_the_first_line() -> None:
    text = b"Root\nOffset JOINT\r Offset{\n0{{OFFSET 0}}\n}"
    plain, marked = (
        [
            (joint.parent, joint.name, joint.block.start - size, joint.block.end - size)
            for joint in Document.parse(mark + text).skeleton.joints
        ]
        for mark, size in ((b"", 0), (b"\xef\xbb\xbf", 3))
    )
    assert plain == marked
    properties.check_unsafe_fix(Document.parse(b"\xef\xbb\xbf" + text))


def test_a_fix_of_a_folded_finding_may_mend_some_of_its_rows() -> None:
    # The last row is removed first: only then can the others be told as wrapped and joined.
    done = Fixer(properties.default_rules(), unsafe=True).fix(Document.parse(ONE_A_LINE))
    motion = done.document.motion
    assert len(motion.table) == 11
    assert motion.complete.all()
    assert motion.declared_frames == 11
    # And the summary counts only those that it has mended: 100 lines in all.
    assert [(change.message, change.count) for change in done.changes] == [
        ("write Frames: 12", 1),
        ("remove the row that was cut off", 1),
        ("write Frames: 11", 1),
        ("write one frame a line", 99),
    ]


@pytest.mark.parametrize("count", [b"99999999999999", b"4"])
def test_what_a_fix_makes_readable_may_earn_a_warning(count: bytes) -> None:
    # The root without position channels is not judged before the count is right.
    data = (
        b"HIERARCHY\nROOT Hips\n{\n\tOFFSET 0.0 0.0 0.0\n\tCHANNELS %s Zrotation Xrotation"
        b" Yrotation\n\tEnd Site\n\t{\n\t\tOFFSET 0.0 1.0 0.0\n\t}\n}\nMOTION\nFrames: 2\n"
        b"Frame Time: 0.0333333\n0.1 0.2 0.3\n0.4 0.5 0.6\n" % count
    )
    result = Fixer(properties.default_rules()).fix(Document.parse(data)).document
    assert result.to_bytes() == data.replace(b"CHANNELS %s" % count, b"CHANNELS 3")
    assert "root-without-position" in [name for name, _, _ in found(result.to_bytes())]


def test_nor_is_it_refused_where_the_skeleton_comes_into_doubt_at_the_same_time() -> None:
    text = (
        b"OOT{OOT\nCHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation"
        b"{CHANNELS 1 Zrotation Yrotation Xrotation\nFrameTime\n3 8 - 1 3 2 0 1 -"
    )
    result = Fixer(properties.default_rules()).fix(Document.parse(text)).document.to_bytes()
    wanted = text.replace(b"CHANNELS 1", b"CHANNELS 3").replace(b"FrameTime", b"Frame Time:")
    assert result == wanted + b"\n"
    assert "mixed-rotation-order" in [name for name, _, _ in found(result)]


def test_line_ends_of_rows_behind_a_keyword_out_of_place_are_left() -> None:
    # These rows belong to no MOTION part; a safe fix touches no row all the same.
    data = b"Frames\r\nhierarchy FrameTime\r0\n"
    result = properties.check_safe_fix(Document.parse(data)).to_bytes()
    assert result == b"Frames:\nHIERARCHY\nFrame Time:\n0\n"


def test_a_row_may_be_too_short_once_the_channels_are_sure() -> None:
    # A count that is wrong is told at CHANNELS alone, and not at each row.
    data = clip("0 90 0 30 40 50 10 20 30", "0 90 0 31 41 51 11 21", frames=2)
    result = properties.check_safe_fix(
        Document.parse(data.replace(b"CHANNELS 3 ", b"CHANNELS 31.00\n "))
    )
    names = [name for name, _, _ in found(result.to_bytes())]
    assert "channel-count-mismatch" not in names
    assert "row-width" in names


def test_a_fix_of_one_joint_s_channels_may_earn_a_warning_though_another_has_none() -> None:
    properties.check_safe_fix(Document.parse(b"{CHANNELS Zrotation HIERARCHY\nOOT{FrameTime\n0"))


def test_no_frame_time_is_written_before_a_block_that_would_become_a_row() -> None:
    document = Document.parse(b"MOTION\nT 0 0 {")
    properties.check_transform(document, {"set_fps": 30})
    with pytest.raises(TransformError, match=r"^--set-fps: line 2 is unknown, and no Frame Time "):
        bvhlint.fix(document, set_fps=30)


@pytest.mark.parametrize("mark", [b"\xff\xfe", b"\xfe\xff"])
def test_text_behind_a_false_mark_of_utf16_has_no_safe_fix(mark: bytes) -> None:
    # With one byte more it would be read as UTF-16.
    data = mark + clip("0 90 0 30 40 50 10 20 30", frames=1) + b"x"
    data += b"" if len(data) % 2 else b"y"
    document = Document.parse(data)
    assert properties.check_safe_fix(document) is document
    safeties = {
        found.fix.safety
        for found in properties.check_findings(document, properties.every_rule()).findings
        if found.fix
    }
    assert Safety.SAFE not in safeties


def test_a_row_with_an_exponent_may_begin_right_behind_a_brace() -> None:
    data = clip("0 90 0 30 40 50 10 20 30", frames=1).replace(b"}\nMOTION", b"}1e2 90\nMOTION")
    document = Document.parse(data)
    checked = properties.check_findings(document, properties.every_rule())
    place = next(found for found in checked.findings if found.name == "exponent-number")
    assert data[place.start : place.end] == b"1e2"


def test_a_file_that_ends_within_a_keyword_gets_no_line_end() -> None:
    # Behind a line end the beginning of a keyword is no cut one any more, but a wrong one.
    data = clip(frames=8).replace(b"}\nMOTION", b"}1 90\nMOTION")
    document = Document.parse(data[: data.index(b"me: ")])
    assert properties.check_safe_fix(document) is document
