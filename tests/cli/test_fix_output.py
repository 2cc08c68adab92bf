"""Where ``fix --output`` writes, what it is called in the report, and what is refused."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from fix_clips import BAD, COMMAS, GOOD, TWO_ROOTS, files_in, put
from installed import Run

pytestmark = pytest.mark.unmeasured


def paths_told(bvhlint: Run, folder: Path, *words: str) -> list[str]:
    done = bvhlint("fix", *words, "--output-format", "json", cwd=folder)
    assert done.returncode == 0, done.stderr
    return [file["path"].replace(os.sep, "/") for file in json.loads(done.stdout)["files"]]


def test_what_remains_is_told_of_the_file_that_was_written(bvhlint: Run, tmp_path: Path) -> None:
    put(tmp_path, walk=COMMAS)
    done = bvhlint("fix", "walk.bvh", "--output", "out.bvh", "--show-all", cwd=tmp_path)
    assert " --> out.bvh:" in done.stdout
    assert " --> walk.bvh:" not in done.stdout
    assert paths_told(bvhlint, tmp_path, "walk.bvh", "--output", "out2.bvh") == ["out2.bvh"]
    assert paths_told(bvhlint, tmp_path, "walk.bvh") == ["walk.bvh"]


def test_in_a_folder_too(bvhlint: Run, tmp_path: Path) -> None:
    put(tmp_path, clips__a__walk=COMMAS, clips__run=BAD)
    told = paths_told(bvhlint, tmp_path, "clips", "--output", "out")
    assert told == ["out/a/walk.bvh", "out/run.bvh"]


def test_and_of_each_root(bvhlint: Run, tmp_path: Path) -> None:
    put(tmp_path, two=TWO_ROOTS)
    told = paths_told(bvhlint, tmp_path, "two.bvh", "--split-roots", "--output", "out")
    assert told == ["out/two.Hips.bvh", "out/two.Prop.bvh"]


def test_where_nothing_is_written_the_input_is_named(bvhlint: Run, tmp_path: Path) -> None:
    put(tmp_path, walk=COMMAS)
    words = ["fix", "--check", "walk.bvh", "--output", "out.bvh", "--output-format", "json"]
    done = bvhlint(*words, cwd=tmp_path)
    assert [file["path"] for file in json.loads(done.stdout)["files"]] == ["walk.bvh"]


@pytest.mark.parametrize("argument", ["clips", "clips/*.bvh"])
def test_output_of_a_search_is_a_folder_however_many_it_finds(
    bvhlint: Run, tmp_path: Path, argument: str
) -> None:
    put(tmp_path, clips__walk=BAD)
    assert bvhlint("fix", argument, "--output", "out", cwd=tmp_path).returncode == 0
    assert files_in(tmp_path) == {"clips/walk.bvh": BAD, "out/walk.bvh": GOOD}


def test_so_is_that_of_two_arguments_of_which_one_is_missing(bvhlint: Run, tmp_path: Path) -> None:
    put(tmp_path, walk=BAD)
    done = bvhlint("fix", "walk.bvh", "gone.bvh", "--output", "out", cwd=tmp_path)
    assert done.returncode == 2
    assert files_in(tmp_path) == {"walk.bvh": BAD, "out/walk.bvh": GOOD}


def test_a_file_cannot_be_the_folder(bvhlint: Run, tmp_path: Path) -> None:
    put(tmp_path, clips__walk=BAD, out=GOOD)
    done = bvhlint("fix", "clips", "--output", "out.bvh", "--overwrite", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "bvhlint: --output: out.bvh is no folder; the results need one\n"
    assert files_in(tmp_path) == {"clips/walk.bvh": BAD, "out.bvh": GOOD}


def test_results_of_an_earlier_run_are_no_input(bvhlint: Run, tmp_path: Path) -> None:
    put(tmp_path, a=BAD, b__c=BAD)
    for _ in range(2):
        options = ["--output", "out", "--overwrite"]
        assert bvhlint("fix", ".", *options, cwd=tmp_path).returncode == 0
        assert sorted(files_in(tmp_path)) == ["a.bvh", "b/c.bvh", "out/a.bvh", "out/b/c.bvh"]
    # What is named is meant.
    assert bvhlint("fix", "out", "--output", "out/again", cwd=tmp_path).returncode == 0
    assert (tmp_path / "out/again/b/c.bvh").read_bytes() == GOOD


def test_standard_input_has_no_backup(bvhlint: Run, tmp_path: Path) -> None:
    done = bvhlint("fix", "-", "--backup", ".old", cwd=tmp_path, stdin=BAD)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "bvhlint: --backup keeps what is replaced; standard input is not\n"


@pytest.mark.parametrize("words", [["a.bvh", "b.bvh"], ["."]], ids=" ".join)
def test_a_folder_with_the_name_of_a_clip_has_to_be_meant(
    bvhlint: Run, tmp_path: Path, words: list[str]
) -> None:
    put(tmp_path, a=BAD, b=GOOD)
    done = bvhlint("fix", *words, "--output", "new.bvh", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert "--output: new.bvh is the name of a clip, and the results need a folder" in done.stderr
    assert files_in(tmp_path) == {"a.bvh": BAD, "b.bvh": GOOD}
    assert bvhlint("fix", *words, "--output", "new.bvh/", cwd=tmp_path).returncode == 0
    assert set(files_in(tmp_path)) == {"a.bvh", "b.bvh", "new.bvh/a.bvh", "new.bvh/b.bvh"}


@pytest.mark.parametrize("data", [BAD, GOOD])
def test_a_dash_as_output_is_standard_output(bvhlint: Run, tmp_path: Path, data: bytes) -> None:
    put(tmp_path, walk=data)
    done = bvhlint("fix", "walk.bvh", "--output", "-", cwd=tmp_path)
    assert (done.returncode, done.stdout.encode()) == (0, GOOD)
    assert ("Fixed 2 findings in 1 file." in done.stderr) == (data is BAD)
    assert files_in(tmp_path) == {"walk.bvh": data}
    done = bvhlint("fix", "-", "--output", "-", stdin=data, cwd=tmp_path)
    assert done.stdout.encode() == GOOD


@pytest.mark.parametrize(
    "words", [["."], ["a.bvh", "b.bvh"], ["a.bvh", "--split-roots"]], ids=" ".join
)
def test_standard_output_takes_one_file(bvhlint: Run, tmp_path: Path, words: list[str]) -> None:
    put(tmp_path, a=BAD, b=BAD)
    done = bvhlint("fix", *words, "--output", "-", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    told = "bvhlint: --output -: standard output takes the result of one file named\n"
    assert done.stderr == told
    assert files_in(tmp_path) == {"a.bvh": BAD, "b.bvh": BAD}


def test_a_file_of_one_root_has_nothing_to_split(bvhlint: Run, tmp_path: Path) -> None:
    put(tmp_path, one=GOOD)
    for mode in ("--diff", "--check"):
        done = bvhlint("fix", mode, "--split-roots", "one.bvh", cwd=tmp_path)
        assert done.returncode == 0
        assert "Nothing to fix in 1 file.\n" in done.stdout + done.stderr
        assert "own" not in done.stdout + done.stderr
    done = bvhlint("fix", "--split-roots", "one.bvh", "--output", "out", cwd=tmp_path)
    assert done.returncode == 0
    assert files_in(tmp_path / "out") == {"one.Hips.bvh": GOOD}


@pytest.mark.parametrize("command", ["check", "fix", "info"])
def test_a_name_for_standard_input_needs_it(bvhlint: Run, tmp_path: Path, command: str) -> None:
    put(tmp_path, walk=BAD)
    done = bvhlint(command, "--stdin-filename", "x.bvh", "walk.bvh", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        "bvhlint: --stdin-filename says something of standard input only: add - as a path\n"
    )
    assert files_in(tmp_path) == {"walk.bvh": BAD}


def test_two_clips_in_one_file_are_refused_with_a_way_out(bvhlint: Run, tmp_path: Path) -> None:
    put(tmp_path, twice=GOOD + GOOD)
    done = bvhlint("fix", "--fps", "10", "twice.bvh", cwd=tmp_path)
    assert done.returncode == 2
    assert (
        "--fps: a second HIERARCHY at line 22: the file holds more than one clip, or one and a "
        "piece; cut it before that line and save each as a file of its own, or remove what is "
        "there twice" in done.stdout
    )
    assert files_in(tmp_path) == {"twice.bvh": GOOD + GOOD}


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
        ["--rename-file", "."],
        ["--rename-file", "/dev/zero"],
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


def test_split_roots_leaves_what_the_settings_ignore(bvhlint: Run, tmp_path: Path) -> None:
    put(tmp_path, two=TWO_ROOTS.replace(b"End Site", b"End site"))
    (tmp_path / "bvhlint.toml").write_text('[per-file-ignores]\n"two.bvh" = ["keyword-case"]\n')
    done = bvhlint("fix", "two.bvh", "--split-roots", "--output", "out", cwd=tmp_path)
    assert done.returncode == 0, done.stdout
    out = files_in(tmp_path / "out")
    assert out["two.Hips.bvh"] == GOOD.replace(b"End Site", b"End site")
    assert out["two.Prop.bvh"].count(b"End site") == 1


def test_split_roots_shows_a_diff_without_output(bvhlint: Run, tmp_path: Path) -> None:
    put(tmp_path, two=TWO_ROOTS)
    done = bvhlint("fix", "two.bvh", "--split-roots", "--diff", cwd=tmp_path)
    assert done.returncode == 1
    assert "--- two.bvh (Prop)" in done.stdout
