"""What fuzzing and hostile files have found, each once: mended for good."""

from __future__ import annotations

import properties
import pytest
from rule_checks import clip, found

from bvhlint.document.document import Document
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
    result = Fixer(properties.default_rules(), unsafe=True).fix(Document.parse(ONE_A_LINE)).document
    assert len(result.motion.table) == 11
    assert result.motion.complete.all()
    assert result.motion.declared_frames == 11


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
