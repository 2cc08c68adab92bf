"""pre-commit for real: this repository as the source of the hooks, in a repository of clips.

The hooks' environment is made by pre-commit from ``.pre-commit-hooks.yaml`` as on any machine, but
without a network: what bvhlint depends on is taken from the libraries of these tests.
"""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from pathlib import Path

import pytest
from installed import CHECKOUT
from small_clip import CLIP

GOOD = CLIP.format(name="Hips").replace("End site", "End Site")
MISSPELT = CLIP.format(name="Hips")
BROKEN = GOOD.replace("1 90 0 5 0 0", "1 90 0 5 nan")

CONFIGURATION = """\
repos:
  - repo: {source}
    rev: v0.0.1
    hooks:
      - id: {hook}
"""


def environment(home: Path) -> dict[str, str]:
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("GIT_", "GITHUB_", "PRE_COMMIT", "PYTHON", "PIP_"))
    }
    return {
        **kept,
        "PRE_COMMIT_HOME": str(home),
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_CONFIG_SYSTEM": os.devnull,
        "GIT_AUTHOR_NAME": "A",
        "GIT_AUTHOR_EMAIL": "a@example.org",
        "GIT_COMMITTER_NAME": "A",
        "GIT_COMMITTER_EMAIL": "a@example.org",
        "PIP_NO_DEPS": "1",
        "PIP_NO_INDEX": "1",
        "PIP_NO_BUILD_ISOLATION": "0",
        "PIP_DISABLE_PIP_VERSION_CHECK": "1",
        "VIRTUALENV_NO_PERIODIC_UPDATE": "1",
        "PYTHONPATH": sysconfig.get_path("purelib"),
    }


class Repository:
    """A git repository in which commands are run."""

    def __init__(self, folder: Path, env: dict[str, str]) -> None:
        self.folder = folder
        self._env = env
        folder.mkdir(parents=True, exist_ok=True)
        self.run("git", "init", "--quiet", "--initial-branch", "main")

    def run(self, *command: str, check: bool = True) -> subprocess.CompletedProcess[str]:
        done = subprocess.run(
            command,
            cwd=self.folder,
            env=self._env,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            encoding="utf-8",
            check=False,
        )
        assert done.returncode == 0 or not check, done.stdout
        return done

    def write(self, **files: str) -> None:
        for name, text in files.items():
            path = self.folder / f"{name}.bvh"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, newline="\n")

    def use(self, source: Repository, hook: str) -> None:
        """Install a hook of ``source``, as its users do."""
        text = CONFIGURATION.format(source=source.folder.as_posix(), hook=hook)
        (self.folder / ".pre-commit-config.yaml").write_text(text)
        self.run("git", "add", ".pre-commit-config.yaml")
        self.run(sys.executable, "-m", "pre_commit", "install")

    def commit(self) -> subprocess.CompletedProcess[str]:
        self.run("git", "add", "--all")
        return self.run("git", "commit", "--message", "clips", check=False)


@pytest.fixture(scope="module")
def env(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    return environment(tmp_path_factory.mktemp("pre-commit"))


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory, env: dict[str, str]) -> Repository:
    """The files of this repository, committed under a tag."""
    repository = Repository(tmp_path_factory.mktemp("source"), env)
    for name in tracked_files():
        path = repository.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes((CHECKOUT / name).read_bytes())
    repository.run("git", "add", "--all", "--force")
    repository.run("git", "commit", "--quiet", "--message", "source")
    repository.run("git", "tag", "v0.0.1")
    return repository


def tracked_files() -> Iterator[str]:
    """What the package is made of; the tests and fixtures are not."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=CHECKOUT,
        capture_output=True,
        check=True,
    )
    for name in listed.stdout.decode().split("\0"):
        is_needed = not name.startswith(("tests/", "fixtures/", "docs/", "benchmarks/"))
        if is_needed and (CHECKOUT / name).is_file():
            yield name


@pytest.fixture
def clips(tmp_path: Path, env: dict[str, str]) -> Repository:
    return Repository(tmp_path / "clips", env)


def test_check_blocks_a_bad_file_and_lets_a_good_one_pass(
    clips: Repository, source: Repository
) -> None:
    clips.use(source, "bvhlint-check")
    clips.write(good=GOOD)
    done = clips.commit()
    assert done.returncode == 0, done.stdout
    assert "bvhlint check" in done.stdout
    assert "Passed" in done.stdout
    clips.write(bad=BROKEN)
    done = clips.commit()
    assert done.returncode == 1
    assert "Failed" in done.stdout
    assert "row-width" in done.stdout
    assert "bad.bvh:" in done.stdout
    assert "good.bvh" not in done.stdout
    assert clips.run("git", "log", "--oneline").stdout.count("\n") == 1


def test_fix_modifies_a_file_and_fails(clips: Repository, source: Repository) -> None:
    clips.use(source, "bvhlint-fix")
    clips.write(walk=MISSPELT)
    done = clips.commit()
    assert done.returncode == 1
    assert "files were modified by this hook" in done.stdout
    assert (clips.folder / "walk.bvh").read_text() == GOOD
    done = clips.commit()
    assert done.returncode == 0, done.stdout


def test_what_the_configuration_excludes_is_left_alone(
    clips: Repository, source: Repository
) -> None:
    clips.use(source, "bvhlint-check")
    (clips.folder / "bvhlint.toml").write_text('exclude = ["raw/"]\n')
    clips.write(**{"raw/bad": BROKEN, "good": GOOD})
    done = clips.commit()
    assert done.returncode == 0, done.stdout
    (clips.folder / "bvhlint.toml").write_text("exclude = []\n")
    done = clips.run(sys.executable, "-m", "pre_commit", "run", "--all-files", check=False)
    assert done.returncode == 1
    assert "raw/bad.bvh" in done.stdout


def test_only_clips_are_given_to_the_hook_in_any_letter_case(
    clips: Repository, source: Repository
) -> None:
    clips.use(source, "bvhlint-check")
    (clips.folder / "notes.txt").write_text("no clip\n")
    done = clips.commit()
    assert (done.returncode, "no files to check" in done.stdout) == (0, True)
    (clips.folder / "WALK.BVH").write_text(BROKEN)
    done = clips.commit()
    assert done.returncode == 1
    assert "WALK.BVH" in done.stdout
