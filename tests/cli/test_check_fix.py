"""``check --fix`` and ``check --diff``."""

from __future__ import annotations

from pathlib import Path

import pytest
from fix_clips import BAD, COMMAS, GOOD, files_in, put
from installed import Run

TIME = b"Frame Time: 0.0333333"


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


@pytest.mark.unmeasured
def test_check_fix_heeds_the_baseline(bvhlint: Run, tmp_path: Path) -> None:
    put(tmp_path, commas=COMMAS.replace(b"End site", b"End Site").replace(b":\t", b": "))
    bvhlint("check", ".", "--baseline", "base.json", "--update-baseline", cwd=tmp_path)
    done = bvhlint("check", "--fix", ".", "--baseline", "base.json", cwd=tmp_path)
    assert done.returncode == 0
    assert "decimal-comma" not in done.stdout
