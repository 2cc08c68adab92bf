"""``bvhlint completion``: the scripts, in the shells that are there."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from installed import Run

SHELLS = ("bash", "zsh", "fish")
INSTALLED = [shell for shell in SHELLS if shutil.which(shell)]

# Completes the last of its arguments as bash would, and prints what it offers.
BASH = r"""
source "$1"; shift
COMP_WORDS=("$@"); COMP_CWORD=$(( $# - 1 ))
function=$(complete -p bvhlint | sed -E 's/.*-F ([^ ]+).*/\1/')
"$function" bvhlint "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD-1]}"
printf '%s\n' "${COMPREPLY[@]}"
"""


@pytest.fixture(scope="module")
def scripts(bvhlint: Run, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the script of each shell, and a clip and a folder to complete."""
    folder = tmp_path_factory.mktemp("completion")
    for shell in SHELLS:
        done = bvhlint("completion", shell)
        assert (done.returncode, done.stderr) == (0, "")
        (folder / shell).write_text(done.stdout, encoding="utf-8")
    (folder / "walk.bvh").touch()
    (folder / "walks").mkdir()
    return folder


OFFERS = [
    (["ch"], {"check"}),
    (["check", "--extend-s"], {"--extend-select"}),
    (["check", "--output-format", "s"], {"sarif"}),
    (["check", "--fail-on", ""], {"error", "warning", "info", "never"}),
    (["fix", "--up", ""], {"y", "z"}),
    (["explain", "row-w"], {"row-width"}),
    (["explain", "BVH50"], {f"BVH50{number}" for number in range(1, 10)}),
    (["check", "--target", "blen"], {"blender"}),
    (["completion", ""], set(SHELLS)),
    (["info", "walk.b"], {"walk.bvh"}),
]


@pytest.mark.parametrize("shell", [shell for shell in ("bash", "fish") if shell in INSTALLED])
@pytest.mark.parametrize(
    ("words", "offered"), OFFERS, ids=lambda value: " ".join(sorted(value))[:40]
)
def test_what_a_shell_offers(
    scripts: Path, shell: str, words: list[str], offered: set[str]
) -> None:
    line = ["bvhlint", *words]
    if shell == "bash":
        command = ["bash", "-c", BASH, "bash", str(scripts / "bash"), *line]
    else:
        # A name of a file is offered as a word that lacks nothing, so with its own path.
        told = f"source {scripts / 'fish'}; complete -C'{' '.join(line)}'"
        command = ["fish", "--no-config", "-c", told]
    done = subprocess.run(command, cwd=scripts, capture_output=True, text=True, check=True)
    found = {text.split("\t")[0] for text in done.stdout.split("\n") if text}
    assert found == offered


@pytest.mark.parametrize("shell", INSTALLED)
def test_a_script_is_right_for_its_shell(scripts: Path, shell: str) -> None:
    done = subprocess.run([shell, "-n", str(scripts / shell)], capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.parametrize("shell", SHELLS)
def test_a_script_knows_each_command_and_rule(scripts: Path, shell: str) -> None:
    text = (scripts / shell).read_text(encoding="utf-8")
    for word in ("check", "fix", "info", "explain", "row-width", "BVH502", "SL001", "secondlife"):
        assert word in text
