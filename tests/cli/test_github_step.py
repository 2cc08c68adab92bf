"""A run in a step of GitHub Actions without a format: annotations, and a summary of the job."""

from __future__ import annotations

from pathlib import Path

import pytest
from installed import Run
from small_clip import CLIP


@pytest.fixture
def here(tmp_path: Path) -> Path:
    (tmp_path / ".git").mkdir()
    (tmp_path / "clips").mkdir()
    (tmp_path / "clips" / "walk.bvh").write_text(CLIP.format(name="Hips"))
    return tmp_path


def step(folder: Path) -> dict[str, str]:
    return {"GITHUB_ACTIONS": "true", "GITHUB_STEP_SUMMARY": str(folder / "summary.md")}


def test_annotations_and_summary(bvhlint: Run, here: Path) -> None:
    (here / "summary.md").write_text("said before\n")
    done = bvhlint("check", "walk.bvh", cwd=here / "clips", env=step(here))
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith(
        "::warning title=bvhlint (BVH204),file=clips/walk.bvh,line=6,col=2,endLine=6,endColumn=10::"
    )
    summary = (here / "summary.md").read_text(encoding="utf-8")
    assert summary.startswith("said before\n### bvhlint: 1 warning\n")
    assert "[BVH204 keyword-case](<https://" in summary


def test_a_format_that_is_asked_for_wins(bvhlint: Run, here: Path) -> None:
    done = bvhlint("check", ".", "--output-format", "concise", cwd=here, env=step(here))
    assert "::warning" not in done.stdout
    assert not (here / "summary.md").exists()


def test_elsewhere_nothing_of_it(bvhlint: Run, here: Path) -> None:
    env = {**step(here), "GITHUB_ACTIONS": "false"}
    done = bvhlint("check", ".", cwd=here, env=env)
    assert "::warning" not in done.stdout
    assert not (here / "summary.md").exists()


def test_without_a_place_for_the_summary(bvhlint: Run, here: Path) -> None:
    done = bvhlint("check", ".", cwd=here, env={"GITHUB_ACTIONS": "true"})
    assert done.stdout.startswith("::warning ")
    assert done.stderr == ""
    done = bvhlint(
        "check",
        ".",
        cwd=here,
        env={"GITHUB_ACTIONS": "true", "GITHUB_STEP_SUMMARY": str(here / "gone" / "x.md")},
    )
    assert done.returncode == 0
    assert "no job summary: " in done.stderr


def test_fix_tells_its_changes_beside_the_annotations(bvhlint: Run, here: Path) -> None:
    done = bvhlint("fix", "clips", cwd=here, env=step(here))
    assert done.returncode == 0
    assert "clips/walk.bvh" in done.stdout + done.stderr
    assert (here / "summary.md").read_text(encoding="utf-8").startswith("### bvhlint: all clean\n")
