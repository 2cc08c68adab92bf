"""``bvhlint fix`` as a user meets it, from the installed wheel: what is written, told, exited."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

import pytest
from fix_clips import BAD, BROKEN, COMMAS, GOOD, TWO_ROOTS, put
from installed import Run

TIME = b"Frame Time: 0.0333333"


def files_in(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


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


def test_diff_and_check_do_not_go_together(bvhlint: Run, tmp_path: Path) -> None:
    put(tmp_path, bad=BAD)
    assert bvhlint("fix", "--diff", "--check", "bad.bvh", cwd=tmp_path).returncode == 2


@pytest.mark.parametrize("mode", ["--diff", "--check"])
def test_a_failure_outweighs_what_would_change(bvhlint: Run, tmp_path: Path, mode: str) -> None:
    put(tmp_path, bad=BAD, broken=BROKEN)
    done = bvhlint("fix", mode, "--fps", "60", ".", cwd=tmp_path)
    assert done.returncode == 2
    assert "broken.bvh: --fps: " in done.stderr + done.stdout


# Elsewhere


def test_output_takes_one_file(bvhlint: Run, tmp_path: Path) -> None:
    put(tmp_path, bad=BAD)
    done = bvhlint("fix", "bad.bvh", "--output", "new/out.bvh", cwd=tmp_path)
    assert done.returncode == 0
    assert files_in(tmp_path) == {"bad.bvh": BAD, "new/out.bvh": GOOD}


def test_output_does_not_overwrite_unless_told(bvhlint: Run, tmp_path: Path) -> None:
    put(tmp_path, bad=BAD, out=b"mine")
    done = bvhlint("fix", "bad.bvh", "--output", "out.bvh", cwd=tmp_path)
    assert done.returncode == 2
    assert "out.bvh: exists already" in done.stdout
    assert files_in(tmp_path) == {"bad.bvh": BAD, "out.bvh": b"mine"}
    done = bvhlint("fix", "bad.bvh", "--output", "out.bvh", "--overwrite", cwd=tmp_path)
    assert done.returncode == 0
    assert files_in(tmp_path) == {"bad.bvh": BAD, "out.bvh": GOOD}


def test_output_mirrors_a_tree_with_what_did_not_change(bvhlint: Run, tmp_path: Path) -> None:
    put(tmp_path, clips__a__walk=BAD, clips__b__walk=GOOD, clips__run=BAD)
    done = bvhlint("fix", "clips", "--output", "out", cwd=tmp_path)
    assert done.returncode == 0
    out = files_in(tmp_path / "out")
    assert out == {"a/walk.bvh": GOOD, "b/walk.bvh": GOOD, "run.bvh": GOOD}
    assert (tmp_path / "clips/run.bvh").read_bytes() == BAD


def test_output_refuses_two_files_of_one_name(bvhlint: Run, tmp_path: Path) -> None:
    put(tmp_path, a__walk=BAD, b__walk=GOOD)
    done = bvhlint("fix", "a/walk.bvh", "b/walk.bvh", "--output", "out", cwd=tmp_path)
    assert done.returncode == 2
    assert "would both be written to one file" in done.stderr
    assert not (tmp_path / "out").exists()


def test_output_that_is_a_folder_takes_one_file_into_it(bvhlint: Run, tmp_path: Path) -> None:
    put(tmp_path, bad=BAD)
    (tmp_path / "out").mkdir()
    assert bvhlint("fix", "bad.bvh", "--output", "out", cwd=tmp_path).returncode == 0
    assert bvhlint("fix", "bad.bvh", "--output", "new/", cwd=tmp_path).returncode == 0
    assert files_in(tmp_path) == {"bad.bvh": BAD, "new/bad.bvh": GOOD, "out/bad.bvh": GOOD}


def test_backup_keeps_the_old_file_and_never_replaces_one(bvhlint: Run, tmp_path: Path) -> None:
    put(tmp_path, bad=BAD, good=GOOD)
    done = bvhlint("fix", ".", "--backup", ".orig", cwd=tmp_path)
    assert done.returncode == 0
    wanted = {"bad.bvh": GOOD, "bad.bvh.orig": BAD, "good.bvh": GOOD}
    assert files_in(tmp_path) == wanted
    put(tmp_path, bad=COMMAS)
    done = bvhlint("fix", ".", "--backup", ".orig", cwd=tmp_path)
    assert done.returncode == 2
    assert "bad.bvh.orig exists already" in done.stdout
    assert files_in(tmp_path) == {**wanted, "bad.bvh": COMMAS}


@pytest.mark.parametrize(
    "options",
    [
        ["--output", "out", "--backup", ".orig"],
        ["--overwrite"],
        ["--split-roots"],
        ["--method", "cubic"],
        ["--from-up", "z"],
        ["--scale", "2", "--units", "m"],
        ["--scale", "0"],
        ["--scale", "-1"],
        ["--fps", "none"],
        ["--set-fps", "0"],
        ["--frames", "7"],
        ["--frames", "1:2:3"],
        ["--rename", "Hips"],
        ["--rename", "=Hips"],
        ["--rename-file", "gone.txt"],
        ["--precision", "18"],
        ["--rotation-order", "XXY"],
        ["--output", ""],
        ["--backup", ""],
        ["--backup", "/x"],
    ],
    ids=" ".join,
)
def test_wrong_options_are_refused_before_anything_happens(
    bvhlint: Run, tmp_path: Path, options: list[str]
) -> None:
    put(tmp_path, bad=BAD)
    done = bvhlint("fix", "bad.bvh", *options, cwd=tmp_path)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.startswith(("bvhlint: --", "usage: "))
    assert "Traceback" not in done.stderr
    assert files_in(tmp_path) == {"bad.bvh": BAD}


def test_split_roots_makes_a_file_of_each(bvhlint: Run, tmp_path: Path) -> None:
    put(tmp_path, two=TWO_ROOTS)
    done = bvhlint("fix", "two.bvh", "--split-roots", "--output", "out", cwd=tmp_path)
    assert done.returncode == 0, done.stdout
    out = files_in(tmp_path / "out")
    assert list(out) == ["two.Hips.bvh", "two.Prop.bvh"]
    assert out["two.Hips.bvh"] == GOOD
    assert out["two.Prop.bvh"].endswith(b"0.0333333\n" + b"1.00 2.00 3.00\n" * 3)
    assert done.stdout.count("--split-roots: ") == 2


def test_split_roots_shows_a_diff_without_output(bvhlint: Run, tmp_path: Path) -> None:
    put(tmp_path, two=TWO_ROOTS)
    done = bvhlint("fix", "two.bvh", "--split-roots", "--diff", cwd=tmp_path)
    assert done.returncode == 1
    assert "--- two.bvh (Prop)" in done.stdout


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
    options = ["--output-format", "json", "--quiet", "--stdin-filename", "walk.bvh"]
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


# Changes


@pytest.mark.parametrize(
    "options",
    [
        ["--scale", "2"],
        ["--frames", "1:"],
        ["--rename", "Spine=Chest"],
        ["--rename-duplicates"],
        ["--units", "m", "--from-units", "cm"],
        ["--up", "z", "--from-up", "y"],
        ["--rest-pose", "1"],
        ["--drop-joint", "Spine"],
        ["--merge-static-root"],
        ["--drop-reference-frame"],
    ],
    ids=" ".join,
)
def test_what_would_do_harm_twice_needs_output_or_backup_for_two_files(
    bvhlint: Run, tmp_path: Path, options: list[str]
) -> None:
    put(tmp_path, a=BAD, b=BAD)
    done = bvhlint("fix", ".", *options, cwd=tmp_path)
    assert done.returncode == 2
    assert f"{options[0]} changes files again each time" in done.stderr
    assert "--output FOLDER or --backup SUFFIX" in done.stderr
    assert files_in(tmp_path) == {"a.bvh": BAD, "b.bvh": BAD}


def test_what_would_do_harm_twice_goes_with_one_file_output_or_backup(
    bvhlint: Run, tmp_path: Path
) -> None:
    put(tmp_path, a=GOOD, b=GOOD)
    renamed = GOOD.replace(b"Spine", b"Chest")
    change = ("--rename", "Spine=Chest")
    assert bvhlint("fix", ".", *change, "--output", "out", cwd=tmp_path).returncode == 0
    assert files_in(tmp_path / "out") == {"a.bvh": renamed, "b.bvh": renamed}
    assert bvhlint("fix", "a.bvh", *change, cwd=tmp_path).returncode == 0
    assert (tmp_path / "a.bvh").read_bytes() == renamed
    assert bvhlint("fix", "b.bvh", *change, "--backup", ".old", cwd=tmp_path).returncode == 0
    assert (tmp_path / "b.bvh").read_bytes() == renamed


@pytest.mark.parametrize(
    "options",
    [
        ["--set-fps", "60"],
        ["--fps", "60"],
        ["--newline", "crlf"],
        ["--rotation-order", "XYZ"],
        ["--unroll"],
        ["--positions", "root"],
        ["--root-offset", "zero"],
        ["--strip-namespace"],
        ["--normalize"],
        ["--portable"],
    ],
    ids=" ".join,
)
def test_what_is_once_when_done_twice_goes_with_two_files(
    bvhlint: Run, tmp_path: Path, options: list[str]
) -> None:
    data = BAD.replace(b"Spine", b"x:Spine").replace(b"OFFSET 0.00 0.00", b"OFFSET 1.00 0.00")
    put(tmp_path, a=data, b=data)
    done = bvhlint("fix", ".", *options, cwd=tmp_path)
    assert done.returncode == 0, done.stdout
    once = files_in(tmp_path)
    assert once["a.bvh"] == once["b.bvh"] != data
    done = bvhlint("fix", ".", *options, cwd=tmp_path)
    assert done.returncode == 0
    assert files_in(tmp_path) == once
    assert "Fixed" not in done.stdout


def test_portable_lists_what_is_left_to_people_each_time(bvhlint: Run, tmp_path: Path) -> None:
    put(tmp_path, two=TWO_ROOTS)
    for words in ("Fixed 1 of 1 file:", "Nothing to fix in 1 file:"):
        done = bvhlint("fix", "two.bvh", "--portable", cwd=tmp_path)
        assert done.returncode == 0
        assert done.stdout.partition("file  ")[0].endswith(f"{words}\n")
        assert re.search(r"--portable: left to you: .*ROOT", done.stdout)


def test_changes_are_made_in_the_order_of_the_help(bvhlint: Run, tmp_path: Path) -> None:
    # Frame 2 of the input is the last; at 60 a second there would be a later one.
    for name, options in (
        ("a", ["--fps", "60", "--frames", "1:3", "--set-fps", "15"]),
        ("b", ["--set-fps", "15", "--frames", "1:3", "--fps", "60"]),
    ):
        put(tmp_path, **{name: GOOD})
        assert bvhlint("fix", f"{name}.bvh", *options, cwd=tmp_path).returncode == 0
    first, second = (tmp_path / "a.bvh").read_bytes(), (tmp_path / "b.bvh").read_bytes()
    assert first == second
    assert b"Frames: 5\nFrame Time: 0.0166667\n0.00 90.00 0.50 31.00" in first
    told = bvhlint("fix", "--help").stdout
    assert "Applied in this order, whatever their order on the command line" in told
    places = [told.index(f"\n  {option} ") for option in ("--set-fps", "--frames", "--fps")]
    assert places == sorted(places)


def test_a_file_that_cannot_be_changed_is_skipped_and_the_others_go_on(
    bvhlint: Run, tmp_path: Path
) -> None:
    put(tmp_path, a=BROKEN, b=BAD)
    done = bvhlint(
        "fix", "gone.bvh", "a.bvh", "b.bvh", "--set-fps", "60", "--fps", "30", cwd=tmp_path
    )
    assert done.returncode == 2
    assert re.search(r"failure: a\.bvh: --fps: .*frame 0 \(line 19\)", done.stdout)
    assert "failure: gone.bvh: cannot be read: no such file or directory" in done.stdout
    assert (tmp_path / "a.bvh").read_bytes() == BROKEN
    assert b"Frames: 2\n" in (tmp_path / "b.bvh").read_bytes()


# Reports


@pytest.mark.parametrize("form", ["json", "sarif", "gitlab"])
def test_machine_formats_stay_clean(bvhlint: Run, tmp_path: Path, form: str) -> None:
    put(tmp_path, bad=BAD, commas=COMMAS)
    done = bvhlint("fix", ".", "--output-format", form, cwd=tmp_path)
    assert done.returncode == 0
    json.loads(done.stdout)
    assert "Fixed 2 of 2 files:" in done.stderr


def test_json_reports_the_file_as_it_is_then(bvhlint: Run, tmp_path: Path) -> None:
    put(tmp_path, bad=BAD)
    done = bvhlint("fix", ".", "--output-format", "json", "--fps", "60", cwd=tmp_path)
    (file,) = json.loads(done.stdout)["files"]
    assert file["info"]["frames"] == 5
    assert file["info"]["fps"] == 60
    assert [finding for finding in file["findings"] if finding["code"] == "BVH204"] == []


def test_names_from_files_are_shown_harmlessly(bvhlint: Run, tmp_path: Path) -> None:
    data = GOOD.replace(b"Spine", b"x:Sp\x1b[31m").replace(b"Hips", b"x:Hips")
    put(tmp_path, a=data)
    done = bvhlint("fix", "a.bvh", "--rename", "x:Sp\x1b[31m=y\x07", cwd=tmp_path)
    assert "\x1b" not in done.stdout + done.stderr
    assert "\x07" not in done.stdout + done.stderr


def test_an_exception_that_nobody_expected_is_that_files_error(
    bvhlint: Run, tmp_path: Path
) -> None:
    put(tmp_path, a=GOOD.replace(b"Spine", b"Raise"), b=BAD)
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules" / "raising.py").write_text(
        '"""A rule.\n\n## What it does\nx\n\n## Why is this bad?\nx\n\n## Example\n    x\n\n'
        '## Use instead\n    x\n\n## Fix safety\nx\n\n## Options\nNone.\n"""\n'
        "from bvhlint.rule import Document, Edit, Finding, Fix, Options, Safety, Severity, rule\n\n"
        '@rule("ACME001", "raising", Severity.INFO, part="house", fix=("safe",))\n'
        "def check(document: Document, options: Options):\n"
        '    if b"Raise" in document.content:\n'
        '        yield Finding(0, 1, "x", fix=Fix(Safety.SAFE, "x", make=lambda: 1 // 0))\n'
    )
    done = bvhlint("fix", ".", "--rules-dir", "rules", cwd=tmp_path)
    assert done.returncode == 2
    assert re.search(r"a\.bvh: internal error, please report it: ZeroDivisionError", done.stdout)
    assert "Traceback" not in done.stdout + done.stderr
    assert (tmp_path / "b.bvh").read_bytes() == GOOD


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


# check --fix and check --diff


def test_check_fix_reports_what_remains_and_exits_by_it(bvhlint: Run, tmp_path: Path) -> None:
    put(tmp_path, bad=BAD)
    done = bvhlint("check", "--fix", ".", cwd=tmp_path)
    assert done.returncode == 0
    assert files_in(tmp_path) == {"bad.bvh": GOOD}
    assert "Fixed 2 findings in 1 file." in done.stdout
    put(tmp_path, commas=COMMAS)
    done = bvhlint("check", "--fix", ".", cwd=tmp_path)
    assert done.returncode == 1
    assert "BVH504 decimal-comma" in done.stdout
    assert "BVH204" not in done.stdout.partition("Checked")[0].partition("Fixed")[0]


def test_check_fix_without_paths_takes_the_current_folder(bvhlint: Run, tmp_path: Path) -> None:
    put(tmp_path, bad=BAD)
    assert bvhlint("check", "--fix", cwd=tmp_path).returncode == 0
    assert files_in(tmp_path) == {"bad.bvh": GOOD}


def test_check_diff_shows_what_fix_would_do(bvhlint: Run, tmp_path: Path) -> None:
    put(tmp_path, bad=BAD)
    checked = bvhlint("check", "--diff", ".", cwd=tmp_path)
    fixed = bvhlint("fix", "--diff", ".", cwd=tmp_path)
    assert (checked.returncode, checked.stdout) == (1, fixed.stdout)
    assert files_in(tmp_path) == {"bad.bvh": BAD}


def test_check_fix_of_a_dash_writes_the_bytes(bvhlint: Run, tmp_path: Path) -> None:
    done = bvhlint("check", "--fix", "-", stdin=BAD, cwd=tmp_path)
    assert (done.returncode, done.stdout.encode()) == (0, GOOD)


def test_check_fix_heeds_the_baseline(bvhlint: Run, tmp_path: Path) -> None:
    put(tmp_path, commas=COMMAS.replace(b"End site", b"End Site").replace(b":\t", b": "))
    bvhlint("check", ".", "--baseline", "base.json", "--update-baseline", cwd=tmp_path)
    done = bvhlint("check", "--fix", ".", "--baseline", "base.json", cwd=tmp_path)
    assert done.returncode == 0
    assert "decimal-comma" not in done.stdout


def test_a_range_that_begins_below_zero_needs_no_equals_sign(bvhlint: Run, tmp_path: Path) -> None:
    for words in (["--frames", "-1:"], ["--frames=-1:"], ["--frames", "-2:-1"]):
        put(tmp_path, good=GOOD)
        done = bvhlint("fix", *words, "--check", "good.bvh", cwd=tmp_path)
        assert done.stderr == ""
        assert "--frames: kept " in done.stdout
        assert done.returncode == 1
