"""``bvhlint fix`` as a user meets it, from the installed wheel: what is written, told, exited."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

import pytest
from fix_clips import BAD, BROKEN, COMMAS, GOOD, files_in, put
from installed import Run

pytestmark = pytest.mark.unmeasured

TIME = b"Frame Time: 0.0333333"


def stamp(path: Path) -> tuple[int, int, int]:
    status = path.stat()
    return status.st_ino, status.st_mtime_ns, status.st_ctime_ns


# In place


def test_safe_fixes_are_made_in_place_and_told(bvhlint: Run, tmp_path: Path) -> None:
    put(tmp_path, bad=BAD)
    done = bvhlint("fix", "bad.bvh", cwd=tmp_path)
    assert done.returncode == 0
    assert done.stderr == ""
    assert (tmp_path / "bad.bvh").read_bytes() == GOOD
    table = [re.split("  +", line) for line in done.stdout.split("\n")[:4]]
    assert table == [
        ["Fixed 1 of 1 file:"],
        ["file", "what", "how many"],
        ["bad.bvh", "BVH204 keyword-case: correct the capitals", "1"],
        ["", "BVH105 irregular-whitespace: one space", "1"],
    ]
    assert "Fixed 2 findings in 1 file." in done.stdout


def test_a_second_run_changes_nothing_and_touches_nothing(bvhlint: Run, tmp_path: Path) -> None:
    put(tmp_path, bad=BAD, good=GOOD)
    before = stamp(tmp_path / "good.bvh")
    bvhlint("fix", ".", cwd=tmp_path)
    assert stamp(tmp_path / "good.bvh") == before
    fixed = stamp(tmp_path / "bad.bvh")
    done = bvhlint("fix", ".", cwd=tmp_path)
    assert done.returncode == 0
    assert stamp(tmp_path / "bad.bvh") == fixed
    assert "Fixed" not in done.stdout
    assert files_in(tmp_path) == {"bad.bvh": GOOD, "good.bvh": GOOD}


def test_findings_that_remain_are_listed_and_do_not_fail(bvhlint: Run, tmp_path: Path) -> None:
    put(tmp_path, commas=COMMAS)
    done = bvhlint("fix", "commas.bvh", cwd=tmp_path)
    assert done.returncode == 0
    assert "BVH504 decimal-comma" in done.stdout
    assert (tmp_path / "commas.bvh").read_bytes() == GOOD.replace(b".", b",")
    assert bvhlint("fix", "commas.bvh", "--fail-on", "error", cwd=tmp_path).returncode == 1
    zero = bvhlint("fix", "commas.bvh", "--fail-on", "error", "--exit-zero", cwd=tmp_path)
    assert zero.returncode == 0


def test_unsafe_fixes_come_when_asked_for(bvhlint: Run, tmp_path: Path) -> None:
    put(tmp_path, commas=COMMAS)
    done = bvhlint("fix", "commas.bvh", "--unsafe-fixes", cwd=tmp_path)
    assert done.returncode == 0
    assert (tmp_path / "commas.bvh").read_bytes() == GOOD
    assert "BVH504 decimal-comma: write points for commas" in done.stdout


def test_without_fixes_only_what_options_ask_for(bvhlint: Run, tmp_path: Path) -> None:
    put(tmp_path, bad=BAD)
    done = bvhlint("fix", "bad.bvh", "--no-fixes", "--set-fps", "60", cwd=tmp_path)
    assert done.returncode == 0
    assert (tmp_path / "bad.bvh").read_bytes() == BAD.replace(TIME, b"Frame Time: 0.0166667")


def test_a_path_is_required(bvhlint: Run, tmp_path: Path) -> None:
    put(tmp_path, bad=BAD)
    done = bvhlint("fix", cwd=tmp_path)
    assert done.returncode == 2
    assert files_in(tmp_path) == {"bad.bvh": BAD}


def test_verbose_lists_each_place(bvhlint: Run, tmp_path: Path) -> None:
    put(tmp_path, bad=BAD)
    done = bvhlint("fix", "bad.bvh", "--verbose", cwd=tmp_path)
    assert "BVH204 keyword-case: correct the capitals (line 10)" in done.stdout
    assert "BVH105 irregular-whitespace: one space (line 17)" in done.stdout


def test_quiet_shows_the_findings_alone(bvhlint: Run, tmp_path: Path) -> None:
    put(tmp_path, bad=BAD)
    done = bvhlint("fix", "bad.bvh", "--quiet", cwd=tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert (tmp_path / "bad.bvh").read_bytes() == GOOD


def test_of_many_files_the_changes_are_added_up(bvhlint: Run, tmp_path: Path) -> None:
    put(tmp_path, **{f"clip{number:02}": BAD for number in range(30)})
    done = bvhlint("fix", ".", cwd=tmp_path)
    assert set(files_in(tmp_path).values()) == {GOOD}
    table = [re.split("  +", line.strip(" ")) for line in done.stdout.split("\n")[:4]]
    assert table == [
        ["Fixed 30 of 30 files:"],
        ["files", "what", "how many"],
        ["30", "BVH204 keyword-case: correct the capitals", "30"],
        ["30", "BVH105 irregular-whitespace: one space", "30"],
    ]
    put(tmp_path, **{f"clip{number:02}": BAD for number in range(30)})
    assert "clip29.bvh" in bvhlint("fix", ".", "--verbose", cwd=tmp_path).stdout


@pytest.mark.parametrize("jobs", ["1", "3"])
def test_many_files_in_processes_are_fixed_alike(bvhlint: Run, tmp_path: Path, jobs: str) -> None:
    for number in range(0, 90, 3):
        put(tmp_path, **{f"a{number}": BAD, f"a{number + 1}": GOOD, f"a{number + 2}": BROKEN})
    done = bvhlint(
        "fix", ".", "--jobs", jobs, "--fps", "15", "--output-format", "json", cwd=tmp_path
    )
    assert done.returncode == 2
    report = json.loads(done.stdout)
    assert len(report["errors"]) == 30
    assert {error["message"][:7] for error in report["errors"]} == {"--fps: "}
    kinds: list[set[bytes]] = [set(), set(), set()]
    for number in range(90):
        kinds[number % 3].add((tmp_path / f"a{number}.bvh").read_bytes())
    assert kinds[0] == kinds[1]
    assert kinds[2] == {BROKEN}
    assert b"Frames: 2\nFrame Time: 0.0666667\n" in kinds[0].pop()


# Nothing written


def test_diff_prints_and_writes_nothing(bvhlint: Run, tmp_path: Path) -> None:
    put(tmp_path, bad=BAD, good=GOOD)
    done = bvhlint("fix", "--diff", ".", cwd=tmp_path)
    assert done.returncode == 1
    assert files_in(tmp_path) == {"bad.bvh": BAD, "good.bvh": GOOD}
    lines = done.stdout.split("\n")
    assert lines[0] == f"--- .{os.sep}bad.bvh" or lines[0] == "--- bad.bvh"
    assert "-\t\tEnd site" in lines
    assert "+\t\tEnd Site" in lines
    assert lines[-1] == ""
    assert "Would fix 1 of 2 files:" in done.stderr
    assert "Fixed" not in done.stderr
    assert bvhlint("fix", "--diff", ".", "--exit-zero", cwd=tmp_path).returncode == 0


def test_diff_of_nothing_is_nothing(bvhlint: Run, tmp_path: Path) -> None:
    put(tmp_path, good=GOOD)
    done = bvhlint("fix", "--diff", ".", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (0, "")
    assert done.stderr == "Nothing to fix in 1 file.\n\n"


def test_check_tells_and_writes_nothing(bvhlint: Run, tmp_path: Path) -> None:
    put(tmp_path, bad=BAD, good=GOOD)
    done = bvhlint("fix", "--check", ".", cwd=tmp_path)
    assert done.returncode == 1
    assert done.stdout.startswith("Would fix 1 of 2 files:\n")
    assert files_in(tmp_path) == {"bad.bvh": BAD, "good.bvh": GOOD}
    assert bvhlint("fix", "--check", "good.bvh", cwd=tmp_path).returncode == 0


def test_check_for_a_machine_is_the_report_of_what_would_remain(
    bvhlint: Run, tmp_path: Path
) -> None:
    put(tmp_path, commas=COMMAS)
    done = bvhlint("fix", "--check", ".", "--output-format", "json", cwd=tmp_path)
    assert done.returncode == 1
    names = {finding["name"] for finding in json.loads(done.stdout)["files"][0]["findings"]}
    assert names == {"decimal-comma"}
    assert "Would fix 1 of 1 file:" in done.stderr


@pytest.mark.parametrize("command", ["check", "fix"])
@pytest.mark.parametrize(
    "name", ["json", "json-lines", "sarif", "gitlab", "junit", "markdown", "html"]
)
def test_a_diff_and_a_document_do_not_share_a_stream(
    bvhlint: Run, tmp_path: Path, command: str, name: str
) -> None:
    put(tmp_path, bad=BAD)
    # Refused before anything is read, the configuration included.
    (tmp_path / "bvhlint.toml").write_text("wrong")
    words = [command, "--diff", "bad.bvh", "--output-format", name]
    for more in ([], ["--output-file", "-"]):
        done = bvhlint(*words, *more, cwd=tmp_path)
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr == (
            "bvhlint: --diff prints the diff to standard output: say where the "
            f"{name} report goes with --output-file FILE\n"
        )


@pytest.mark.parametrize("command", ["check", "fix"])
def test_a_diff_beside_a_report_in_a_file(bvhlint: Run, tmp_path: Path, command: str) -> None:
    put(tmp_path, bad=BAD)
    plain = bvhlint(command, "--diff", "bad.bvh", cwd=tmp_path)
    options = ["--output-format", "json", "--output-file", "report"]
    done = bvhlint(command, "--diff", "bad.bvh", *options, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (1, plain.stdout)
    assert json.loads((tmp_path / "report").read_text())["summary"]["files"] == 1


@pytest.mark.parametrize(
    "more", [{"GITHUB_ACTIONS": "true"}, {}], ids=["in a step of GitHub", "by option"]
)
def test_a_diff_beside_lines_for_github(bvhlint: Run, tmp_path: Path, more: dict[str, str]) -> None:
    put(tmp_path, commas=COMMAS)
    options = [] if more else ["--output-format", "github"]
    done = bvhlint("check", "--diff", ".", *options, cwd=tmp_path, env=more)
    assert done.returncode == 1
    assert done.stdout.startswith("--- ")
    assert "::error " in done.stderr


def test_no_fixes_and_unsafe_fixes_contradict_each_other(bvhlint: Run, tmp_path: Path) -> None:
    put(tmp_path, bad=BAD)
    words = ["fix", "bad.bvh", "--no-fixes", "--unsafe-fixes"]
    done = bvhlint(*words, "--set-fps", "60", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    told = "bvhlint: --unsafe-fixes asks for more fixes, --no-fixes for none: leave one out\n"
    assert done.stderr == told
    assert files_in(tmp_path) == {"bad.bvh": BAD}


def test_changes_that_heed_unsafe_fixes_go_with_no_fixes(bvhlint: Run, tmp_path: Path) -> None:
    put(tmp_path, bad=BAD)
    words = ["fix", "bad.bvh", "--no-fixes", "--unsafe-fixes", "--check"]
    for more in (["--positions", "root"], ["--portable"], ["--drop-joint", "Spine"]):
        assert "leave one out" not in bvhlint(*words, *more, cwd=tmp_path).stderr


def test_diff_and_check_do_not_go_together(bvhlint: Run, tmp_path: Path) -> None:
    put(tmp_path, bad=BAD)
    assert bvhlint("fix", "--diff", "--check", "bad.bvh", cwd=tmp_path).returncode == 2


@pytest.mark.parametrize("mode", ["--diff", "--check"])
def test_a_failure_outweighs_what_would_change(bvhlint: Run, tmp_path: Path, mode: str) -> None:
    put(tmp_path, bad=BAD, broken=BROKEN)
    done = bvhlint("fix", mode, "--fps", "60", ".", cwd=tmp_path)
    assert done.returncode == 2
    assert "broken.bvh: --fps: " in done.stderr + done.stdout


# Standard input


def test_a_dash_reads_and_writes_bytes_alone(bvhlint: Run, tmp_path: Path) -> None:
    done = bvhlint("fix", "-", stdin=BAD, cwd=tmp_path)
    assert (done.returncode, done.stdout.encode()) == (0, GOOD)
    assert "Fixed 2 findings in 1 file." in done.stderr


def test_a_dash_gives_back_what_needs_no_change(bvhlint: Run, tmp_path: Path) -> None:
    odd = COMMAS.replace(b"End site", b"End Site").replace(b":\t", b": ") + b"\xff\0\x80\n"
    done = bvhlint("fix", "-", stdin=odd, cwd=tmp_path)
    assert done.returncode == 0
    assert done.stdout.encode("utf-8", "surrogateescape") == odd


def test_a_dash_writes_nothing_when_it_fails(bvhlint: Run, tmp_path: Path) -> None:
    done = bvhlint("fix", "-", "--fps", "60", stdin=BROKEN, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert '--fps: frame 0 (line 19) has "x", which is no finite number; mend' in done.stderr


def test_a_dash_with_a_machine_format_keeps_bytes_and_report_apart(
    bvhlint: Run, tmp_path: Path
) -> None:
    options = ["--output-format", "json", "--stdin-filename", "walk.bvh"]
    done = bvhlint("fix", "-", *options, stdin=BAD, cwd=tmp_path)
    assert done.stdout.encode() == GOOD
    assert json.loads(done.stderr)["files"][0]["path"] == "walk.bvh"


def test_a_dash_goes_to_output_if_there_is_one(bvhlint: Run, tmp_path: Path) -> None:
    done = bvhlint("fix", "-", "--output", "out.bvh", stdin=BAD, cwd=tmp_path)
    assert done.returncode == 0
    assert done.stdout.startswith("Fixed 1 of 1 file:")
    assert files_in(tmp_path) == {"out.bvh": GOOD}


def test_a_dash_can_be_shown_as_a_diff(bvhlint: Run, tmp_path: Path) -> None:
    done = bvhlint("fix", "-", "--diff", "--stdin-filename", "walk.bvh", stdin=BAD, cwd=tmp_path)
    assert done.returncode == 1
    assert done.stdout.startswith("--- walk.bvh\n+++ walk.bvh\n")


# Settings


def test_ignored_findings_are_not_fixed(bvhlint: Run, tmp_path: Path) -> None:
    put(tmp_path, a=BAD, b=BAD, c=BAD)
    (tmp_path / "bvhlint.toml").write_text(
        'per-file-ignores = {"a.bvh" = ["BVH204"]}\nignore-findings = ["b.bvh:17:BVH105"]\n'
    )
    assert bvhlint("fix", ".", cwd=tmp_path).returncode == 0
    assert files_in(tmp_path) == {
        "a.bvh": BAD.replace(b":\t", b": "),
        "b.bvh": BAD.replace(b"End site", b"End Site"),
        "bvhlint.toml": (tmp_path / "bvhlint.toml").read_bytes(),
        "c.bvh": GOOD,
    }


def test_only_chosen_rules_are_fixed(bvhlint: Run, tmp_path: Path) -> None:
    put(tmp_path, a=BAD)
    bvhlint("fix", ".", "--select", "keyword-case", cwd=tmp_path)
    assert files_in(tmp_path) == {"a.bvh": BAD.replace(b"End site", b"End Site")}


def test_a_wrong_configuration_stops_before_anything_is_written(
    bvhlint: Run, tmp_path: Path
) -> None:
    put(tmp_path, a=BAD, deep__b=BAD)
    (tmp_path / "deep" / "bvhlint.toml").write_text("select = [1]\n")
    done = bvhlint("fix", ".", cwd=tmp_path)
    assert done.returncode == 2
    assert (tmp_path / "a.bvh").read_bytes() == BAD
