"""``--help`` as a manual, and the words that are mistyped."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from installed import Run

from bvhlint.cli.parser import COMMANDS, command_parser, load
from bvhlint.version import VERSION

HEAVY = ("numpy", "scipy", "lark", "rich", "rich_argparse", "msgspec", "pathspec", "json")


@pytest.mark.unmeasured
@pytest.mark.parametrize("command", COMMANDS)
def test_help_of_a_command(bvhlint: Run, command: str) -> None:
    done = bvhlint(command, "--help")
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert lines[0].startswith(f"usage: bvhlint {command} [OPTION ...]")
    assert lines[2].rstrip(".").casefold() == COMMANDS[command].casefold()
    assert "examples:" in lines
    shown = [line for line in lines[lines.index("examples:") :] if "  bvhlint " in line]
    assert shown
    assert all(f"bvhlint {command}" in line for line in shown)


def test_the_help_of_all_names_each_command(bvhlint: Run) -> None:
    done = bvhlint("--help")
    assert done.returncode == 0
    for command, summary in COMMANDS.items():
        assert re.search(rf"^    {command} +{summary.split()[0]}\b", done.stdout, re.MULTILINE)
    bare = bvhlint()
    assert (bare.returncode, bare.stdout) == (2, done.stdout)


def test_options_stand_in_groups(bvhlint: Run) -> None:
    headings = re.findall(r"^(\S.*):$", bvhlint("check", "--help").stdout, re.MULTILINE)
    for heading in ("choosing files", "choosing rules", "exit status", "output", "baseline"):
        assert heading in headings
    headings = re.findall(r"^(\S.*):$", bvhlint("fix", "--help").stdout, re.MULTILINE)
    assert "changes" in headings
    assert "writing" in headings


@pytest.mark.unmeasured
@pytest.mark.parametrize("columns", [40, 60, 80, 300])
@pytest.mark.parametrize("command", COMMANDS)
def test_help_keeps_to_the_width(bvhlint: Run, command: str, columns: int) -> None:
    done = bvhlint(command, "--help", env={"COLUMNS": str(columns)})
    lines = done.stdout.splitlines()
    # What one would copy, and a single long word, is never broken.
    wrapped = [line for line in lines if not re.match(r"  bvhlint |usage: |  -| *\S+$", line)]
    assert max(map(len, wrapped)) <= min(columns, 100)


@pytest.mark.parametrize("command", COMMANDS)
def test_each_example_is_understood(command: str) -> None:
    for line, _ in load(command).EXAMPLES:
        words = shlex.split(re.sub(r" [<>] \S+$", "", line))
        assert words[:2] == ["bvhlint", command]
        # A word that is not known would end the process.
        command_parser(command).parse(words[2:])


def test_version(bvhlint: Run) -> None:
    assert bvhlint("--version").stdout == f"bvhlint {VERSION}\n"
    assert bvhlint("--version", "--help").stdout == f"bvhlint {VERSION}\n"


MISTYPED = [
    (["chek"], 'bvhlint: error: there is no command "chek"; did you mean "check"?'),
    (["CHECK"], 'bvhlint: error: there is no command "CHECK"; did you mean "check"?'),
    (
        ["walk.bvh"],
        'bvhlint: error: there is no command "walk.bvh"; did you mean "bvhlint check walk.bvh"?',
    ),
    (
        ["--selct", "x"],
        'bvhlint: error: there is no option "--selct" before a command; '
        'did you mean "bvhlint check --select"?',
    ),
    (
        ["check", "--selct", "BVH5"],
        'bvhlint check: error: there is no option "--selct"; did you mean "--select"?',
    ),
    (
        ["fix", "x.bvh", "--rotation-ordr=XYZ"],
        'bvhlint fix: error: there is no option "--rotation-ordr"; '
        'did you mean "--rotation-order"?',
    ),
    (
        ["check", "--sel", "BVH5"],
        'bvhlint check: error: there is no option "--sel"; did you mean "--select"?',
    ),
    (
        ["check", "--fail-on", "eror"],
        'bvhlint check: error: argument --fail-on: there is no "eror"; did you mean "error"?',
    ),
    (
        ["check", "--output-format", "sarf"],
        'bvhlint check: error: argument --output-format: there is no "sarf"; did you mean "sarif"?',
    ),
    (
        ["check", "--color", "purple"],
        'bvhlint check: error: argument --color: there is no "purple" '
        "(choose from auto, always, never)",
    ),
    (
        ["info", "--output-format", "jsn", "x"],
        'bvhlint info: error: argument --output-format: there is no "jsn"; did you mean "json"?',
    ),
    (
        ["completion", "fsh"],
        'bvhlint completion: error: argument SHELL: there is no "fsh"; did you mean "fish"?',
    ),
    (["explain", "row-widht"], 'bvhlint: there is no rule "row-widht"; did you mean "row-width"?'),
    (
        ["check", "--target", "blendr"],
        'bvhlint: there is no target "blendr"; did you mean "blender"?',
    ),
    (["config", "a", "b"], 'bvhlint config: error: "b" is one argument too many'),
    (
        ["check", "--\x1b[2Jx"],
        'bvhlint check: error: there is no option "--\\x1b[2Jx"',
    ),
    (
        ["check", "--show", "\x1b[31m"],
        'bvhlint check: error: argument --show: there is no "\\x1b[31m" '
        "(choose from error, warning, info)",
    ),
]


@pytest.mark.parametrize(("words", "message"), MISTYPED, ids=lambda value: str(value)[:40])
def test_a_mistyped_word(bvhlint: Run, tmp_path: Path, words: list[str], message: str) -> None:
    done = bvhlint(*words, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.splitlines()[-1] == message
    assert len(done.stderr.splitlines()) <= 2


@pytest.mark.unmeasured
@pytest.mark.parametrize("text", ["", ",", " , "])
@pytest.mark.parametrize("option", ["--select", "--ignore", "--target"])
def test_a_list_that_names_nothing(bvhlint: Run, tmp_path: Path, option: str, text: str) -> None:
    done = bvhlint("check", option, text, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.splitlines()[-1].endswith(f"argument {option}: nothing is named")


def test_an_empty_path(bvhlint: Run, tmp_path: Path) -> None:
    done = bvhlint("check", "", cwd=tmp_path)
    assert done.returncode == 2
    assert 'failure: "": cannot be read: an empty word is no path' in done.stdout


@pytest.mark.unmeasured
@pytest.mark.parametrize(
    ("asked", "meant"),
    [("walk.bhv", "walk.bvh"), ("wlak.bvh", "walk.bvh"), ("walk", "walk.bvh"), ("clip", "clips")],
)
def test_a_mistyped_path(bvhlint: Run, tmp_path: Path, asked: str, meant: str) -> None:
    (tmp_path / "walk.bvh").write_text("HIERARCHY\n")
    (tmp_path / "walk.fbx").touch()
    (tmp_path / "clips").mkdir()
    done = bvhlint("check", asked, cwd=tmp_path)
    assert done.returncode == 2
    assert f'no such file or directory; did you mean "{meant}"?' in done.stdout


def test_paths_and_options_in_any_order(bvhlint: Run, tmp_path: Path) -> None:
    for name in ("a.bvh", "b.bvh", "-c.bvh"):
        (tmp_path / name).write_text("HIERARCHY\n")
    done = bvhlint("check", "a.bvh", "--show", "error", "b.bvh", "--", "-c.bvh", cwd=tmp_path)
    assert "Checked 3 files" in done.stdout
    done = bvhlint("check", "-c.bvh", cwd=tmp_path)
    assert 'there is no option "-c.bvh"; did you mean the file "./-c.bvh"?' in done.stderr


@pytest.mark.unmeasured
@pytest.mark.parametrize("words", [["--version"], ["--help"], ["check", "--help"], ["chek"]])
def test_what_little_is_imported(words: list[str]) -> None:
    program = (
        "import sys\n"
        "from bvhlint.__main__ import main\n"
        f"sys.argv = ['bvhlint', *{words!r}]\n"
        "try: main()\n"
        "except SystemExit: pass\n"
        f"print([name for name in {HEAVY!r} if name in sys.modules], file=sys.stderr)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stderr.splitlines()[-1] == "[]"


@pytest.mark.unmeasured
def test_version_imports_next_to_nothing() -> None:
    program = (
        "import sys\n"
        "from bvhlint.__main__ import main\n"
        "sys.argv = ['bvhlint', '--version']\n"
        "main()\n"
        "print(sorted(name for name in sys.modules if name.startswith(('bvhlint', 'argparse'))))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout.splitlines()[-1] == "['bvhlint', 'bvhlint.__main__', 'bvhlint.version']"
