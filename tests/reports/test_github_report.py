"""Workflow commands, read back as the runner of GitHub reads them."""

from __future__ import annotations

import re
from typing import NamedTuple

from msgspec.structs import replace

from bvhlint.results import ErrorEntry, FileResult, Location
from bvhlint.severity import Severity
from tests.reports.shared_results import (
    CLEAN,
    ERRORS,
    EVIL,
    HOSTILE,
    MANY,
    NON_ASCII,
    finding,
    result,
    run,
    written,
)


class Command(NamedTuple):
    name: str
    properties: dict[str, str]
    data: str


def _commands(text: str) -> list[Command]:
    """The commands in a log: ``::name key=value,...::data`` at the start of a line, or ``##[``."""
    commands = []
    for line in text.split("\n"):
        assert "##[" not in line
        trimmed = line.lstrip()
        if not trimmed.startswith("::"):
            continue
        head, separator, data = trimmed[2:].partition("::")
        if not separator:
            continue
        name, _, rest = head.partition(" ")
        pairs = (pair.split("=", 1) for pair in rest.split(",") if pair)
        properties = {key: _undo(value, "%3A:", "%2C,") for key, value in pairs}
        commands.append(Command(name, properties, _undo(data)))
    return commands


def _undo(text: str, *more: str) -> str:
    for code in ("%0D\r", "%0A\n", *more, "%25%"):
        text = text.replace(code[:3], code[3:])
    return text


def _at_level(path: str, severity: Severity, count: int) -> FileResult:
    # Frames, so that the header's folding leaves them alone.
    return result(
        path,
        *(
            (finding("BVH203", f"{severity} {at}", at + 1, frame=at, severity=severity), None)
            for at in range(count)
        ),
    )


def test_one_line_is_as_the_interface_shows_it() -> None:
    item = result("walk.bvh", (finding("BVH502", "50% of: a, b", 7, 12, 1), None))
    assert written("github", [item]).split("\n")[0] == (
        "::error title=bvhlint (BVH502),file=set/walk.bvh,line=7,col=12,endLine=7,endColumn=13"
        "::50%25 of: a, b"
    )


def test_columns_only_on_one_line() -> None:
    entry = replace(finding("BVH502", "m"), location=Location(7, 12, 9, 3))
    (command,) = _commands(written("github", [result("walk.bvh", (entry, None))]))
    assert command.properties == {
        "title": "bvhlint (BVH502)",
        "file": "set/walk.bvh",
        "line": "7",
        "endLine": "9",
    }


def test_levels_and_order() -> None:
    names = [command.name for command in _commands(written("github"))]
    assert names == ["error"] * 8 + ["warning"] * 9 + ["notice"] * 2


def test_paths_are_relative_to_the_repository_and_escaped() -> None:
    (japanese,) = _commands(written("github", [NON_ASCII]))
    assert japanese.properties["file"] == "set/モーション/歩く 100%.bvh"
    (hostile,) = _commands(written("github", [HOSTILE]))
    assert hostile.properties["file"] == "set/::error file=x::boom,50%.bvh"


def test_a_name_starts_no_second_command() -> None:
    for evil in (
        EVIL,
        "a\n::error::pwned",
        "a\r::add-mask::x",
        "a\x0b::error::x",
        "\u2028::debug::",
    ):
        item = result(f"{evil}.bvh", (finding("BVH306", evil, frame=1), None))
        text = written("github", [item] * 12)
        names = [command.name for command in _commands(text)]
        assert names == ["warning"] * 10 + ["notice", "group", "endgroup"]
        assert re.fullmatch(r"[\n -~]*", text)


def test_at_most_ten_of_a_level_and_the_rest_in_the_log() -> None:
    items = [
        _at_level("i.bvh", Severity.INFO, 30),
        _at_level("w.bvh", Severity.WARNING, 11),
        _at_level("e.bvh", Severity.ERROR, 10),
    ]
    text = written("github", items)
    commands = _commands(text)
    names = [command.name for command in commands]
    assert names[:20] == ["error"] * 10 + ["warning"] * 10
    assert names.count("notice") == 10
    told = commands[names.index("group") - 1]
    assert told.properties == {"title": "bvhlint"}
    assert told.data == (
        "GitHub shows 10 annotations of a level a step: see the log for 1 more warning and "
        "21 more infos"
    )
    log = text.split("::group::")[1].split("::endgroup::")[0]
    assert "w.bvh:11:1: warning BVH203 warning 10" in log.split("\n")
    assert sum(line.startswith("i.bvh:") for line in log.split("\n")) == 21


def test_the_log_says_what_even_it_leaves_out() -> None:
    text = written("github", [_at_level("i.bvh", Severity.INFO, 1500)])
    log = text.split("::group::")[1].split("::endgroup::")[0].rstrip("\n").split("\n")
    assert len(log) == 1 + 991 + 1
    assert log[-1] == "500 more findings not listed."


def test_failures_are_errors_and_take_their_places() -> None:
    failures = [ErrorEntry(f"{at}.bvh", "gone") for at in range(12)]
    text, _ = run("github", [_at_level("e.bvh", Severity.ERROR, 1)], failures)
    commands = _commands(text)
    assert [command.name for command in commands].count("error") == 10
    assert commands[0].properties == {"title": "bvhlint", "file": "set/0.bvh"}
    assert "11.bvh: failure: gone" in text.split("\n")
    assert "e.bvh:1:1: error BVH203 error 0" in text.split("\n")


def test_header_findings_of_one_rule_leave_room_for_others() -> None:
    codes = [command.properties["title"] for command in _commands(written("github", [MANY]))]
    assert codes.count("bvhlint (BVH306)") == 6


def test_the_closing_words_follow() -> None:
    assert run("github", [CLEAN], ERRORS)[0].split("\n")[-3:] == [
        "Checked 1 file: nothing to report.",
        "2 failures: not everything was done.",
        "",
    ]
