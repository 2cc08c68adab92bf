"""``--normalize``: one text for one content, whatever the layout was."""

from __future__ import annotations

from dataclasses import replace

import pytest
from bvh_files import GoodFile, Layout, good_files, layouts
from changing import changed, messages, same_pose
from fk import read_clip
from hypothesis import given
from made_clips import made_clips
from row_layouts import LaidOut, laid_out

from bvhlint.document.document import Document
from bvhlint.errors import TransformError
from bvhlint.transforms.base import NOTHING
from bvhlint.transforms.normalize import Normalize
from bvhlint.transforms.scale import Scale

normalize = Normalize()

CANONICAL = b"""HIERARCHY
ROOT Hips
{
\tOFFSET 0 -0 0.001
\tCHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation
\tJOINT Left Leg
\t{
\t\tOFFSET 1 2.5 -0.25
\t\tCHANNELS 3 Xrotation Yrotation Zrotation
\t\tEnd Site
\t\t{
\t\t\tOFFSET 0 100000 0
\t\t}
\t}
}
MOTION
Frames: 2
Frame Time: 0.0083333
1 2 3 4 5 6 7 8 9
-0 0.5 -0.5 0.00001 1200 0.1 7 8 9
"""


def written(text: bytes) -> bytes:
    return changed(text, normalize)


def test_the_canonical_text() -> None:
    messy = (
        b"\xef\xbb\xbf  hierarchy\r\nroot   Hips  {\r\n"
        b"channels 6 ZROTATION yposition xrotation Xposition Yrotation\tzposition\r\n"
        b"OFFSET\t0.000 -0.0   1E-3 \r\n\r\n"
        b"joint Left Leg\r{ CHANNELS 3 xrotation yrotation zrotation\n OFFSET +1 2.50 -.250\n"
        b"END SITE\n{ OFFSET 0 1e5 0 } }\n}\nmotion\nFrames :  02\nFrame\tTime: .0083333\n"
        b"  4.0 2 5 1.00\t6  3 7 8 9 \n\n1e-5 +.5 12e2 -0.000 .1 -.5 7 8 9"
    )
    assert written(messy) == CANONICAL
    assert normalize.apply(Document.parse(CANONICAL)) is NOTHING
    assert messages(messy, normalize) == [
        "wrote the file in the canonical layout",
        "moved 5 columns: positions X, Y, Z stand before rotations",
    ]


@given(good_files(max_roots=2), layouts)
def test_the_layout_does_not_matter(file: GoodFile, layout: Layout) -> None:
    result = written(file.data)
    assert written(replace(file, layout=layout).data) == result
    assert written(result) == result
    assert b"\r" not in result
    assert b"  " not in result
    assert not result.startswith(b"\xef\xbb\xbf")


@given(made_clips())
def test_values_names_and_pose_stay(file: GoodFile) -> None:
    result = written(file.data)
    before, after = read_clip(file.data), read_clip(result)
    assert after.names == before.names
    assert (after.frames, float(after.frame_time)) == (before.frames, float(before.frame_time))
    for index, (old, new) in enumerate(zip(before.nodes, after.nodes, strict=True)):
        assert old.offset.tobytes() == new.offset.tobytes()
        positions = sorted(name for name in old.channels if name.endswith("position"))
        rotations = [name for name in old.channels if name.endswith("rotation")]
        assert new.channels == positions + rotations
        for channel in new.channels:
            assert before.values(index, channel).tobytes() == after.values(index, channel).tobytes()
    same_pose(before, after, decimals=12)


@given(laid_out())
def test_rows_of_every_manner(file: LaidOut) -> None:
    result = written(file.data)
    rows = result.partition(b"Frame Time: 0.05\n")[2].split(b"\n")
    comments = [line.strip(b" \t") for line in file.text.replace(b"\r", b"\n").split(b"\n")]
    comments = [line for line in comments if line.startswith((b"#", b"//"))]
    assert [row for row in rows if row.startswith((b"#", b"//"))] == comments
    numbers = [row for row in rows[:-1] if row not in comments]
    for line, values in zip(numbers, file.document.motion.values, strict=True):
        words = line.split(b" ")
        assert [float(word).hex() for word in words] == [float(value).hex() for value in values]
        for word in words:
            assert_shortest(word)


def assert_shortest(word: bytes) -> None:
    """Plain, and no digit could go."""
    assert not word.startswith((b"+", b".", b"-."))
    assert b"e" not in word.lower()
    whole, point, part = word.lstrip(b"-").partition(b".")
    assert whole == b"0" or not whole.startswith(b"0")
    if point:
        assert not part.endswith(b"0")
        assert part
        assert float(word[:-1]) != float(word)


def test_comments_stay_on_lines_of_their_own() -> None:
    data = b"# top\nHIERARCHY\nROOT a # root\n{\n  // offset\n  OFFSET 0 0 0\n"
    data += b"CHANNELS 1 Zrotation // channels\n}\nMOTION # motion\nFrames: 2\nFrame Time: 0.1\n"
    data += b"# first\n 1 \n\n  # between\n2\n# last\n"
    assert written(data) == (
        b"# top\nHIERARCHY\nROOT a\n# root\n{\n\t// offset\n\tOFFSET 0 0 0\n"
        b"\tCHANNELS 1 Zrotation\n\t// channels\n}\nMOTION\n# motion\nFrames: 2\nFrame Time: 0.1\n"
        b"# first\n1\n# between\n2\n# last\n"
    )
    plain = changed(data, Normalize(plain=True))
    assert b"#" not in plain
    assert b"/" not in plain
    assert messages(data, Normalize(plain=True))[1:] == ["removed comments"]


def test_comments_that_get_a_line_are_told() -> None:
    data = CANONICAL.replace(b"Frames: 2", b"Frames: 2 # two").replace(b"ROOT", b"# own\nROOT", 1)
    assert messages(data, Normalize())[1].startswith("put comments that stood behind items on")
    own = CANONICAL.replace(b"MOTION", b"\t# own\nMOTION")
    assert len(messages(own, Normalize())) == 1


def test_many_comments_between_many_rows() -> None:
    head = b"HIERARCHY\nROOT a\n{\n\tOFFSET 0 0 0\n\tCHANNELS 1 Zrotation\n}\nMOTION\n"
    rows = [b"%d\n" % k + (b"# %d\n" % k if k % 3 == 0 else b"") for k in range(200_000)]
    data = head + b"Frames: 200000\nFrame Time: 0.1\n" + b"".join(rows)
    assert normalize.apply(Document.parse(data)) is NOTHING


def test_trailing_lines_stay_behind_the_rows() -> None:
    data = b"HIERARCHY\nROOT a\n{\n\tOFFSET 0 0 0\n\tCHANNELS 3 Xrotation Yrotation Zrotation\n}\n"
    data += b"MOTION\nFrames: 1\nFrame Time: 0.1\n1 2 3\n 1 4\r\nend \n"
    result = written(data)
    assert result.endswith(b"1 2 3\n1 4\nend\n")


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (b"OFFSET 1 2.5 -0.25\n", b"", "the OFFSET of Left Leg is missing or not three numbers"),
        (b"\t\t{\n\t\t\tOFFSET", b"\t\t\tOFFSET", "the block at line 10 lacks one of its braces"),
        (b"Frames: 2\n", b"", "the file has no Frames line; --unsafe-fixes counts the rows"),
        (b"Frames: 2\n", b"Frames: two\n", "Frames is no whole number; write the number"),
        (b"0.0083333\n", b"fast\n", "the Frame Time is no number; --set-fps writes another"),
        (b"0.0083333\n", b"0.1 2\n", "numbers stand behind the Frame Time at line 18"),
        (
            b"CHANNELS 3 Xrotation Yrotation Zrotation\n",
            b"",
            "channels of Left Leg .line 6. are",
        ),
        (
            b"3 Xrotation Yrotation Zrotation",
            b"3 Xrotation Yrotation Zrotation foo",
            '"foo" at line 9',
        ),
        (
            b"3 Xrotation Yrotation Zrotation",
            b"3 Xrotation Yrotation Zrotation\nXposition",
            '"Xposition" at line 10 stands behind the channels of Left Leg',
        ),
        (b"CHANNELS 3 X", b"CHANNELS 3 W", "joint Left Leg has an unknown channel 'Wrotation'"),
        (b"8 9\n-0", b"8 9 \xe9\n-0", "frame 0 .line 19. has 10 values, the channels ask for 9; m"),
        (b"8 9\n-0", b"8 x\n-0", "frame 0 .line 19. has .x., which is no finite number; mend"),
        (b"MOTION", b"whatever\nMOTION", "an unknown line at line 16"),
        (b"MOTION", b"=======\nMOTION", "======= at line 16 is the mark of an unfinished"),
        (b"8 9\n-0", b"8 9\n=======\n-0", "======= at line 20 is the mark of an unfinished"),
        (b"MOTION", b"MOTION\nFrames: 2", "Frames at line 18 is out of order"),
        (b"HIERARCHY", b"HIERARCHY now", "words behind HIERARCHY at line 1"),
        (b"MOTION\n", b"", "the file has no MOTION line; write it above the frames"),
        (b"HIERARCHY\n", b"", "ROOT at line 1 is out of order|does not begin with HIERARCHY"),
        (b"}\nMOTION", b"}\n}\nMOTION", "a brace too many at line 16"),
        (b"JOINT Left Leg", b"JOINT", "the joint at line 6 has no name"),
        (b"\t\tEnd Site", b"\t\tOFFSET 1 1 1\n\t\tEnd Site", "a second or stray OFFSET at line 10"),
        (b"\tCHANNELS 6", b"\tFrames: 2\n\tCHANNELS 6", "a second or stray Frames: at line 5"),
        (
            b"1 2 3 4 5 6 7 8 9",
            b"1 2 3 4 5 6 7 8 1e13",
            "Leg Zrotation in frame 0 .line 19. is 1e.13: too",
        ),
    ],
)
def test_what_the_canonical_layout_cannot_hold(old: bytes, new: bytes, said: str) -> None:
    assert CANONICAL.count(old) == 1
    with pytest.raises(TransformError, match=f"^--normalize: .*({said})"):
        written(CANONICAL.replace(old, new))


@pytest.mark.parametrize("before", [b"", b"# a remark\n"])
def test_frame_time_comes_below_frames(before: bytes) -> None:
    frames, time = b"Frames: 2\n", b"Frame Time: 0.0083333\n"
    assert written(CANONICAL.replace(frames + time, before + time + frames)) == (
        CANONICAL.replace(frames, before + frames)
    )


def test_nuls_at_the_end_are_no_part_of_the_canonical_layout() -> None:
    said = "^--normalize: the file holds NUL bytes at its end; --unsafe-fixes cuts them off"
    for end in (b"\0\0", b"\0\n"):
        with pytest.raises(TransformError, match=said):
            written(CANONICAL + end)


def test_an_offset_of_any_size_is_told_for_what_it_is() -> None:
    data = CANONICAL.replace(b"OFFSET 1 2.5 -0.25", b"OFFSET 1 2.5e300 -0.25")
    with pytest.raises(TransformError, match="OFFSET of Left Leg has a number that is too large"):
        changed(data, Scale(2.0))


def test_a_wrong_count_of_channels_is_mended() -> None:
    assert written(CANONICAL.replace(b"CHANNELS 3 X", b"CHANNELS 4 X")) == CANONICAL


def test_a_tree_too_deep_for_tabs_is_refused() -> None:
    depth = 6000
    data = b"HIERARCHY\n" + b"".join(
        (b"JOINT" if k else b"ROOT") + b" a\n{\nOFFSET 0 0 0\nCHANNELS 0\n" for k in range(depth)
    )
    data += b"}\n" * depth + b"MOTION\nFrames: 0\nFrame Time: 0.1\n"
    with pytest.raises(TransformError, match="nested too deep"):
        written(data)
