"""How the words of a BVH file may be spelt: pools of words and ways to pick from them."""

from __future__ import annotations

from random import Random

from bvhlint.syntax.nodes import Kind

NEWLINES = (b"\n", b"\r\n", b"\r")
BLANKS = (b" ", b" ", b" ", b"\t", b"  ", b"\t\t", b" \t ")

#: Every way that a keyword may be written and still be told, the right one first.
KEYWORDS: dict[Kind, tuple[bytes, ...]] = {
    Kind.HIERARCHY: (b"HIERARCHY", b"Hierarchy", b"hierarchy"),
    Kind.ROOT: (b"ROOT", b"Root", b"root"),
    Kind.JOINT: (b"JOINT", b"Joint", b"joint", b"jOINT"),
    Kind.END_SITE: (b"End Site", b"End site", b"END SITE", b"EndSite", b"End  \tSite", b"end site"),
    Kind.OFFSET: (b"OFFSET", b"Offset", b"offset"),
    Kind.CHANNELS: (b"CHANNELS", b"Channels", b"channels"),
    Kind.MOTION: (b"MOTION", b"Motion", b"motion"),
    Kind.FRAMES: (b"Frames:", b"FRAMES:", b"frames:", b"Frames :", b"Frames \t:", b"Frames"),
    Kind.FRAME_TIME: (
        b"Frame Time:",
        b"Frame time:",
        b"FRAME TIME:",
        b"FrameTime:",
        b"Frame  Time :",
        b"Frame\tTime:",
        b"Frame Time",
    ),
}

CHANNEL_NAMES = tuple(
    f"{axis}{kind}".encode() for kind in ("position", "rotation") for axis in "XYZ"
)

#: Channels that are known, in any letter case.
CHANNELS = (*CHANNEL_NAMES, b"Xscale", b"yscale", b"xposition", b"ZROTATION", b"yRotation")

PLAIN_NUMBERS = (b"0", b"1", b"-0.0", b"12.5", b"-3.25", b"0.000001", b"100.0000", b"-0.033333")

#: Every spelling of a number that is one.
NUMBERS = (
    *PLAIN_NUMBERS,
    *(b"-0", b"+0", b"12", b"007", b"3.", b"0.0", b".5", b"-.5", b"+.5", b"1.5", b".0083333"),
    *(b"1e5", b"1E5", b"1e+05", b"1e-005", b"-2.5E-015", b".5e1", b"3.e0", b"1e400", b"1e-400"),
    *(b"123456789012345678901234567890", b"0.10000000000000000555", b"-12.345678"),
)

#: Words that are neither numbers nor channels nor keywords.
WORDS = (
    *(b"abc", b"1,5", b"0.00-7.50", b"1_0", b"--1", b"+", b".", b"e5", b"1e", b"0x10", b"1.5."),
    *(b"nan", b"-inf", b"1.#QNAN", b"-1.#IND", b"Xrot", b"Xrotations", b"JOINTS", b"OFFSET:"),
    *(b"a#b", b"a//b", b"a:", b"=======", b"\x0c", b"\x0b1", b"1\x0c", b"\x85", b"1\xa0", b"\x00"),
    *("ü".encode(), "\uff11".encode(), "ボ".encode("cp932"), b"\xff", b'"'),
)

#: Lines that begin with no keyword; behind a brace or at the beginning of a line.
JUNK_LINES = (
    *(b"foo", b"foo bar  baz", b"JIONT x", b"OFSET 0 0 0", b"Frame : 3", b"End", b"Frame", b"HIER"),
    *(b"foo # bar", b"foo // bar", b"ROOT:", b"MOTIONS", b"Framess: 2", b":", b"!", b"/", b"<<<"),
    *(b"\x0c", b"\x0b", b"\x85", b"\xa0", b"\x00", b"caf\xe9", "表".encode("cp932")),
    *(
        "マ".encode("cp932"),
        "ボーン".encode("cp932") + b" x",
        "ボーン".encode(),
        b"e5",
        b"-",
        b"+x",
    ),
)

#: None that would be a name behind ROOT.
COMMENTS = (b"#", b"# note", b"#{ }", b"//", b"// 1 2 3", b"# \xff", "# é".encode(), b"//\x0c# ")
CONFLICTS = (b"<<<<<<< HEAD", b"=======", b">>>>>>> main", b">>>>>>>{}", b"========")

PLAIN_NAMES = (
    b"Hips",
    b"Chest",
    b"Neck",
    b"Head",
    b"LeftUpLeg",
    b"LeftLeg",
    b"LeftFoot",
    b"hip_01",
)

#: Names of ROOT and JOINT: the rest of a line up to a brace or a comment.
NAMES = (
    *PLAIN_NAMES,
    *(b"#Hips", b"#1 a"),
    *(b"_", b"1", b"1.5", b"Xrotation", b"a#b", b"a//b"),
    *(b"Left Up Leg", b"Bip01  Spine", b"a\tb", b"mixamorig:Hips", b"spine.001", b"toe4-2.R"),
    *(b"JOINT", b"End Site", b"MOTION", b"OFFSET 1 2 3", b"Frames: 3", b"HIERARCHY ROOT", b"Site"),
    *("Hüfte".encode(), "Hüfte".encode("latin-1"), "ボーン".encode(), "😀".encode()),
    *(text.encode("cp932") for text in ("ボーン", "マ", "表", "ボ", "右マーク", "ｺｼ")),
    *(b"a\x85b", b"a\xa0", b"\xa0a", b"\x85", b"a\x0cb", b"\x0c", b"\x0b", b"\x00", b"\xff\xfe"),
)


def any_number(random: Random) -> bytes:
    """A number in one of all spellings, or a random one with some decimals."""
    if random.randrange(2):
        return random.choice(NUMBERS)
    return f"{random.uniform(-400, 400):.{random.randrange(8)}f}".encode()


def any_word(random: Random) -> bytes:
    """What may stand behind a keyword."""
    pool = random.randrange(4)
    if pool == 0:
        return any_number(random)
    return random.choice((PLAIN_NUMBERS, CHANNELS, WORDS)[pool - 1])


def word_kind(word: bytes) -> Kind:
    """NUMBER, CHANNEL or WORD, told by hand and not by an expression of the product's."""
    if word in CHANNELS:
        return Kind.CHANNEL
    return Kind.NUMBER if is_number(word) else Kind.WORD


def is_number(word: bytes) -> bool:
    mantissa, mark, exponent = word.replace(b"E", b"e").partition(b"e")
    if mark and not _are_digits(_unsigned(exponent)):
        return False
    whole, _, part = _unsigned(mantissa).partition(b".")
    return _are_digits(whole + part)


def _unsigned(number: bytes) -> bytes:
    return number[1:] if number[:1] in (b"+", b"-") else number


def _are_digits(text: bytes) -> bool:
    return bool(text) and all(byte in b"0123456789" for byte in text)
