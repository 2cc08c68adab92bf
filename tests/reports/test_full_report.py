"""The report for people: carets under the fault, wrapping, folding, colour, quiet."""

from __future__ import annotations

import re

import pytest

from bvhlint.reports.base import Closing, FixedEntry
from bvhlint.results import Excerpt, FixEntry, JointEntry
from bvhlint.visible import display_width
from tests.reports.shared_results import (
    CLEAN,
    ERRORS,
    EVIL,
    HOSTILE,
    LONG,
    MANY,
    NON_ASCII,
    ONE_ERROR,
    excerpt,
    finding,
    result,
    run,
    written,
)

MENDED = (FixedEntry("clean.bvh", "BVH105", "irregular-whitespace", 3),)


def _lines(*pairs: object, **settings: object) -> list[str]:
    return written("full", [result("a.bvh", *pairs)], **settings).split("\n")  # type: ignore[arg-type]


def _faulty(text: str, mark: int, length: int, **settings: object) -> tuple[str, str]:
    """The source line and the caret line under it."""
    entry = finding("BVH203", "m", 7, mark + 1, length)
    lines = _lines((entry, Excerpt(text, mark, length, False, False)), **settings)
    bar = lines.index("  |")
    return lines[bar + 1], lines[bar + 2]


def test_one_finding_as_a_compiler_shows_it() -> None:
    assert written("full", [ONE_ERROR]).split("\n")[:8] == [
        "error BVH203 unknown-keyword: JIONT is no keyword",
        " --> broken/keyword.bvh:7:2",
        "  |",
        "7 |     JIONT Chest",
        "  |     ^^^^^",
        "  = help: the nearest keyword is JOINT",
        "  = breaks: blender (fails); three (wrong)",
        "",
    ]


@pytest.mark.parametrize(
    ("text", "mark", "length", "shown", "carets"),
    [
        ("abc def", 4, 3, "abc def", "    ^^^"),
        ("abc", 3, 0, "abc", "   ^"),
        ("", 0, 0, "", "^"),
        ("\tabc", 1, 3, "    abc", "    ^^^"),
        ("a\tb", 2, 1, "a   b", "    ^"),
        ("左\t腕", 2, 1, "左  腕", "    ^^"),
        ("左腕 x", 0, 2, "左腕 x", "^^^^"),
        ("é左 x", 3, 1, "é左 x", "    ^"),
        ("e\u0301 x", 3, 1, "e\u0301 x", "  ^"),
        ("a\x1bb c", 4, 1, "a\\x1bb c", "       ^"),
        ("a\x1bb", 1, 1, "a\\x1bb", " ^^^^"),
        ("a  \tb", 1, 3, "a··→b", " ^^^"),
        ("a b", 0, 3, "a b", "^^^"),
        ("a ", 1, 1, "a·", " ^"),
    ],
)
def test_carets_stand_under_the_fault(
    text: str, mark: int, length: int, shown: str, carets: str
) -> None:
    assert _faulty(text, mark, length) == (f"7 | {shown}".rstrip(" "), f"  | {carets}")


def test_blanks_are_not_drawn_where_the_encoding_has_no_signs_for_it() -> None:
    assert _faulty("a \tb", 1, 2, encoding="ascii") == ("7 | a   b", "  |  ^^^")


@pytest.mark.parametrize("width", [20, 40, 60, 80, 200])
@pytest.mark.parametrize("at", [0, 5, 50, 119])
def test_a_long_line_is_clipped_around_its_fault(width: int, at: int) -> None:
    words = [f"{number}.5" for number in range(120)]
    words[at] = "1.#QNAN"
    text = " ".join(words)
    line, carets = _faulty(text, text.index("1.#QNAN"), 7, width=width)
    assert display_width(line) <= width
    start = carets.index("^")
    assert line[start : start + 7] == "1.#QNAN"
    assert carets.count("^") == 7
    # No number is cut in half.
    assert set(line[4:].strip("… ").split(" ")) <= set(words)


def test_an_excerpt_that_came_cut_loses_its_half_numbers() -> None:
    entry = finding("BVH505", "m", 7, 500, 3)
    cut = Excerpt("45.25 1.5 nan 2.5 77.1", 10, 3, left=True, right=True)
    lines = _lines((entry, cut))
    assert lines[3:5] == ["7 | … 1.5 nan 2.5 …", "  |       ^^^"]
    alone = Excerpt("abcnanabc", 3, 3, left=True, right=True)
    assert _lines((entry, alone))[3:5] == ["7 | …abcnanabc…", "  |     ^^^"]


def test_a_fault_wider_than_the_terminal_shows_its_beginning() -> None:
    line, carets = _faulty("ROOT " + "N" * 1_000_000, 5, 1_000_000, width=40)
    assert display_width(line) <= 40
    assert line.startswith("7 | ROOT NNN")
    assert line.endswith("N…")
    assert carets.count("^") == line.count("N")


def test_joint_and_channel_stand_at_the_value() -> None:
    text = written("full", [LONG])
    assert re.search(r"\| +\^{7} LeftForeArm Xrotation\n", text)
    narrow = written("full", [LONG], width=44)
    assert re.search(r"\| +\^{7}\n +\| *LeftForeArm Xrotation\n", narrow)


def test_a_joint_in_the_header_is_not_named_twice() -> None:
    entry = finding("BVH306", "m", joint=JointEntry(0, "Hips"))
    assert "Hips" not in "\n".join(_lines((entry, excerpt("ROOT x", "x"))))


def test_what_a_rule_has_said_is_not_said_again_in_the_file() -> None:
    text = written("full", [MANY, MANY])
    assert text.count("= help: Unity and many scripts") == 2
    assert text.count("= fix: join the wrapped rows") == 2
    other = finding("BVH306", "m", help_text="another help")
    lines = _lines(*((entry, None) for entry in (other, finding("BVH306", "m", help_text="h"))))
    assert "  = help: another help" in lines
    assert "  = help: h" in lines


def test_ways_to_mend() -> None:
    fixes = {
        "safe": FixEntry("safe", "do it", None, [], 0),
        "unsafe": FixEntry("unsafe", "do it", None, [], 0),
        "option": FixEntry("option", "do it", "--set-fps N", [], 0),
    }
    shown = {
        name: _lines((finding("BVH104", "m", fix=fix), None))[2] for name, fix in fixes.items()
    }
    assert shown == {
        "safe": "  = fix: do it (`bvhlint fix`)",
        "unsafe": "  = fix: do it (`bvhlint fix --unsafe-fixes`)",
        "option": "  = fix: do it (`bvhlint fix --set-fps N`)",
    }


def test_folding() -> None:
    text = written("full", [MANY])
    assert text.count("\nwarning BVH306") == 6
    assert "and 3 more on lines 30 to 38 (--show-all lists them)" in text
    assert "(and 38 more rows like it)" in text
    every = written("full", [MANY], show_all=True)
    assert every.count("\nwarning BVH306") == 8
    assert "--show-all" not in every


@pytest.mark.parametrize("width", [30, 60, 80, 200])
def test_nothing_is_wider_than_the_terminal(width: int) -> None:
    text, _ = run("full", [ONE_ERROR, MANY, LONG], (), width=width, statistics=False)
    for line in text.split("\n"):
        if "-->" not in line:
            assert display_width(line) <= width, line


def test_prose_is_not_wrapped_in_a_pipe() -> None:
    entry = finding("BVH203", "word " * 100 + "end", help_text="help " * 100 + "end")
    lines = _lines((entry, None))
    assert lines[0].endswith(" end")
    assert lines[2].endswith(" end")


def test_a_command_is_not_broken_by_wrapping() -> None:
    fix = FixEntry("option", "give every joint the same order", "--rotation-order XYZ", [], 0)
    lines = _lines((finding("BVH104", "m", fix=fix), None), width=50)
    assert "         (`bvhlint fix --rotation-order XYZ`)" in lines


def test_colour_only_surrounds_the_plain_text() -> None:
    files = [ONE_ERROR, MANY, NON_ASCII, LONG, HOSTILE]
    plain, _ = run("full", files, ERRORS, statistics=True, width=80)
    painted, _ = run("full", files, ERRORS, statistics=True, width=80, color=True, hyperlinks=True)
    links = re.compile(r"\x1b\]8;;[!-~]*\x1b\\")
    assert re.sub(r"\x1b\[[0-9;]*m", "", links.sub("", painted)) == plain
    assert "\x1b]8;;https://example.org/rules/row-width\x1b\\" in painted
    assert "\x1b[1;31merror\x1b[0m" in painted


def test_no_link_without_a_page() -> None:
    assert "\x1b]8" not in written("full", [MANY], color=True, hyperlinks=True, rules={})
    assert "\x1b]8" not in written("full", [MANY], color=True)


def test_a_wrapped_line_is_no_command_for_a_build_log() -> None:
    entry = finding(
        "BVH306", "xxxxxxxxxxxx ::error::pwned " * 20, help_text="yyyyy ::debug::z " * 20
    )
    for width in range(20, 60):
        for line in _lines((entry, excerpt(f"ROOT {EVIL}", EVIL)), width=width):
            assert not line.lstrip().startswith("::")
            assert "##[" not in line


def test_quiet_leaves_the_findings() -> None:
    loud, quiet = (
        written("full", [ONE_ERROR, CLEAN]),
        written("full", [ONE_ERROR, CLEAN], quiet=True),
    )
    assert loud == quiet + "Checked 2 files: 1 error in 1 file.\n"


def test_the_closing_words_name_the_most_used_options() -> None:
    options = ["--drop-joint A", "--drop-joint B", "--up y"]
    options += [f"--option-{at} {at}" for at in range(7)]
    fixes = (FixEntry("option", "do it", option, [], 0) for option in options)
    item = result("a.bvh", *((finding("BVH104", "m", fix=fix), None) for fix in fixes))
    assert written("full", [item]).split("\n")[-2] == (
        "Can be fixed: by option `--drop-joint` (2), `--up` (1), `--option-0` (1), "
        "`--option-1` (1), `--option-2` (1), `--option-3` (1) and 3 other options."
    )


@pytest.mark.parametrize(
    ("files", "errors", "closing", "words"),
    [
        ([], (), Closing(), "No BVH file was checked."),
        ([CLEAN], (), Closing(), "Checked 1 file: nothing to report."),
        ([CLEAN], (), Closing(elapsed=0.5), "Checked 1 file in 0.50 s: nothing to report."),
        ([ONE_ERROR], (), Closing(), "Checked 1 file: 1 error."),
        ([ONE_ERROR, CLEAN], (), Closing(), "Checked 2 files: 1 error in 1 file."),
        ([CLEAN] * 1204, (), Closing(), "Checked 1,204 files: nothing to report."),
        (
            [NON_ASCII],
            (),
            Closing(),
            "Checked 1 file: 1 warning.\nCan be fixed: by option `--rename` (1).",
        ),
        (
            [CLEAN],
            ERRORS[:1],
            Closing(),
            "failure: gone.bvh: no such file\n\nChecked 1 file: nothing to report.\n"
            "1 failure: not everything was done.",
        ),
        (
            [CLEAN],
            (),
            Closing(baselined=3),
            "Checked 1 file: nothing to report.\n3 findings hidden by the baseline.",
        ),
        (
            [CLEAN],
            (),
            Closing(fixed=MENDED),
            "Checked 1 file: nothing to report.\nFixed 3 findings in 1 file.",
        ),
        (
            [CLEAN],
            (),
            Closing(fixed=MENDED, dry=True),
            "Checked 1 file as it would become: nothing to report.\n"
            "Would fix 3 findings in 1 file.",
        ),
        (
            [CLEAN, CLEAN],
            (),
            Closing(fixed=MENDED, dry=True),
            "Checked 2 files as they would become: nothing to report.\n"
            "Would fix 3 findings in 1 file.",
        ),
    ],
)
def test_closing_words(files: list, errors: tuple, closing: Closing, words: str) -> None:  # type: ignore[type-arg]
    text, _ = run("full", files, errors, closing)
    assert text.endswith(words + "\n")
    if not any(item.findings for item in files):
        assert text == words + "\n"
