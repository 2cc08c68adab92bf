"""The GitHub Action, the workflows, the recipes of docs/ci.md: linted, and run where possible."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path
from typing import Any

import pytest
import yaml
from installed import CHECKOUT, Run
from small_clip import CLIP

pytestmark = pytest.mark.unmeasured

GUIDE = CHECKOUT / "docs" / "ci.md"
WORKFLOWS = sorted((CHECKOUT / ".github" / "workflows").glob("*.yml"))
BROKEN = CLIP.format(name="Hips").replace("1 90 0 5 0 0", "1 90 0 5 nan")


def blocks(language: str) -> list[str]:
    """The blocks of a language in the guide."""
    text = GUIDE.read_text(encoding="utf-8")
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def recipe(word: str) -> list[str]:
    """The YAML blocks of the guide that hold a word."""
    found = [block for block in blocks("yaml") if word in block]
    assert found
    return found


def validate(schema: str, *paths: Path) -> None:
    command = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", schema]
    done = subprocess.run([*command, *map(str, paths)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_action_and_the_workflows_are_valid() -> None:
    assert len(WORKFLOWS) == 2
    validate("vendor.github-actions", CHECKOUT / "action.yml")
    validate("vendor.github-workflows", *WORKFLOWS)


def test_the_recipes_are_valid(tmp_path: Path) -> None:
    for number, block in enumerate(recipe("runs-on:")):
        path = tmp_path / f"{number}.yml"
        path.write_text(block, encoding="utf-8")
        validate("vendor.github-workflows", path)
    path = tmp_path / ".gitlab-ci.yml"
    path.write_text(recipe("codequality")[0], encoding="utf-8")
    validate("vendor.gitlab-ci", path)


def test_an_auditor_finds_nothing(tmp_path: Path) -> None:
    """zizmor knows what has gone wrong with workflows elsewhere: injected text, wide rights."""
    program = Path(sysconfig.get_path("scripts")) / f"zizmor{'.exe' * (os.name == 'nt')}"
    config = CHECKOUT / ".github" / "zizmor.yml"
    targets = [CHECKOUT / "action.yml", *WORKFLOWS]
    done = subprocess.run(
        [program, "--offline", "--no-progress", "--config", config, *targets],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stdout


def run_step(
    step: dict[str, Any], folder: Path, runner: Path, inputs: dict[str, str]
) -> subprocess.CompletedProcess[str]:
    """Run a shell step of the action in a folder, as a runner does."""
    values = {f"inputs.{name}": value for name, value in inputs.items()}
    values["steps.python.outputs.python-path"] = sys.executable
    values["github.action_path"] = str(CHECKOUT)

    def filled(text: str) -> str:
        return re.sub(r"\$\{\{ (\S+) \}\}", lambda match: values[match[1]], text)

    assert "${{" not in step["run"], "what is put into a script may be run"
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    env = {
        **kept,
        "RUNNER_TEMP": str(runner),
        "GITHUB_ACTIONS": "true",
        "GITHUB_STEP_SUMMARY": str(folder / "summary.md"),
        # Without a network: the libraries are those of these tests.
        "PIP_NO_DEPS": "1",
        "PIP_NO_INDEX": "1",
        "PIP_NO_BUILD_ISOLATION": "0",
        "PYTHONPATH": sysconfig.get_path("purelib"),
        **{name: filled(value) for name, value in step["env"].items()},
    }
    return subprocess.run(
        [shutil.which("bash") or "bash", "-eo", "pipefail", "-c", step["run"]],
        cwd=folder / filled(step.get("working-directory", ".")),
        env=env,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )


def shell_steps() -> tuple[list[dict[str, Any]], dict[str, str]]:
    """The steps that run a script, and the defaults of the inputs."""
    action: dict[str, Any] = yaml.safe_load((CHECKOUT / "action.yml").read_text("utf-8"))
    steps = [step for step in action["runs"]["steps"] if "run" in step]
    return steps, {name: each["default"] for name, each in action["inputs"].items()}


@pytest.fixture(scope="module")
def runner(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a runner in which the action has installed bvhlint."""
    folder = tmp_path_factory.mktemp("runner")
    (install, _), inputs = shell_steps()
    done = run_step(install, folder, folder, inputs)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


def run_action(folder: Path, runner: Path, **inputs: str) -> subprocess.CompletedProcess[str]:
    """Run the step that checks, with some inputs."""
    (_, check), defaults = shell_steps()
    given = {name.replace("_", "-"): value for name, value in inputs.items()}
    assert given.keys() <= defaults.keys()
    return run_step(check, folder, runner, {**defaults, **given})


@pytest.fixture
def clips(tmp_path: Path) -> Path:
    (tmp_path / "clips").mkdir()
    (tmp_path / "clips" / "a bad one.bvh").write_text(BROKEN)
    return tmp_path


def test_the_action_annotates_and_fails(clips: Path, runner: Path) -> None:
    done = run_action(clips, runner, args="check --show error 'clips/a bad one.bvh'")
    assert done.returncode == 1, done.stdout + done.stderr
    assert "::error title=bvhlint (BVH50" in done.stdout
    assert "file=clips/a bad one.bvh,line=15" in done.stdout
    assert (clips / "summary.md").read_text("utf-8").startswith("### bvhlint: ")


def test_the_action_writes_sarif_and_works_in_a_folder(clips: Path, runner: Path) -> None:
    done = run_action(clips, runner, working_directory="clips", sarif_file="out.sarif")
    assert done.returncode == 1, done.stdout + done.stderr
    report = json.loads((clips / "clips" / "out.sarif").read_text("utf-8"))
    assert report["version"] == "2.1.0"
    assert {"BVH502"} <= {result["ruleId"] for result in report["runs"][0]["results"]}


def test_an_input_is_never_run(clips: Path, runner: Path) -> None:
    done = run_action(clips, runner, args='check --exit-zero "$(touch owned)" ; touch owned')
    assert done.returncode == 2
    assert not list(clips.rglob("owned"))


def test_the_lines_of_the_gitlab_job(bvhlint: Run, clips: Path) -> None:
    job = yaml.safe_load(recipe("codequality")[0])["bvhlint"]
    lines = [line.split() for line in job["script"] if line.startswith("bvhlint ")]
    assert [bvhlint(*words[1:], cwd=clips).returncode for words in lines] == [0, 1]
    report = json.loads((clips / job["artifacts"]["reports"]["codequality"]).read_text("utf-8"))
    assert report[0]["location"]["path"] == "clips/a bad one.bvh"


def test_the_lines_of_the_baseline(bvhlint: Run, clips: Path) -> None:
    (block,) = [block for block in blocks("console") if "--update-baseline" in block]
    lines = [line.removeprefix("$ ").split() for line in block.splitlines()]
    update, _, check = lines
    assert bvhlint(*update[1:], cwd=clips).returncode == 0
    assert bvhlint(*check[1:], cwd=clips).returncode == 0
    (clips / "clips" / "new.bvh").write_text(BROKEN)
    done = bvhlint(*check[1:], cwd=clips)
    assert done.returncode == 1
    assert "clips/new.bvh" in done.stdout
    assert "a bad one" not in done.stdout
    (settings,) = [block for block in blocks("toml") if "baseline" in block]
    (clips / "bvhlint.toml").write_text(settings)
    assert bvhlint("check", "clips/a bad one.bvh", cwd=clips).returncode == 0


def test_the_house_rules(bvhlint: Run, clips: Path) -> None:
    (settings,) = [block for block in blocks("toml") if "[severity]" in block]
    (clips / "bvhlint.toml").write_text(settings)
    done = bvhlint("config", "clips/walk.bvh", cwd=clips)
    assert done.returncode == 0
    assert "expect-fps = 30  # bvhlint.toml:2" in done.stdout
    assert bvhlint("check", cwd=clips).returncode == 1
