"""A single slip costs one finding's worth: the rest of the skeleton stays right."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest
from bvh_files import GoodFile, Layout, make_file

from bvhlint.document.document import Document
from bvhlint.syntax.keywords import SPELLING
from bvhlint.syntax.nodes import Block, Kind

INDENTED = {
    "own line": Layout(),
    "keyword's line": Layout(indent=b"  ", brace_on_keyword_line=True),
    "wide": Layout(indent=b"    ", newline=b"\r\n"),
    "return": Layout(indent=b" ", newline=b"\r", row_separator=b"\t"),
}
SKELETONS = [(seed, name) for seed in range(3) for name in INDENTED]


def sample(seed: int, layout: Layout, joints: int = 9) -> GoodFile:
    file = make_file(Random(seed), joints=joints, frames=2)
    return GoodFile(file.joints, file.rows, file.frame_time, layout)


def slips(document: Document) -> Counter[str]:
    """How many braces are missing or too many."""
    count: Counter[str] = Counter()
    for element in document.tree.items():
        if isinstance(element, Block):
            count["missing {"] += element.open.missing
            count["missing }"] += element.close.missing
    odd = (Kind.EXTRA_CLOSE, Kind.EXTRA_OPEN, Kind.ORPHAN_OPEN)
    count.update(leaf.type.value for leaf in document.tree.tokens if leaf.type in odd)
    return +count


def shape(document: Document) -> list[object]:
    return [
        (joint.name, joint.parent, joint.offset, len(joint.channels), len(joint.end_sites))
        for joint in document.skeleton.joints
    ]


def header_lines(file: GoodFile) -> tuple[list[bytes], int]:
    """All lines, and the number of the one that says MOTION."""
    lines = file.data.split(file.layout.newline)
    return lines, lines.index(b"MOTION")


def indent_of(line: bytes) -> bytes:
    return line[: len(line) - len(line.lstrip(b" \t"))]


def without_one_brace(file: GoodFile, brace: bytes) -> Iterator[bytes]:
    lines, motion = header_lines(file)
    for at, line in enumerate(lines[:motion]):
        if line.strip(b" \t") == brace:
            yield file.layout.newline.join(lines[:at] + lines[at + 1 :])
        elif line.endswith(brace):
            yield file.layout.newline.join([*lines[:at], line[:-2], *lines[at + 1 :]])


def with_one_more_brace(file: GoodFile, brace: bytes) -> Iterator[bytes]:
    lines, motion = header_lines(file)
    newline = file.layout.newline
    for at in range(2, motion):
        for indent in {indent_of(lines[at - 1]), indent_of(lines[at])}:
            yield newline.join([*lines[:at], indent + brace, *lines[at:]])
        if lines[at].lstrip(b" \t").startswith((b"OFFSET", b"CHANNELS", b"{", b"}")):
            yield newline.join([*lines[:at], lines[at] + brace, *lines[at + 1 :]])


@pytest.mark.unmeasured
@pytest.mark.parametrize(("seed", "layout"), SKELETONS)
@pytest.mark.parametrize("brace", [b"{", b"}"])
def test_one_missing_brace(seed: int, layout: str, brace: bytes) -> None:
    file = sample(seed, INDENTED[layout])
    expected = shape(Document.parse(file.data))
    for data in without_one_brace(file, brace):
        document = Document.parse(data)
        assert slips(document) == {f"missing {brace.decode()}": 1}, data
        assert shape(document) == expected, data


@pytest.mark.unmeasured
@pytest.mark.parametrize(("seed", "layout"), SKELETONS)
@pytest.mark.parametrize("brace", [b"{", b"}"])
def test_one_brace_too_many(seed: int, layout: str, brace: bytes) -> None:
    file = sample(seed, INDENTED[layout])
    expected = shape(Document.parse(file.data))
    kind = Kind.EXTRA_OPEN if brace == b"{" else Kind.EXTRA_CLOSE
    for data in with_one_more_brace(file, brace):
        document = Document.parse(data)
        assert slips(document) == {kind: 1}, data
        assert shape(document) == expected, data


@pytest.mark.unmeasured
@pytest.mark.parametrize("seed", range(3))
def test_without_indentation_one_brace_is_still_one_slip(seed: int) -> None:
    file = sample(seed, Layout(indent=b""))
    expected = shape(Document.parse(file.data))
    names = [joint.name.decode() for joint in file.joints]
    for data in without_one_brace(file, b"{"):
        document = Document.parse(data)
        assert slips(document) == {"missing {": 1}
        assert shape(document) == expected
    for data in with_one_more_brace(file, b"{"):
        document = Document.parse(data)
        assert slips(document) == {Kind.EXTRA_OPEN: 1}
        assert shape(document) == expected
    for data in without_one_brace(file, b"}"):
        document = Document.parse(data)
        assert slips(document) == {"missing }": 1}
        assert [joint.name for joint in document.skeleton.joints] == names
        assert len(document.skeleton.roots) == 1
    for data in with_one_more_brace(file, b"}"):
        document = Document.parse(data)
        assert slips(document) == {Kind.EXTRA_CLOSE: 1}
        assert [joint.name for joint in document.skeleton.joints] == names
        assert len(document.skeleton.roots) == 1


@pytest.mark.parametrize("indent", ["  ", ""])
def test_a_missing_brace_of_an_end_site_is_told_by_what_it_cannot_hold(indent: str) -> None:
    lines = ["HIERARCHY", "ROOT a", "{", "OFFSET 0 0 0", "CHANNELS 0", "End Site", "{"]
    lines += ["OFFSET 1 0 0", "JOINT b", "{", "OFFSET 0 0 0", "CHANNELS 0", "}", "}", "MOTION"]
    document = Document.parse("\n".join(indent + line for line in lines).encode())
    first, second = document.skeleton.joints
    assert second.parent == first.index
    site = first.end_sites[0].block
    assert site.close.missing
    assert document.content[site.close.start :].startswith(b"JOINT b")
    assert slips(document) == {"missing }": 1}


def test_the_missing_brace_stands_where_the_block_had_to_be_closed() -> None:
    text = (
        "HIERARCHY\nROOT a\n{\n\tOFFSET 0 0 0\n\tCHANNELS 0\n\tJOINT b\n\t{\n\t\tOFFSET 0 0 0\n"
        "\t\tCHANNELS 0\n\tJOINT c\n\t{\n\t\tOFFSET 0 0 0\n\t\tCHANNELS 0\n\t}\n}\nMOTION\n"
    )
    document = Document.parse(text.encode())
    second = document.skeleton.joints[1]
    assert second.block.close.missing
    assert second.block.close.start == text.index("JOINT c")
    assert document.skeleton.joints[2].parent == 0


def test_motion_closes_open_blocks() -> None:
    text = "HIERARCHY\nROOT a\n{\nOFFSET 0 0 0\nCHANNELS 1 Xrotation\nJOINT b\n{\nOFFSET 0 0 0\n"
    text += "CHANNELS 0\nMOTION\nFrames: 1\nFrame Time: 0.1\n5\n"
    document = Document.parse(text.encode())
    assert slips(document) == {"missing }": 2}
    for joint in document.skeleton.joints:
        assert joint.block.close.start == text.index("MOTION")
    assert document.motion.values.tolist() == [[5]]


@pytest.mark.parametrize("section", ["Frames: 1\nFrame Time: 0.1\n5", "ROOT c\n{\nOFFSET 0 0 0\n}"])
def test_what_stands_at_the_top_alone_closes_blocks_where_a_brace_is_missing(section: str) -> None:
    text = "HIERARCHY\nROOT a\n{\nOFFSET 0 0 0\nCHANNELS 1 Xrotation\n" + section
    document = Document.parse(text.encode())
    assert slips(document) == {"missing }": 1}
    assert document.skeleton.joints[0].block.close.start == text.index(section)
    assert all(joint.parent == -1 for joint in document.skeleton.joints)


SAMPLES = [sample(seed, layout, joints=3) for seed, layout in enumerate(INDENTED.values())]
SAMPLES.append(sample(9, Layout(indent=b"", final_newline=False, mark=True), joints=3))


@pytest.mark.unmeasured
@pytest.mark.parametrize("file", SAMPLES, ids=range(len(SAMPLES)))
def test_an_early_end_at_every_byte(file: GoodFile) -> None:
    whole = Document.parse(file.data)
    names = [joint.name for joint in whole.skeleton.joints]
    parents = whole.skeleton.parents.tolist()
    for size in range(len(file.data)):
        data = file.data[:size]
        document = Document.parse(data)
        joints = document.skeleton.joints
        # The last one's name may be cut off.
        assert [joint.name for joint in joints[:-1]] == names[: max(len(joints) - 1, 0)]
        assert [joint.parent for joint in joints] == parents[: len(joints)]
        count = slips(document)
        depth = data.count(b"{") - data.count(b"}")
        if count["missing {"]:
            assert document.tree.tokens[-1].type in (
                *(Kind.ROOT, Kind.JOINT, Kind.END_SITE, Kind.NAME, Kind.JUNK),
            )
            depth += 1
        assert +count == +Counter({"missing {": count["missing {"], "missing }": depth})
        rows = document.motion.values
        for number, row in enumerate(rows[document.motion.complete][:-1]):
            assert row.tolist() == file.values[number]


def typos(word: str) -> set[str]:
    """A word with one letter left out, doubled, or swapped with the next."""
    result = set()
    for at, letter in enumerate(word):
        if letter in " :":
            continue
        result.add(word[:at] + word[at + 1 :])
        result.add(word[:at] + letter + word[at:])
        if at + 1 < len(word) and word[at + 1] not in (" ", ":", letter):
            result.add(word[:at] + word[at + 1] + letter + word[at + 2 :])
    return result - {word}


def unknown_lines(document: Document) -> int:
    return sum(leaf.type in (Kind.JUNK, Kind.UNKNOWN) for leaf in document.tree.tokens)


@pytest.mark.unmeasured
@pytest.mark.parametrize("layout", INDENTED)
@pytest.mark.parametrize("kind", SPELLING, ids=str)
def test_one_typo_in_a_keyword(kind: Kind, layout: str) -> None:
    file = sample(3, INDENTED[layout], joints=4)
    text = file.data.decode()
    whole = Document.parse(file.data)
    word = SPELLING[kind]
    places = [leaf.start for leaf in whole.tree.tokens if leaf.type is kind]
    assert places
    for at in places:
        for typo in typos(word):
            data = (text[:at] + typo + text[at + len(word) :]).encode()
            document = Document.parse(data)
            assert unknown_lines(document) == 1, typo
            assert slips(document) == {}, typo
            check_same(document, whole, kind)
            if kind is not Kind.CHANNELS:
                assert document.motion.values.tolist() == file.values, typo


def check_same(document: Document, whole: Document, misspelt: Kind) -> None:
    """The skeleton is the same but for what one misspelt keyword takes away."""
    assert len(document.skeleton.joints) == len(whole.skeleton.joints)
    lost = 0
    for joint, other in zip(document.skeleton.joints, whole.skeleton.joints, strict=True):
        assert (joint.name, joint.parent) == (other.name, other.parent)
        assert len(joint.end_sites) == len(other.end_sites)
        same_offset = joint.offset == other.offset
        same_channels = len(joint.channels) == len(other.channels)
        same_sites = [site.offset for site in joint.end_sites] == [
            site.offset for site in other.end_sites
        ]
        lost += (not same_offset) + (not same_channels) + (not same_sites)
        if not same_offset or not same_channels:
            assert misspelt in joint.misspelt
    assert lost == (misspelt in (Kind.OFFSET, Kind.CHANNELS))
    if misspelt in (Kind.FRAMES, Kind.FRAME_TIME):
        assert misspelt in document.motion.misspelt
    assert document.skeleton.is_trusted == (misspelt is not Kind.CHANNELS)


@pytest.mark.parametrize("junk", ["some words", "OFSET 1 2 3", "# a comment", "12 apples", "="])
def test_junk_between_a_head_and_its_brace(junk: str) -> None:
    text = (
        f"HIERARCHY\nROOT a\n{junk}\n{{\n\tOFFSET 0 0 0\n\tCHANNELS 0\n\tJOINT b\n\t{junk}\n\t{{\n"
    )
    text += "\t\tOFFSET 1 2 3\n\t\tCHANNELS 0\n\t}\n}\nMOTION\n"
    document = Document.parse(text.encode())
    assert slips(document) == {}
    assert [(joint.name, joint.parent) for joint in document.skeleton.joints] == [
        ("a", -1),
        ("b", 0),
    ]
    assert document.skeleton.joints[1].offset == (1.0, 2.0, 3.0)


def test_many_slips_are_told_one_by_one() -> None:
    # Four closing braces are missing at four places, and one stands too many at the end.
    file = sample(2, Layout())
    lines, motion = header_lines(file)
    closings = [at for at, line in enumerate(lines[:motion]) if line.endswith(b"}")]
    for at in closings[-2:0:-3]:
        del lines[at]
    document = Document.parse(b"\n".join(lines))
    assert slips(document) == {"missing }": len(closings[-2:0:-3])}
    assert shape(document) == shape(Document.parse(file.data))
