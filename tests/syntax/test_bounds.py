"""Hostile sizes: nothing recurses, time grows with the size and no faster, memory is bounded."""

from __future__ import annotations

import gc
import tracemalloc
from collections.abc import Callable
from time import process_time

import pytest

from bvhlint.document.document import Document
from bvhlint.syntax import scanner
from bvhlint.syntax.nodes import Block, Kind
from bvhlint.syntax.parser import forget_heads

pytestmark = pytest.mark.unmeasured

HEADER = (
    b"HIERARCHY\nROOT a\n{\n\tOFFSET 0 0 0\n\tCHANNELS 3 Xrotation Yrotation Zrotation\n}\n"
    b"MOTION\nFrames: 1\nFrame Time: 0.1\n"
)
JOINT = b"JOINT j\n{\nOFFSET 0 1 0\nCHANNELS 1 Xrotation\n"
TAIL = b"\n}\nMOTION\nFrames: 1\nFrame Time: 0.1\n1 2 3\n"


def header(contents: bytes) -> bytes:
    return b"HIERARCHY\nROOT a\n{\n" + contents + TAIL


def nested(depth: int) -> bytes:
    return header(JOINT * depth + b"}\n" * depth)


def slanted(depth: int) -> bytes:
    """Blocks that lack their closing braces, and closing braces indented like none of them."""
    return header(b"        JOINT j\n        {\n" * depth + b"    }\n" * (depth // 2))


#: Texts of about ``size`` bytes.
TEXTS: dict[str, Callable[[int], bytes]] = {
    "nested joints": lambda size: nested(size // 46),
    "nested joints never closed": lambda size: b"HIERARCHY\n" + JOINT * (size // 44),
    "closing braces at odd indents": lambda size: slanted(size // 30),
    "braces of one line": lambda size: header(b"JOINT j {" * (size // 14) + b"}" * (size // 3)),
    "opening braces": lambda size: b"{" * size,
    "closing braces": lambda size: b"}" * size,
    "pairs of braces": lambda size: b"{}" * (size // 2),
    "heads without braces": lambda size: b"JOINT a\n" * (size // 8),
    "roots": lambda size: b"HIERARCHY\n" + b"ROOT a\n{\nOFFSET 0 0 0\n}\n" * (size // 24),
    "misspelt heads": lambda size: b"".join(b"w%d\n{\n}\n" % i for i in range(size // 11)),
    "channels": lambda size: header(b"CHANNELS 9 " + b"Xrotation " * (size // 10)),
    "words of an offset": lambda size: header(b"OFFSET " + b"1 " * (size // 2)),
    "numbers in lines of their own": lambda size: header(b"OFFSET" + b"\n1" * (size // 2)),
    "digits that make no number": lambda size: header(b"OFFSET " + b"1" * size + b"x 1"),
    "a long name": lambda size: header(b"JOINT " + b"ab " * (size // 3) + b"\n{\n}"),
    "a long name in Shift-JIS": lambda size: header(b"JOINT " + b"\x83{" * (size // 2) + b"\n{\n}"),
    "a long junk line": lambda size: header(b"foo bar " * (size // 8)),
    "junk lines": lambda size: b"some junk\n" * (size // 10),
    "junk lines with comments between": lambda size: b"junk\n#\n" * (size // 7),
    "broken keywords": lambda size: header((b"End" + b" " * 1000) * (size // 1003)),
    "blanks": lambda size: HEADER + b" " * size + b"1 2 3",
    "line ends": lambda size: HEADER + b"1 2 3" + b"\r\n\n\r" * (size // 4),
    "MOTION lines": lambda size: b"MOTION\n" * (size // 7),
    "MOTION parts": lambda size: b"MOTION\n1 2\n" * (size // 11),
    "rows with letters of MOTION": lambda size: HEADER + b"0 hm\n" * (size // 5),
    "one long row": lambda size: HEADER + b"1.5 " * (size // 4),
    "binary": lambda size: bytes(i * i % 251 for i in range(size)),
    "NUL": lambda size: b"\0" * size,
}


def read(data: bytes) -> Document:
    """Parse and look at all that does not belong to the frame rows; nothing of it is known yet."""
    forget_heads()
    document = Document.parse(data)
    document.skeleton.layout  # noqa: B018
    document.motion.misspelt  # noqa: B018
    for part in range(9):
        document.source.position(len(document.content) * part // 8)
    return document


def best_time(data: bytes) -> float:
    """Processor time of the quickest of some readings; what other tests left for the collector
    does not count."""
    times: list[float] = []
    gc.collect()
    gc.disable()
    try:
        while len(times) < 2 or (len(times) < 5 and sum(times) < 0.2):
            start = process_time()
            read(data)
            times.append(process_time() - start)
    finally:
        gc.enable()
    return min(times)


@pytest.mark.parametrize("name", TEXTS)
def test_four_times_the_size_takes_about_four_times_as_long(name: str) -> None:
    text = TEXTS[name]
    size = 1 << 12
    time = best_time(text(size))
    while time < 0.01 and size < 1 << 21:
        size *= 2
        time = best_time(text(size))
    # Quadratic time would take sixteen times as long, whenever it is looked at; a machine that is
    # busy with other work does so now and then.
    tries = ((best_time(text(size)), best_time(text(4 * size))) for _ in range(4))
    assert any(four < 9 * one + 0.01 for one, four in tries), f"{size} bytes took {time:.3f} s"


@pytest.mark.parametrize("name", TEXTS)
def test_memory_grows_no_faster_than_the_file(name: str) -> None:
    # The dearest byte is a brace: a leaf and a block of the tree for each, and what Lark needs.
    data = TEXTS[name](5_000)
    read(data)
    tracemalloc.start()
    document = read(data)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert document.content is data
    assert peak < 800 * len(data) + 100_000


def test_deep_nesting_meets_no_recursion_limit() -> None:
    depth = 10_000
    document = read(nested(depth))
    joints = document.skeleton.joints
    assert len(joints) == depth + 1
    assert joints[-1].depth == depth
    assert document.skeleton.channel_count == depth
    block = joints[0].block
    assert len(repr(block)) < 300
    assert len(repr(document.tree.elements)) < 2000
    assert block == block
    assert block != joints[1].block
    assert len({joint.block for joint in joints}) == depth + 1
    assert sum(isinstance(element, Block) for element in document.tree.items()) == depth + 1
    assert document.to_bytes() == document.content
    # Freed all at once, the deepest block must not ask for a stack as deep.
    del document, joints, block
    gc.collect()


def test_a_joint_with_very_many_channels() -> None:
    count = 100_000
    data = header(b"OFFSET 0 0 0\nCHANNELS %d " % count + b"Xrotation " * count)
    skeleton = Document.parse(data).skeleton
    assert skeleton.channel_count == count
    assert skeleton.is_trusted
    assert skeleton.joints[0].channels[-1].column == count - 1


@pytest.mark.parametrize("count", [b"99999999999999", b"9" * 10_000, b"10000001"])
def test_a_count_of_channels_beyond_all_measure(count: bytes) -> None:
    data = HEADER.replace(b"CHANNELS 3", b"CHANNELS " + count) + b"1 2 3\n"
    skeleton = Document.parse(data).skeleton
    assert skeleton.joints[0].declared_channels is None
    assert [channel.name for channel in skeleton.joints[0].channels] == [
        "Xrotation",
        "Yrotation",
        "Zrotation",
    ]
    assert Document.parse(data).motion.values.tolist() == [[1, 2, 3]]


def test_lines_of_junk_are_one_leaf() -> None:
    tokens = Document.parse(b"HIERARCHY\n" + b"some junk\n" * 1000).tree.tokens
    assert [leaf.type for leaf in tokens] == [Kind.HIERARCHY, Kind.JUNK]
    assert tokens[1].raw.count(b"\n") == 999


@pytest.mark.parametrize(
    "text",
    [
        b"{}" * 1000 + b"\nMOTION\n1 2 3\n",
        header(b"OFFSET " + b"1 " * 1000),
        header(b"CHANNELS 3 " + b"Xrotation\n" * 1000),
        b"MOTION\n" * 1000,
        b"junk\n#\n" * 1000,
        nested(100),
    ],
)
def test_beyond_so_many_tokens_the_rest_is_one_leaf(
    text: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scanner, "MAX_TOKENS", 100)
    document = Document.parse(text)
    assert document.to_bytes() == text
    tokens = document.tree.tokens
    assert 100 <= len(tokens) <= 102
    assert tokens[-1].type is Kind.JUNK
    assert tokens[-1].end == len(text)
    document.skeleton.layout  # noqa: B018
    assert not document.motion.values.size
