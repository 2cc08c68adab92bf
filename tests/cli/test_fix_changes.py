"""``fix`` with options that ask for changes, and what it reports of them."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from fix_clips import BAD, BROKEN, COMMAS, GOOD, TWO_ROOTS, files_in, put
from installed import Run

TIME = b"Frame Time: 0.0333333"


# Changes


@pytest.mark.unmeasured
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


@pytest.mark.unmeasured
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


@pytest.mark.unmeasured
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


def test_names_from_a_file(bvhlint: Run, tmp_path: Path) -> None:
    put(tmp_path, a=GOOD)
    names = tmp_path / "names.txt"
    names.write_bytes(b"\xef\xbb\xbf# old = new\r\n\r\n Hips = Pelvis\r\nSpine=Chest")
    words = ("fix", "a.bvh", "--rename-file", "names.txt")
    assert bvhlint(*words, cwd=tmp_path).returncode == 0
    renamed = GOOD.replace(b"Hips", b"Pelvis").replace(b"Spine", b"Chest")
    assert (tmp_path / "a.bvh").read_bytes() == renamed
    names.write_bytes(b"Pelvis=Hips\nChest")
    done = bvhlint(*words, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "bvhlint: names.txt:2: 'Chest' is no OLD=NEW\n"
    assert (tmp_path / "a.bvh").read_bytes() == renamed


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


def test_a_range_that_begins_below_zero_needs_no_equals_sign(bvhlint: Run, tmp_path: Path) -> None:
    for words in (["--frames", "-1:"], ["--frames=-1:"], ["--frames", "-2:-1"]):
        put(tmp_path, good=GOOD)
        done = bvhlint("fix", *words, "--check", "good.bvh", cwd=tmp_path)
        assert done.stderr == ""
        assert "--frames: kept " in done.stdout
        assert done.returncode == 1
