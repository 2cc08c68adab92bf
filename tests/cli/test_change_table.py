"""The table of what fix did: on wide and narrow terminals, with long and strange names."""

from __future__ import annotations

import pytest

from bvhlint.cli.change_table import FILES_LISTED, REMARKS_LISTED, Done, change_table
from bvhlint.fixer import Mended
from bvhlint.reports.base import ReportContext
from bvhlint.transforms.base import Change
from bvhlint.visible import display_width

FPS = Change("--fps", "524 frames at 120 a second became 131 at 30 (slerp); 4.333 s as before")
CASE = Change("BVH204 keyword-case", "correct the capitals", 1200)


def table(*done: Done, width: int | None = None, verbose: bool = False) -> list[str]:
    return change_table(done, ReportContext(version="0", width=width), verbose=verbose)


def of(path: str, *changes: Change) -> Done:
    return Done(path, changes, ())


def test_nothing_done_has_no_table() -> None:
    assert table(of("walk.bvh")) == []


def test_columns_stand_below_each_other_and_a_path_once() -> None:
    assert table(of("walk.bvh", CASE, FPS), of("clips/run.bvh", CASE)) == [
        "file           what" + " " * 75 + "how many",
        "walk.bvh       BVH204 keyword-case: correct the capitals" + " " * 38 + "   1,200",
        f"               --fps: {FPS.message}         1",
        "clips/run.bvh  BVH204 keyword-case: correct the capitals" + " " * 38 + "   1,200",
    ]


@pytest.mark.parametrize("width", [30, 40, 59, 60, 72, 80, 100, 140])
def test_no_line_is_wider_than_the_terminal_and_no_word_is_lost(width: int) -> None:
    done = (
        of("a/very/long/way/down/to/" + "the-clip" * 8 + ".bvh", CASE, FPS),
        of("短い/歩く.bvh", Change("--rename", "ルート is now Hips")),
    )
    lines = table(*done, width=width)
    assert max(map(display_width, lines)) <= width
    text = "".join("".join(lines).split())
    for change in (CASE, FPS):
        for word in change.message.split(" "):
            assert word in text
    assert "the-clip.bvh" in text
    assert "1,200" in text


def test_a_narrow_terminal_gets_one_below_the_other() -> None:
    assert table(of("walk.bvh", CASE), width=30) == [
        "walk.bvh",
        "  1,200 x BVH204 keyword-case:",
        "    correct the capitals",
    ]


def test_many_files_are_added_up_by_change() -> None:
    many = [of(f"{number}.bvh", CASE, FPS) for number in range(FILES_LISTED + 1)]
    assert [line.split() for line in table(*many)] == [
        ["files", "what", "how", "many"],
        ["21", *f"{CASE.source}: {CASE.message}".split(), "25,200"],
        ["21", "--fps", "21"],
    ]
    assert len(table(*many, verbose=True)) == 22
    assert table(*many, width=40)[:1] == ["21 files"]


def test_verbose_says_where() -> None:
    mended = (
        Mended("BVH204", "keyword-case", "correct the capitals", 12),
        Mended("BVH107", "blank-line", "remove the blank lines", 40, 7),
        Mended("BVH105", "irregular-whitespace", "one space", 0),
    )
    done = Done("walk.bvh", (Change("BVH204 keyword-case", "correct the capitals"), FPS), mended)
    lines = [" ".join(line.split()) for line in table(done, verbose=True)]
    assert lines[1:] == [
        "walk.bvh BVH204 keyword-case: correct the capitals (line 12) 1",
        "BVH107 blank-line: remove the blank lines (line 40) 7",
        "BVH105 irregular-whitespace: one space 1",
        f"--fps: {FPS.message} 1",
    ]


def test_what_comes_from_files_is_made_visible() -> None:
    lines = table(of("a\nb\x1b[31m.bvh", Change("--rename", "\x1b]0;x\x07 is now Hips")))
    assert not any(ord(char) < 32 for line in lines for char in line)
    assert lines[1].startswith("a\\nb\\x1b[31m.bvh  --rename: \\x1b]0;x\\x07 is now Hips")


def test_remarks_are_shown_and_not_counted() -> None:
    left = Change("--portable", "left to you: 2 joints without End Site", 2, remark=True)
    lines = table(of("walk.bvh", CASE, left))
    assert lines[2] == "               --portable: left to you: 2 joints without End Site".replace(
        " " * 15, " " * 10
    )
    assert table(of("walk.bvh", left), width=40)[1:] == [
        "  --portable: left to you: 2 joints",
        "    without End Site",
    ]


def test_remarks_on_many_files_are_listed_up_to_a_bound() -> None:
    left = Change("--portable", "left to you: 2 joints without End Site", 2, remark=True)
    also = Change("--portable", "left to you: 2 ROOTs", 2, remark=True)
    many = [of(f"{number}.bvh", CASE) for number in range(FILES_LISTED)]
    lines = [line.split() for line in table(*many, of("a.bvh", CASE, left, also))]
    assert lines[1:] == [
        ["21", *f"{CASE.source}: {CASE.message}".split(), "25,200"],
        [],
        ["file", "what", "to", "know", "or", "to", "decide"],
        ["a.bvh", *f"--portable: {left.message}".split()],
        [*f"--portable: {also.message}".split()],
    ]
    many = [of(f"{number}.bvh", left, also) for number in range(FILES_LISTED + 1)]
    lines = [line.split() for line in table(*many)]
    assert len(lines) == 1 + REMARKS_LISTED + 1
    assert lines[-2] == [*f"--portable: {also.message}".split()]
    assert " ".join(lines[-1]) == "and 22 more remarks on 11 files: --verbose shows them"
    assert max(map(display_width, table(*many, width=40))) <= 40
