"""The diff that people read: what it shows, counts and spells out."""

from __future__ import annotations

import codecs
import difflib
import random

import pytest

from bvhlint.diff import diff_lines

HEADER = [f"line {number}" for number in range(20)]


def text(*lines: str) -> bytes:
    return "".join(f"{line}\n" for line in lines).encode()


def diff(old: bytes, new: bytes, path: str = "walk.bvh") -> list[str]:
    return list(diff_lines(path, old, new))


def test_equal_files_have_no_diff() -> None:
    assert diff(text(*HEADER), text(*HEADER)) == []


@pytest.mark.parametrize("seed", range(30))
def test_small_changes_read_as_those_of_difflib(seed: int) -> None:
    choice = random.Random(seed)
    old = [f"line {choice.randrange(9)}" for _ in range(40)]
    new = list(old)
    for _ in range(choice.randrange(1, 6)):
        place = choice.randrange(len(new))
        new[place : place + choice.randrange(3)] = ["new"] * choice.randrange(3)
    matcher = difflib.SequenceMatcher(None, old, new, autojunk=False)
    expected_hunks = len(list(matcher.get_grouped_opcodes(3)))
    found = diff(text(*old), text(*new))
    if old == new:
        assert found == []
        return
    assert found[:2] == ["--- walk.bvh", "+++ walk.bvh"]
    assert sum(line.startswith("@@") for line in found) <= expected_hunks + 1
    assert patched(old, found) == new


def patched(old: list[str], lines: list[str]) -> list[str]:
    """What a diff makes of the old lines, by a plain reading of its hunks."""
    result: list[str] = []
    at = 0
    for line in lines[2:]:
        if line.startswith("@@"):
            start, count = map(int, line.split()[1][1:].split(","))
            first = start - 1 if count else start
            result += old[at:first]
            at = first
        elif line[0] == "+":
            result.append(line[1:])
        else:
            assert old[at] == line[1:]
            result += [line[1:]] if line[0] == " " else []
            at += 1
    return result + old[at:]


def test_a_hunk_has_its_place_and_three_lines_around_it() -> None:
    new = [*HEADER[:10], "other", *HEADER[11:]]
    assert diff(text(*HEADER), text(*new))[2:] == [
        "@@ -8,7 +8,7 @@",
        " line 7",
        " line 8",
        " line 9",
        "-line 10",
        "+other",
        " line 11",
        " line 12",
        " line 13",
    ]


def test_lines_added_to_nothing() -> None:
    assert diff(b"", text("a"))[2:] == ["@@ -0,0 +1,1 @@", "+a"]


@pytest.mark.parametrize(
    ("old", "new", "shown"),
    [
        (b"a\n", b"a\r\n", ["-a\\n", "+a\\r\\n"]),
        (b"a\r", b"a\n", ["-a\\r", "+a\\n"]),
        (b"a", b"a\n", ["-a(no line end)", "+a\\n"]),
    ],
)
def test_line_ends_are_spelt_where_nothing_else_differs(
    old: bytes, new: bytes, shown: list[str]
) -> None:
    assert diff(old, new)[3:] == shown


def test_long_rows_are_clipped() -> None:
    old, new = (f"{number} " + "0.00 " * 200 for number in (1, 2))
    removed, added = diff(text(old), text(new))[3:]
    assert removed == f"-{old[:100]} ... ({len(old) - 100} more bytes)"
    assert added.startswith("+2 0.00")


@pytest.mark.parametrize("count", [50, 100_000])
def test_rows_are_counted_beyond_the_first(count: int) -> None:
    old = [f"{number} 0.00" for number in range(count)]
    new = [f"{number} 1.00" for number in range(count // 2)]
    lines = diff(text(*HEADER, *old, "end"), text(*HEADER, *new, "end"))
    assert lines[2] == f"@@ -18,{count + 4} +18,{count // 2 + 4} @@"
    assert sum(line.startswith("-") for line in lines[2:]) == 10
    assert sum(line.startswith("+") for line in lines[2:]) == 10
    assert " end" in lines
    assert lines[-1] == f"... more lines: {count - 10:,} removed, {count // 2 - 10:,} added"


def test_a_header_is_shown_to_its_last_line() -> None:
    old = [f"\tJOINT J{number}" for number in range(400)]
    new = [f"\t\tJOINT J{number}" for number in range(400)]
    lines = diff(text(*old, "0.00"), text(*new, "0.00"))
    assert sum(line.startswith("+\t\tJOINT") for line in lines) == 400


def test_nothing_of_a_file_reaches_the_terminal_raw() -> None:
    lines = diff(b"\x1b[31mred\x9b\n", b"\tplain\n", path="a\nb\x1b.bvh")
    assert lines[0] == "--- a\\nb\\x1b.bvh"
    assert lines[3] == "-\\x1b[31mred\\x9b"
    assert lines[4] == "+\tplain"


def test_utf16_is_compared_by_what_it_says() -> None:
    old = codecs.BOM_UTF16_LE + "one\ntwo\n".encode("utf-16-le")
    assert diff(old, b"one\nthree\n") == [
        "--- walk.bvh (utf-16-le)",
        "+++ walk.bvh",
        "@@ -1,2 +1,2 @@",
        " one",
        "-two",
        "+three",
    ]
    assert diff(old, b"one\ntwo\n") == ["--- walk.bvh (utf-16-le)", "+++ walk.bvh"]


def test_equal_lines_in_any_order_take_no_square_of_time() -> None:
    old, new = ["a", "b"] * 1500, ["b", "a", "a"] * 1000
    lines = diff(text(*old), text(*new))
    assert sum(line.startswith("-") for line in lines[2:]) <= 1000
